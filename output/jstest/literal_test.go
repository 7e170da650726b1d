package jstest_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// texts returns strings with a special meaning in JavaScript, and other strings.
func texts() []string {
	out := []string{
		"", "'", `"`, `'"`, "`", "${1}", "$", "${", `\`, `\${x}`, "\u2028\u2029", "\ufeff", "\x00", "\x000", "\r\n",
		"*/", "//", "</script>", "<!--", "-->",
		"\u202e", "😀", "é", "e\u0301", "\U000e0001", "\ufffd", "__proto__", "@vitest-environment jsdom",
		"@jest-environment jsdom", "\x7f\u0080\u009f", "\ud7ff\ue000",
	}
	out = append(out, hostile.Texts(200)...)
	any := rapid.String()
	for i := range 500 {
		out = append(out, any.Example(i))
	}
	return out
}

// TestTextsSurvive: JavaScript reads the same text back from literals and templates, and comments do not end early.
func TestTextsSurvive(t *testing.T) {
	var source strings.Builder
	var want []string
	for _, text := range texts() {
		source.WriteString(escape.JSComment(text) + "\n")
		source.WriteString(escape.JSString(text) + ", `" + escape.JSTemplate(text) + "${'|'}" +
			escape.JSTemplate(text) + "`,\n")
		plain := strings.ToValidUTF8(text, "\ufffd")
		if plain != text {
			plain = string([]rune(text))
		}
		want = append(want, plain, plain+"|"+plain)
	}
	cmd := exec.Command(node(t), "--input-type=module", "-")
	cmd.Stdin = strings.NewReader("process.stdout.write([" + source.String() +
		"].map((text) => Buffer.from(text).toString('hex')).join('\\n'));")
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatal(err, problems.String())
	}
	got := strings.Split(out.String(), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d texts, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != hex.EncodeToString([]byte(want[i])) {
			t.Errorf("%q became %s", want[i], got[i])
		}
	}
}

// FuzzJSString: for any text, a literal and a comment have one line, and a literal ends at its closing quote.
func FuzzJSString(f *testing.F) {
	for _, text := range texts()[:60] {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, written := range []string{escape.JSString(text), escape.JSTemplate(text), escape.JSComment(text)} {
			if strings.ContainsAny(written, "\n\r\u2028\u2029") {
				t.Errorf("%q is several lines", written)
			}
		}
		literal := escape.JSString(text)
		quote, inner := literal[:1], literal[1:len(literal)-1]
		plain := strings.NewReplacer(`\\`, "", `\`+quote, "").Replace(inner)
		if strings.Contains(plain, quote) || strings.HasSuffix(plain, `\`) {
			t.Errorf("%s ends too early or too late", literal)
		}
	})
}

// TestValuesSurvive sends texts and unusual values in all places of calls to a service, which records them. The service
// also returns them, and the test compares.
func TestValuesSurvive(t *testing.T) {
	var mu sync.Mutex
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		_, _ = body.ReadFrom(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, fmt.Sprintf("%s %q %q %q", r.Method, r.URL.Query(), r.Header.Get("X-Text"), body.String()))
		_, _ = w.Write(body.Bytes())
	}))
	defer server.Close()
	var want []string
	s := &suite.Suite{BaseURL: server.URL, Tests: []suite.Test{{Name: "All", Kind: suite.Success}}}
	add := func(method, text, header string, body suite.Body, checks ...suite.Check) {
		call := features.Step(method+" /", 200, checks...)
		call.Call.Request.Query = features.Fields("q", text)
		call.Call.Request.Headers = features.Fields("X-Text", header)
		if body.JSON {
			call.Call.Request.Headers = append(call.Call.Request.Headers,
				features.Fields("Content-Type", "application/json")...)
		}
		call.Call.Request.Body = &body
		s.Tests[0].Steps = append(s.Tests[0].Steps, call)
		sent, _ := body.Text.Literal()
		want = append(want, fmt.Sprintf("%s %q %q %q", method, map[string][]string{"q": {text}}, header, sent))
	}
	for i, text := range append(texts()[:120], "\xff", "a\xc3", "é\xed\xa0\x80") {
		header := ""
		if strings.TrimSpace(text) == text && !strings.ContainsFunc(text, func(r rune) bool {
			return r < ' ' || r == 0x7f
		}) {
			header = text
		}
		add([]string{"POST", "GET", "PURGE"}[i%3], text, header, suite.Body{Text: features.Lit(text)},
			suite.Check{Op: suite.Whole, Value: text})
		body := string(value.AppendJSON(nil, value.Object{{Name: text, Value: []any{text}}}))
		add("PUT", text, "", suite.Body{Text: features.Lit(body), JSON: true},
			features.Equal("", value.Object{{Name: string([]rune(text)), Value: []any{text}}}))
	}
	for _, body := range []string{
		`{"a":12.50}`, `{"2":1,"1":2}`, `{"a":1,"a":2}`,
		`[9007199254740993,-9007199254740993,1e400,1E2,-0,0.1,1e-7,1e21,123456789012345678901234567890]`,
		`"\ud800"`, `{"__proto__":{"a":1}}`, `["\u0000\u001f\u2028/"]`, ` [ 1 ] `, `{}`, `[]`, `null`, `"variable0_"`,
		`{"then":1,"constructor":2}`,
	} {
		v, err := value.ParseJSON([]byte(body))
		if err != nil {
			t.Fatal(body, err)
		}
		if body == `{"a":1,"a":2}` {
			v = value.Object{{Name: "a", Value: int64(2)}}
		}
		add("POST", "", "", suite.Body{Text: features.Lit(body), JSON: true}, features.Equal("", v))
	}
	dir := into(t, new(jstest.Writer), s)
	if done := run(t, dir, "EVOKE_BASE_URL="); done.pass != 1 {
		t.Errorf("%.4000s", done.out)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d calls, want %d", len(got), len(want))
	}
}
