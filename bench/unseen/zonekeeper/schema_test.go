package zonekeeper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// api is the document of the service, ready to be compared with what the service does.
type api struct {
	base     string
	root     map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	ops      []apiOp
	seen     map[string]int
}

type apiOp struct {
	method, path, at string
	params           []map[string]any
	node             map[string]any
}

func readAPI(t *testing.T) *api {
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
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("file:///api.json", doc); err != nil {
		t.Fatal(err)
	}
	a := &api{root: doc.(map[string]any), compiler: c, schemas: map[string]*jsonschema.Schema{}, seen: map[string]int{}}
	server := a.root["servers"].([]any)[0].(map[string]any)["url"].(string)
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	a.base = strings.TrimSuffix(u.Path, "/")
	paths := a.root["paths"].(map[string]any)
	for _, path := range sortedKeys(paths) {
		item := paths[path].(map[string]any)
		for _, method := range sortedKeys(item) {
			node, ok := item[method].(map[string]any)
			if !ok {
				continue
			}
			at := "/paths/" + escape(path) + "/" + method
			op := apiOp{method: strings.ToUpper(method), path: path, at: at, node: node}
			for _, list := range []any{item["parameters"], node["parameters"]} {
				params, _ := list.([]any)
				for _, p := range params {
					found, _ := a.resolve(p, "")
					op.params = append(op.params, found)
				}
			}
			a.ops = append(a.ops, op)
		}
	}
	return a
}

func sortedKeys(m map[string]any) []string {
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func escape(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// resolve follows references; at is where the node stands.
func (a *api) resolve(node any, at string) (map[string]any, string) {
	m, _ := node.(map[string]any)
	for {
		ref, ok := m["$ref"].(string)
		if !ok {
			return m, at
		}
		at = strings.TrimPrefix(ref, "#")
		var v any = a.root
		for _, part := range strings.Split(at[1:], "/") {
			part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
			v = v.(map[string]any)[part]
		}
		m = v.(map[string]any)
	}
}

func (a *api) schema(at string) *jsonschema.Schema {
	if s, ok := a.schemas[at]; ok {
		return s
	}
	s := a.compiler.MustCompile("file:///api.json#" + (&url.URL{Path: at}).EscapedPath())
	a.schemas[at] = s
	return s
}

// find returns the operation of a request.
func (a *api) find(method, path string) *apiOp {
	path, ok := strings.CutPrefix(path, a.base)
	if !ok {
		return nil
	}
	parts := strings.Split(path, "/")
	var best *apiOp
	for i := range a.ops {
		op := &a.ops[i]
		names := strings.Split(op.path, "/")
		if op.method != method || len(names) != len(parts) {
			continue
		}
		fits := true
		for j, n := range names {
			if !strings.HasPrefix(n, "{") && n != parts[j] {
				fits = false
			}
		}
		if fits && (best == nil || strings.Count(op.path, "{") < strings.Count(best.path, "{")) {
			best = op
		}
	}
	return best
}

// check says what is wrong with an answer.
func (a *api) check(r *http.Request, body []byte, w *httptest.ResponseRecorder) error {
	op := a.find(r.Method, r.URL.Path)
	if op == nil {
		return fmt.Errorf("no operation")
	}
	a.seen[fmt.Sprintf("%s %s %d", op.method, op.path, w.Code)]++
	responses := op.node["responses"].(map[string]any)
	declared, ok := responses[strconv.Itoa(w.Code)]
	if !ok {
		return fmt.Errorf("status %d is not declared: %s", w.Code, w.Body)
	}
	response, at := a.resolve(declared, op.at+"/responses/"+strconv.Itoa(w.Code))
	for name, h := range mapOf(response["headers"]) {
		header, _ := a.resolve(h, "")
		if header["required"] == true && w.Header().Get(name) == "" {
			return fmt.Errorf("%d without %s", w.Code, name)
		}
	}
	content := mapOf(response["content"])
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	if len(content) == 0 {
		if w.Body.Len() > 0 {
			return fmt.Errorf("%d with a body: %s", w.Code, w.Body)
		}
	} else {
		if content[kind] == nil {
			return fmt.Errorf("%d with content %q", w.Code, kind)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			return err
		}
		if err := a.schema(at + "/content/" + escape(kind) + "/schema").Validate(v); err != nil {
			return fmt.Errorf("%v\n%s", err, w.Body)
		}
	}
	if w.Code >= 300 {
		return nil
	}
	if request, at := a.resolve(op.node["requestBody"], op.at+"/requestBody"); request != nil && (len(body) > 0 || request["required"] == true) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
		if err == nil {
			err = a.schema(at + "/content/application~1json/schema").Validate(v)
		}
		if err != nil {
			return fmt.Errorf("%d for a body that is refused: %v", w.Code, err)
		}
	}
	for _, p := range op.params {
		name := p["name"].(string)
		if p["in"] != "query" {
			continue
		}
		values, given := r.URL.Query()[name]
		if !given {
			if p["required"] == true {
				return fmt.Errorf("%d without parameter %s", w.Code, name)
			}
			continue
		}
		node, _ := a.resolve(p["schema"], "")
		var v any = values[0]
		switch node["type"] {
		case "integer", "number":
			v = json.Number(values[0])
		case "boolean":
			v = map[string]any{"true": true, "false": false}[values[0]]
		case "array":
			list := []any{}
			for _, x := range values {
				list = append(list, x)
			}
			v = list
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("file:///api.json", a.root); err != nil {
			return err
		}
		if err := c.AddResource("file:///p.json", withBase(p["schema"])); err != nil {
			return err
		}
		if err := c.MustCompile("file:///p.json").Validate(v); err != nil {
			return fmt.Errorf("%d for parameter %s that is refused: %v", w.Code, name, err)
		}
	}
	return nil
}

// withBase lets references of a schema point into the document.
func withBase(node any) any {
	m := mapOf(node)
	if ref, ok := m["$ref"].(string); ok {
		return map[string]any{"$ref": "file:///api.json" + ref}
	}
	out := map[string]any{}
	for k, v := range m {
		if k == "items" {
			v = withBase(v)
		}
		out[k] = v
	}
	return out
}

func mapOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// watch compares each answer of a handler with the document.
func (a *api) watch(t *testing.T, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if err := a.check(r, body, rec); err != nil {
			t.Errorf("%s %s %s: %v", r.Method, r.URL, body, err)
		}
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		if _, err := w.Write(rec.Body.Bytes()); err != nil && rec.Body.Len() > 0 {
			t.Error(err)
		}
	})
}

// walker makes requests by chance.
type walker struct {
	*api
	rnd  *rand.Rand
	pool map[string][]string
}

func (k *walker) value(node any, name string) any {
	m, _ := k.resolve(node, "")
	if list, ok := m["enum"].([]any); ok {
		return list[k.rnd.Intn(len(list))]
	}
	kind, _ := m["type"].(string)
	example, hasExample := m["example"]
	switch kind {
	case "object":
		out := map[string]any{}
		required, _ := m["required"].([]any)
		for _, p := range sortedKeys(mapOf(m["properties"])) {
			if slices.Contains(required, any(p)) || k.rnd.Intn(2) == 0 {
				out[p] = k.value(mapOf(m["properties"])[p], p)
			}
		}
		return out
	case "array":
		out := []any{}
		for range 1 + k.rnd.Intn(2) {
			out = append(out, k.value(m["items"], strings.TrimSuffix(name, "s")))
		}
		if k.rnd.Intn(8) == 0 {
			return []any{}
		}
		return out
	case "integer", "number":
		low, high := bound(m["minimum"], 0), bound(m["maximum"], 1000)
		if n := k.rnd.Intn(8); n == 0 {
			return low
		} else if n == 1 {
			return high
		} else if n == 2 {
			return high + 1
		} else if n < 5 {
			return low + k.rnd.Intn(min(3, high-low)+1)
		}
		if hasExample && k.rnd.Intn(2) == 0 {
			return example
		}
		return low + k.rnd.Intn(high-low+1)
	case "boolean":
		return k.rnd.Intn(2) == 0
	}
	if known := k.pool[name]; len(known) > 0 && k.rnd.Intn(4) > 0 {
		return known[k.rnd.Intn(len(known))]
	}
	if m["format"] == "date" {
		return fmt.Sprintf("2031-%02d-%02d", 4+k.rnd.Intn(3), 1+k.rnd.Intn(30))
	}
	if hasExample {
		s := fmt.Sprint(example)
		if k.rnd.Intn(2) == 0 && s != "" {
			b := []byte(s)
			i := len(b) - 1
			if b[i] >= '0' && b[i] <= '9' {
				b[i] = byte('0' + k.rnd.Intn(10))
			} else if b[i] >= 'A' && b[i] <= 'Z' {
				b[i] = byte('A' + k.rnd.Intn(5))
			} else {
				b[i] = byte('a' + k.rnd.Intn(3))
			}
			s = string(b)
		}
		return s
	}
	return []any{"", "some words", "x", "Zürich am See", strings.Repeat("long ", 60)}[k.rnd.Intn(5)]
}

func bound(v any, other int) int {
	if n, ok := v.(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return int(f)
		}
	}
	return other
}

func (k *walker) harvest(v any, name string) {
	switch v := v.(type) {
	case map[string]any:
		for f, x := range v {
			k.harvest(x, f)
		}
	case []any:
		for _, x := range v {
			k.harvest(x, strings.TrimSuffix(name, "s"))
		}
	case string, json.Number:
		s := fmt.Sprint(v)
		if len(k.pool[name]) < 12 && !slices.Contains(k.pool[name], s) {
			k.pool[name] = append(k.pool[name], s)
			for _, other := range alsoCalled[name] {
				k.pool[other] = append(k.pool[other], s)
			}
		}
	}
}

// TestDocument calls the service by chance, healthy and with each bug: all answers fit the document.
func TestDocument(t *testing.T) {
	a := readAPI(t)
	for round := range 72 {
		k := &walker{a, rand.New(rand.NewSource(int64(round))), map[string][]string{}}
		h := a.watch(t, New(round%9))
		heads := callers(t, h)
		for step := range 400 {
			k.step(h, heads)
			if t.Failed() {
				t.FailNow()
			}
			if round%9 == 0 && step%50 == 0 {
				consistent(t, h)
			}
		}
	}
	for _, op := range a.ops {
		for _, status := range sortedKeys(mapOf(op.node["responses"])) {
			if call := op.method + " " + op.path + " " + status; a.seen[call] == 0 {
				t.Logf("not seen: %s", call)
			}
		}
	}
}

// step makes a request, until some caller may make it.
func (k *walker) step(h http.Handler, heads []http.Header) {
	op := k.ops[k.rnd.Intn(len(k.ops))]
	path, query, header := op.path, url.Values{}, http.Header{}
	for _, p := range op.params {
		name := p["name"].(string)
		switch {
		case p["in"] == "path":
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(fmt.Sprint(k.value(p["schema"], name))))
		case k.rnd.Intn(3) > 0 && p["required"] != true:
		case p["in"] == "query":
			v := k.value(p["schema"], name)
			if list, ok := v.([]any); ok {
				for _, x := range list {
					query.Add(name, fmt.Sprint(x))
				}
			} else {
				query.Set(name, fmt.Sprint(v))
			}
		default:
			header.Set(name, fmt.Sprint(k.value(p["schema"], name)))
		}
	}
	if strings.Contains(path, "//") || strings.HasSuffix(path, "/") {
		return
	}
	target := k.base + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var body []byte
	if request, _ := k.resolve(op.node["requestBody"], ""); request != nil {
		node := mapOf(mapOf(request["content"])["application/json"])["schema"]
		v := k.value(node, "")
		if m, ok := v.(map[string]any); ok && len(m) > 0 && k.rnd.Intn(6) == 0 {
			keys := sortedKeys(m)
			at := keys[k.rnd.Intn(len(keys))]
			switch k.rnd.Intn(5) {
			case 0:
				delete(m, at)
			case 1:
				m[at] = nil
			case 2:
				m["colour_of"] = 1
			case 3:
				m[at] = []any{1}
			case 4:
				m[strings.ToUpper(at)] = m[at]
				delete(m, at)
			}
		}
		body, _ = json.Marshal(v) // plain values alone
		if k.rnd.Intn(60) == 0 {
			body = []byte(`{"a`)
		}
	}
	for _, i := range k.rnd.Perm(len(heads)) {
		r := httptest.NewRequest(op.method, target, bytes.NewReader(body))
		r.Header = heads[i].Clone()
		for name, v := range header {
			r.Header[name] = v
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code < 300 && w.Body.Len() > 0 {
			if v, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes())); err == nil {
				k.harvest(v, "")
			}
		}
		if w.Code < 400 || w.Code == 409 {
			return
		}
	}
}
