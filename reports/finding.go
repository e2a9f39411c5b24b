package reports

import (
	"nmfrepro/experiments/engine/result"
)

// FindingHead is the answer as the head of a sentence: "Replicates partly".
func FindingHead(f result.Finding) string {
	return map[string]string{
		"yes": "Replicates", "largely": "Replicates largely", "partly": "Replicates in part", "no": "Does not replicate", "open": "Not decided yet",
	}[f.Answer]
}
