// Package experiments carries the folders of the papers: specs, published tables, committed records. It holds no logic; that
// lies in the packages below it, which import one way:
//
//	published < spec < store < run < collect < judge < pass < cli
//
// # Words
//
// Each word means one thing, in identifiers, comments, help and on the site.
//
//   - unit: one method on one subset of a data set with one seed. rpr/table2 at K = 40 has 9 methods and 5 replicates: 45 units.
//   - record: what a unit left: its metrics, objective over the iterations, provenance. A file of the results folder.
//   - replicate: the units that share one draw of data and start, one for each method. Replicate 3 of GNMF and of NMF are a pair.
//   - cell: a number of a table: a method in a row, with the values of all its replicates.
//   - panel: a block of a table with its own rows and columns, as the ACC panel of rpr/table2.
//   - published: what the paper prints: 61.25±1.30. Kept as text, since trailing zeros carry meaning.
//   - ours: what our units gave: 54.80±1.20 over 20 replicates.
//   - published runs: R, the independent runs behind a published mean.
//   - objective: what a step of a solver must not increase, as ½‖X − WH‖².
//   - reading: a choice where the text of a protocol can be read in two ways; also a named way of reading clusters in a spec.
//   - assignment: how clusters are read from factors: argmax of H, k-means on its columns.
//   - held-out: entries or samples that a method does not see, on which its prediction is scored.
//   - split: the draw of samples or entries that a replicate makes.
//   - ablation: an experiment without the cause that a claim names, all else equal: RPR-NMF without triplets.
//   - alternative: another choice of the protocol ledger: init = k-means in place of random.
//   - aggregate: a number over several others: the mean over ranks, the average row.
//   - win count: in how many rows a method is the best.
//   - parameter grid: options of a method with several values each, every combination a variant.
//   - contrast: the difference of two methods over shared replicates. What papers claim is contrasts.
//   - verdict: what came of comparing ours with the published number of a cell.
//   - finding: the answer to "does the paper replicate?" in words.
package experiments
