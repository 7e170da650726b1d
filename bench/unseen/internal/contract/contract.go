// Package contract plays the sessions of a service of package unseen, and holds each answer against the document of the
// service.
package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// Service makes a service with fresh state and one of its bugs, 0 for none.
type Service func(bug int) http.Handler

// Test checks a service in the folder of the test: the sessions of its bugs, those of its rules, and the calls of both
// in random order.
func Test(t *testing.T, schema []byte, service Service) {
	doc := readDocument(t, schema)
	watched := func(t *testing.T) Service {
		return func(bug int) http.Handler { return doc.watch(t, service(bug)) }
	}
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("bugs", func(t *testing.T) { playBugs(t, bugs, watched(t)) })
	if _, err := os.Stat("RULES.md"); err == nil { // some services have sessions of their bugs only
		t.Run("rules", func(t *testing.T) {
			sess.CheckRules(t, "RULES.md", func() http.Handler { return watched(t)(0) })
		})
	}
	t.Run("shuffled", func(t *testing.T) { shuffle(t, len(bugs), watched(t)) })
}

// playBugs plays each session on the healthy and the buggy build: their last answers are those of the file, the others
// are equal, and no call can be left out.
func playBugs(t *testing.T, bugs []sess.Bug, service Service) {
	for i, b := range bugs {
		play := func(bug int, lines []string) []sess.Answer { return sess.Play(service(bug), lines) }
		good, bad := play(0, b.Lines), play(b.N, b.Lines)
		last := len(b.Lines) - 1
		if b.N != i+1 || b.Kind != "silent" || last < 0 {
			t.Fatalf("bug %d is number %d, %s, with %d lines", i+1, b.N, b.Kind, last+1)
		}
		if !slices.Equal(good[:last], bad[:last]) {
			t.Errorf("bug %d shows before its last call: %v / %v", b.N, good[:last], bad[:last])
		}
		if !b.Healthy.Match(good[last]) {
			t.Errorf("bug %d healthy: got %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) {
			t.Errorf("bug %d buggy: got %v", b.N, bad[last])
		}
		for j := range last {
			less := slices.Delete(slices.Clone(b.Lines), j, j+1)
			if g, w := play(0, less), play(b.N, less); b.Healthy.Match(g[last-1]) && b.Bad.Match(w[last-1]) {
				t.Errorf("bug %d shows without call %d too", b.N, j+1)
			}
		}
	}
}

var (
	given  = regexp.MustCompile(`:("[^"]*"|[0-9]+|\[[^\]]*\])`)
	others = []string{`null`, `""`, `"x"`, `0`, `-1`, `1.5`, `1000000001`, `[]`, `[1]`, `["x",null]`,
		`{}`, `true`, `"1987.12"`, `"de"`}
	ruleCall = regexp.MustCompile("^\\d{3} `.*?` (.+)$")
	isCall   = regexp.MustCompile(`^\S+ (\S+:\S+ )*(GET|POST|PUT|PATCH|DELETE) /`)
	logIn    = regexp.MustCompile(`(?i)=> .*token`)
)

// linesOf returns the calls of the files that there are, and those among them that log users in.
func linesOf(t *testing.T) (lines, logIns []string) {
	for _, file := range []string{"BUGS.md", "RULES.md"} {
		text, err := os.ReadFile(file)
		if file == "RULES.md" && errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if m := ruleCall.FindStringSubmatch(line); m != nil {
				line = m[1]
			}
			if !isCall.MatchString(line) {
				continue
			}
			lines = append(lines, line)
			if logIn.MatchString(line) {
				logIns = append(logIns, line)
			}
		}
	}
	return lines, logIns
}

// shuffle plays the calls of all sessions in random order, some with other values: whatever the bug, each answer has to
// fit the document, and each body that is accepted.
func shuffle(t *testing.T, bugs int, service Service) {
	lines, logIns := linesOf(t)
	steps := 100
	if testing.Verbose() {
		steps = 1000
	}
	for bug := range bugs + 1 {
		random := rand.New(rand.NewPCG(7, uint64(bug)))
		for range 20 {
			p := &sess.Player{H: service(bug)}
			for _, l := range logIns {
				p.Do(l)
			}
			for range steps {
				line := lines[random.IntN(len(lines))]
				if at := given.FindAllStringIndex(line, -1); len(at) > 0 && random.IntN(3) == 0 {
					i := at[random.IntN(len(at))]
					line = line[:i[0]+1] + others[random.IntN(len(others))] + line[i[1]:]
				}
				p.Do(line)
			}
		}
	}
}

// document is the OpenAPI document of the service.
type document struct {
	base     string
	all      map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	patterns map[string]*regexp.Regexp
}

func readDocument(t *testing.T, schema []byte) *document {
	d := &document{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{},
		patterns: map[string]*regexp.Regexp{}}
	if err := yaml.Unmarshal(schema, &d.all); err != nil {
		t.Fatal(err)
	}
	admitNull(d.all)
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

// admitNull writes the "nullable" of OpenAPI 3.0 as JSON Schema has it.
func admitNull(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			admitNull(e)
		}
	case map[string]any:
		for _, e := range v {
			admitNull(e)
		}
		if v["nullable"] != true {
			return
		}
		if kind, isText := v["type"].(string); isText {
			v["type"] = []any{kind, "null"}
		}
		if choices, has := v["enum"].([]any); has && !slices.Contains(choices, nil) {
			v["enum"] = append(choices, nil)
		}
	}
}

// watch reports every answer that the document does not declare.
func (d *document) watch(t *testing.T, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		h.ServeHTTP(rec, r)
		if err := d.check(r, sent, rec); err != nil {
			t.Errorf("%s %s: %v\n%d %s", r.Method, r.URL, err, rec.Code, rec.Body)
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
