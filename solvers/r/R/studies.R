# nmf_study returns the arguments of every study of runs.
nmf_study <- function(x, folder, starts, max_iter, tol, seed, jobs, results) {
  c(nmf_write(x, folder), "--starts", nmf_whole(starts, "starts"), "--iterations", nmf_whole(max_iter, "max_iter"), "--tol", nmf_number(tol, "tol"),
    "--seed", nmf_whole(seed, "seed", 0), "--progress", "none", "--results", if (is.null(results)) folder else results,
    if (!is.null(jobs)) c("--jobs", nmf_whole(jobs, "jobs")))
}

# nmf_rank asks how many components a matrix has, by which method, and how stable they are.
nmf_rank <- function(x, ranks = "1..12", solvers = c("nmf", "nmf-kl"), starts = 20, folds = 5, max_iter = 500, tol = 1e-4, seed = 1, jobs = NULL, results = NULL,
                     thorough = FALSE, ...) {
  nmf_no_more("nmf_rank", list(...), names(formals()))
  x <- nmf_matrix(x)
  folder <- nmf_folder()
  on.exit(unlink(folder, recursive = TRUE))
  arguments <- c("rank", nmf_study(x, folder, starts, max_iter, tol, seed, jobs, results), "--ranks", nmf_ranks(ranks),
                 "--solvers", paste(vapply(solvers, nmf_name, "", name = "solvers"), collapse = ","), "--folds", nmf_whole(folds, "folds"), "--format", "json",
                 if (isTRUE(thorough)) "--thorough")
  out <- tryCatch(nmf_run(arguments), nmf_refused = function(refused) stop(conditionMessage(refused), call. = FALSE))
  answer <- nmf_json(out)
  for (note in nmf_notes(answer, x)) warning(note$text, call. = FALSE)
  number <- function(v) if (is.null(v) || !is.numeric(v)) NA_real_ else v
  rows <- lapply(answer$solvers, function(of) {
    do.call(rbind, lapply(of$ranks, function(at) {
      data.frame(solver = of$solver, rank = at$rank, held_out_error = number(at$held_out_error$mean), held_out_error_low = number(at$held_out_error$low),
                 held_out_error_high = number(at$held_out_error$high), reconstruction_error = number(at$reconstruction_error$mean),
                 similarity = number(at$similarity), silhouette = number(at$silhouette), cophenetic = number(at$cophenetic), seconds = number(at$seconds$mean))
    }))
  })
  table <- do.call(rbind, rows)
  best <- answer$recommended
  table$recommended <- is.list(best) & table$solver == if (is.list(best)) best$solver else ""
  table$recommended <- table$recommended & table$rank == if (is.list(best)) best$rank else 0
  attr(table, "recommended") <- if (is.list(best)) best
  table
}

# consensus finds the components that many runs have in common.
consensus <- function(x, rank, solver = "hals", starts = 100, threshold = 0.5, neighbours = 0.3, ranks = NULL, normalize = "", features = 0, max_iter = 500,
                      tol = 1e-4, seed = 1, jobs = NULL, results = NULL, ...) {
  nmf_no_more("consensus", list(...), names(formals()))
  if (missing(rank)) stop("rank is missing, want the number of components", call. = FALSE)
  x <- nmf_matrix(x)
  folder <- nmf_folder()
  on.exit(unlink(folder, recursive = TRUE))
  out <- file.path(folder, "out")
  arguments <- c("consensus", nmf_study(x, folder, starts, max_iter, tol, seed, jobs, results), "--rank", nmf_whole(rank, "rank", 1), "--solver", nmf_name(solver, "solver"),
                 "--threshold", nmf_number(threshold, "threshold"), "--neighbours", nmf_number(neighbours, "neighbours"),
                 if (length(ranks)) c("--ranks", nmf_ranks(ranks)), if (nzchar(normalize)) c("--normalize", normalize),
                 "--features", nmf_whole(features, "features", 0), "--format", "npy", "--out", out)
  tryCatch(nmf_run(arguments), nmf_refused = function(refused) stop(conditionMessage(refused), call. = FALSE))
  report <- nmf_report(out, x)
  kept <- rownames(x)
  if (file.exists(file.path(out, "preparation.csv"))) {
    place <- utils::read.csv(file.path(out, "preparation.csv"), check.names = FALSE)[["place (from 1)"]]
    kept <- if (is.null(rownames(x))) as.character(place) else rownames(x)[place]
  }
  names <- paste0("component", seq_len(rank))
  named <- function(a, rows, cols) matrix(a, nrow(a), ncol(a), dimnames = list(rows, cols))
  report$input <- NULL # which is gone
  list(components = named(nmf_read(out, "W"), kept, names), usages = named(t(nmf_read(out, "usages")), names, colnames(x)),
       coefficients = named(nmf_read(out, "H"), names, colnames(x)),
       scores = if (file.exists(file.path(out, "scores.npy"))) named(nmf_read(out, "scores"), rownames(x), names),
       pooled = utils::read.csv(file.path(out, "pooled.csv"), check.names = FALSE), run = report)
}

# nmf_solvers lists the methods.
nmf_solvers <- function() {
  all <- nmf_json(nmf_run(c("list", "solvers", "--format", "json")))
  data.frame(name = vapply(all, function(s) s$name, ""), doc = vapply(all, function(s) s$doc, ""), source = vapply(all, function(s) s$cite, ""),
             masked = vapply(all, function(s) isTRUE(s$takes$masked), NA))
}

# solvers is nmf_solvers under the name of the Python package.
solvers <- function() nmf_solvers()
