// Package spectest holds small experiments on embedded data, with which the packages of the engine are tested.
package spectest

import "testing/fstest"

// Paper is a paper.yaml without tables.
const Paper = "title: t\ncite: c\nshort: s\n"

// Folder is a folder of specs with one paper, demo: files are named as in sweep.yaml.
func Folder(specs map[string]string) fstest.MapFS {
	folder := fstest.MapFS{"demo/paper.yaml": {Data: []byte(Paper)}}
	for name, text := range specs {
		folder["demo/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

// Sweep has flat methods, methods that vary, and panels of every kind.
const Sweep = `title: a sweep
seed: 7
profiles:
  smoke: {replicates: 2, only: "rank=2"}
  quick: {replicates: 2}
  paper: {replicates: 3}
datasets:
  - {key: iris, source: iris, ranks: [2, 3], at: {size: 150}}
  - {key: wine, source: wine, ranks: [2, 3], at: {size: 178}}
stop: {iterations: 4, every: 1}
clusters:
  - {name: h, from: h, method: kmeans, repeats: 3}
methods:
  - {key: all, label: All, flat: true, clusters: [{name: x, from: x, method: kmeans}]}
  - {key: nmf, label: NMF, solver: nmf, options-on: {wine: {order: w-first}}}
  - key: pnmf
    label: PNMF
    solver: pnmf
    vary: {on: [samples, features], stabilise: [none, spectral]}
metrics: [acc, rel-error, seconds]
outputs: [coefficients, classes]
panels:
  - key: acc
    title: accuracy
    metric: acc
    times: 100
    average: Avg.
    columns:
      - {method: all, whole: true}
      - {method: nmf}
      - {method: pnmf, at: {on: features, stabilise: none}}
  - key: over
    title: over the ranks
    metric: acc
    columns:
      - {method: nmf, group: NMF, label: mean, over-ranks: mean}
      - {method: nmf, group: NMF, label: max, over-ranks: best}
      - {method: all, over-ranks: mean}
  - key: ratio
    title: ratio
    metric: rel-error
    ratio-to: nmf
    columns: [{method: nmf}, {method: pnmf}]
  - key: firsts
    title: first places
    firsts: [{label: mean ACC, metric: acc, over-ranks: mean}]
    columns: [{method: all}, {method: nmf}]
`

// Plots draws the units of [Sweep].
const Plots = `title: the same units drawn
like: sweep
plots:
  - {key: ranks, kind: lines, metric: acc, over: rank, each: dataset, methods: [all, nmf], marks: [{label: paper, y: 0.5, in: iris}]}
  - {key: sizes, kind: lines, metric: acc, over: size, methods: [nmf]}
  - {key: trace, kind: trace, relative: true, datasets: [iris], methods: [nmf]}
  - {key: points, kind: scatter, output: coefficients, datasets: [iris], methods: [nmf]}
  - {key: factor, kind: matrix, output: coefficients, datasets: [wine], methods: [nmf]}
  - {key: filled, kind: matrix, output: coefficients, datasets: [wine], methods: [nmf], axes: true}
  - {key: average, kind: lines, metric: acc, over: rank, average: true, methods: [all, nmf]}
`

// Start has starts from other methods, shared rows and held-out samples.
const Start = `title: starts and rows
seed: 3
profiles: {smoke: {replicates: 1}, quick: {replicates: 2}, paper: {replicates: 2}}
datasets:
  - {key: iris, source: iris, ranks: [3], hold-samples: 0.2}
  - {key: signed, label: made, source: pnmf-projection, ranks: [3], redraw: true}
  - {key: positive, label: made, source: pnmf-projection, options: {sign: non-negative, features: 20}, ranks: [3], redraw: true}
stop: {iterations: 4}
methods:
  - {key: pod, solver: pod, datasets: [iris], stop: {iterations: 3, every: 1}, clusters: [{name: own, method: labels}]}
  - {key: kk, solver: kernel-kmeans, datasets: [iris], stop: {iterations: 3, every: 1}, clusters: [{name: own, method: labels}]}
  - {key: pnmf, solver: opnmf, options: {on: samples}, init-from: [pod, kk], datasets: [iris]}
  - {key: semi, solver: semi-nkpca, options: {on: features}, datasets: [signed, iris]}
  - {key: kl, solver: pnmf-kl, datasets: [positive]}
metrics: [rel-error, unseen-error, recovery-error, kernel-gap-linear]
outputs: [entropy-by-width]
panels:
  - {key: a, title: a, metric: recovery-error, datasets: [signed, positive], columns: [{method: semi}, {method: kl}]}
  - {key: b, title: b, metric: unseen-error, datasets: [iris], columns: [{method: pnmf}, {method: semi}, {method: kk}]}
plots:
  - {key: gap, kind: columns, metric: kernel-gap-linear, datasets: [iris], methods: [pod, kk]}
  - {key: errors, kind: columns, metric: rel-error, methods: [semi, kl]}
  - {key: entropy, kind: curve, output: entropy-by-width, datasets: [iris], methods: [kk], log-x: true}
`
