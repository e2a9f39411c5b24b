# Non-negative matrix factorisation in R by the methods of the program nmfrepro: source("nmfrepro.R"), then nmf(x, rank = 10).
#
# The program is the one named by NMFREPRO_PROGRAM, else the command nmfrepro on the PATH. Only base R is needed, and the
# package Matrix for sparse matrices.

# nmf approximates x, features in rows and samples in columns, by w %*% diag(d) %*% h.
#
# x         a matrix, a sparse dgCMatrix, or a data frame of numbers. NA is an unknown entry, which some methods leave out.
# rank      number of components
# solver    the method: system2("nmfrepro", c("list", "solvers")) lists them, with their sources
# init      how the factors begin: nndsvda, nndsvd, scaled, random or k-means; scaled where x has no singular vectors to take
# max_iter  at most this many iterations
# tol       stop when the objective changes by less than this share in ten iterations; 0 runs all of them
# seed      of everything random: the same call gives the same numbers
# starts    runs from initialisations of their own, of which that with the smallest objective is kept
# ...       options of the method, with underscores for hyphens: l1_w = 0.1
#
# The value is a list: w (features x rank) and h (rank x samples) with the names of x, their columns and rows of sum 1; d, the
# sizes of the components, largest first; iterations; error, the Frobenius norm of x less the product over the known entries;
# and warnings, those of the program.
nmf <- function(x, rank, solver = "hals", init = "nndsvda", max_iter = 200, tol = 1e-4, seed = 1, starts = 1, ...) {
  folder <- tempfile("nmfrepro-")
  dir.create(folder, mode = "0700")
  on.exit(unlink(folder, recursive = TRUE))
  x <- nmf_matrix(x)
  options <- list(...)
  if (length(options) && (is.null(names(options)) || any(names(options) == ""))) stop("options need names, as in l1_w = 0.1")
  values <- vapply(options, function(v) if (is.logical(v)) tolower(v) else format(v, digits = 17), "")
  whole <- function(v) format(v, scientific = FALSE)
  arguments <- c("factorize", "--quiet", "--solver", solver, "--input", nmf_write(x, folder), "--rank", whole(rank), "--iterations", whole(max_iter),
                 "--tol", format(tol, digits = 17), "--every", whole(if (tol > 0) 10 else max(max_iter, 1)), "--seed", whole(seed),
                 "--starts", whole(starts), "--format", "npy", "--out", folder,
                 if (length(values)) rbind("--set", paste0(gsub("_", "-", names(values)), "=", values)))
  tryCatch(nmf_run(c(arguments, "--init", init)), nmf_refused = function(refused) {
    if (!init %in% c("nndsvd", "nndsvda")) stop(conditionMessage(refused), call. = FALSE)
    tryCatch(nmf_run(c(arguments, "--init", "scaled")), nmf_refused = function(again) stop(conditionMessage(again), call. = FALSE))
    warning("init = ", init, " cannot be had, and scaled was taken: ", conditionMessage(refused), call. = FALSE)
  })
  report <- readLines(file.path(folder, "run.json"), encoding = "UTF-8")
  field <- function(name) sub("^ *\"[a-z_]+\": *(.*?),?$", "\\1", grep(paste0("^  \"", name, "\":"), report, value = TRUE), perl = TRUE)
  basis <- gsub("\"", "", field("basis"))
  if (basis == "") stop("solver ", solver, " leaves no basis whose product with coefficients is near x; nmfrepro factorize runs it", call. = FALSE)
  w <- nmf_read(file.path(folder, paste0(basis, ".npy")))
  h <- nmf_read(file.path(folder, "H.npy"))
  sums <- list(w = colSums(w), h = rowSums(h))
  d <- sums$w * sums$h
  by <- order(-d)
  divided <- lapply(sums, function(s) ifelse(s == 0, 1, s)) # an empty component stays empty
  names <- paste0("nmf", seq_len(rank))
  list(w = matrix(sweep(w, 2, divided$w, "/")[, by], nrow(w), dimnames = list(rownames(x), names)),
       h = matrix(sweep(h, 1, divided$h, "/")[by, ], ncol = ncol(h), dimnames = list(names, colnames(x))),
       d = d[by], iterations = as.integer(field("iterations")), error = sqrt(as.numeric(field("squared_error"))),
       warnings = nmf_warnings(report))
}

# nmf_matrix makes a matrix of what is given, or says which columns are none.
nmf_matrix <- function(x) {
  if (is.data.frame(x)) {
    text <- names(x)[!vapply(x, function(column) is.numeric(column) || is.logical(column), NA)]
    if (length(text)) stop("columns hold no numbers: ", paste(text, collapse = ", "), "; encode them as numbers, or leave them out", call. = FALSE)
    x <- as.matrix(x)
  }
  if (inherits(x, "sparseMatrix")) x <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  if (!inherits(x, "dgCMatrix") && !(is.matrix(x) && (is.numeric(x) || is.logical(x)))) {
    stop("x is a ", paste(class(x), collapse = ", "), " of ", typeof(x), ", want a matrix of numbers, a dgCMatrix or a data frame", call. = FALSE)
  }
  if (min(dim(x)) == 0) stop("x is ", nrow(x), " x ", ncol(x), ", want a feature and a sample at least", call. = FALSE)
  x
}

# nmf_write writes x to a file of the folder and returns its path: .npy in R's own order, or Matrix Market where x is sparse.
nmf_write <- function(x, folder) {
  if (inherits(x, "dgCMatrix")) {
    path <- file.path(folder, "X.mtx")
    Matrix::writeMM(x, path)
    return(path)
  }
  path <- file.path(folder, "X.npy")
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(x), ncol(x))
  header <- paste0(header, strrep(" ", (-(nchar(header) + 11)) %% 64), "\n")
  con <- file(path, "wb")
  on.exit(close(con))
  writeBin(c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(1, 0))), con)
  writeBin(nchar(header), con, size = 2, endian = "little")
  writeBin(charToRaw(header), con)
  writeBin(as.double(x), con, endian = "little")
  path
}

# nmf_read reads a matrix of the program, which are .npy files of version 1 in C order.
nmf_read <- function(path) {
  con <- file(path, "rb")
  on.exit(close(con))
  readBin(con, "raw", 8)
  header <- rawToChar(readBin(con, "raw", readBin(con, "integer", 1, size = 2, signed = FALSE, endian = "little")))
  shape <- as.numeric(strsplit(sub(".*\\(([0-9, ]+)\\).*", "\\1", header), ",")[[1]])
  by_row <- grepl("False", header)
  matrix(readBin(con, "double", prod(shape), endian = "little"), shape[1], shape[2], byrow = by_row)
}

# nmf_run runs the program. What it refuses is a condition nmf_refused with its text.
nmf_run <- function(arguments) {
  program <- Sys.getenv("NMFREPRO_PROGRAM", "nmfrepro")
  if (Sys.which(program) == "") {
    stop("there is no program ", program, ": install it (pip install nmfrepro, or make build in its repository), and put it on the PATH ",
         "or its path into NMFREPRO_PROGRAM", call. = FALSE)
  }
  said <- suppressWarnings(system2(program, shQuote(arguments), stdout = TRUE, stderr = TRUE))
  status <- attr(said, "status")
  if (is.null(status)) return(invisible())
  text <- paste(said, collapse = "\n")
  if (status != 2) stop("nmfrepro ended with ", status, ": ", text, call. = FALSE)
  stop(structure(class = c("nmf_refused", "error", "condition"), list(message = sub("^(.|\n)*nmfrepro: ", "", text), call = NULL)))
}

# nmf_warnings returns the warnings of run.json.
nmf_warnings <- function(report) {
  at <- grep("^  \"warnings\":", report)
  if (!length(at)) return(character())
  end <- at + grep("^  \\]", report[-seq_len(at)])[1]
  gsub("^ *\"|\",?$", "", report[seq_len(end - at - 1) + at])
}
