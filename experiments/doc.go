// Package experiments is the engine: it reads the specs, plans their units, runs them on a pool of workers, keeps the
// records in a store, and collects them into the tables that reports render.
//
//	spec ─→ plan (units: data set × subset × method × replicate) ─→ workers ─→ store ─→ result.Table
//
// Specs describe; they contain no code. Adding an experiment is a YAML file in a paper's folder.
package experiments
