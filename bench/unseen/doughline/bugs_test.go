package doughline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// document is openapi.yaml, with its schemas.
type document struct {
	root     map[string]any
	base     string // the path of the server
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

func readDocument(t *testing.T) *document {
	t.Helper()
	var raw any
	if err := yaml.Unmarshal(Schema, &raw); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{root: value.(map[string]any), compiler: jsonschema.NewCompiler(),
		compiled: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("mem:///doc.json", value); err != nil {
		t.Fatal(err)
	}
	server, _ := url.Parse(d.root["servers"].([]any)[0].(map[string]any)["url"].(string))
	d.base = server.Path
	return d
}

// at follows a pointer and the references on its way. It returns the value and its own pointer.
func (d *document) at(pointer string) (map[string]any, string) {
	v := any(d.root)
	where := ""
	for _, step := range strings.Split(pointer, "/")[1:] {
		m := v.(map[string]any)
		v = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
		where += "/" + step
		if next, ok := v.(map[string]any); ok {
			if ref, ok := next["$ref"].(string); ok {
				v, where = d.at(ref[1:])
			}
		}
	}
	m, _ := v.(map[string]any)
	return m, where
}

func (d *document) schema(pointer string) *jsonschema.Schema {
	if s, ok := d.compiled[pointer]; ok {
		return s
	}
	s, err := d.compiler.Compile("mem:///doc.json#" + pointer)
	if err != nil {
		panic(err)
	}
	d.compiled[pointer] = s
	return s
}

func escape(s string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(s) }

// operation returns the pointer of the operation of a request, "" if there is none.
func (d *document) operation(method, path string) string {
	best, score := "", -1
	for template, item := range d.root["paths"].(map[string]any) {
		if _, ok := item.(map[string]any)[strings.ToLower(method)]; !ok {
			continue
		}
		have, want := strings.Split(path, "/"), strings.Split(d.base+template, "/")
		if len(have) != len(want) {
			continue
		}
		literal, fits := 0, true
		for i := range want {
			if strings.HasPrefix(want[i], "{") {
				continue
			}
			fits = fits && want[i] == have[i]
			literal++
		}
		if fits && literal > score {
			best, score = "/paths/"+escape(template)+"/"+strings.ToLower(method), literal
		}
	}
	return best
}

// check says how an answer is against the document, "" if it is not.
func (d *document) check(method, path string, w *httptest.ResponseRecorder) string {
	op := d.operation(method, path)
	if op == "" {
		return ""
	}
	responses, _ := d.at(op + "/responses")
	if _, ok := responses[fmt.Sprint(w.Code)]; !ok {
		return "the status is not declared"
	}
	where := op + "/responses/" + fmt.Sprint(w.Code)
	response, where := d.at(where)
	for name, h := range mapOf(response["headers"]) {
		if h.(map[string]any)["required"] == true && w.Header().Get(name) == "" {
			return "header " + name + " is missing"
		}
	}
	content := mapOf(response["content"])
	if len(content) == 0 {
		if w.Body.Len() > 0 {
			return "there should be no body"
		}
		return ""
	}
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	if _, ok := content[kind]; !ok {
		return "the content type is " + kind
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		return "the body is no JSON"
	}
	if err := d.schema(where + "/content/" + escape(kind) + "/schema").Validate(body); err != nil {
		return err.Error()
	}
	return ""
}

func mapOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// checked is a handler whose answers are checked against the document.
func (d *document) checked(t *testing.T, h http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if why := d.check(r.Method, r.URL.Path, w); why != "" {
			t.Errorf("%s %s: %d %s\n %s", r.Method, r.URL, w.Code, w.Body, why)
		}
		for k, v := range w.Header() {
			out.Header()[k] = v
		}
		out.WriteHeader(w.Code)
		_, _ = out.Write(w.Body.Bytes())
	})
}

// TestBugs plays the sessions: the last answers are as the file says, the others have the same status, and without any
// one call the bug does not show.
func TestBugs(t *testing.T) {
	d := readDocument(t)
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil || len(bugs) != 8 {
		t.Fatalf("%d bugs: %v", len(bugs), err)
	}
	for n, b := range bugs {
		if b.N != n+1 || b.Kind != "silent" {
			t.Fatalf("bug %d is %d and %s", n+1, b.N, b.Kind)
		}
		good := sess.Play(d.checked(t, New(0)), b.Lines)
		bad := sess.Play(d.checked(t, New(b.N)), b.Lines)
		last := len(b.Lines) - 1
		for i := range b.Lines[:last] {
			if good[i].Status != bad[i].Status {
				t.Errorf("bug %d: call %d shows it already: %v / %v", b.N, i+1, good[i], bad[i])
			}
		}
		if !b.Healthy.Match(good[last]) || b.Bad.Match(good[last]) {
			t.Errorf("bug %d, healthy: %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) || b.Healthy.Match(bad[last]) {
			t.Errorf("bug %d, buggy: %v", b.N, bad[last])
		}
		for i := range b.Lines[:last] {
			fewer := slices.Delete(slices.Clone(b.Lines), i, i+1)
			g, w := sess.Play(New(0), fewer), sess.Play(New(b.N), fewer)
			if g[last-1].Status != w[last-1].Status || b.Healthy.Match(g[last-1]) && b.Bad.Match(w[last-1]) {
				t.Errorf("bug %d shows without call %d too", b.N, i+1)
			}
		}
		for _, other := range bugs {
			if other.N == b.N {
				continue
			}
			if a := sess.Play(New(other.N), b.Lines); !b.Healthy.Match(a[last]) {
				t.Errorf("bug %d shows with bug %d: %v", b.N, other.N, a[last])
			}
		}
	}
}

func TestRules(t *testing.T) {
	d := readDocument(t)
	sess.CheckRules(t, "RULES.md", func() http.Handler { return d.checked(t, New(0)) })
}

// TestAnswers sends random calls to each build. All answers keep the document, and what the document does not allow is
// not accepted.
func TestAnswers(t *testing.T) {
	d := readDocument(t)
	statuses := map[string]map[int]int{}
	for bug := range 9 {
		for seed := range int64(3) {
			g := &generator{document: d, Rand: rand.New(rand.NewSource(seed + 1)), pool: map[string][]any{}}
			g.play(t, New(bug), 1200, statuses)
		}
	}
	if testing.Verbose() {
		for _, op := range slices.Sorted(func(yield func(string) bool) {
			for k := range statuses {
				if !yield(k) {
					return
				}
			}
		}) {
			fmt.Println(op, statuses[op])
		}
	}
}

// generator makes calls from the document.
type generator struct {
	*document
	*rand.Rand
	pool map[string][]any // values that were answered, by name
}

func (g *generator) play(t *testing.T, h http.Handler, n int, statuses map[string]map[int]int) {
	var ops []string
	for template, item := range g.root["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			if method != "parameters" {
				ops = append(ops, "/paths/"+escape(template)+"/"+method)
			}
		}
	}
	sort.Strings(ops)
	auth := logIns(t, h)
	for range n {
		pointer := ops[g.Intn(len(ops))]
		if strings.HasSuffix(pointer, "/delete") && g.Intn(4) > 0 {
			continue
		}
		parts := strings.Split(pointer, "/")
		template, method := strings.ReplaceAll(parts[2], "~1", "/"), strings.ToUpper(parts[3])
		op, _ := g.at(pointer)
		item, _ := g.at("/paths/" + parts[2])
		path := template
		query, header := url.Values{}, http.Header{}
		for _, list := range []any{item["parameters"], op["parameters"]} {
			params, _ := list.([]any)
			for _, p := range params {
				param := p.(map[string]any)
				if ref, ok := param["$ref"].(string); ok {
					param, _ = g.at(ref[1:])
				}
				name := param["name"].(string)
				value := fmt.Sprint(g.value(mapOf(param["schema"]), name, 0))
				switch param["in"] {
				case "path":
					path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
				case "query":
					if g.Intn(3) == 0 || param["required"] == true {
						query.Set(name, value)
					}
				case "header":
					if g.Intn(3) == 0 {
						header.Set(name, value)
					}
				}
			}
		}
		var body []byte
		allowed := true
		if mapOf(op["requestBody"]) != nil {
			where := pointer + "/requestBody/content/application~1json/schema"
			schema, where := g.at(where)
			v := g.value(schema, "", 0)
			if g.Intn(6) == 0 {
				v = g.spoil(v)
			}
			body, _ = json.Marshal(v)
			again, _ := jsonschema.UnmarshalJSON(bytes.NewReader(body))
			allowed = g.schema(where).Validate(again) == nil
		}
		target := g.base + path
		if len(query) > 0 {
			target += "?" + query.Encode()
		}
		var r *http.Request
		var w *httptest.ResponseRecorder
		who := g.Perm(len(auth))
		if g.Intn(40) == 0 {
			who = nil
		}
		for i := 0; i == 0 || i < len(who) && (w.Code == 403 || w.Code == 404) && g.Intn(4) > 0; i++ {
			r = httptest.NewRequest(method, target, bytes.NewReader(body))
			r.Header = header.Clone()
			r.Header.Set("Content-Type", "application/json")
			if who != nil {
				auth[who[i]](r)
			}
			w = httptest.NewRecorder()
			h.ServeHTTP(w, r)
		}
		if w.Code >= 500 {
			t.Fatalf("%s %s %s: %d %s", method, target, body, w.Code, w.Body)
		}
		if why := g.check(method, r.URL.Path, w); why != "" {
			t.Fatalf("%s %s %s: %d %s\n %s", method, target, body, w.Code, w.Body, why)
		}
		if !allowed && w.Code < 300 {
			t.Fatalf("%s %s %s is not allowed: %d %s", method, target, body, w.Code, w.Body)
		}
		key := method + " " + template
		if statuses[key] == nil {
			statuses[key] = map[int]int{}
		}
		statuses[key][w.Code]++
		if allowed && (w.Code == 400 || w.Code == 422) && testing.Verbose() {
			statuses[key+" ? "+cut(w.Body.String())] = map[int]int{0: 1}
		}
		if w.Code < 300 {
			var answer any
			if json.Unmarshal(w.Body.Bytes(), &answer) == nil {
				g.learn(answer)
			}
		}
	}
}

func cut(s string) string {
	if len(s) > 150 {
		return s[:150]
	}
	return strings.TrimSpace(s)
}

// learn keeps the values of an answer by their names.
func (g *generator) learn(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			g.learn(x)
		}
	case map[string]any:
		for k, x := range v {
			switch x.(type) {
			case string, float64:
				if n := len(g.pool[k]); n < 30 {
					g.pool[k] = append(g.pool[k], x)
				} else {
					g.pool[k][g.Intn(n)] = x
				}
			default:
				g.learn(x)
			}
		}
	}
}

// value makes a value of a schema, mostly one that is allowed.
func (g *generator) value(s map[string]any, name string, depth int) any {
	if ref, ok := s["$ref"].(string); ok {
		s, _ = g.at(ref[1:])
	}
	known := name
	if alias, ok := aliases[name]; ok {
		known = alias
	}
	if pool := g.pool[known]; len(pool) > 0 && known != "" && s["enum"] == nil && g.Intn(4) > 0 && s["type"] != "array" {
		v := pool[g.Intn(len(pool))]
		if reflect.TypeOf(v).Kind() == reflect.String == (s["type"] == "string") {
			return v
		}
	}
	if enum, ok := s["enum"].([]any); ok {
		return enum[g.Intn(len(enum))]
	}
	switch s["type"] {
	case "object":
		out := map[string]any{}
		required, _ := s["required"].([]any)
		for k, p := range mapOf(s["properties"]) {
			if slices.Contains(required, any(k)) || g.Intn(2) == 0 {
				out[k] = g.value(mapOf(p), k, depth+1)
			}
		}
		return out
	case "array":
		out := []any{}
		for range 1 + g.Intn(2) {
			out = append(out, g.value(mapOf(s["items"]), strings.TrimSuffix(name, "s"), depth+1))
		}
		if s["uniqueItems"] == true && len(out) == 2 && reflect.DeepEqual(out[0], out[1]) {
			out = out[:1]
		}
		return out
	case "integer", "number":
		lo, hi := number(s["minimum"], 0), number(s["maximum"], 1000)
		switch g.Intn(4) {
		case 0:
			return lo + g.Intn(min(hi-lo, 3)+1)
		case 1:
			return lo + g.Intn(hi-lo+1)
		}
		return lo + g.Intn(min(hi-lo, 40)+1)
	case "boolean":
		return g.Intn(2) == 0
	}
	switch s["format"] {
	case "date":
		return fmt.Sprintf("2031-%02d-%02d", 1+g.Intn(4), 1+g.Intn(28))
	case "date-time":
		return fmt.Sprintf("2031-03-%02dT%02d:30:00%s", 1+g.Intn(3), g.Intn(24), []string{"Z", "+02:00", "-05:00"}[g.Intn(3)])
	}
	if example, ok := s["example"].(string); ok && g.Intn(3) > 0 {
		return example
	}
	if pattern, ok := s["pattern"].(string); ok && s["example"] != nil {
		// another one of the same form
		text := []byte(s["example"].(string))
		for i, c := range text {
			switch {
			case '0' <= c && c <= '9':
				text[i] = byte('0' + g.Intn(3))
			case 'A' <= c && c <= 'Z' && strings.Contains(pattern, "A-Z"):
				text[i] = byte('A' + g.Intn(3))
			case 'a' <= c && c <= 'z' && strings.Contains(pattern, "a-z"):
				text[i] = byte('a' + g.Intn(3))
			}
		}
		return string(text)
	}
	words := []string{"alpha", "beta", "gamma ray", "delta", "Ä ö", "some longer text of five words"}
	return words[g.Intn(len(words))]
}

func number(v any, otherwise int) int {
	if n, ok := v.(json.Number); ok {
		f, _ := n.Float64()
		return int(f)
	}
	return otherwise
}

// spoil changes a body in a way that is probably not allowed.
func (g *generator) spoil(v any) any {
	m, ok := v.(map[string]any)
	if !ok || len(m) == 0 {
		return []any{v}
	}
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	k := keys[g.Intn(len(keys))]
	if list, ok := m[k].([]any); ok && len(list) > 0 && g.Intn(2) == 0 {
		list[0] = g.spoil(list[0])
		return m
	}
	if inner, ok := m[k].(map[string]any); ok && g.Intn(2) == 0 {
		m[k] = g.spoil(inner)
		return m
	}
	switch g.Intn(7) {
	case 0:
		delete(m, k)
	case 1:
		m["unknown_field"] = 1
	case 2:
		m[k] = nil
	case 3:
		m[k] = ""
	case 4:
		m[k] = -1
	case 5:
		m[k] = strings.Repeat("x", 3000)
	case 6:
		m[strings.ToUpper(k)] = m[k]
		delete(m, k)
	}
	return m
}

// aliases are fields and parameters that take the value of another field.
var aliases = map[string]string{"ingredient": "code"}

// logIns returns what makes a request one of a user.
func logIns(t *testing.T, h http.Handler) (out []func(*http.Request)) {
	for _, key := range []string{"dl-plan-4107", "dl-bake-5218", "dl-store-6329", "dl-view-7430"} {
		out = append(out, func(r *http.Request) { r.Header.Set("X-Api-Key", key) })
	}
	return out
}
