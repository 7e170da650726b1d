package site

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/evoke-go/evoke/js"
)

func TestDocumentsGetProbes(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		kept  []string // parts that must stay
		lines []int    // lines of the targets
	}{
		"no script": {"<!doctype html>\n<p class=a onclick>a &lt; b</p><!-- <script>x()</script> -->", []string{
			"<p class=a onclick>a &lt; b</p><!-- <script>x()</script> -->",
		}, nil},
		"script": {"<p>\n<script>\nx();\ny()</script>\n<b>", []string{
			"<p>\n<script>\n", "</script>\n<b>",
		}, []int{3, 4}},
		"module": {"<script type=module>\nx()</script>", []string{"<script type=module>"}, []int{2}},
		"data":   {`<script type="application/json">{"a":1}</script>`, []string{`{"a":1}</script>`}, nil},
		"elsewhere": {`<script src="a.js" integrity="sha256-x">x()</script>`, []string{
			`<script src="a.js">x()</script>`,
		}, nil},
		"attribute": {"<p\nonclick=\"if (a == &quot;b&quot;)\n return x()\" id=p>\n<script>y()</script>",
			[]string{` id="p"`},
			[]int{1, 1, 1, 2, 4}},
		"style": {"<style>a > b {}</style><title><script></title>", []string{
			"<style>a > b {}</style><title><script></title>",
		}, nil},
		"no JavaScript": {"<script>x( </script>", []string{"<script>x( </script>"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Sources{}
			out, _ := document(s, "/a.html", []byte(tt.text))
			for _, part := range tt.kept {
				assert.Contains(t, string(out), part)
			}
			assert.Equal(t, strings.Count(tt.text, "\n"), strings.Count(string(out), "\n"), "%s", out)
			var lines []int
			for _, target := range s.Targets(0) {
				lines = append(lines, target.Line)
			}
			assert.Equal(t, tt.lines, lines, "%s", out)
			again, _ := document(s, "/a.html", []byte(tt.text))
			assert.Equal(t, string(out), string(again))
		})
	}
}

func get(t *testing.T, s *Site, kind, address string) *Response {
	t.Helper()
	out, err := s.Answer(
		t.Context(), &Request{Method: "GET", URL: address, Kind: kind, Header: http.Header{"A": {"b"}}},
	)
	require.NoError(t, err)
	return out
}

func TestHandlers(t *testing.T) {
	s := Serve(http.FileServerFS(fstest.MapFS{
		"index.html": {Data: []byte("<script src=app.js></script>")}, "app.js": {Data: []byte("x();")},
		"vendor/all.js": {Data: []byte("x();")}, "least.js": {Data: []byte(
			strings.Repeat("x();", 300),
		)}, "text.txt": {Data: []byte("x();")},
	}))
	assert.Equal(t, "<script src=app.js></script>", string(get(t, s, Document, Local).Body))
	app := get(t, s, Script, Local+"app.js")
	assert.Contains(t, string(app.Body), "__evoke__")
	assert.Equal(t, "text/javascript; charset=utf-8", app.Header.Get("Content-Type"))
	assert.Equal(t, "/app.js", s.Sources.Targets(0)[0].Path)
	for kind, path := range map[string]string{Script: "vendor/all.js", "Fetch": "app.js", Document: "text.txt"} {
		assert.Equal(t, "x();", string(get(t, s, kind, Local+path).Body), path)
	}
	assert.NotContains(t, string(get(t, s, Script, Local+"least.js").Body), "__evoke__")
	assert.Equal(t, http.StatusNotFound, get(t, s, Script, Local+"none.js").Status)
	assert.Empty(t, get(t, s, Document, "http://other.test/").Body, "nobody is asked")
	_, err := s.Answer(t.Context(), &Request{URL: "http://site.localhost/%zz"})
	assert.ErrorContains(t, err, "the address of a request")
}

// TestAddresses: a site at a URL gets the requests of the page. Resources that do not change are requested once.
func TestAddresses(t *testing.T) {
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/go":
			http.Redirect(w, r, "/app.js", http.StatusSeeOther)
		case "/app.js":
			w.Header().Set("Content-Type", "application/javascript")
			_, _ = io.WriteString(w, "x();")
		default:
			_, _ = io.WriteString(w, r.Method+" "+r.Header.Get("A")+" "+string(body))
		}
	}))
	defer server.Close()
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	s := At(base)
	for range 2 {
		assert.Contains(t, string(get(t, s, Script, server.URL+"/app.js").Body), "__evoke__")
		assert.Equal(t, "GET b ", string(get(t, s, "XHR", server.URL+"/a").Body))
		assert.Equal(t, http.StatusSeeOther, get(t, s, Document, server.URL+"/go").Status)
	}
	assert.Equal(t, map[string]int{"/app.js": 1, "/a": 2, "/go": 2}, asked)
	out, err := s.Answer(t.Context(), &Request{Method: "PUT", URL: server.URL + "/a", Body: []byte("body")})
	require.NoError(t, err)
	assert.Equal(t, "PUT  body", string(out.Body))
	server.Close()
	_, err = s.Answer(t.Context(), &Request{Method: "GET", URL: server.URL + "/a"})
	assert.ErrorContains(t, err, "ask "+server.URL)
}

// TestPoliciesAllowProbes: a policy that lists scripts by their hashes also allows them with probes.
func TestPoliciesAllowProbes(t *testing.T) {
	hash := func(text string) string {
		h := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
	}
	policy := "script-src 'self' " + hash("x();")
	s := Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = io.WriteString(
			w, `<meta http-equiv="Content-Security-Policy" content="`+policy+`"><script>x();</script>`,
		)
	}))
	out := get(t, s, Document, Local)
	_, code, _ := strings.Cut(string(out.Body), "<script>")
	code, _, _ = strings.Cut(code, "</script>")
	assert.NotEqual(t, "x();", code)
	assert.Equal(t, "script-src 'self' "+hash(code), out.Header.Get("Content-Security-Policy"))
	assert.Contains(t, string(out.Body), `content="script-src 'self' `+hash(code))
}

// TestScriptsThatChangeEachTime: the number of targets of a script that changes each time is bounded.
func TestScriptsThatChangeEachTime(t *testing.T) {
	s := &Sources{}
	for i := range 3 * maxForms {
		s.Code("/a.js", 0, strings.Repeat(" ", i)+"x();", 0)
	}
	assert.Len(t, s.Targets(0), maxForms)
}

// TestKits: the numbers of mutants and targets of several scripts are different, and lines are those of the file.
func TestKits(t *testing.T) {
	const text = "function f(n) {\n  return n > 3 ? 'a' : n + 1;\n}\n"
	plain := Serve(http.NotFoundHandler())
	for _, kit := range []Kit{{Mutants: true}, {Records: true}, {Mutants: true, Records: true}} {
		s := plain.With(kit).Sources
		first, second := s.Code("/a.js", 0, text, js.CommonJS), s.Code("/b.js", 10, text, js.CommonJS)
		assert.NotEqual(t, first, second)
		assert.Equal(t, second, s.Code("/b.js", 10, text, js.CommonJS))
		numbers := map[int]bool{}
		for i, m := range s.Mutants() {
			assert.Equal(t, 2, (m.Line-1)%10+1, "mutant %d", i)
			assert.Empty(t, s.Targets(0)[m.Number].Kind)
			numbers[m.Number] = true
		}
		assert.Equal(t, kit.Mutants, len(numbers) > 0)
		assert.Len(t, numbers, len(s.Mutants()))
		var functions []string
		for _, f := range s.Functions() {
			functions = append(functions, fmt.Sprintf("%d %s %s:%d", f.Number, f.Name, f.Path, f.Line))
		}
		if kit.Records {
			assert.Equal(t, []string{"0 f /a.js:1", "1 f /b.js:11"}, functions)
		} else {
			assert.Empty(t, functions)
		}
	}
	assert.Empty(t, plain.Sources.Mutants())
}

// TestCharsets: documents keep their charset, and scripts without a declared charset are read in the document's.
func TestCharsets(t *testing.T) {
	const text = "say('ソ é');"
	for name, tt := range map[string]struct {
		charset     encoding.Encoding
		media, meta string
	}{
		"header": {charmap.Windows1252, "text/html; charset=windows-1252", ""},
		"meta":   {japanese.ShiftJIS, "text/html", "<meta charset=Shift_JIS>"},
		"mark":   {unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "text/html", ""},
		"none":   {encoding.Nop, "text/html", ""},
	} {
		t.Run(name, func(t *testing.T) {
			encoder := encoding.ReplaceUnsupported(tt.charset.NewEncoder())
			encoded := func(s string) string { out, err := encoder.String(s); require.NoError(t, err); return out }
			s := Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/a.js" {
					w.Header().Set("Content-Type", "text/javascript")
					_, _ = io.WriteString(w, encoded(text))
					return
				}
				w.Header().Set("Content-Type", tt.media)
				_, _ = io.WriteString(w, encoded(tt.meta+"<script>"+text+"</script>"))
			}))
			out := get(t, s, Document, Local)
			assert.Equal(t, tt.media, out.Header.Get("Content-Type"))
			plain, err := tt.charset.NewDecoder().Bytes(out.Body)
			require.NoError(t, err)
			before, err := tt.charset.NewDecoder().String(encoded("ソ é"))
			require.NoError(t, err)
			assert.Contains(t, string(plain), before)
			assert.Contains(t, string(plain), "__evoke__")
			assert.Contains(t, string(get(t, s, Script, Local+"a.js").Body), before)
		})
	}
}

// TestLargeScripts: large scripts get no probes, with one warning.
func TestLargeScripts(t *testing.T) {
	s := &Sources{}
	text := strings.Repeat("x();", maxProbed/4+1)
	for range 2 {
		assert.Equal(t, len(text), len(s.Code("/a.js", 0, text, js.ByName)))
	}
	assert.Equal(t, []string{"/a.js has no probes: it has more than 8 MB"}, s.Warnings())
}
