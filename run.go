// Nmfrepro re-runs, re-checks and extends the experiments of five papers on non-negative matrix factorisation
// (RPR-NMF, PNMF, ORNMF, DSP-NMF, MCNMF).
//
//	go run . table pnmf/table3                                  rebuild a table beside the reported numbers
//	go run . table pnmf/table3 --only dataset=iris --format md
//	go run . figure rpr/fig4 -o figures/                        redraw a figure, with the CSV of its points
//	go run . verify pnmf/table3:dataset=iris                    does it replicate? a verdict per cell
//	go run . explain pnmf/table3:method=pnmf                    where a cell comes from
//	go run . verify claims pnmf                                 which sentences of the paper hold
//	go run . verify errata ornmf                                errors of arithmetic in the reported tables
//	go run . compare pnmf/table3:panel=a                        the methods against each other
//	go run . compare alternatives pnmf/table3:dataset=iris,panel=a   cells under other settings
//	go run . verify pnmf --cached                               the verdicts on the results that the repository holds
//	go run . report                                             the whole picture as a site
//	go run . run --dry-run pnmf/table3 --profile paper          what would run, and how long it would take
//	go run . run pnmf/table3 -j 2                               compute what is missing; a killed run resumes
//	go run . list                                               papers, experiments, solvers, data sets, metrics
//	go run . data list --verify                                 which data is here, and is it the right data
//	go run . factorize --solver pnmf --input X.csv --rank 3 --out DIR
//	go run . evaluate --truth y.csv --pred p.csv
//	go run . new solver mine --language shell --specs own       a method of your own, in any language
//	go run . check solver mine --specs own                      is it in order?
//	go run . new paper mine --specs own                         a paper of your own, which runs as it is written
//	go run . new table table.csv                                a reported table in the form of paper.yaml
//	go run . check table table.csv                              errors of arithmetic in it
//	go run . run export pnmf/table3:dataset=iris --profile smoke --out far   what methods that run elsewhere need
//
// An address is paper, paper/table or paper/table:key=value,... as in pnmf/table3:dataset=iris,method=pnmf.
// Results go to standard output, progress and messages to standard error. Exit codes: 0 fine, 1 a verification, or a
// check of a file, found a difference, 2 usage or spec error, 3 data missing or corrupt, or nothing that could be judged, 4 some runs
// failed, 130 interrupted with everything saved.
package main

import (
	"os"

	"nmfrepro/experiments/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
