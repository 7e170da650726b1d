package vitrine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

func TestBugs(t *testing.T) {
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil || len(bugs) != 8 {
		t.Fatalf("%d bugs, %v", len(bugs), err)
	}
	doc := readDocument(t)
	for i, b := range bugs {
		play := func(bug int, lines []string) []sess.Answer { return sess.Play(doc.watch(New(bug)), lines) }
		good, bad := play(0, b.Lines), play(b.N, b.Lines)
		last := len(b.Lines) - 1
		if b.N != i+1 || b.Kind != "silent" || last < 0 {
			t.Fatalf("bug %d is number %d, %s, with %d lines", i+1, b.N, b.Kind, last+1)
		}
		for j := range last {
			if good[j] != bad[j] {
				t.Errorf("bug %d call %d differs already: %v / %v", b.N, j+1, good[j], bad[j])
			}
		}
		if !b.Healthy.Match(good[last]) {
			t.Errorf("bug %d healthy: got %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) {
			t.Errorf("bug %d buggy: got %v", b.N, bad[last])
		}
		for j := range last {
			less := append(append([]string{}, b.Lines[:j]...), b.Lines[j+1:]...)
			if fmt.Sprint(play(0, less)) != fmt.Sprint(play(b.N, less)) {
				t.Errorf("bug %d shows without call %d too", b.N, j+1)
			}
		}
	}
}

func TestRules(t *testing.T) {
	doc := readDocument(t)
	sess.CheckRules(t, "RULES.md", func() http.Handler { return doc.watch(New(0)) })
}

var (
	given  = regexp.MustCompile(`:("[^"]*"|[0-9]+|\[[^\]]*\])`)
	others = []string{`null`, `""`, `"x"`, `0`, `-1`, `1.5`, `1000000001`, `[]`, `[1]`, `["x",null]`,
		`{}`, `true`, `"1987.12"`, `"de"`}
)

// TestShuffled plays the calls of all sessions in random order, some with other values: whatever the bug, each answer
// has to fit the document, and each body that is accepted.
func TestShuffled(t *testing.T) {
	doc := readDocument(t)
	lines, logins := []string{}, []string{}
	for _, file := range []string{"BUGS.md", "RULES.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if m := regexp.MustCompile("^\\d{3} `.*?` (.+)$").FindStringSubmatch(line); m != nil {
				line = m[1]
			}
			if !regexp.MustCompile(`^\S+ (\S+:\S+ )*(GET|POST|PUT|PATCH|DELETE) /`).MatchString(line) {
				continue
			}
			lines = append(lines, line)
			if strings.Contains(line, "token") {
				logins = append(logins, line)
			}
		}
	}
	steps := 2000
	if testing.Verbose() {
		steps = 20000
	}
	for bug := range 9 {
		seen := map[int]int{}
		random := rand.New(rand.NewPCG(7, uint64(bug)))
		for range 20 {
			p := &sess.Player{H: doc.watch(New(bug))}
			for _, l := range logins {
				p.Do(l)
			}
			for range steps / 20 {
				line := lines[random.IntN(len(lines))]
				if at := given.FindAllStringIndex(line, -1); len(at) > 0 && random.IntN(3) == 0 {
					i := at[random.IntN(len(at))]
					line = line[:i[0]+1] + others[random.IntN(len(others))] + line[i[1]:]
				}
				seen[p.Do(line).Status]++
			}
		}
		if bug == 0 {
			t.Log(seen)
		}
	}
}

// document is the OpenAPI document of the service.
type document struct {
	t        *testing.T
	base     string
	all      map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	patterns map[string]*regexp.Regexp
}

func readDocument(t *testing.T) *document {
	d := &document{t: t, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{},
		patterns: map[string]*regexp.Regexp{}}
	if err := yaml.Unmarshal(Schema, &d.all); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d.all)
	if err != nil {
		t.Fatal(err)
	}
	all, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	d.all = all.(map[string]any)
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("file:///doc.json", all); err != nil {
		t.Fatal(err)
	}
	url := d.all["servers"].([]any)[0].(map[string]any)["url"].(string)
	d.base = regexp.MustCompile(`^https?://[^/]+`).ReplaceAllString(url, "")
	return d
}

// watch reports every answer that the document does not declare.
func (d *document) watch(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		h.ServeHTTP(rec, r)
		if err := d.check(r, sent, rec); err != nil {
			d.t.Errorf("%s %s: %v\n%d %s", r.Method, r.URL, err, rec.Code, rec.Body)
		}
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
}

func (d *document) check(r *http.Request, sent []byte, w *httptest.ResponseRecorder) error {
	path := strings.TrimPrefix(r.URL.Path, d.base)
	template := ""
	for name := range d.all["paths"].(map[string]any) {
		if d.patterns[name] == nil {
			pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(name), `[^/]+`)
			d.patterns[name] = regexp.MustCompile("^" + pattern + "$")
		}
		if d.patterns[name].MatchString(path) &&
			(template == "" || strings.Count(name, "{") < strings.Count(template, "{")) {
			template = name
		}
	}
	op, ok := d.dig("paths", template, strings.ToLower(r.Method))
	if !ok {
		return fmt.Errorf("not declared")
	}
	if op["requestBody"] != nil && w.Code < 300 {
		if err := d.fits(sent, "paths", template, strings.ToLower(r.Method), "requestBody", "content",
			"application/json", "schema"); err != nil {
			return fmt.Errorf("the body should be refused: %s: %w", sent, err)
		}
	}
	status := strconv.Itoa(w.Code)
	answer, ok := op["responses"].(map[string]any)[status].(map[string]any)
	if !ok {
		return fmt.Errorf("status is not declared")
	}
	at := []string{"paths", template, strings.ToLower(r.Method), "responses", status}
	if ref, ok := answer["$ref"].(string); ok {
		at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		answer, _ = d.dig(at...)
	}
	for name, raw := range orEmpty(answer["headers"]) {
		header := raw.(map[string]any)
		if ref, ok := header["$ref"].(string); ok {
			header, _ = d.dig(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
		}
		required, _ := header["required"].(bool)
		if required && w.Header().Get(name) == "" {
			return fmt.Errorf("header %s is missing", name)
		}
	}
	content := orEmpty(answer["content"])
	if len(content) == 0 {
		if w.Body.Len() > 0 {
			return fmt.Errorf("body is not declared")
		}
		return nil
	}
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	if content[kind] == nil {
		return fmt.Errorf("content type %q is not declared", kind)
	}
	return d.fits(w.Body.Bytes(), append(at, "content", kind, "schema")...)
}

// fits compares a text with a schema of the document.
func (d *document) fits(text []byte, at ...string) error {
	for i := range at {
		at[i] = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(at[i])
	}
	pointer := "file:///doc.json#/" + strings.Join(at, "/")
	if d.schemas[pointer] == nil {
		s, err := d.compiler.Compile(pointer)
		if err != nil {
			return err
		}
		d.schemas[pointer] = s
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return d.schemas[pointer].Validate(body)
}

func (d *document) dig(path ...string) (map[string]any, bool) {
	at, ok := d.all, true
	for _, p := range path {
		if at, ok = at[p].(map[string]any); !ok {
			return nil, false
		}
	}
	return at, true
}

func orEmpty(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}
