package jstest

import "encoding/json"

// manifest is the part of a package.json that shows how the project's tests are run.
type manifest struct {
	Type            string            `json:"type"`
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

func (m *manifest) has(name string) bool {
	return m.Dependencies[name] != "" || m.DevDependencies[name] != ""
}

// For returns a copy of the writer for the project of a package.json. If the writer has no runner, it uses the one that
// the project depends on, Vitest before Jest. Jest is chosen only together with SuperAgent, or with supertest, which
// includes it. A text that is empty or no JSON changes nothing.
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
