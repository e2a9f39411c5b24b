# Tests of nmfrepro.R: Rscript test.R, with the program in NMFREPRO_PROGRAM or on the PATH.
arguments <- commandArgs()
here <- dirname(sub("^--file=", "", grep("^--file=", arguments, value = TRUE)))
source(file.path(here, "nmfrepro.R"))

says <- function(pattern, call) {
  text <- tryCatch({ call; "no error" }, error = conditionMessage)
  if (!grepl(pattern, text)) stop("want an error like ", pattern, ", found: ", text)
}
same <- function(a, b, tolerance = 1e-10) stopifnot(isTRUE(all.equal(unclass(a), unclass(b), tolerance = tolerance, check.attributes = FALSE)))
product <- function(fit) fit$w %*% diag(fit$d, length(fit$d)) %*% fit$h

set.seed(1)
planted <- matrix(runif(60), 20) %*% matrix(runif(90), 3)
dimnames(planted) <- list(paste0("gene", 1:20), paste0("cell", 1:30))
fit <- nmf(planted, 3, tol = 0, max_iter = 3000)
stopifnot(identical(dim(fit$w), c(20L, 3L)), identical(dim(fit$h), c(3L, 30L)), identical(rownames(fit$w), rownames(planted)),
          identical(colnames(fit$h), colnames(planted)), fit$iterations == 3000, !is.unsorted(rev(fit$d)), all(fit$w >= 0), all(fit$h >= 0))
same(colSums(fit$w), rep(1, 3))
same(rowSums(fit$h), rep(1, 3))
same(product(fit), planted, 1e-3)
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
same(nmf(as.data.frame(holes), 3), dense)
stopifnot(identical(nmf(holes, 3), dense))
integers <- matrix(rpois(60, 4), 10)
same(nmf(integers, 2), nmf(integers + 0.0, 2))
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
stopifnot(grepl("rank 25", nmf(planted, 25, init = "scaled")$warnings))
one <- nmf(planted, 1)
stopifnot(identical(dim(one$w), c(20L, 1L)), identical(dim(one$h), c(1L, 30L)))

says("columns hold no numbers: Species", nmf(iris, 3))
says("-1 at row 1, column 2|-1 at feature", nmf(matrix(c(1, 2, -1, 3), 2), 1))
says("want a matrix of numbers", nmf(matrix(letters[1:4], 2), 1))
says("0 x 3, want a feature", nmf(matrix(0, 0, 3), 1))
says("no option \"l1-v\"", nmf(planted, 3, l1_v = 1))
says("options need names", nmf(planted, 3, "hals", "scaled", 200, 1e-4, 1, 1, 5))
says("solver umap leaves no basis", nmf(planted, 3, solver = "umap", init = "scaled"))
says("hals", nmf(planted, 3, solver = "hal"))
Sys.setenv(NMFREPRO_PROGRAM = "/no/such/program")
says("there is no program /no/such/program: install it", nmf(planted, 3))
cat("nmfrepro.R: all tests pass\n")
