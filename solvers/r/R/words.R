# nmf_listed returns what the program lists, asked once: its solvers, and the words that other packages have for what is ours. None where it
# does not tell.
nmf_listed <- function(what) {
  program <- paste(Sys.getenv("NMFREPRO_PROGRAM", "nmfrepro"), what)
  if (is.null(nmf_known[[program]])) {
    nmf_known[[program]] <- list() # meanwhile: an error of the program is told in these words, too
    nmf_known[[program]] <- tryCatch(nmf_json(nmf_run(c("list", what, "--format", "json"))), error = function(e) list())
  }
  nmf_known[[program]]
}

# nmf_plain returns a word as the table of words has it: small letters and digits alone.
nmf_plain <- function(word) gsub("[^a-z0-9]", "", tolower(word))

# nmf_options refuses an option that the solver does not have, and says what it is here where another package has it.
nmf_options <- function(given, solver) {
  if (!length(given)) return(invisible())
  of <- Filter(function(s) s$name == solver, nmf_listed("solvers"))
  if (!length(of)) return(invisible()) # the program knows the solver, or refuses it with a name that is near
  known <- c("normalize", gsub("-", "_", vapply(Filter(is.list, as.list(of[[1]]$options)), function(option) option$name, ""), fixed = TRUE))
  for (name in setdiff(given, known)) nmf_unknown("nmf", name, c(names(formals(nmf)), known), TRUE)
}

# nmf_unknown refuses an argument that a function does not have, and says what it is here where another package has it, or what is near. A
# function whose other arguments are options lets pass what nobody knows: the program refuses it.
nmf_unknown <- function(of, name, own, options = FALSE) {
  own <- setdiff(own, "...")
  refuse <- function(...) stop(of, " has no argument ", name, ..., call. = FALSE)
  rows <- nmf_json(nmf_run(c("list", "words", name, "--format", "json")))
  said <- unlist(lapply(rows, function(row) c(row$others, nmf_plain(as.character(unlist(row$flags))))))
  far <- utils::adist(name, own)[1, ]
  near <- nchar(name) > 1 && min(far) <= max(1, nchar(name) %/% 3)
  if (near && !nmf_plain(name) %in% said) refuse(", did you mean ", own[which.min(far)], "?")
  for (row in rows) {
    flags <- as.character(unlist(row$flags))
    if (!nzchar(row$r)) row$r <- paste0("no argument: --", flags[1], " is of the command line")
    there <- intersect(c(row$r, gsub("-", "_", flags, fixed = TRUE)), own)
    if (length(there)) refuse(": here it is ", there[1])
    if (row$r == "jobs") refuse(": OMP_NUM_THREADS in the environment says how many cores it takes")
    if (startsWith(row$r, "no argument")) refuse(sub("^no argument(: |, |$)", ": ", row$r))
    if (options) refuse(": here it is ", row$r)
    if (nzchar(row$instead) && !grepl("--", row$instead)) refuse(": ", row$instead)
  }
  if (!options) refuse(", want some of ", paste(own, collapse = ", "))
}

# nmf_no_more refuses what is left over of the arguments of a function.
nmf_no_more <- function(of, left, own) {
  if (length(left) && (is.null(names(left)) || any(names(left) == ""))) stop(of, " has at most ", length(own) - 1, " arguments", call. = FALSE)
  for (name in names(left)) nmf_unknown(of, name, own)
}

# nmf_value returns a value of an argument in our words, or as it is: "kl" of loss, "brunet" of solver.
nmf_value <- function(flag, value) {
  if (flag != "loss" && value %in% c("hals", "nmf", "nmf-kl", "nndsvda", "scaled", "random")) return(value)
  row <- Filter(function(row) flag %in% row$flags, nmf_listed("words"))
  if (!length(row)) return(value)
  row <- row[[1]]
  word <- nmf_plain(value)
  pick <- function(of) {
    if (!is.list(of)) return(NULL)
    at <- match(word, nmf_plain(names(of)))
    if (is.na(at)) NULL else of[[at]]
  }
  if (flag == "init" && !is.null(pick(row$foreign))) stop(flag, " = ", value, " is not here; take ", nmf_said(pick(row$foreign)), call. = FALSE)
  ours <- pick(row$values)
  if (flag == "init" && word == "kmeans") "k-means" else if (is.null(ours)) value else ours
}

# nmf_loss returns a loss in our words.
nmf_loss <- function(loss) {
  named <- nmf_value("loss", nmf_name(loss, "loss"))
  losses <- c("frobenius", "kullback-leibler", "itakura-saito")
  if (!named %in% losses) stop("loss = ", loss, ", want ", paste(losses, collapse = ", "), call. = FALSE)
  named
}

# nmf_of_loss returns the method for a loss: that which is given, if it minimises it.
nmf_of_loss <- function(loss, solver, free) {
  named <- nmf_loss(loss)
  if (free) return(c(frobenius = "hals", "kullback-leibler" = "nmf-kl", "itakura-saito" = "beta-nmf")[[named]])
  solver <- nmf_value("solver", solver)
  of <- Filter(function(s) s$name == solver, nmf_listed("solvers"))
  minimised <- if (length(of)) of[[1]]$loss else named
  if (minimised != named && !(minimised == "beta" && named == "itakura-saito")) {
    stop("solver ", solver, " and loss = ", loss, " are given; drop one of them", call. = FALSE)
  }
  solver
}

# nmf_hyphened returns the options of methods that have hyphens, here underscores.
nmf_hyphened <- function() {
  names <- unlist(lapply(nmf_listed("solvers"), function(solver) if (is.list(solver$options)) lapply(solver$options, function(option) option$name)))
  unique(as.character(grep("-", names, fixed = TRUE, value = TRUE)))
}
