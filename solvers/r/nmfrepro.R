# Loads the functions without an installation: source("nmfrepro.R"). R CMD INSTALL of this folder installs them with help pages.
local({
  of <- Filter(Negate(is.null), lapply(sys.frames(), function(frame) frame$ofile))
  folder <- if (length(of)) dirname(of[[length(of)]]) else "."
  for (file in list.files(file.path(folder, "R"), pattern = "[.]R$", full.names = TRUE)) sys.source(file, globalenv())
})
