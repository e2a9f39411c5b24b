# Non-negative matrix factorisation in R by the methods of the program nmfrepro. The program is the one named by NMFREPRO_PROGRAM, else the
# command nmfrepro on the PATH. Only base R is needed, and the package Matrix for sparse matrices. man/ tells the arguments.

# nmf approximates x, features in rows and samples in columns, by w %*% diag(d) %*% h.
nmf <- function(x, rank, solver = "hals", init = "nndsvda", max_iter = 200, tol = 1e-4, seed = 1, starts = 1, w0 = NULL, h0 = NULL,
                labels = NULL, mask = NULL, graph = NULL, absent = "zero", fixed = NULL, ...) {
  options <- list(...)
  if (length(options) && (is.null(names(options)) || any(names(options) == ""))) stop("options need names, as in l1_w = 0.1", call. = FALSE)
  if (!is.null(options$loss)) {
    solver <- nmf_of_loss(options$loss, solver, missing(solver))
    options$loss <- NULL
  }
  solver <- nmf_value("solver", nmf_name(solver, "solver"))
  nmf_options(names(options), solver)
  if (missing(rank)) stop("rank is missing, want the number of components; nmf_rank(x) finds it", call. = FALSE)
  components <- nmf_whole(rank, "rank", 1)
  x <- nmf_matrix(x)
  if (!is.null(mask)) {
    x <- as.matrix(x)
    x[nmf_beside(mask, "mask", nrow(x), ncol(x), rownames(x), colnames(x)) == 0] <- NA
  }
  folder <- nmf_folder()
  on.exit(unlink(folder, recursive = TRUE))
  rank <- as.numeric(components)
  if (rank > max(dim(x))) stop("rank = ", components, " is above both sides of x, ", nrow(x), " x ", ncol(x), "; want at most ", max(dim(x)), call. = FALSE)
  arguments <- c("factorize", "--quiet", "--solver", solver, "--input", nmf_write(x, folder), "--rank", components,
                 "--iterations", nmf_whole(max_iter, "max_iter"), "--tol", nmf_number(tol, "tol"), "--every", nmf_whole(if (tol > 0) 10 else max(max_iter, 1), "max_iter"),
                 "--seed", nmf_whole(seed, "seed", 0), "--starts", nmf_whole(starts, "starts"), "--format", "npy", "--out", folder)
  if (nmf_name(absent, "absent") != "zero") arguments <- c(arguments, "--absent", nmf_name(absent, "absent"))
  for (name in names(options)) arguments <- c(arguments, "--set", paste0(gsub("_", "-", name), "=", nmf_option(options[[name]], name)))
  if (!is.null(labels)) {
    arguments <- c(arguments, "--labels", nmf_write(matrix(nmf_labels(labels, structure(as.character(colnames(x)), count = ncol(x)))), folder, "labels"))
  }
  if (!is.null(graph)) {
    arguments <- c(arguments, "--graph", nmf_write(nmf_beside(graph, "graph", ncol(x), ncol(x), colnames(x), colnames(x)), folder, "graph"))
  }
  if (!is.null(fixed)) {
    fixed <- nmf_components(fixed, "fixed", x)
    if (ncol(fixed) > rank) stop("fixed holds ", ncol(fixed), " components, and rank = ", rank, "; want at most ", rank, call. = FALSE)
    if (!is.null(w0)) stop("fixed and w0 both say what components are; drop one of them", call. = FALSE)
    arguments <- c(arguments, "--fixed", nmf_write(fixed, folder, "fixed"))
  }
  given <- !is.null(w0) || !is.null(h0)
  if (!is.null(w0)) arguments <- c(arguments, "--w0", nmf_write(nmf_beside(w0, "w0", nrow(x), rank, rownames(x)), folder, "w0"))
  if (!is.null(h0)) arguments <- c(arguments, "--h0", nmf_write(nmf_beside(h0, "h0", rank, ncol(x), NULL, colnames(x)), folder, "h0"))
  if (is.null(w0) || is.null(h0)) {
    init <- nmf_begin(arguments, nmf_value("init", nmf_name(init, "init")), given, missing(init))
  } else {
    tryCatch(nmf_run(arguments), nmf_refused = function(refused) stop(conditionMessage(refused), call. = FALSE))
    init <- "custom"
  }
  w <- h <- d <- by <- NULL
  report <- nmf_report(folder, x, function(report) {
    if (!nzchar(report$basis)) return(NULL)
    w <<- nmf_read(folder, report$basis)
    h <<- nmf_read(folder, "H")
    d <<- colSums(w) * rowSums(h)
    by <<- if (is.null(fixed)) order(-d) else seq_along(d) # what is fixed comes first
  }, leave = "limit") # of which a warning says more
  nmf_twice(x)
  if (identical(report$status, "max-iterations") && tol > 0) {
    warning(solver, " did not converge to tol = ", tol, " in max_iter = ", max_iter, " iterations; raise one of them", call. = FALSE)
  }
  if (!nzchar(report$basis)) stop("solver ", solver, " leaves no basis whose product with coefficients is near x; nmfrepro factorize runs it", call. = FALSE)
  sums <- list(w = colSums(w), h = rowSums(h))
  divided <- lapply(sums, function(s) ifelse(s == 0, 1, s)) # an empty component stays empty
  names <- paste0("nmf", seq_len(rank))
  names[seq_along(colnames(fixed))] <- colnames(fixed)
  error <- report$squared_error
  report <- report[!grepl("seconds$|^input$", names(report)) & names(report) != "fixed"] # what is gone, or differs from call to call
  structure(class = "nmfrepro", list(
    w = matrix(sweep(w, 2, divided$w, "/")[, by], nrow(w), dimnames = list(rownames(x), names)),
    h = matrix(sweep(h, 1, divided$h, "/")[by, ], ncol = ncol(h), dimnames = list(names, colnames(x))),
    d = stats::setNames(d[by], NULL), shares = d[by] / max(sum(d), .Machine$double.xmin), iterations = as.integer(report$iterations), converged = !identical(report$status, "max-iterations"),
    init = init, absent = absent, error = if (is.numeric(error)) sqrt(error) else NA_real_, warnings = as.character(unlist(c(report$warnings, report$notes))), sizes = divided$w[by], run = report))
}

# nmf_begin runs a factorisation, from scaled where x or the method does not allow singular vectors, and returns what was taken. It says so
# once in a session where nobody asked for singular vectors.
nmf_begin <- function(arguments, init, given, default) {
  if (init %in% c("nndsvd", "nndsvda") && given) init <- "scaled" # of the factor that is not given
  tryCatch({
    nmf_run(c(arguments, "--init", init))
    init
  }, nmf_refused = function(refused) {
    if (!init %in% c("nndsvd", "nndsvda")) stop(conditionMessage(refused), call. = FALSE)
    tryCatch(nmf_run(c(arguments, "--init", "scaled")), nmf_refused = function(again) stop(conditionMessage(again), call. = FALSE))
    text <- paste0("init = ", init, " cannot be had, and scaled was taken: ", sub("^init = [^ ]* ", "it ", conditionMessage(refused)))
    if (!default || is.null(nmf_known[[text]])) warning(text, call. = FALSE)
    if (default) nmf_known[[text]] <- TRUE
    "scaled"
  })
}

# nmf_option returns the value of an option as text.
nmf_option <- function(value, name) {
  if (length(value) != 1 || !(is.numeric(value) || is.logical(value) || is.character(value)) || is.na(value)) {
    stop(name, " = ", paste(utils::head(deparse(value), 1), collapse = ""), ", want one number, text, TRUE or FALSE", call. = FALSE)
  }
  if (is.logical(value)) tolower(value) else if (is.character(value)) value else format(value, digits = 17)
}

# print.nmfrepro tells of a factorisation in a few lines.
print.nmfrepro <- function(x, ...) {
  cat(x$run$solver, ": ", nrow(x$w), " features x ", ncol(x$h), " samples by ", length(x$d), " components, error ", format(x$error, digits = 4), ", ", x$iterations,
      " iterations", if (!x$converged) " (the limit)", "\n", sep = "")
  cat("shares:", paste0(format(100 * x$shares, digits = 3), " %"), "\n")
  invisible(x)
}

# project returns the coefficients of new samples: for the components of a fit, so that x is near fit$w %*% project(fit, x), or for a basis.
project <- function(fit, x, basis = NULL, loss = "frobenius", tol = 1e-7, max_iter = 100000, absent = "zero", ...) {
  nmf_no_more("project", list(...), names(formals()))
  if (!is.null(basis)) {
    if (missing(x) && missing(fit)) stop("x is missing, want samples in columns: project(x, basis = W)", call. = FALSE)
    if (missing(x)) x <- fit else if (!missing(fit)) stop("fit and basis are given; want project(fit, x), or project(x, basis = W)", call. = FALSE)
    return(nmf_project(x, basis, loss, tol, max_iter, absent))
  }
  if (!inherits(fit, "nmfrepro")) {
    stop("fit is a ", paste(class(fit), collapse = ", "), ", want what nmf() returned; project(x, basis = W) takes components", call. = FALSE)
  }
  if (!missing(loss)) stop("loss goes with basis; a fit has the loss of its solver", call. = FALSE)
  x <- nmf_matrix(x)
  by <- nmf_order(rownames(fit$w), rownames(x), "the new x")
  if (!is.null(by)) x <- x[by, , drop = FALSE]
  if (nrow(x) != nrow(fit$w)) stop("x has ", nrow(x), " features, and fit ", nrow(fit$w), "; features are rows", call. = FALSE)
  folder <- nmf_folder()
  on.exit(unlink(folder, recursive = TRUE))
  model <- file.path(folder, "model")
  out <- file.path(folder, "out")
  dir.create(model)
  nmf_write(sweep(unclass(fit$w), 2, fit$sizes, "*"), model, fit$run$basis)
  writeLines(nmf_text(fit$run), file.path(model, "run.json"), useBytes = TRUE)
  tryCatch(nmf_run(c("project", "--quiet", "--model", model, "--input", nmf_write(x, folder), "--format", "npy", "--out", out,
                     if (inherits(x, "dgCMatrix") && fit$absent != "zero") c("--absent", fit$absent))),
           nmf_refused = function(refused) stop(conditionMessage(refused), call. = FALSE))
  nmf_report(out, x)
  h <- sweep(nmf_read(out, "H"), 1, fit$sizes, "*")
  dimnames(h) <- list(colnames(fit$w), colnames(x))
  h
}

# nmf_project returns the coefficients of samples for components that are given, with shares, labels and residuals.
nmf_project <- function(x, basis, loss, tol, max_iter, absent) {
  x <- nmf_matrix(x)
  basis <- nmf_components(basis, "basis", x)
  loss <- nmf_loss(loss)
  if (as.numeric(nmf_number(tol, "tol")) < 0) stop("tol = ", tol, ", want a number of at least 0", call. = FALSE)
  if (!nmf_name(absent, "absent") %in% c("zero", "unknown")) stop("absent = ", absent, ", want zero or unknown", call. = FALSE)
  folder <- nmf_folder()
  on.exit(unlink(folder, recursive = TRUE))
  out <- file.path(folder, "out")
  tryCatch(nmf_run(c("project", "--quiet", "--basis", nmf_write(basis, folder, "basis"), "--loss", loss, "--input", nmf_write(x, folder),
                     if (inherits(x, "dgCMatrix")) c("--absent", absent), "--tol", nmf_number(tol, "tol"), "--iterations",
                     nmf_whole(max_iter, "max_iter", 1), "--clusters", "none", "--format", "npy", "--out", out)),
           nmf_refused = function(refused) stop(sub("^project: ", "", conditionMessage(refused)), call. = FALSE))
  if (absent == "unknown" && inherits(x, "dgCMatrix")) nmf_empty(Matrix::drop0(x)) else nmf_empty(x)
  report <- nmf_report(out, x, quiet = c(nmf_common, "unknown", "unfinished")) # which are said here
  late <- length(stats::na.omit(unlist(report$unfinished)))
  if (late) warning(late, " samples did not reach tol = ", tol, " in max_iter = ", max_iter, " iterations; raise one of them", call. = FALSE)
  h <- nmf_read(out, "H")
  left <- utils::read.csv(file.path(out, "residuals.csv"), check.names = FALSE)
  labels <- apply(h, 2, which.max)
  labels[colSums(h != 0) == 0] <- NA
  names <- if (is.null(colnames(basis))) paste0("component", seq_len(ncol(basis))) else colnames(basis)
  list(coefficients = matrix(h, nrow(h), dimnames = list(names, colnames(x))),
       shares = matrix(t(nmf_read(out, "usages")), nrow(h), dimnames = list(names, colnames(x))),
       labels = stats::setNames(labels, colnames(x)), residuals = stats::setNames(left[["residual"]], colnames(x)),
       relative_residuals = stats::setNames(left[["relative residual"]], colnames(x)), objective = report$objective,
       run = report[!names(report) %in% c("input", "basis", "seconds")])
}

# predict.nmfrepro is project under the name of R's models; without new data it gives the coefficients of the fit, as project scales them.
predict.nmfrepro <- function(object, newdata, ...) if (missing(newdata)) coef.nmfrepro(object) else project(object, newdata)

# basis and coef are the factors of a fit, whose product is near x; fitted is this product.
basis <- function(object) {
  if (!inherits(object, "nmfrepro")) stop("object is a ", class(object)[1], ", want what nmf() returned", call. = FALSE)
  object$w
}
coef.nmfrepro <- function(object, ...) object$h * object$d
fitted.nmfrepro <- function(object, ...) object$w %*% coef.nmfrepro(object)

# residuals.nmfrepro needs the x of the fit, which a fit does not keep.
residuals.nmfrepro <- function(object, x, ...) {
  if (missing(x)) stop("x is missing: a fit does not keep it; want residuals(fit, x)", call. = FALSE)
  nmf_beside(x, "x", nrow(object$w), ncol(object$h), rownames(object$w), colnames(object$h)) - fitted.nmfrepro(object)
}

# summary.nmfrepro tells of each component its share and the features of its largest weights.
summary.nmfrepro <- function(object, top = 5, ...) {
  names <- if (is.null(rownames(object$w))) seq_len(nrow(object$w)) else rownames(object$w)
  largest <- apply(object$w, 2, function(w) paste(names[utils::head(order(-w), top)], collapse = ", "))
  data.frame(component = colnames(object$w), share = object$shares, features = unname(largest))
}

# plot.nmfrepro draws the shares of the components in each sample.
plot.nmfrepro <- function(x, ...) {
  share <- coef.nmfrepro(x) * colSums(x$w)
  share <- sweep(share, 2, pmax(colSums(share), .Machine$double.xmin), "/")
  graphics::barplot(share, col = grDevices::hcl.colors(nrow(share)), border = NA, ylab = "share of the components", legend.text = rownames(share), ...)
  invisible(share)
}

# nmf_text writes JSON of what nmf_json read.
nmf_text <- function(value) {
  quoted <- function(s) paste0("\"", gsub("\n", "\\n", gsub("\"", "\\\"", gsub("\\", "\\\\", s, fixed = TRUE), fixed = TRUE), fixed = TRUE), "\"")
  one <- function(v) {
    if (length(v) == 1 && is.na(v)) "null" else if (is.logical(v)) tolower(v) else if (is.numeric(v)) format(v, digits = 17) else quoted(v)
  }
  if (is.list(value) && !is.null(names(value))) {
    return(paste0("{", paste(quoted(names(value)), vapply(value, nmf_text, ""), sep = ": ", collapse = ", "), "}"))
  }
  if (is.list(value) || length(value) > 1) return(paste0("[", paste(vapply(value, nmf_text, ""), collapse = ", "), "]"))
  if (length(value) == 0) "null" else one(value)
}
