package flagmast

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

const bugCount = 8

// document is the OpenAPI document, to check answers.
type document struct {
	base     string
	root     map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
}

func readDocument(t *testing.T) *document {
	t.Helper()
	var tree any
	if err := yaml.Unmarshal(Schema, &tree); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("http://api/doc.json", doc); err != nil {
		t.Fatal(err)
	}
	d.root = doc.(map[string]any)
	server, _ := url.Parse(d.root["servers"].([]any)[0].(map[string]any)["url"].(string))
	d.base = server.Path
	return d
}

// path returns the path of the document that a request is for; fixed parts go before parameters.
func (d *document) path(r *http.Request) string {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, d.base), "/")
	best, fixed := "", -1
	for p := range d.root["paths"].(map[string]any) {
		want := strings.Split(p, "/")
		if len(want) != len(parts) {
			continue
		}
		n := 0
		for i, w := range want {
			if w == parts[i] {
				n++
			} else if !strings.HasPrefix(w, "{") {
				n = -1
				break
			}
		}
		if n > fixed {
			best, fixed = p, n
		}
	}
	return best
}

// check says what is wrong with an answer.
func (d *document) check(r *http.Request, w *httptest.ResponseRecorder) string {
	path := d.path(r)
	item, _ := d.root["paths"].(map[string]any)[path].(map[string]any)
	operation, ok := item[strings.ToLower(r.Method)].(map[string]any)
	if !ok {
		return "is not in the document"
	}
	code := strconv.Itoa(w.Code)
	answer, ok := operation["responses"].(map[string]any)[code].(map[string]any)
	if !ok {
		return "has the status " + code + ", which is not declared"
	}
	at := "#/paths/" + escape(path) + "/" + strings.ToLower(r.Method) + "/responses/" + code
	if ref, ok := answer["$ref"].(string); ok {
		at = ref
		answer = d.root["components"].(map[string]any)["responses"].(map[string]any)[ref[len("#/components/responses/"):]].(map[string]any)
	}
	content, _ := answer["content"].(map[string]any)
	if content == nil {
		if w.Body.Len() > 0 {
			return "has a body"
		}
		return ""
	}
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	if _, ok := content[kind]; !ok {
		return "has the content type " + kind
	}
	at += "/content/" + escape(kind) + "/schema"
	s := d.schemas[at]
	if s == nil {
		var err error
		if s, err = d.compiler.Compile("http://api/doc.json" + at); err != nil {
			return err.Error()
		}
		d.schemas[at] = s
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		return err.Error()
	}
	if err := s.Validate(value); err != nil {
		return err.Error()
	}
	return ""
}

// escape makes a part of a JSON pointer in a URL.
func escape(s string) string {
	return url.PathEscape(strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1"))
}

// checked is a handler whose answers are checked.
func (d *document) checked(t *testing.T, bug int) http.Handler {
	h := New(bug)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if wrong := d.check(r, rec); wrong != "" {
			t.Errorf("bug %d: the answer to %s %s %s\n%s", bug, r.Method, r.URL, wrong, rec.Body)
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
}

// TestBugs plays each session of BUGS.md with and without its bug: the last answers are as the file says, those
// before have equal statuses, all are as the document says, and no call can be left out.
func TestBugs(t *testing.T) {
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil || len(bugs) != bugCount {
		t.Fatalf("%d bugs: %v", len(bugs), err)
	}
	d := readDocument(t)
	for i, b := range bugs {
		last := len(b.Lines) - 1
		if b.N != i+1 || last < 0 || b.Kind != "silent" {
			t.Fatalf("bug %d is %+v", i+1, b)
		}
		good, bad := sess.Play(d.checked(t, 0), b.Lines), sess.Play(d.checked(t, b.N), b.Lines)
		for j := range b.Lines[:last] {
			if good[j].Status != bad[j].Status {
				t.Errorf("bug %d call %d differs already: %v / %v", b.N, j+1, good[j], bad[j])
			}
		}
		if !b.Healthy.Match(good[last]) {
			t.Errorf("bug %d healthy: got %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) || b.Healthy.Match(bad[last]) {
			t.Errorf("bug %d buggy: got %v", b.N, bad[last])
		}
		for other := range bugs {
			if n := other + 1; n != b.N && !b.Healthy.Match(sess.Play(New(n), b.Lines)[last]) {
				t.Errorf("bug %d shows bug %d too", b.N, n)
			}
		}
		for j := range b.Lines[:last] {
			less := append(append([]string{}, b.Lines[:j]...), b.Lines[j+1:]...)
			g, w := sess.Play(New(0), less), sess.Play(New(b.N), less)
			for k := range g {
				if g[k].Status != w[k].Status || (b.Healthy.Match(g[k]) && b.Bad.Match(w[k])) {
					t.Errorf("bug %d shows without call %d too", b.N, j+1)
					break
				}
			}
		}
	}
}
