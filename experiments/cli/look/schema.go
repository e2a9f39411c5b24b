package look

import "nmfrepro/experiments/spec/strict"

// OutputSchema is the JSON Schema of what verify, claims or explain writes, nil of anything else.
func OutputSchema(kind string) ([]byte, error) {
	out, ok := map[string]any{"verify": verifyJSON{}, "claims": claimsOutput{}, "explain": explainJSON{}}[kind]
	if !ok {
		return nil, nil
	}
	return strict.OutputSchema(out, "https://nmfrepro.example/"+kind+".schema.json")
}
