# Every target is one command; options of the program go through ARGS, as in make reproduce-table ARGS='--format md'.
TABLE   ?= pnmf/table3
FIGURE  ?= pnmf/fig1
EXP     ?= $(TABLE)
PROFILE ?= quick
ARGS    ?=
TESTFLAGS ?=
FUZZTIME ?= 20000x
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
SYSTEMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
THREADS ?= 1
PATH_OF_MODULE = $(shell go list -m)
PYTHON  ?= /usr/bin/python3
DEBIAN_PYTHON = python3-numpy python3-scipy python3-sklearn python3-pandas python3-joblib python3-pytest python3-hatchling python3-build python3-venv python3-nbclient python3-ipykernel mypy
comma   := ,
# A release depends on its source and on the version of Go, which version --json names, and on nothing of the environment.
PLAIN = GOFLAGS= GOEXPERIMENT= GOAMD64=v1 GOARM64=v8.0 CGO_ENABLED=0
SUMS = cd dist && sha256sum $$(ls | grep -v SHA256SUMS) > SHA256SUMS && cd ..

# Without debugging information a third less is compiled; a panic still names file and line. Some 7 % less again where what a first table
# never calls is not optimised. Build and tests share what is compiled.
NOT_OPTIMISED = net/... vendor/... mime/... archive/... crypto/tls crypto/x509 crypto/internal/fips140/nistec/... crypto/internal/fips140/mlkem
export GOFLAGS ?= -trimpath -gcflags=all=-dwarf=0 $(NOT_OPTIMISED:%='-gcflags=%=-dwarf=0 -N -l') -ldflags=-s
# Nothing needs C, and a program with it dies in its runtime where memory is short. The race detector wants it.
export CGO_ENABLED ?= 0
# Go keeps what it compiled and downloaded below HOME; without one they lie in the tree.
ifeq ($(HOME),)
export GOCACHE ?= $(CURDIR)/.cache/build
export GOMODCACHE ?= $(CURDIR)/.cache/modules
endif

.PHONY: build dist dist-again wheels reproduce-table reproduce-figure report run list test test-python debian-python test-long test-slurm test-recipes test-browser test-levels test-new-solver test-newcomer test-arm64 test-latex race check module lint bench bench-commands bench-peers fuzz cover golden readme document schema keys costs clean help choosing

# A compiler that collects its garbage seldom takes a sixth less of a processor's time, and a third more memory.
build: ## the program ./nmfrepro, whose exit codes make and go run hide: call it where they matter
	@command -v go > /dev/null || { echo "Go is missing: install Go 1.26 or later from https://go.dev/dl/"; exit 1; }
	@test -x nmfrepro || echo "Compiling nmfrepro: some 40 seconds the first time."
	GOGC=$${GOGC:-400} go build -o nmfrepro .

reproduce-table: build ## compute TABLE beside the reported numbers (PROFILE=smoke|quick|paper)
	./nmfrepro table $(TABLE) --profile $(PROFILE) $(ARGS)

reproduce-figure: build ## redraw FIGURE into figures/ (PROFILE=smoke|quick|paper)
	./nmfrepro figure $(FIGURE) --profile $(PROFILE) -o figures/ $(ARGS)

report: build ## the site of all papers from the results folder (PROFILE=smoke|quick|paper)
	./nmfrepro report --profile $(PROFILE) $(ARGS)

run: build ## compute the runs of EXP that are missing
	./nmfrepro run $(EXP) --profile $(PROFILE) $(ARGS)

list: build ## papers, experiments, solvers, data sets, metrics
	./nmfrepro list

test: ## all tests; those of the Python package and of the R file where Python has NumPy
	go test -timeout 60m $(TESTFLAGS) ./...
	@if $(PYTHON) -c 'import numpy, pytest' 2>/dev/null; then $(MAKE) test-python; else \
	  echo "The Python package and the R file are not tested: $(PYTHON) has no NumPy or no pytest (Debian: apt-get install $(DEBIAN_PYTHON))"; fi

test-python: build ## the Python package and, where Rscript is, the R file (Debian: the packages that make debian-python names)
	NMFREPRO_PROGRAM=$$PWD/nmfrepro $(PYTHON) -m pytest -q solvers/python
	@if command -v Rscript >/dev/null; then NMFREPRO_PROGRAM=$$PWD/nmfrepro Rscript solvers/r/test.R; else \
	  echo "solvers/r is not tested: there is no Rscript (Debian: apt-get install r-base-core r-cran-matrix)"; fi

debian-python: # the packages of Debian that the tests of the Python package use
	@echo $(DEBIAN_PYTHON)

test-long: ## all tests, simulations of error rates with four times as many draws
	NMFREPRO_LONG=1 go test ./...

test-slurm: ## submit, kill, requeue and cancel on a small real Slurm that is started for it (Debian: apt-get install slurm-wlm)
	@command -v slurmctld >/dev/null || { echo "slurmctld is not installed: nothing is tested; apt-get install slurm-wlm"; exit 1; }
	go test -tags outside ./experiments/cli -run '^TestSlurm$$' -count=1 -v

test-recipes: ## run the recipes of experiments/engine/cluster/README.md with GNU parallel, ssh and Snakemake (root; apt-get install parallel openssh-server snakemake)
	go test -tags outside ./experiments/cli -run '^TestRecipes$$' -count=1 -v

test-browser: ## figures and the pages of the report in a browser (Debian: apt-get install chromium)
	go test -tags outside ./reports/figure ./reports/site -run Browser -count=1

test-levels: ## the same bytes at every GOAMD64 that compiles: builds the program and the standard library twice
	go test -tags outside ./experiments/cli -run '^TestSameBytesAtEveryLevel$$' -count=1 -v

test-new-solver: ## compile and test the method that nmfrepro new solver --language go writes
	go test -tags outside ./solvers/external -run '^TestNewMethodBuilds$$' -count=1

test-newcomer: ## write a new part of each kind into a copy of the tree by CONTRIBUTING alone, and run the tests there: ten minutes of a processor
	go test -tags outside . -run '^TestNewcomer$$' -count=1 -v -timeout 60m

test-arm64: ## a table and the tests of the products on an emulated arm64 beside this machine's (Debian: apt-get install qemu-user-static)
	go test -tags outside ./experiments/cli -run '^TestARM64$$' -count=1 -v

test-latex: build ## typeset every table of every paper with pdflatex: each float is within a page of a two-column journal (ARGS=--siunitx)
	@command -v pdflatex >/dev/null || { echo "pdflatex is not installed: nothing is tested; apt-get install texlive-latex-recommended"; exit 1; }
	@set -e; program=$$PWD/nmfrepro; dir=$$(mktemp -d); cd $$dir; \
	printf '%s\n' '\documentclass[twocolumn]{article}\usepackage{array,booktabs,geometry,graphicx$(if $(findstring siunitx,$(ARGS)),$(comma)siunitx)}\geometry{textwidth=516pt,textheight=668pt,columnsep=12pt}\begin{document}' > page.tex; \
	for table in $$($$program list experiments | awk '$$1 !~ /fig/ {print $$1}'); do \
	  file=$$(echo $$table | tr / -).tex; $$program table $$table --cached --format tex $(ARGS) > $$file 2> /dev/null; \
	  n=$$(grep -c '^\\begin{table' $$file || true); test $$n -ge 1 || { echo "$$table: no float"; exit 1; }; \
	  printf '%s\n' "\\input{$$file}\\clearpage" >> page.tex; \
	done; printf '%s\n' '\end{document}' >> page.tex; \
	pdflatex -interaction=nonstopmode -halt-on-error page.tex > log || { grep -B20 -A4 '^!' log | grep -E '^!|^l\.|tex'; exit 1; }; \
	! grep -E '^Overfull|Float too large|^\(\./[a-z]+-[a-z0-9]+\.tex' page.log | grep -B1 -E 'Overfull.*\(([1-9][0-9]*\.[0-9]+)pt|Float too large' || { echo "a table does not fit"; exit 1; }; \
	rm -r $$dir; echo "all tables fit"

race: ## all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race ./...

# The tests and scripts that take seconds, which make test has.
LONG_TESTS = TestAlternativesOfTuning TestChoosing TestCommitted TestConsensusKnownAnswers TestCostsOfCommands TestErrorRatesOfRows TestEveryReadingIsRecomputed TestFactorizeOnAnyNumberOfCores TestGuideToOwnMethod TestHonestBareTables TestHonestNumberIsUnbiased TestKnownAnswers TestKnownRanks TestLevelOfCurves TestLongTables TestLostOutput TestMaskInPython TestNormalisationFromATable TestOutputSchemas TestPNG TestPlantedNone TestPlantedPairs TestScreens TestShardThatDies TestSiteSize TestVerbose TestWorkflowOfGuide
LONG_SCRIPTS = lead explain first newcomparison external verify report
BAR = $(subst $() ,|,$(strip $(1)))

# Windows on arm64 has both: the files for Windows, and those for a CPU without our assembly.
check: ## formatting, vet here and for Windows, a build for a CPU without our assembly, the tests but those that take seconds
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w ."; exit 1; }
	go vet ./...
	GOOS=windows GOARCH=arm64 go vet ./...
	GOOS=windows GOARCH=arm64 go build -o /dev/null ./...
	go test -short -skip '^($(call BAR,$(LONG_TESTS)))$$|^TestScripts$$/^($(call BAR,$(LONG_SCRIPTS)))$$' ./...

module: ## give this module the path MODULE, under which other programs import it: make module MODULE=example.org/you/nmfrepro
	@test -n "$(MODULE)" || { echo "want MODULE=host/path, as in make module MODULE=example.org/you/nmfrepro"; exit 2; }
	@set -e; old=$(PATH_OF_MODULE); \
	find . \( -name '*.go' -o -name '*.go.txt' \) -not -path './.*' -exec sed -i -E "s#\"$$old/(solvers|eval|datasets|reports|experiments)([/\"])#\"$(MODULE)/\1\2#; s#^const module = \"$$old\"#const module = \"$(MODULE)\"#" {} +; \
	sed -i -E "s#^(module )?$$old([ /])#\1$(MODULE)\2#; s#^(replace|	)$$old #\1$(MODULE) #; s#^replace $$old #replace $(MODULE) #" solvers/internal/gemm/peers/go.mod; \
	sed -i "s#-require $$old@v1.0.0 -replace $$old=#-require $(MODULE)@v1.0.0 -replace $(MODULE)=#" CONTRIBUTING.md; \
	go mod edit -module $(MODULE); gofmt -w .; go build ./... && echo "this is module $(MODULE) now"

lint: ## a closer look than check, with golangci-lint 2 (https://golangci-lint.run), which must be there
	golangci-lint run ./...

bench: ## products and whole iterations in benchstat's format (THREADS, ARGS='-count 10')
	go test ./solvers/internal/gemm -run '^$$' -bench 'Tile|Gemm' -cpu $(THREADS) $(ARGS)
	go test ./solvers -run '^$$' -bench Iteration -cpu $(THREADS) $(ARGS)

bench-commands: ## processor time of whole commands, in pairs with the program of another build (BASE=PATH)
	NMFREPRO_BASE=$(BASE) go test ./experiments/cli -run '^$$' -bench Commands $(ARGS)

bench-peers: ## products and iterations beside gonum, OpenBLAS and scikit-learn, interleaved (THREADS, PYTHON), then solvers/matrix/PEERS.md
	cd solvers/internal/gemm/peers && env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE PYTHON=$(PYTHON) go run . -threads $(THREADS) $(ARGS)
	cd solvers/internal/gemm/peers && env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE PYTHON=$(PYTHON) go run . -clock cpu -equal ../../../../solvers/matrix/PEERS.md

fuzz: ## every fuzz target for FUZZTIME, inputs (20000x) or seconds (20s), which on a busy machine may end in "context deadline exceeded"
	@set -e; for file in $$(grep -rl --include='*_test.go' '^func Fuzz' .); do \
	  for target in $$(grep -o '^func Fuzz[A-Za-z0-9_]*' $$file | cut -c6-); do \
	    echo "$$target in $$(dirname $$file)"; go test ./$$(dirname $$file) -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME); \
	  done; done

cover: ## test coverage by package
	go test -cover ./...

golden: ## rewrite golden files and generated documents; look at the difference before you commit it
	go test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

readme: build ## rewrite the generated tables of the README files, and the picture
	go test -timeout 60m ./experiments/engine/workflow ./datasets -run TestReadme -update

document: build ## rewrite RESULTS.md of every paper, and of every replication, from the committed records
	./nmfrepro publish $(notdir $(patsubst %/,%,$(dir $(wildcard experiments/*/records.jsonl.gz)))) --document
	./nmfrepro publish $(notdir $(patsubst %/,%,$(dir $(wildcard replications/*/records.jsonl.gz)))) --document --specs replications --into replications

choosing: build ## measure which solver suits which data: what solvers/choosing.csv lacks, an hour for all of it, and solvers/CHOOSING.md
	go test ./solvers/own/ranks -run '^TestChoosing$$' -measure $(CURDIR)/nmfrepro -v -timeout 0
	go test ./solvers/own/ranks -run '^TestChoosing$$' -measure page

schema: ## rewrite the JSON Schemas of files and of output
	go test ./experiments/engine/schema ./experiments/cli -run 'FilesAreCurrent|OutputSchemas' -update

keys: ## note the keys of new runs and the digest of what new parts compute; lines may be added, none may change
	go test ./experiments/engine/run -run 'Fingerprints|KeysStay' -update

costs: ## note how much memory commands take
	go test ./experiments/cli -run CostsOfCommands -update

help: ## this list
	@grep -E '^[a-z-]+:.* ## ' $(MAKEFILE_LIST) | sed 's/:.* ## /\t/' | expand -t 18

dist: ## static binaries of VERSION for SYSTEMS, wheels, list of parts (SBOM), licences and checksums into dist/; the same bytes each time
	rm -rf dist && mkdir -p dist/share/completions
	$(PLAIN) go build -trimpath -buildvcs=false -ldflags '-X $(PATH_OF_MODULE)/solvers/build.release=$(VERSION)' -o dist/nmfrepro .
	for s in bash zsh fish powershell; do dist/nmfrepro completion $$s > dist/share/completions/nmfrepro.$$s; done
	dist/nmfrepro version --licences > dist/share/LICENCES
	dist/nmfrepro version --sbom > dist/nmfrepro-$(VERSION).cdx.json
	cp README.md CHANGELOG.md LICENSE dist/share/
	sed '/^license:/a version: "$(VERSION)"\ndate-released: $(shell git log -1 --format=%cs)' CITATION.cff > dist/share/CITATION.cff
	rm dist/nmfrepro
	set -e; for system in $(SYSTEMS); do \
	  os=$${system%/*}; arch=$${system#*/}; name=nmfrepro-$(VERSION)-$$os-$$arch; exe=nmfrepro; test $$os != windows || exe=nmfrepro.exe; \
	  cp -r dist/share dist/$$name; \
	  $(PLAIN) GOOS=$$os GOARCH=$$arch go build -trimpath -buildvcs=false -ldflags '-s -w -buildid= -X $(PATH_OF_MODULE)/solvers/build.release=$(VERSION)' -o dist/$$name/$$exe .; \
	  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C dist -cf - $$name | gzip -n9 > dist/$$name.tar.gz; \
	  rm -r dist/$$name; \
	done
	rm -r dist/share
	cp Dockerfile nmfrepro.def dist/
	$(SUMS) && cat dist/SHA256SUMS

wheels: ## Python wheels of VERSION for SYSTEMS into dist/; the same bytes each time (Debian: apt-get install python3-hatchling python3-build)
	set -e; for system in $(SYSTEMS); do \
	  NMFREPRO_SYSTEM=$$system NMFREPRO_VERSION=$(VERSION) $(PYTHON) -m build --wheel --no-isolation --skip-dependency-check --outdir dist solvers/python; \
	done
	$(SUMS)

dist-again: ## build what is in dist/ again from a clone of the commit, in another folder, and compare every byte
	@set -e; dir=$$(mktemp -d); git clone -q . $$dir/clone; \
	wheels=; test -z "$$(ls dist/*.whl 2>/dev/null)" || wheels=wheels; \
	$(MAKE) -s -C $$dir/clone dist $$wheels VERSION=$(VERSION) SYSTEMS="$(SYSTEMS)" PYTHON=$(PYTHON) > $$dir/log 2>&1 || { cat $$dir/log; exit 1; }; \
	diff dist/SHA256SUMS $$dir/clone/dist/SHA256SUMS || { echo "dist/ is not what the commit gives: was the tree changed, or is Go another?"; exit 1; }; \
	rm -rf $$dir; echo "the same bytes: $$(wc -l < dist/SHA256SUMS) files"

clean: ## remove what was built; results stay
	rm -rf nmfrepro dist
