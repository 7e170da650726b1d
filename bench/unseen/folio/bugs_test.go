package folio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
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

const bugCount = 8

// TestBugs plays each session on both builds: only the last answers differ, and no call can be left out.
func TestBugs(t *testing.T) {
	list, err := sess.ReadBugs("BUGS.md")
	if err != nil || len(list) != bugCount {
		t.Fatalf("%d bugs, %v", len(list), err)
	}
	d := readDocument(t)
	for i, b := range list {
		if b.N != i+1 || b.Kind != "silent" {
			t.Fatalf("bug %d is number %d, %s", i+1, b.N, b.Kind)
		}
		play := func(bug int, lines []string) []sess.Answer { return sess.Play(d.watch(t, New(bug)), lines) }
		good, bad := play(0, b.Lines), play(b.N, b.Lines)
		last := len(b.Lines) - 1
		for j := range last {
			if good[j].Status != bad[j].Status {
				t.Errorf("bug %d call %d differs already: %v / %v", b.N, j+1, good[j], bad[j])
			}
		}
		if !b.Healthy.Match(good[last]) || b.Bad.Match(good[last]) {
			t.Errorf("bug %d healthy: got %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) || b.Healthy.Match(bad[last]) {
			t.Errorf("bug %d buggy: got %v", b.N, bad[last])
		}
		for n := 1; n <= bugCount; n++ { // the other bugs do not show here
			if a := play(n, b.Lines); n != b.N && a[last] != good[last] {
				t.Errorf("session %d shows bug %d: %v", b.N, n, a[last])
			}
		}
		for j := range last {
			less := slices.Delete(slices.Clone(b.Lines), j, j+1)
			g, w := play(0, less), play(b.N, less)
			if b.Healthy.Match(g[last-1]) && b.Bad.Match(w[last-1]) {
				t.Errorf("bug %d shows without call %d too", b.N, j+1)
			}
		}
	}
}

func TestRules(t *testing.T) {
	d := readDocument(t)
	sess.CheckRules(t, "RULES.md", func() http.Handler { return d.watch(t, New(0)) })
}

// calls returns the calls of the files, and those that log in.
func calls(t *testing.T) (lines, logIns []string) {
	t.Helper()
	call := regexp.MustCompile("(?m)^(?:\\d{3} `.*?` )?((?:- |\\$|key:).*)$")
	for _, file := range []string{"BUGS.md", "RULES.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "- ") && strings.Contains(m[1], " => ") {
				logIns = append(logIns, m[1])
			} else if !strings.HasPrefix(m[1], "- healthy") && !strings.HasPrefix(m[1], "- buggy") {
				lines = append(lines, m[1])
			}
		}
	}
	return lines, logIns
}

// TestShuffled plays all calls of the files in random order and with odd values. Every answer has to be a declared one,
// and what the healthy service says has to agree with itself.
func TestShuffled(t *testing.T) {
	lines, logIns := calls(t)
	d := readDocument(t)
	for seed := range 60 {
		rnd := rand.New(rand.NewSource(int64(seed)))
		p := &sess.Player{H: d.watch(t, New(seed%(bugCount+1)))}
		for _, l := range logIns {
			p.Do(l)
		}
		for range 400 {
			l := lines[rnd.Intn(len(lines))]
			if rnd.Intn(3) == 0 {
				l = odd(rnd, l)
			}
			p.Do(l)
			if seed%(bugCount+1) == 0 && rnd.Intn(4) == 0 {
				agree(t, p)
			}
		}
	}
	if len(d.seen) < 40 {
		t.Errorf("only %d kinds of answers", len(d.seen))
	}
	t.Log(len(d.seen), "kinds of answers")
}

var scalar = regexp.MustCompile(`:("[^"]*"|-?[0-9.]+|true|false)|=[^&\s]+`)

// odd puts another value for one of the values of a call.
func odd(rnd *rand.Rand, line string) string {
	at := scalar.FindAllStringIndex(line, -1)
	if len(at) == 0 {
		return line
	}
	x := at[rnd.Intn(len(at))]
	values := []string{`""`, `"x"`, `0`, `-1`, `1`, `2`, `99999999999`, `1.5`, `null`, `[]`, `{}`, `true`, `"2031-13-01"`, `"äöü"`,
		`"2031-06-30T23:30:00Z"`, `"` + strings.Repeat("y", 3000) + `"`}
	v := values[rnd.Intn(len(values))]
	if line[x[0]] == '=' {
		v = url.QueryEscape(strings.Trim(v, `"`))
	} else if !strings.Contains(line[:x[0]], "{") {
		return line
	}
	return line[:x[0]+1] + v + line[x[1]:]
}

// get returns the JSON of an answer.
func get(t *testing.T, p *sess.Player, line string) map[string]any {
	t.Helper()
	var m map[string]any
	if a := p.Do(line); a.Status != 200 || json.Unmarshal([]byte(a.Body), &m) != nil {
		t.Fatalf("%s: %v", line, a)
	}
	return m
}

// agree compares spaces with their pages, pages with their history, and notifications with their count.
func agree(t *testing.T, p *sess.Player) {
	t.Helper()
	p.Do(`- POST /sessions {"email":"wiki-admin@example.org","password":"shelf-900"} => agree=accessToken`)
	spaces := get(t, p, "$agree GET /spaces")["spaces"].([]any)
	spaces = append(spaces, get(t, p, "$agree GET /spaces?archived=true")["spaces"].([]any)...)
	for _, s := range spaces {
		s := s.(map[string]any)
		list := get(t, p, fmt.Sprintf("$agree GET /spaces/%v/pages?perPage=50", s["spaceKey"]))
		pages := list["pages"].([]any)
		if s["pageCount"] != list["total"] || len(pages) != min(50, int(list["total"].(float64))) {
			t.Errorf("space %v has %d pages", s, len(pages))
		}
		titles := map[string]bool{}
		for _, x := range pages {
			x := x.(map[string]any)
			title := strings.ToLower(x["title"].(string))
			if titles[title] {
				t.Errorf("title %s twice", title)
			}
			titles[title] = true
			full := get(t, p, fmt.Sprintf("$agree GET /pages/%v", x["pageId"]))
			crumbs := full["breadcrumbs"].([]any)
			if (full["parentId"] == nil) != (len(crumbs) == 0) || len(crumbs) > 0 && crumbs[len(crumbs)-1].(map[string]any)["pageId"] != full["parentId"] {
				t.Errorf("page %v", full)
			}
			history := get(t, p, fmt.Sprintf("$agree GET /pages/%v/revisions", x["pageId"]))["revisions"].([]any)
			top := history[0].(map[string]any)
			if float64(len(history)) != full["revision"] || top["title"] != full["title"] || top["author"] != full["author"] {
				t.Errorf("page %v, history %v", full, history)
			}
		}
	}
	for _, token := range []string{"$one", "$two", "$agree"} {
		all := get(t, p, token+" GET /notifications")
		unread := get(t, p, token+" GET /notifications?state=unread")["notifications"].([]any)
		if all["unreadCount"] != float64(len(unread)) {
			t.Errorf("%v unread of %v", len(unread), all)
		}
	}
}

// document is the OpenAPI document.
type document struct {
	root  map[string]any
	base  string
	c     *jsonschema.Compiler
	cache map[string]*jsonschema.Schema
	seen  map[string]bool
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
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{root: v.(map[string]any), c: jsonschema.NewCompiler(), cache: map[string]*jsonschema.Schema{},
		seen: map[string]bool{}}
	d.c.AssertFormat()
	if err := d.c.AddResource("http://doc/openapi.json", v); err != nil {
		t.Fatal(err)
	}
	server := d.root["servers"].([]any)[0].(map[string]any)["url"].(string)
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	d.base = u.Path
	return d
}

// resolve follows references from a pointer.
func (d *document) resolve(pointer ...string) (string, map[string]any) {
	var v any = d.root
	for i, p := range pointer {
		m, ok := v.(map[string]any)
		if !ok {
			return "", nil
		}
		v = m[p]
		if m, ok := v.(map[string]any); ok && m["$ref"] != nil {
			to := strings.Split(strings.TrimPrefix(m["$ref"].(string), "#/"), "/")
			return d.resolve(append(to, pointer[i+1:]...)...)
		}
	}
	var escaped []string
	for _, p := range pointer {
		escaped = append(escaped, strings.NewReplacer("~", "~0", "/", "~1").Replace(p))
	}
	m, _ := v.(map[string]any)
	return "/" + strings.Join(escaped, "/"), m
}

func (d *document) fits(text []byte, pointer ...string) error {
	at, m := d.resolve(pointer...)
	if m == nil {
		return fmt.Errorf("no schema at %v", pointer)
	}
	s := d.cache[at]
	if s == nil {
		var err error
		if s, err = d.c.Compile("http://doc/openapi.json#" + (&url.URL{Path: at}).EscapedPath()); err != nil {
			return err
		}
		d.cache[at] = s
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// path finds the template of a path, the one with most literal parts.
func (d *document) path(path string) string {
	best, literal := "", -1
	parts := strings.Split(strings.TrimPrefix(path, d.base), "/")
	for template := range d.root["paths"].(map[string]any) {
		n := 0
		tp := strings.Split(template, "/")
		ok := len(tp) == len(parts)
		for i := 0; ok && i < len(tp); i++ {
			if tp[i] == parts[i] {
				n++
			} else if !strings.HasPrefix(tp[i], "{") || parts[i] == "" {
				ok = false
			}
		}
		if ok && n > literal {
			best, literal = template, n
		}
	}
	return best
}

func (d *document) watch(t *testing.T, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if err := d.check(r, sent, rec); err != nil {
			t.Errorf("%s %s %s\n got %d %s\n %v", r.Method, r.URL, sent, rec.Code, rec.Body, err)
		}
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
}

func (d *document) check(r *http.Request, sent []byte, w *httptest.ResponseRecorder) error {
	template, method, status := d.path(r.URL.Path), strings.ToLower(r.Method), strconv.Itoa(w.Code)
	_, op := d.resolve("paths", template, method)
	if op == nil {
		return fmt.Errorf("the call is not declared")
	}
	d.seen[method+" "+template+" "+status] = true
	_, declared := d.resolve("paths", template, method, "responses", status)
	if declared == nil || w.Code >= 500 {
		return fmt.Errorf("the status is not declared")
	}
	content, _ := declared["content"].(map[string]any)
	if content == nil && w.Body.Len() > 0 {
		return fmt.Errorf("a body is not declared")
	}
	for kind := range content {
		if !strings.HasPrefix(w.Header().Get("Content-Type"), kind) {
			return fmt.Errorf("the type is %s", w.Header().Get("Content-Type"))
		}
		err := d.fits(w.Body.Bytes(), "paths", template, method, "responses", status, "content", kind, "schema")
		if err != nil {
			return err
		}
	}
	if w.Code >= 300 {
		return nil
	}
	if op["requestBody"] != nil {
		if err := d.fits(sent, "paths", template, method, "requestBody", "content", "application/json", "schema"); err != nil {
			return fmt.Errorf("accepted: %v", err)
		}
	}
	return d.query(r, op, template)
}

// query holds the parameters of an accepted call against their schemas.
func (d *document) query(r *http.Request, op map[string]any, template string) error {
	list, _ := op["parameters"].([]any)
	names := []string{}
	for i, p := range list {
		from := []string{"paths", template, strings.ToLower(r.Method), "parameters"}
		m := p.(map[string]any)
		if ref, ok := m["$ref"].(string); ok {
			from = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
			_, m = d.resolve(from...)
		} else {
			d.root[fmt.Sprint(template, r.Method, i)] = m // so that it has a place of its own
			from = []string{fmt.Sprint(template, r.Method, i)}
		}
		if m["in"] != "query" {
			continue
		}
		name := m["name"].(string)
		names = append(names, name)
		_, schema := d.resolve(append(from, "schema")...)
		var v any = r.URL.Query().Get(name)
		if !r.URL.Query().Has(name) {
			continue
		}
		switch schema["type"] {
		case "integer", "boolean":
			v = json.RawMessage(r.URL.Query().Get(name))
		case "array":
			v = r.URL.Query()[name]
		}
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if err := d.parameter(m, text); err != nil {
			return fmt.Errorf("accepted %s: %v", name, err)
		}
	}
	for name := range r.URL.Query() {
		if !slices.Contains(names, name) {
			return fmt.Errorf("the parameter %s is not declared", name)
		}
	}
	return nil
}

func (d *document) parameter(m map[string]any, text []byte) error {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("http://doc/p.json", map[string]any{"p": m["schema"], "components": d.root["components"]}); err != nil {
		return err
	}
	s, err := c.Compile("http://doc/p.json#/p")
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}
