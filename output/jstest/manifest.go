package jstest

import "encoding/json"

// manifest is what of a package.json tells how its tests are run.
type manifest struct {
	Type            string            `json:"type"`
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

func (m *manifest) has(name string) bool {
	return m.Dependencies[name] != "" || m.DevDependencies[name] != ""
}

// For returns a copy of the writer for the project of a package.json: the runner is the one
// that the project depends on, Vitest before Jest, unless the writer has one. Jest is
// chosen only together with SuperAgent, or supertest, which brings it. An empty
// text, or one that is no JSON, says nothing.
func (w *Writer) For(packageJSON []byte) *Writer {
	out := *w
	var m manifest
	if err := json.Unmarshal(packageJSON, &m); err != nil {
		return &out
	}
	out.Module = out.Module || m.Type == "module"
	if out.Runner != "" {
		return &out
	}
	switch {
	case m.has("vitest"):
		out.Runner = Vitest
	case m.has("jest") && (m.has("superagent") || m.has("supertest")):
		out.Runner = Jest
	}
	return &out
}
