# Tests of the R package: Rscript test.R, with the program in NMFREPRO_PROGRAM or on the PATH.
arguments <- commandArgs()
here <- dirname(sub("^--file=", "", grep("^--file=", arguments, value = TRUE)))
source(file.path(here, "nmfrepro.R"))

says <- function(pattern, call) {
  text <- tryCatch({ call; "no error" }, error = conditionMessage)
  if (!grepl(pattern, text)) stop("want an error like ", pattern, ", found: ", text)
}
same <- function(a, b, tolerance = 1e-10) stopifnot(isTRUE(all.equal(unclass(a), unclass(b), tolerance = tolerance, check.attributes = FALSE)))
product <- function(fit) fit$w %*% diag(fit$d, length(fit$d)) %*% fit$h

warns <- function(pattern, call) {
  text <- character()
  value <- withCallingHandlers(call, warning = function(w) {
    text <<- c(text, conditionMessage(w))
    invokeRestart("muffleWarning")
  })
  if (!any(grepl(pattern, text))) stop("want a warning like ", pattern, ", found: ", paste(text, collapse = "; "))
  invisible(value)
}

set.seed(1)
planted <- matrix(runif(60), 20) %*% matrix(runif(90), 3)
dimnames(planted) <- list(paste0("gene", 1:20), paste0("cell", 1:30))
fit <- nmf(planted, 3, tol = 0, max_iter = 3000)
stopifnot(identical(dim(fit$w), c(20L, 3L)), identical(dim(fit$h), c(3L, 30L)), identical(rownames(fit$w), rownames(planted)),
          identical(colnames(fit$h), colnames(planted)), fit$iterations == 3000, !is.unsorted(rev(fit$d)), all(fit$w >= 0), all(fit$h >= 0))
same(colSums(fit$w), rep(1, 3))
same(rowSums(fit$h), rep(1, 3))
same(product(fit), planted, 1e-3)
stopifnot(abs(sum(fit$shares) - 1) < 1e-12, fit$converged == FALSE, grepl("20 features x 30 samples by 3", paste(capture.output(print(fit)), collapse = " ")))
same(fit$error, norm(planted - product(fit), "F"), 1e-6)

# Multiplicative updates of Lee and Seung in two lines of R fit as well as the program's.
w <- matrix(runif(40), 20)
h <- matrix(runif(60), 2)
for (k in 1:20000) {
  h <- h * crossprod(w, planted) / (crossprod(w) %*% h)
  w <- w * tcrossprod(planted, h) / (w %*% tcrossprod(h))
}
same(nmf(planted, 2, solver = "nmf", tol = 0, max_iter = 20000)$error, norm(planted - w %*% h, "F"), 1e-4)

holes <- planted
holes[planted < 1] <- 0
dense <- nmf(holes, 3)
same(nmf(as.data.frame(holes), 3)[c("w", "h", "d")], dense[c("w", "h", "d")])
stopifnot(identical(nmf(holes, 3), dense))
integers <- matrix(rpois(60, 4), 10)
same(nmf(integers, 2)[c("w", "h", "d")], nmf(integers + 0.0, 2)[c("w", "h", "d")])
if (requireNamespace("Matrix", quietly = TRUE)) {
  for (class in c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix")) {
    sparse <- methods::as(Matrix::Matrix(holes, sparse = TRUE), class)
    fits <- nmf(sparse, 3)
    same(fits[c("w", "h", "d")], dense[c("w", "h", "d")], 1e-6)
    stopifnot(identical(rownames(fits$w), rownames(planted)))
  }
} else {
  cat("Matrix is not installed: sparse matrices are not tested; apt-get install r-cran-matrix\n")
}

unknown <- planted
unknown[2, 5] <- NA
taken <- NULL
fit <- withCallingHandlers(nmf(unknown, 3, tol = 0, max_iter = 5000), warning = function(w) {
  taken <<- conditionMessage(w)
  invokeRestart("muffleWarning")
})
stopifnot(grepl("scaled was taken", taken), !grepl("unsupported", taken))
silent <- NULL # a default steps back with a warning once, what was asked for each time
withCallingHandlers(nmf(unknown, 3, tol = 0, max_iter = 5), warning = function(w) silent <<- conditionMessage(w))
stopifnot(is.null(silent))
for (k in 1:2) warns("scaled was taken", nmf(unknown, 3, tol = 0, max_iter = 5, init = "nndsvda"))
same(product(fit)[2, 5], planted[2, 5], 0.02)
same(fit$error^2, sum((unknown - product(fit))^2, na.rm = TRUE), 1e-6)

options <- nmf(planted, 3, l1_w = 5)
stopifnot(options$error > nmf(planted, 3)$error)
stopifnot(any(grepl("rank 25", suppressWarnings(nmf(planted, 25, init = "scaled"))$warnings)))
one <- nmf(planted, 1)
stopifnot(identical(dim(one$w), c(20L, 1L)), identical(dim(one$h), c(1L, 30L)))

# Components that are nearly the same, or empty, are named by their places in the result, whose order is that of size.
twins <- cbind(planted[, 1], planted[, 2], 3 * planted[, 2])
warns("^components 1, 3 are nearly the same [(]cosine 0.98 or more[)]; a lower rank may do as well", nmf(planted, 3, w0 = twins, h0 = matrix(1, 3, 30), max_iter = 0, tol = 0))
warns("^component 2 came out empty", nmf(planted, 2, w0 = cbind(0, planted[, 2]), h0 = matrix(1, 2, 30), max_iter = 0, tol = 0))
warns("^components 2, 3 are nearly the same", project(planted, basis = twins))

# The limit is a warning and a field.
limited <- warns("did not converge to tol = 1e-12 in max_iter = 5 iterations", nmf(planted, 3, tol = 1e-12, max_iter = 5))
stopifnot(!limited$converged, nmf(planted + matrix(runif(600), 20), 3, tol = 0.1)$converged)

# New samples: base R's normal equations where the coefficients are positive; names decide; names come out.
fit <- nmf(planted, 3, tol = 0, max_iter = 3000)
mixed <- fit$w %*% matrix(c(1, 2, 3, 4, 5, 6), 3)
dimnames(mixed) <- list(rownames(planted), c("new1", "new2"))
found <- project(fit, mixed)
same(found, matrix(c(1, 2, 3, 4, 5, 6), 3), 1e-6)
stopifnot(identical(dimnames(found), list(c("nmf1", "nmf2", "nmf3"), c("new1", "new2"))))
same(predict(fit, mixed[20:1, ]), found, 1e-12)
same(project(fit, mixed[, 1, drop = FALSE]), found[, 1, drop = FALSE], 1e-12)
says("the new x names others than x: it lacks gene1, gene2", project(fit, mixed[-(1:2), ]))
says("x has 18 features, and fit 20", project(fit, unname(mixed)[-(1:2), ]))
says("want what nmf", project(1, mixed))
same(project(fit, planted), diag(fit$d) %*% fit$h, 1e-3)

# Factors to begin with, by name; labels, masks and graphs.
begin <- list(w = matrix(runif(60), 20, dimnames = list(rownames(planted), NULL)), h = matrix(runif(90), 3, dimnames = list(NULL, colnames(planted))))
one <- nmf(planted, 3, "nmf", w0 = begin$w, h0 = begin$h, tol = 0, max_iter = 1)
h <- begin$h * crossprod(begin$w, planted) / (crossprod(begin$w) %*% begin$h)
w <- begin$w * tcrossprod(planted, h) / (begin$w %*% tcrossprod(h))
same(product(one), w %*% h, 1e-9)
same(nmf(planted, 3, "nmf", w0 = begin$w[20:1, ], h0 = begin$h[, 30:1], tol = 0, max_iter = 1)[c("w", "h", "d")], one[c("w", "h", "d")])
says("w0 is 20 x 2, want 20 x 3", nmf(planted, 3, w0 = begin$w[, 1:2], h0 = begin$h))
says("w0 names others than x", nmf(planted, 3, w0 = `rownames<-`(begin$w, paste0("x", 1:20)), h0 = begin$h))
classes <- rep(c("A", "B", "C"), 10)
learnt <- suppressWarnings(nmf(planted, 3, "lcnmf", labels = classes, init = "scaled"))
for (same_classes in list(factor(classes), stats::setNames(classes, colnames(planted))[30:1], match(classes, c("A", "B", "C")) - 1, chartr("ABC", ",;x", classes))) {
  if (!identical(same_classes[1], "x")) same(suppressWarnings(nmf(planted, 3, "lcnmf", labels = same_classes, init = "scaled"))$w, learnt$w)
}
stopifnot(!identical(suppressWarnings(nmf(planted, 3, "lcnmf", labels = replace(classes, 5, NA), init = "scaled"))$w, learnt$w))
more <- stats::setNames(c(rev(classes), "D"), c(rev(colnames(planted)), "cell31"))
same(suppressWarnings(nmf(planted, 3, "lcnmf", labels = more, init = "scaled"))$w, learnt$w)
says("labels names others than x: it lacks cell1, and x lacks cell31", nmf(planted, 3, "lcnmf", labels = more[-30]))
says("labels holds 29 classes, and x has 30 samples", nmf(planted, 3, "lcnmf", labels = classes[-1]))
known <- matrix(TRUE, 20, 30)
known[2, 5] <- FALSE
unknown <- planted
unknown[2, 5] <- NA
suppressWarnings(same(nmf(planted, 3, mask = known, init = "scaled")$w, nmf(unknown, 3, init = "scaled")$w))
says("mask is 1 x 30, want 20 x 30", nmf(planted, 3, mask = known[1, , drop = FALSE]))
graph <- outer(1:30, 1:30, function(i, j) as.numeric(abs(i - j) == 1))
stopifnot(suppressWarnings(nmf(planted, 3, "gnmf", graph = graph, init = "scaled", lambda = 3))$run$options$lambda == 3)
if (requireNamespace("Matrix", quietly = TRUE)) {
  full <- Matrix::Matrix(planted, sparse = FALSE)
  same(nmf(full, 3)$w, nmf(planted, 3)$w)
  sparse <- methods::as(Matrix::Matrix(holes, sparse = TRUE), "CsparseMatrix")
  sparse[2, 5] <- NA
  filled <- holes
  filled[2, 5] <- NA
  suppressWarnings(same(nmf(sparse, 3, init = "scaled")$w, nmf(filled, 3, init = "scaled")$w))
}

# NA of a sparse matrix stays what it is, whatever absent entries are, and infinite entries are named so.
if (requireNamespace("Matrix", quietly = TRUE)) {
  sparse <- methods::as(Matrix::Matrix(holes, sparse = TRUE), "CsparseMatrix")
  sparse@x[5] <- NA
  stopifnot(suppressWarnings(nmf(sparse, 2, "nmf", init = "scaled", absent = "unknown"))$run$known_entries == length(sparse@x) - 1,
            suppressWarnings(nmf(sparse, 2, "nmf", init = "scaled"))$run$known_entries == length(sparse) - 1)
  sparse@x[5] <- Inf
  says("X has \\+Inf at row", nmf(sparse, 2))
  stopifnot(nmf(Matrix::Matrix(0, 3, 4, sparse = TRUE), 1, init = "scaled")$error == 0)
}

# Notes name features and samples; names that occur twice are told of.
blank <- planted
blank["gene2", ] <- NA
warns("no value is known of features gene2:", nmf(blank, 2, init = "scaled"))
warns("names of features occur more than once: gene1;", nmf(`rownames<-`(planted, replace(rownames(planted), 2, "gene1")), 2))
warns("1 names of samples occur more than once: cell1;", nmf(`names<-`(as.data.frame(planted), replace(paste0("cell", 1:30), 2, "cell1")), 2))
says("labels is a list, want a vector", nmf(planted, 3, "lcnmf", labels = as.list(classes)))
says("absent = NULL, want a name", nmf(planted, 3, absent = NULL))
warns("set unit_h=TRUE, or a penalty on H too .l2_h.", nmf(planted, 3, l1_w = 0.1))

if (requireNamespace("Matrix", quietly = TRUE)) {
  ratings <- holes
  ratings[holes == 0] <- NA
  sparse <- methods::as(Matrix::Matrix(holes, sparse = TRUE), "CsparseMatrix")
  suppressWarnings(same(nmf(sparse, 2, "nmf", init = "scaled", absent = "unknown")$w, nmf(ratings, 2, "nmf", init = "scaled")$w, 1e-6))
}

# Components that are given: base R's normal equations, the conditions of a minimum, the updates of Lee and Seung and of Fevotte.
set.seed(2)
spectra <- matrix(rgamma(60, 1) + 0.05, 15, dimnames = list(paste0("gene", 1:15), letters[1:4]))
mixed <- spectra %*% matrix(rgamma(40, 0.7), 4) * matrix(runif(150, 0.6, 1.4), 15) + 0.01
colnames(mixed) <- paste0("cell", 1:10)
given <- project(mixed, basis = spectra)
slope <- crossprod(spectra, spectra %*% given$coefficients - mixed) # of half the squared error: 0 where h > 0, not below 0 elsewhere
stopifnot(all(slope > -1e-8), all(abs(slope[given$coefficients > 0]) < 1e-8), identical(dimnames(given$coefficients), list(letters[1:4], colnames(mixed))))
same(given$residuals, sqrt(colSums((mixed - spectra %*% given$coefficients)^2)), 1e-8)
same(given$relative_residuals, given$residuals / sqrt(colSums(mixed^2)), 1e-8)
weights <- given$coefficients * colSums(spectra)
same(given$shares, sweep(weights, 2, colSums(weights), "/"), 1e-9)
stopifnot(identical(unname(given$labels), unname(apply(given$coefficients, 2, which.max))), identical(names(given$labels), colnames(mixed)))
same(project(mixed[15:1, ], basis = spectra)$coefficients, given$coefficients, 1e-9)
same(project(x = mixed, basis = as.data.frame(spectra))$coefficients, given$coefficients, 1e-12)
same(project(unname(mixed), basis = spectra)$coefficients, given$coefficients, 1e-12)
divergence <- function(power, times) {
  h <- matrix(1, 4, 10)
  for (k in seq_len(times)) {
    fit <- spectra %*% h
    ratio <- crossprod(spectra, mixed * fit^(power - 2)) / crossprod(spectra, fit^(power - 1))
    h <- h * if (power < 1) sqrt(ratio) else ratio
  }
  h
}
same(project(mixed, basis = spectra, loss = "KL", tol = 1e-10, max_iter = 1e6)$coefficients, divergence(1, 20000), 1e-3)
same(project(mixed, basis = spectra, loss = "itakura-saito", tol = 1e-10, max_iter = 1e6)$coefficients, divergence(0, 20000), 1e-3)
hidden <- mixed
hidden[, 3] <- NA
hidden[1:5, 4] <- NA
hidden[, 7] <- 0
bare <- warns("2 samples have no known entry other than 0, and coefficients of 0: cell3, cell7", project(hidden, basis = spectra))
stopifnot(all(bare$coefficients[, c(3, 7)] == 0), identical(unname(is.na(bare$labels)), 1:10 %in% c(3, 7)))
same(bare$coefficients[, 4], project(mixed[6:15, 4, drop = FALSE], basis = spectra[6:15, ])$coefficients[, 1], 1e-8)
if (requireNamespace("Matrix", quietly = TRUE)) {
  stored <- hidden
  stored[is.na(stored)] <- 0
  stored <- methods::as(Matrix::Matrix(stored, sparse = TRUE), "CsparseMatrix")
  again <- warns("cell3, cell7", project(stored, basis = spectra, absent = "unknown"))
  same(again$coefficients, bare$coefficients, 1e-8)
}
held <- suppressWarnings(nmf(mixed, 4, fixed = spectra, tol = 0, max_iter = 20000))
same(held$w, sweep(spectra, 2, colSums(spectra), "/"))
same(held$h * held$d / colSums(spectra), given$coefficients, 1e-5)
stopifnot(identical(colnames(held$w), letters[1:4]), is.null(held$run$fixed))
two <- suppressWarnings(nmf(mixed, 4, "nmf-kl", fixed = spectra[15:1, 2:1]))
same(two$w[, 1:2], sweep(spectra, 2, colSums(spectra), "/")[, 2:1])
stopifnot(identical(colnames(two$w), c("b", "a", "nmf3", "nmf4")), identical(dim(project(two, mixed)), c(4L, 10L)))
beside <- function(value, at = c(2, 3)) replace(spectra, cbind(at[1], at[2]), value)
for (wrong in list(list(beside(-1), "[2, 3] is -1, feature gene2, want a finite value"), list(beside(NA), "[2, 3] is NA"), list(beside(Inf), "[2, 3] is Inf"),
                   list(spectra * rep(c(1, 0, 1, 1), each = 15), "is 0 everywhere"), list(unname(spectra)[1:9, ], " is 9 x 4, and x has 15 features"),
                   list(unname(t(spectra)), "meant?"), list(spectra[, 1], "want a matrix of features x components"), list(matrix(letters[1:15], 15), "want a matrix of numbers"),
                   list(`rownames<-`(spectra, paste0("x", 1:15)), "names others than x"))) {
  escaped <- gsub("([][?])", "\\\\\\1", wrong[[2]])
  says(paste0("basis.*", escaped), project(mixed, basis = wrong[[1]]))
  says(paste0("fixed.*", escaped), nmf(mixed, 5, fixed = wrong[[1]]))
}
says("fixed holds 4 components, and rank = 3; want at most 3", nmf(mixed, 3, fixed = spectra))
says("fixed and w0 both", nmf(mixed, 4, fixed = spectra, w0 = spectra))
says("pnmf: this method cannot hold components; these can: .*hals", nmf(mixed, 5, "pnmf", init = "scaled", fixed = spectra))
says("loss = hinge, want frobenius", project(mixed, basis = spectra, loss = "hinge"))
says("x is missing", project(basis = spectra))
says("tol = -1, want a number of at least 0", project(mixed, basis = spectra, loss = "KL", tol = -1))
says("basis is what nmf.. returned.*take its w", project(mixed, basis = two))
says("loss goes with basis", project(two, mixed, loss = "KL"))
says("fit and basis are given", project(two, mixed, basis = spectra))
says("raise the zeros", project(replace(mixed, 3, 0), basis = spectra, loss = "IS"))
warns("10 samples did not reach tol = 1e-07 in max_iter = 2 iterations", project(mixed, basis = spectra, loss = "KL", max_iter = 2))

# How many components, and what many runs have in common.
ranks <- nmf_rank(planted, 1:4, "nmf", starts = 3, folds = 3)
stopifnot(identical(ranks$rank, c(1, 2, 3, 4)), attr(ranks, "recommended")$rank == 3, ranks$rank[ranks$recommended] == 3, all(ranks$held_out_error_low <= ranks$held_out_error))
says("ranks = 1.9, want a whole number", nmf_rank(planted, c(1.9, 2.2)))
common <- suppressWarnings(consensus(planted, 3, starts = 6))
stopifnot(identical(dim(common$components), c(20L, 3L)), identical(rownames(common$components), rownames(planted)), identical(colnames(common$usages), colnames(planted)))
same(colSums(common$usages), rep(1, 30), 1e-9)
stopifnot("hals" %in% nmf_solvers()$name)

# What users of R's models call first.
fit <- suppressWarnings(nmf(planted, 3, tol = 0))
same(fitted(fit), basis(fit) %*% coef(fit), 1e-12)
same(residuals(fit, planted), planted - fitted(fit), 1e-12)
same(sqrt(sum(residuals(fit, planted)^2)), fit$error, 1e-6)
same(predict(fit), coef(fit))
stopifnot(identical(dim(basis(fit)), c(20L, 3L)), identical(rownames(coef(fit)), colnames(fit$w)), identical(summary(fit)$share, fit$shares),
          summary(fit, 1)$features[1] == rownames(planted)[which.max(fit$w[, 1])], "hals" %in% solvers()$name)
grDevices::pdf(NULL)
same(colSums(plot(fit)), rep(1, 30), 1e-9)
invisible(grDevices::dev.off())
says("x is missing: a fit does not keep it", residuals(fit))
says("object is a matrix, want what nmf.. returned", basis(planted))
stopifnot(nmf(planted, 3, loss = "kl")$run$solver == "nmf-kl", nmf(planted, 3, loss = "squared")$run$solver == "hals",
          nmf(planted, 3, "nmf", loss = "euclidean")$run$solver == "nmf")
says("loss = hinge, want frobenius", nmf(planted, 3, loss = "hinge"))
says("solver pnmf and loss = kl are given", nmf(planted, 3, "pnmf", loss = "kl"))
says("rank = 31 is above both sides of x, 20 x 30; want at most 30", nmf(planted, 31))
named <- data.frame(gene = rownames(planted), planted)
same(suppressWarnings(nmf(named, 3, tol = 0))$w, fit$w, 1e-12)
says("x is a path or a word; read the file first", nmf("x.csv", 3))
says("x is NULL, want a matrix", nmf(NULL, 3))
says("x is of class matrix, array with values of type character", nmf(matrix(letters[1:4], 2), 1))

# Words of others, and what is no number.
stopifnot(nmf(planted, 3, "brunet")$run$solver == "nmf-kl", nmf(planted, 3, "lee")$run$solver == "nmf")
says("here it is starts", nmf(planted, 3, nrun = 10))
says("here it is solver", nmf(planted, 3, method = "brunet"))
says("no solver snmf/r; take sparse coefficients", nmf(planted, 3, "snmf/r"))
says("rank is missing, want the number of components", nmf(planted))
says("seed = NULL, want a whole number", nmf(planted, 3, seed = NULL))
says("rank = 2.5, want a whole number", nmf(planted, 2.5))
says("max_iter = \"10\", want a whole number", nmf(planted, 2, max_iter = "10"))
says("l1_w = c.1, 2., want one number", nmf(planted, 2, l1_w = c(1, 2)))
says("take nndsvda", nmf(planted, 2, init = "nndsvdar"))

says("columns hold no numbers: Species", nmf(iris, 3))
says("-1 at row 1, column 2|-1 at feature", nmf(matrix(c(1, 2, -1, 3), 2), 1))
says("want a matrix of numbers", nmf(matrix(letters[1:4], 2), 1))
says("0 x 3, want a feature", nmf(matrix(0, 0, 3), 1))
says("labels has no class for cell30; NA", nmf(planted, 3, "lcnmf", labels = setNames(rep("a", 29), colnames(planted)[1:29])))
says("nmf_rank has no argument k: here it is ranks", nmf_rank(planted, k = 3))
says("nmf_rank has no argument strats, did you mean starts", nmf_rank(planted, strats = 3))
says("nmf_rank has no argument beta_loss: the solver says the loss", nmf_rank(planted, beta_loss = "kl"))
says("consensus has no argument k: here it is rank", consensus(planted, k = 3))
says("consensus has no argument qqq, want some of x, rank", consensus(planted, 3, qqq = 3))
says("project has no argument newdata: here it is x", project(fit, newdata = planted))
says("no argument prng: here it is seed", nmf(planted, 3, prng = 3))
says("no argument densify: what is sparse stays sparse", nmf(planted, 3, densify = TRUE))
says("mask is of class numeric, want", nmf(planted, 3, mask = 2))
says("no argument l1_v, did you mean l1_w", nmf(planted, 3, l1_v = 1))
says("OMP_NUM_THREADS", nmf(planted, 3, threads = 2))
says("here it is labels", nmf(planted, 3, y = 1))
says("here it is rank", nmf(planted, n_components = 3))
says("no argument weights: weights of entries are not taken", nmf(planted, 3, weights = 1))
stopifnot(nmf(planted, 3, "gnmf", lambda = 1, init = "scaled")$run$solver == "gnmf") # a word of others that is an option here
says("init = ica is not here; take nndsvd", nmf(planted, 2, init = "ica"))
says("init = warm is not here; take w0 and h0", nmf(planted, 2, init = "warm"))
says("solver hals and loss = kl are given", nmf(planted, 2, "cd", loss = "kl"))
says("solver pnmf and loss = is are given", nmf(planted, 2, "pnmf", loss = "is"))
says("options need names", nmf(planted, 3, "hals", "scaled", 200, 1e-4, 1, 1, NULL, NULL, NULL, NULL, NULL, "zero", NULL, 5))
says("solver umap leaves no basis", nmf(planted, 3, solver = "umap", init = "scaled"))
says("hals", nmf(planted, 3, solver = "hal"))
# Nothing is decided by what the program's texts say: with each of them another one, as many warnings come.
told <- function(call) {
  texts <- character()
  withCallingHandlers(call(), warning = function(w) {
    texts <<- c(texts, conditionMessage(w))
    invokeRestart("muffleWarning")
  })
  texts
}
nothing <- replace(planted, cbind(3, 1:30), 0)
unknown <- replace(planted, cbind(1:20, 4), NA)
parts <- suppressWarnings(nmf(planted, 3))$w
cases <- list(
  list(0, function() nmf(nothing, 3, max_iter = 50, tol = 0)), list(1, function() nmf(unknown, 3, init = "scaled", max_iter = 2000, tol = 0.01)),
  list(1, function() nmf(planted, 3, max_iter = 5)), list(1, function() nmf(planted, 3, starts = 3, max_iter = 50, tol = 0)),
  list(1, function() project(unknown, basis = parts)), list(1, function() project(planted, basis = parts, loss = "KL", max_iter = 2)),
  list(2, function() nmf_rank(nothing, 2, "nmf", starts = 2, folds = 2, max_iter = 3)),
  list(2, function() consensus(nothing, 3, starts = 3, max_iter = 20, normalize = "variance"))
)
original <- nmf_json
blank <- function(lines) {
  report <- original(lines)
  for (name in intersect(c("warnings", "notes"), names(report))) report[[name]] <- rep("x", length(report[[name]]))
  report$remarks <- lapply(report$remarks, function(remark) {
    remark$form <- NULL
    replace(remark, "text", "x")
  })
  report
}
for (case in cases) {
  before <- told(case[[2]])
  nmf_json <- blank
  after <- told(case[[2]])
  nmf_json <- original
  if (length(before) != case[[1]] || length(after) != case[[1]]) {
    stop("want ", case[[1]], " warnings of ", deparse(body(case[[2]])), ", found: ", paste(before, collapse = "; "), ", and with other texts ", length(after))
  }
}

# The options of methods are told with underscores, as they are given, and the names of methods are not.
stopifnot(length(nmf_hyphened()) > 20, vapply(nmf_hyphened(), function(name) identical(nmf_said(name), gsub("-", "_", name, fixed = TRUE)), NA))
stopifnot(identical(nmf_said("take nmf-kl with l1-w=true; no l1-wide"), "take nmf-kl with l1_w=TRUE; no l1-wide"))
stopifnot(identical(nmf_json(c("{\"a\": \"W\u00b7H \u2248 X\", \"b\": [1, -2.5e3, null],", "\"c\": {}, \"d\": [[1, 2], [3]]}"))[c("a", "d")],
                    list(a = "W\u00b7H \u2248 X", d = list(c(1, 2), 3))))

# Tables of papers print the screen of the command, and are data frames.
verified <- nmf_verify("pnmf/table3")
screen <- utils::capture.output(print(verified))
stopifnot(grepl("^pnmf/table3: of 51 numbers ", screen[1]), length(screen) <= 40, nrow(verified) > 40, sum(verified$verdict == "agrees") > 30,
          is.numeric(verified$difference), verified$low <= verified$difference | is.na(verified$low))
cells <- nmf_table("pnmf/table3", only = "dataset=iris,metric=purity")
stopifnot(cells$ours_mean[cells$method == "pnmf"] > 0.9, any(grepl("^ iris +ours ", utils::capture.output(print(cells)))))
ranked <- nmf_compare("pnmf/table3", against = "nmf", only = "panel=a")
stopifnot(grepl("^Use PNMF", utils::capture.output(print(ranked))[1]), ranked$method[1] == "PNMF", ranked$mean_rank[1] == 1)
says("unknown experiment \"pnmf/tabel3\"", nmf_table("pnmf/tabel3"))
says("want one, as", nmf_verify(c("a", "b")))

Sys.setenv(NMFREPRO_PROGRAM = "/no/such/program")
stopifnot(identical(nmf_said("l1-w"), "l1-w"))
says("there is no program /no/such/program: install it", nmf(planted, 3))
cat("solvers/r: all tests pass\n")
