# nmf_shown asks for a table of a paper: the rows as a data frame, and the screen that the command prints.
nmf_shown <- function(command, address, cached, only, profile, results, more = character()) {
  if (!is.character(address) || length(address) != 1) stop("address = ", deparse(address), ", want one, as \"pnmf/table3\"", call. = FALSE)
  arguments <- c(command, address, if (isTRUE(cached)) "--cached" else c("--no-cached", "--progress", "none"), if (!is.null(only)) c("--only", only),
                 if (!is.null(profile)) c("--profile", profile), if (!is.null(results)) c("--results", results), more)
  answered <- function(...) {
    out <- tryCatch(nmf_run(c(arguments, ...), found = 1), nmf_refused = function(refused) stop(conditionMessage(refused), call. = FALSE))
    Encoding(out) <- "UTF-8"
    out
  }
  list(answered = answered, screen = answered())
}

# nmf_screen gives rows the screen by which they are printed.
nmf_screen <- function(rows, screen) structure(rows, screen = as.vector(screen), class = c("nmfrepro_screen", class(rows)))

# print.nmfrepro_screen prints the screen of the command, not the rows.
print.nmfrepro_screen <- function(x, ...) {
  writeLines(attr(x, "screen"))
  invisible(x)
}

# nmf_table returns the cells of a table of a paper: ours beside the reported numbers.
nmf_table <- function(address, cached = TRUE, only = NULL, profile = NULL, results = NULL) {
  shown <- nmf_shown("table", address, cached, only, profile, results)
  nmf_screen(utils::read.csv(text = shown$answered("--format", "csv"), check.names = FALSE, encoding = "UTF-8"), shown$screen)
}

# nmf_verify says whether a paper, a table or some cells replicate: a row for each cell with a reported number.
nmf_verify <- function(address, cached = TRUE, only = NULL, profile = NULL, results = NULL) {
  shown <- nmf_shown("verify", address, cached, only, profile, results)
  answer <- nmf_json(shown$answered("--format", "json"))
  fields <- c("address", "verdict", "reported", "ours_mean", "difference", "low", "high", "tolerance", "n", "reason")
  rows <- lapply(fields, function(name) unlist(lapply(answer$cells, function(cell) if (is.null(cell[[name]])) NA else cell[[name]])))
  nmf_screen(as.data.frame(stats::setNames(rows, fields)), shown$screen)
}

# nmf_compare sets the methods of a table against each other: a row for each method and metric, the best mean rank first.
nmf_compare <- function(address, against = NULL, cached = TRUE, only = NULL, profile = NULL, results = NULL) {
  shown <- nmf_shown("compare", address, cached, only, profile, results, if (!is.null(against)) c("--against", against))
  nmf_screen(utils::read.csv(text = shown$answered("--format", "csv"), check.names = FALSE, encoding = "UTF-8"), shown$screen)
}
