package experiments

import "embed"

// Files are the papers' folders as the program carries them: specs, reported tables and committed records, and the JSON Schemas
// of what the program reads and writes.
//
//go:embed */*.yaml */records.jsonl.gz */readings.json.gz schema/*.schema.json
var Files embed.FS
