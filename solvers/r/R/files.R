# nmf_matrix makes a matrix of what is given, or says which columns are none. NA is an unknown entry, in a sparse one too.
nmf_matrix <- function(x, what = "x") {
  if (is.data.frame(x)) {
    if (ncol(x) > 1 && (is.character(x[[1]]) || is.factor(x[[1]])) && !anyDuplicated(x[[1]]) && all(vapply(x[-1], is.numeric, NA))) {
      x <- structure(x[-1], row.names = as.character(x[[1]])) # a first column of names
    }
    text <- names(x)[!vapply(x, function(column) is.numeric(column) || is.logical(column), NA)]
    if (length(text)) stop("columns hold no numbers: ", paste(text, collapse = ", "), "; encode them as numbers, or leave them out", call. = FALSE)
    x <- as.matrix(x)
  }
  if (inherits(x, "sparseMatrix")) x <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  if (inherits(x, "Matrix") && !inherits(x, "dgCMatrix")) x <- as.matrix(x)
  if (!inherits(x, "dgCMatrix") && !(is.matrix(x) && (is.numeric(x) || is.logical(x)))) {
    of <- if (is.character(x) && length(x) == 1) "a path or a word; read the file first, as by read.csv" else if (is.null(x)) "NULL" else
      paste(c("of class", paste(class(x), collapse = ", "), if (is.matrix(x)) paste("with values of type", typeof(x))), collapse = " ")
    stop(what, " is ", of, ", want a matrix of numbers, a dgCMatrix or a data frame", call. = FALSE)
  }
  if (min(dim(x)) == 0) stop(what, " is ", nrow(x), " x ", ncol(x), ", want a feature and a sample at least", call. = FALSE)
  x
}

# nmf_write writes a matrix to a file of the folder and returns its path: .npy in R's own order, or Matrix Market where it is sparse.
nmf_write <- function(x, folder, name = "X") {
  if (inherits(x, "dgCMatrix")) {
    path <- file.path(folder, paste0(name, ".mtx"))
    number <- sprintf("%.17g", x@x) # writeMM makes 1e+308 of NA and of Inf
    number[is.na(x@x)] <- "nan"
    con <- file(path, "wb")
    on.exit(close(con))
    writeLines(c("%%MatrixMarket matrix coordinate real general", sprintf("%d %d %d", nrow(x), ncol(x), length(number)),
                 if (length(number)) sprintf("%d %d %s", x@i + 1L, rep.int(seq_len(ncol(x)), diff(x@p)), number)), con)
    return(path)
  }
  path <- file.path(folder, paste0(name, ".npy"))
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(x), ncol(x))
  header <- paste0(header, strrep(" ", (-(nchar(header) + 11)) %% 64), "\n")
  con <- file(path, "wb")
  on.exit(close(con))
  writeBin(c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(1, 0))), con)
  writeBin(nchar(header), con, size = 2, endian = "little")
  writeBin(charToRaw(header), con)
  values <- as.double(x)
  values[is.na(values)] <- NaN
  writeBin(values, con, endian = "little")
  path
}

# nmf_read reads a matrix of the program, which are .npy files of version 1 in C order.
nmf_read <- function(folder, name) {
  path <- file.path(folder, paste0(name, ".npy"))
  if (!file.exists(path)) stop("the program ended without an error and left no ", name, "; is it nmfrepro?", call. = FALSE)
  con <- file(path, "rb")
  on.exit(close(con))
  readBin(con, "raw", 8)
  header <- rawToChar(readBin(con, "raw", readBin(con, "integer", 1, size = 2, signed = FALSE, endian = "little")))
  shape <- as.numeric(strsplit(sub(".*\\(([0-9, ]+)\\).*", "\\1", header), ",")[[1]])
  by_row <- grepl("False", header)
  matrix(readBin(con, "double", prod(shape), endian = "little"), shape[1], shape[2], byrow = by_row)
}

# nmf_order returns the places of some names among others, NULL where one side has none: names decide what belongs to what.
nmf_order <- function(wanted, there, what) {
  if (is.null(wanted) || is.null(there)) return(NULL)
  if (anyDuplicated(wanted) || anyDuplicated(there)) {
    if (identical(wanted, there)) return(NULL)
    stop("names occur twice in ", what, ", and names decide; make them unique", call. = FALSE)
  }
  lacking <- setdiff(wanted, there)
  foreign <- setdiff(there, wanted)
  if (length(lacking) || length(foreign)) {
    some <- function(n) if (length(n)) paste0(paste(utils::head(n, 5), collapse = ", "), if (length(n) > 5) ", ...") else "none"
    stop(what, " names others than x: it lacks ", some(lacking), ", and x lacks ", some(foreign), call. = FALSE)
  }
  match(wanted, there)
}

# nmf_beside checks a matrix that stands beside x, and brings it into the order of names.
nmf_beside <- function(a, what, rows, cols, row_names = NULL, col_names = NULL) {
  a <- as.matrix(nmf_matrix(a, what))
  if (nrow(a) != rows || ncol(a) != cols) stop(what, " is ", nrow(a), " x ", ncol(a), ", want ", rows, " x ", cols, call. = FALSE)
  by_row <- nmf_order(row_names, rownames(a), what)
  by_col <- nmf_order(col_names, colnames(a), what)
  if (!is.null(by_row)) a <- a[by_row, , drop = FALSE]
  if (!is.null(by_col)) a <- a[, by_col, drop = FALSE]
  a
}

# nmf_components checks components that are given, features x k, and brings them into the order of the features of x.
nmf_components <- function(a, what, x) {
  if (is.numeric(a) && is.null(dim(a))) stop(what, " is a vector, want a matrix of features x components; cbind(", what, ") is one component", call. = FALSE)
  if (inherits(a, "nmfrepro")) stop(what, " is what nmf() returned, want a matrix of features x components; take its w", call. = FALSE)
  a <- as.matrix(nmf_matrix(a, what))
  by <- nmf_order(rownames(x), rownames(a), what)
  if (nrow(a) != nrow(x)) {
    stop(what, " is ", nrow(a), " x ", ncol(a), ", and x has ", nrow(x), " features; want a row for each",
         if (ncol(a) == nrow(x)) paste0("; is t(", what, ") meant?"), call. = FALSE)
  }
  wrong <- which(!(is.finite(a) & a >= 0), arr.ind = TRUE)
  if (nrow(wrong)) {
    at <- wrong[1, ]
    stop(what, "[", at[1], ", ", at[2], "] is ", a[at[1], at[2]], if (!is.null(rownames(a))) paste0(", feature ", rownames(a)[at[1]]),
         ", want a finite value of at least 0 (", nrow(wrong), " in all)", call. = FALSE)
  }
  empty <- which(colSums(a) == 0)
  if (length(empty)) stop("component ", empty[1], " of ", what, " is 0 everywhere, and describes nothing; leave it out", call. = FALSE)
  if (is.null(by)) a else a[by, , drop = FALSE]
}

# nmf_empty warns of samples without an entry that is known and not 0.
nmf_empty <- function(x) {
  known <- if (inherits(x, "dgCMatrix")) {
    tabulate(rep.int(seq_len(ncol(x)), diff(x@p))[!is.na(x@x) & x@x != 0], ncol(x))
  } else colSums(!is.na(x) & x != 0)
  empty <- which(known == 0)
  if (!length(empty)) return(invisible())
  names <- if (is.null(colnames(x))) empty else colnames(x)[empty]
  warning(length(empty), " samples have no known entry other than 0, and coefficients of 0: ", paste(utils::head(names, 5), collapse = ", "),
          if (length(empty) > 5) ", ...", call. = FALSE)
}

# nmf_labels returns classes as whole numbers, -1 where unknown (NA): numbers are their own, text and factors are counted from 0.
nmf_labels <- function(labels, samples) {
  if (is.list(labels) || !(is.numeric(labels) || is.logical(labels) || is.character(labels) || is.factor(labels) || inherits(labels, c("Date", "POSIXt")))) {
    stop("labels is a ", class(labels)[1], ", want a vector or a factor of classes; unlist(labels) is one of a list", call. = FALSE)
  }
  extra <- setdiff(names(labels), as.character(samples)) # of more samples than x has
  if (length(samples) && length(extra) && !anyDuplicated(names(labels)) && all(samples %in% names(labels))) labels <- labels[as.character(samples)]
  lacking <- setdiff(as.character(samples), names(labels))
  if (length(labels) < length(samples) && length(lacking) && length(lacking) < length(samples)) {
    stop("labels has no class for ", paste(utils::head(lacking, 5), collapse = ", "), if (length(lacking) > 5) ", ...", "; NA is a class that is unknown", call. = FALSE)
  }
  if (length(labels) != length(samples) && length(labels) != attr(samples, "count")) {
    stop("labels holds ", length(labels), " classes, and x has ", attr(samples, "count"), " samples", call. = FALSE)
  }
  by <- nmf_order(if (length(samples)) as.character(samples), names(labels), "labels")
  if (!is.null(by)) labels <- labels[by]
  if (!is.numeric(labels) && !is.logical(labels)) labels <- as.character(labels)
  if (is.character(labels)) return(ifelse(is.na(labels), -1, match(labels, sort(unique(labels), method = "radix")) - 1))
  if (any(labels != round(labels), na.rm = TRUE)) stop("labels holds numbers that are not whole, want classes", call. = FALSE)
  ifelse(is.na(labels), -1, as.numeric(labels))
}

# nmf_twice warns of names of features and samples that occur twice, since names decide what belongs to what.
nmf_twice <- function(x) {
  for (what in c("features", "samples")) {
    names <- if (what == "features") rownames(x) else colnames(x)
    twice <- unique(names[duplicated(names)])
    if (length(twice)) {
      warning(length(twice), " names of ", what, " occur more than once: ", paste(utils::head(twice, 5), collapse = ", "), if (length(twice) > 5) ", ...",
              if (what == "features") "; project needs names that are unique" else "; labels and results by name are those of the first", call. = FALSE)
    }
  }
}

# nmf_whole returns a whole number as text.
nmf_whole <- function(value, name, least = -Inf) {
  if (missing(value)) stop(name, " is missing, want a whole number", call. = FALSE)
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value != round(value) || value < least) {
    stop(name, " = ", paste(deparse(value), collapse = ""), ", want a whole number", if (least > -Inf) paste(" of at least", least), call. = FALSE)
  }
  format(value, scientific = FALSE)
}

# nmf_number returns a number as text.
nmf_number <- function(value, name) {
  if (!is.numeric(value) || length(value) != 1 || is.na(value)) stop(name, " = ", paste(deparse(value), collapse = ""), ", want a number", call. = FALSE)
  format(value, digits = 17)
}

# nmf_name returns a name.
nmf_name <- function(value, name) {
  if (!is.character(value) || length(value) != 1 || is.na(value) || value == "") stop(name, " = ", paste(deparse(value), collapse = ""), ", want a name", call. = FALSE)
  value
}

# nmf_ranks returns numbers of components as the program takes them.
nmf_ranks <- function(ranks) {
  if (is.character(ranks) && length(ranks) == 1) return(ranks)
  paste(vapply(ranks, nmf_whole, "", name = "ranks", least = 1), collapse = ",")
}
