# Lee and Seung's rules for the divergence, H first. Base R reads no JSON: in job.json each value stands on a line of its own.
job <- readLines(tail(commandArgs(trailingOnly = TRUE), 1))
value <- function(key) as.numeric(sub(".*: *([-0-9.e+]+).*", "\\1", grep(paste0('"', key, '":'), job, value = TRUE)[1]))
matrix_of <- function(name) unname(as.matrix(read.csv(paste0(name, ".csv"), header = FALSE)))
save_as <- function(a, name) write.table(format(a, digits = 17, trim = TRUE), file.path("out", paste0(name, ".csv")),
                                         sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)

divergence_nmf <- function(X, W, H, iterations) {
  tiny <- 1e-150
  for (iteration in seq_len(iterations)) {
    H <- H * (t(W) %*% (X / pmax(W %*% H, tiny))) / pmax(colSums(W), tiny)
    W <- W * ((X / pmax(W %*% H, tiny)) %*% t(H)) / rep(pmax(rowSums(H), tiny), each = nrow(W))
  }
  list(W = W, H = H)
}

iterations <- value("iterations")
began <- proc.time()[["elapsed"]]
factors <- divergence_nmf(matrix_of("X"), matrix_of("W0"), matrix_of("H0"), iterations)
seconds <- proc.time()[["elapsed"]] - began
save_as(factors$W, "W")
save_as(factors$H, "H")
cat(sprintf('{"status": "ok", "iterations": %d, "seconds": %.3f, "versions": {"R": "%s"}}\n',
            iterations, seconds, getRversion()), file = file.path("out", "result.json"))
