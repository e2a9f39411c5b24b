# nmf_known keeps what a program tells of its methods, by its path.
nmf_known <- new.env()

# nmf_said is what the program says in the words of these functions: without flags, and without the files that were written for it.
nmf_said <- function(text) {
  text <- gsub("[^ ]*/nmfrepro-[^/ ]*/([A-Za-z0-9_-]+)[.](npy|mtx|csv)", "\\1", text)
  text <- gsub("; --memory changes that", "", gsub(" of the file", "", text, fixed = TRUE), fixed = TRUE)
  for (row in nmf_listed("words")) {
    if (nzchar(row$r) && !grepl(" ", row$r)) {
      for (flag in row$flags) text <- gsub(paste0("(?<![A-Za-z0-9-])--", flag, "(?![A-Za-z0-9-])"), row$r, text, perl = TRUE)
    }
  }
  text <- gsub("--set ", "option ", text, fixed = TRUE)
  hyphened <- nmf_hyphened()
  options <- if (length(hyphened)) paste0("(?<![A-Za-z0-9-])(", paste(hyphened, collapse = "|"), ")(?![A-Za-z0-9-])|")
  found <- gregexpr(paste0(options, "\\boption \"?[A-Za-z0-9-]+"), text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), gsub, pattern = "-", replacement = "_", fixed = TRUE)
  text <- gsub("(?<=[a-z]=)true\\b", "TRUE", gsub("(?<=[a-z]=)false\\b", "FALSE", text, perl = TRUE), perl = TRUE)
  sub("^X: ", "", gsub("nmfrepro list solvers names", "nmf_solvers() names", text, fixed = TRUE))
}

# nmf_common are the kinds of notes that are no warning: features that are always 0, and an x of one feature, are common.
nmf_common <- c("zero", "single")

# nmf_notes returns what a report says by its kinds: level, kind and text, with names of features and samples where x has them, and
# components by their place in the result: by has the component of the program for each. Nothing is decided by what a text says.
nmf_notes <- function(report, x, by = NULL, leave = character()) {
  remarks <- report$remarks
  if (is.null(remarks)) { # of a program without kinds
    remarks <- do.call(c, lapply(c("warning", "note"), function(level) {
      lapply(as.list(report[[paste0(level, "s")]]), function(text) list(level = level, kind = "", text = text))
    }))
  }
  remarks <- Filter(function(remark) !remark$kind %in% leave, remarks)
  lapply(remarks, function(remark) list(level = remark$level, kind = remark$kind, text = nmf_placed(remark, x, by)))
}

# nmf_placed is the text of a remark with what it names.
nmf_placed <- function(remark, x, by) {
  text <- nmf_said(if (is.null(remark$form)) remark$text else remark$form)
  named <- function(places, names) {
    more <- if (length(places) > 5) paste0(", ... (", length(places), ")")
    places <- utils::head(places, 5)
    paste0(paste(if (is.null(names)) places else names[places], collapse = ", "), more)
  }
  group <- function(of) {
    places <- if (is.null(by)) of else sort(match(of, by))
    paste0("component", if (length(places) > 1) "s", " ", paste(places, collapse = ", "))
  }
  slots <- c(
    features = if (!is.null(remark$features)) paste("features", named(unlist(remark$features), rownames(x))),
    samples = if (!is.null(remark$samples)) paste("samples", named(unlist(remark$samples), colnames(x))),
    components = if (!is.null(remark$components)) paste(vapply(as.list(remark$components), group, ""), collapse = " and "),
    entry = if (!is.null(remark$entry)) paste0("x[", remark$entry$feature, ", ", remark$entry$sample, "] is ", remark$entry$value)
  )
  for (slot in names(slots)) text <- gsub(paste0("{", slot, "}"), slots[[slot]], text, fixed = TRUE)
  text
}

# nmf_run runs the program and returns what it printed; found are further exit codes of an answer, as of verify where numbers differ. What it
# refuses is a condition nmf_refused with its text.
nmf_run <- function(arguments, found = integer()) {
  program <- Sys.getenv("NMFREPRO_PROGRAM", "nmfrepro")
  if (Sys.which(program) == "") {
    stop("there is no program ", program, ": install it (pip install nmfrepro, or make build in its repository), and put it on the PATH ",
         "or its path into NMFREPRO_PROGRAM", call. = FALSE)
  }
  errors <- tempfile("nmfrepro-")
  on.exit(unlink(errors))
  out <- suppressWarnings(system2(program, shQuote(arguments), stdout = TRUE, stderr = errors))
  status <- attr(out, "status")
  if (is.null(status) || status %in% found && length(out)) return(out)
  said <- paste(readLines(errors, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
  if (status == 130) stop("interrupted: ", nmf_said(said), call. = FALSE)
  if (status %in% 3:4 && length(out)) { # an answer that lacks something
    warning(nmf_said(sub("^(.|\n)*nmfrepro: ", "", said)), call. = FALSE)
    return(out)
  }
  if (status != 2) stop("nmfrepro ended with ", status, ": ", nmf_said(said), call. = FALSE)
  stop(structure(class = c("nmf_refused", "error", "condition"), list(message = nmf_said(sub("^(.|\n)*nmfrepro: ", "", said)), call = NULL)))
}

# nmf_report reads run.json, and warns of what the program notes and warns of, but for the kinds in quiet. Those in leave are said elsewhere.
nmf_report <- function(folder, x = NULL, order = function(report) NULL, quiet = nmf_common, leave = character()) {
  path <- file.path(folder, "run.json")
  if (!file.exists(path)) stop("the program ended without an error and left no result; is it nmfrepro? NMFREPRO_PROGRAM names it", call. = FALSE)
  report <- nmf_json(readLines(path, warn = FALSE, encoding = "UTF-8"))
  by <- order(report)
  notes <- nmf_notes(report, x, by, leave)
  for (level in c("warning", "note")) {
    key <- paste0(level, "s")
    if (key %in% names(report)) report[[key]] <- vapply(Filter(function(note) note$level == level, notes), function(note) note$text, "")
  }
  report$remarks <- if (length(notes)) notes
  for (note in notes) if (!note$kind %in% quiet) warning(note$text, call. = FALSE)
  report
}

# nmf_folder makes a private folder that the caller removes.
nmf_folder <- function() {
  folder <- tempfile("nmfrepro-")
  dir.create(folder, mode = "0700")
  folder
}

# nmf_json reads JSON: objects are lists with names, arrays lists, or vectors where all are numbers or all are texts.
nmf_json <- function(lines) {
  text <- paste(lines, collapse = "\n")
  token <- "\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+-]*|true|false|null|[][{}:,]"
  Encoding(text) <- "bytes" # places in UTF-8 would be counted from the beginning for each token
  found <- gregexpr(token, text, perl = TRUE, useBytes = TRUE)[[1]]
  tokens <- substring(text, found, found + attr(found, "match.length") - 1)
  Encoding(tokens) <- "UTF-8"
  at <- 0
  string <- function(word) {
    word <- substr(word, 2, nchar(word) - 1)
    if (!grepl("\\", word, fixed = TRUE)) return(word)
    escapes <- regmatches(word, gregexpr("\\\\u[0-9a-fA-F]{4}", word))[[1]]
    for (one in unique(escapes)) word <- gsub(one, intToUtf8(strtoi(substr(one, 3, 6), 16L)), word, fixed = TRUE)
    word <- gsub("\\\"", "\"", word, fixed = TRUE)
    word <- gsub("\\n", "\n", word, fixed = TRUE)
    word <- gsub("\\t", "\t", word, fixed = TRUE)
    gsub("\\\\", "\\", gsub("\\/", "/", word, fixed = TRUE), fixed = TRUE)
  }
  value <- function() {
    at <<- at + 1
    word <- tokens[at]
    if (word == "{") {
      out <- list()
      while (tokens[at + 1] != "}") {
        name <- string(tokens[at + 1])
        at <<- at + 2
        one <- value()
        out[[length(out) + 1]] <- one
        names(out)[length(out)] <- name
        if (tokens[at + 1] == ",") at <<- at + 1
      }
      at <<- at + 1
      return(out)
    }
    if (word == "[") {
      out <- list()
      while (tokens[at + 1] != "]") {
        out[[length(out) + 1]] <- value()
        if (tokens[at + 1] == ",") at <<- at + 1
      }
      at <<- at + 1
      plain <- length(out) > 0 && all(lengths(out) == 1) && !any(vapply(out, is.list, NA)) && length(unique(vapply(out, typeof, ""))) == 1
      return(if (plain) unlist(out) else out)
    }
    if (startsWith(word, "\"")) return(string(word))
    switch(word, true = TRUE, false = FALSE, null = NA, as.numeric(word))
  }
  value()
}
