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
stopifnot(grepl("scaled was taken", taken))
same(product(fit)[2, 5], planted[2, 5], 0.02)
same(fit$error^2, sum((unknown - product(fit))^2, na.rm = TRUE), 1e-6)

options <- nmf(planted, 3, l1_w = 5)
stopifnot(options$error > nmf(planted, 3)$error)
stopifnot(any(grepl("rank 25", suppressWarnings(nmf(planted, 25, init = "scaled"))$warnings)))
one <- nmf(planted, 1)
stopifnot(identical(dim(one$w), c(20L, 1L)), identical(dim(one$h), c(1L, 30L)))

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

if (requireNamespace("Matrix", quietly = TRUE)) {
  ratings <- holes
  ratings[holes == 0] <- NA
  sparse <- methods::as(Matrix::Matrix(holes, sparse = TRUE), "CsparseMatrix")
  suppressWarnings(same(nmf(sparse, 2, "nmf", init = "scaled", absent = "unknown")$w, nmf(ratings, 2, "nmf", init = "scaled")$w, 1e-6))
}

# How many components, and what many runs have in common.
ranks <- nmf_rank(planted, 1:4, "nmf", starts = 3, folds = 3)
stopifnot(identical(ranks$rank, c(1, 2, 3, 4)), attr(ranks, "recommended")$rank == 3, ranks$rank[ranks$recommended] == 3, all(ranks$held_out_error_low <= ranks$held_out_error))
says("ranks = 1.9, want a whole number", nmf_rank(planted, c(1.9, 2.2)))
common <- suppressWarnings(consensus(planted, 3, starts = 6))
stopifnot(identical(dim(common$components), c(20L, 3L)), identical(rownames(common$components), rownames(planted)), identical(colnames(common$usages), colnames(planted)))
same(colSums(common$usages), rep(1, 30), 1e-9)
stopifnot("hals" %in% nmf_solvers()$name)

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
says("no option \"l1-v\"", nmf(planted, 3, l1_v = 1))
says("options need names", nmf(planted, 3, "hals", "scaled", 200, 1e-4, 1, 1, NULL, NULL, NULL, NULL, NULL, "zero", 5))
says("solver umap leaves no basis", nmf(planted, 3, solver = "umap", init = "scaled"))
says("hals", nmf(planted, 3, solver = "hal"))
Sys.setenv(NMFREPRO_PROGRAM = "/no/such/program")
says("there is no program /no/such/program: install it", nmf(planted, 3))
cat("solvers/r: all tests pass\n")
