package experiments

import "embed"

// Files are the papers' folders as the program carries them: specs, published tables and committed records.
//
//go:embed */*.yaml */records.jsonl.gz */notes.md
var Files embed.FS
