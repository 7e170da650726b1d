package security_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"text/template"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/security"
)

const pages = `
openapi: 3.0.3
info: {title: pages, version: "1"}
paths:
  /pages:
    get: {parameters: [{name: q, in: query, schema: {type: string}}], responses: {"200": {description: some}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}
      responses: {"201": {description: made}}
`

// ask returns calls with values of q.
func ask(values ...string) (out []oracletest.Call) {
	for _, v := range values {
		out = append(out, oracletest.Call{Method: "GET", Target: "/pages?q=" + url.QueryEscape(v)})
	}
	return out
}

// answers makes a handler of what becomes of q.
func answers(contentType string, text func(w http.ResponseWriter, q string) string) func() http.Handler {
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = io.WriteString(w, text(w, r.URL.Query().Get("q")))
		})
	}
}

// rowOf reads SELECT ... WHERE name = 'q' with a row named "a": each text in quotes that equals the one before it, or
// that is the name, makes it true. It fails for an odd number of quotes.
func rowOf(w http.ResponseWriter, q string) string {
	statement := "name='" + q + "'"
	if strings.Count(statement, "'")%2 != 0 {
		w.WriteHeader(http.StatusInternalServerError)
		return "out of order"
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(statement, "''", ""), " OR ") {
		left, right, _ := strings.Cut(part, "=")
		if left == right || left == "name" && right == "'a'" {
			return `[{"name": "a"}]`
		}
	}
	return "[]"
}

var inSleep = regexp.MustCompile(`SLEEP\((\d(?:\.\d)?)\)`)

// sleeper does what a database does with a sleep in a statement.
func sleeper(_ http.ResponseWriter, q string) string {
	if m := inSleep.FindStringSubmatch(q); m != nil {
		d, _ := time.ParseDuration(m[1] + "s")
		time.Sleep(d)
	}
	return "[]"
}

// runs are calls with so many letters before something that no pattern of letters matches.
func runs(lengths ...int) []oracletest.Call {
	var texts []string
	for _, n := range lengths {
		texts = append(texts, strings.Repeat("a", n)+"!")
	}
	return ask(texts...)
}

// backtracking takes as long as a regular expression like ^(a+)+$ does in languages that try every way: twice as long
// for each letter more.
func backtracking(_ http.ResponseWriter, q string) string {
	if letters := strings.Count(q, "a"); letters+1 == len(q) {
		time.Sleep(800 * time.Millisecond >> (26 - letters))
	}
	return "[]"
}

// TestNoRun: a service that is slow by chance, for short runs too, or in proportion, is not slowed by a text.
func TestNoRun(t *testing.T) {
	for _, took := range [][]time.Duration{{80, 80, 80, 80, 80}, {1, 1, 1, 1, 90}, {4, 90, 12, 1, 90},
		{20, 12, 23, 12, 55}, {1, 1, 4, 1, 16}, {20, 1, 65, 1, 200}} {
		n := 0
		slow := answers("application/json", func(http.ResponseWriter, string) string {
			time.Sleep(took[n] * time.Millisecond)
			n++
			return "[]"
		})
		synctest.Test(t, func(t *testing.T) {
			for _, found := range oracletest.Findings(t, ruleOf(nil, security.CodeSlow), pages, slow(), runs(20, 12,
				23, 12, 26)) {
				assert.Empty(t, found, took)
			}
		})
	}
}

var inTemplate = regexp.MustCompile(`\$\{(\d+)\*(\d+)\}`)

// TestRules shows each rule a service with a hole and one without.
func TestRules(t *testing.T) {
	listener := listen(t)
	plain := func(_ http.ResponseWriter, q string) string { return html.EscapeString(q) }
	nothing := func(http.ResponseWriter, string) string { return "[]" }
	for name, tt := range map[string]struct {
		code            int
		faulty, healthy func() http.Handler
		calls           []oracletest.Call
	}{
		"quotes": {security.CodeSQL, answers("application/json", rowOf), answers("application/json", nothing),
			ask("evoke22222''", "evoke11111'", "evoke44444''''", "evoke33333'''")},
		"conditions": {security.CodeSQL, answers("application/json", rowOf), answers("application/json", nothing),
			ask("evoke1", "evoke1' OR '22222'='22223", "evoke1' OR '22222'='22222", "evoke1' OR '33333'='33335",
				"evoke1' OR '33333'='33333")},
		"sleeps": {security.CodeSQL, answers("application/json", sleeper), answers("application/json", nothing),
			ask("evoke1' OR (SELECT SLEEP(0))=1 OR '1'='2", "evoke1' OR (SELECT SLEEP(0.2))=1 OR '1'='2",
				"evoke1' OR (SELECT SLEEP(0))=1 OR '1'='2", "evoke1' OR (SELECT SLEEP(0.4))=1 OR '1'='2")},
		"markup": {security.CodeMarkup,
			answers("text/html; charset=utf-8", func(_ http.ResponseWriter, q string) string { return "<p>" + q }),
			answers("text/html", plain),
			ask("<script>evoke(11111)</script>", "<script>evoke(22222)</script>")},
		"template": {security.CodeTemplate, answers("text/plain", func(_ http.ResponseWriter, q string) string {
			var out strings.Builder
			if made, err := template.New("").Parse(q); err == nil {
				_ = made.Execute(&out, nil)
			}
			return out.String()
		}), answers("text/plain", plain), ask(`{{printf "%x" 48879111}}`, `{{printf "%x" 57005222}}`)},
		"expression": {security.CodeTemplate, answers("text/plain", func(_ http.ResponseWriter, q string) string {
			var a, b int
			if m := inTemplate.FindStringSubmatch(q); m != nil {
				_, _ = fmt.Sscan(m[1]+" "+m[2], &a, &b)
			}
			return fmt.Sprint(a * b)
		}), answers("text/plain", plain), ask("${11111*22222}", "${33333*44444}")},
		"path": {security.CodePath, answers("text/plain", func(_ http.ResponseWriter, q string) string {
			out, _ := os.ReadFile(path.Join("/home", q))
			return string(out)
		}), answers("text/plain", func(_ http.ResponseWriter, q string) string {
			out, _ := os.ReadFile("/nowhere" + path.Join("/", q))
			return string(out)
		}), ask("../../../../etc/passwd", "../../../../etc/group")},
		"redirect": {security.CodeRedirect, answers("text/plain", func(w http.ResponseWriter, q string) string {
			w.Header().Set("Location", q)
			w.WriteHeader(http.StatusFound)
			return ""
		}), answers("text/plain", func(w http.ResponseWriter, q string) string {
			w.Header().Set("Location", "/to?"+url.QueryEscape(q))
			w.WriteHeader(http.StatusFound)
			return ""
		}), ask("//evoke11111.localhost/", "//evoke22222.localhost/")},
		"header": {security.CodeHeader, answers("text/plain", func(w http.ResponseWriter, q string) string {
			for _, line := range strings.Split(q, "\r\n")[1:] {
				name, v, _ := strings.Cut(line, ": ")
				w.Header().Set(name, v)
			}
			return ""
		}), answers("text/plain", func(w http.ResponseWriter, q string) string {
			w.Header().Set("X", strings.NewReplacer("\r", " ", "\n", " ").Replace(q))
			return ""
		}), ask("evoke\r\nEvoke-11111: 22222", "evoke\r\nEvoke-33333: 44444")},
		"runs": {security.CodeSlow, answers("application/json", backtracking), answers("application/json", nothing),
			runs(20, 12, 23, 12, 26)},
		"call": {security.CodeCalls, answers("text/plain", func(_ http.ResponseWriter, q string) string {
			if got, err := http.Get(q); err == nil {
				_ = got.Body.Close()
			}
			return ""
		}), answers("text/plain", plain), ask(listener.Address()+"/evoke11111", listener.Address()+"/evoke22222")},
	} {
		t.Run(name, func(t *testing.T) {
			// A listener of its own hears nothing of what the one above heard before.
			kit := oracletest.Kit{Schema: pages, Faulty: tt.faulty, Healthy: tt.healthy, Calls: tt.calls}
			if tt.code == security.CodeCalls {
				found := oracletest.Findings(t, ruleOf(listener, tt.code), pages, tt.healthy(), tt.calls)
				assert.Empty(t, found[1])
				found = oracletest.Findings(t, ruleOf(listener, tt.code), pages, tt.faulty(), tt.calls)
				assert.Empty(t, found[0])
				assert.Len(t, found[1], 1)
				return
			}
			// The clock of a bubble moves when all sleep: a busy machine does not make answers slow.
			synctest.Test(t, func(t *testing.T) { oracletest.Test(t, ruleOf(listener, tt.code), kit) })
		})
	}
}

// TestStoredMarkup: a script that one call stores and another one shows is a fault of the first.
func TestStoredMarkup(t *testing.T) {
	service := func(shown func(string) string) func() http.Handler {
		return func() http.Handler {
			var all []string
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					body, _ := io.ReadAll(r.Body)
					all = append(all, string(body))
					w.WriteHeader(http.StatusCreated)
					return
				}
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, shown(strings.Join(all, "")))
			})
		}
	}
	post := func(n int) oracletest.Call {
		return oracletest.Call{Method: "POST", Target: "/pages",
			Body: fmt.Sprintf(`{"title": "<script>evoke(%d)</script>"}`, n)}
	}
	calls := []oracletest.Call{post(11111), ask("")[0], post(22222), ask("")[0]}
	kit := oracletest.Kit{Schema: pages, Faulty: service(func(s string) string { return s }),
		Healthy: service(html.EscapeString), Calls: calls}
	oracletest.Test(t, ruleOf(nil, security.CodeMarkup), kit)
	found := oracletest.Findings(t, ruleOf(nil, security.CodeMarkup), pages, kit.Faulty(), calls)
	require.Len(t, found[3], 1)
	assert.Equal(t, "POST /pages", found[3][0].Of.Name())
}

// TestHidden: what answers though the schema does not have it, and services that answer anything.
func TestHidden(t *testing.T) {
	stray := func(method, target string) oracletest.Call {
		return oracletest.Call{Method: method, Target: target, Stray: target}
	}
	answers := func(by map[string]int, other int) func() http.Handler {
		return func() http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Allow", "GET, DELETE")
				status, ok := by[r.Method+" "+r.URL.Path]
				if !ok {
					status = other
				}
				w.WriteHeader(status)
			})
		}
	}
	pagesGone, beside := []oracletest.Call{stray("EVOKE", "/pages"), stray("DELETE", "/pages")},
		[]oracletest.Call{stray("GET", "/evoke-nowhere"), stray("GET", "/debug/vars")}
	for name, tt := range map[string]struct {
		faulty, healthy func() http.Handler
		calls           []oracletest.Call
	}{
		"a method": {answers(map[string]int{"DELETE /pages": 204}, 405), answers(nil, 405), pagesGone},
		"a refusal": {answers(map[string]int{"PATCH /pages": 422}, 405), answers(map[string]int{"PATCH /pages": 403},
			405), []oracletest.Call{stray("EVOKE", "/pages"), stray("PATCH", "/pages")}},
		"a path":      {answers(map[string]int{"GET /debug/vars": 200}, 404), answers(nil, 404), beside},
		"all paths":   {answers(map[string]int{"GET /debug/vars": 200}, 404), answers(nil, 200), beside},
		"all methods": {answers(map[string]int{"DELETE /pages": 204}, 405), answers(nil, 200), pagesGone},
	} {
		t.Run(name, func(t *testing.T) {
			oracletest.Test(t, ruleOf(nil, security.CodeHidden), oracletest.Kit{Schema: pages, Faulty: tt.faulty,
				Healthy: tt.healthy, Calls: tt.calls})
		})
	}
}

// TestSlowAnswersAreNoSleeps: a service that is slow whatever it is asked, or the same for each sleep, has no hole.
func TestSlowAnswersAreNoSleeps(t *testing.T) {
	calls := ask("evoke1' OR (SELECT SLEEP(0))=1 OR '1'='2", "evoke1' OR (SELECT SLEEP(0.2))=1 OR '1'='2",
		"evoke1' OR (SELECT SLEEP(0))=1 OR '1'='2", "evoke1' OR (SELECT SLEEP(0.4))=1 OR '1'='2")
	for _, took := range [][]time.Duration{{450, 450, 450, 450}, {0, 250, 0, 250}, {0, 0, 0, 450}, {0, 250, 120, 450}} {
		n := 0
		slow := answers("application/json", func(http.ResponseWriter, string) string {
			time.Sleep(took[n] * time.Millisecond)
			n++
			return "[]"
		})
		synctest.Test(t, func(t *testing.T) {
			for _, found := range oracletest.Findings(t, ruleOf(nil, security.CodeSQL), pages, slow(), calls) {
				assert.Empty(t, found, took)
			}
		})
	}
}

// TestInternals: what answers tell strangers of the program, and what they may say.
func TestInternals(t *testing.T) {
	says := func(status int, text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		})
	}
	for name, tt := range map[string]struct {
		code         int
		wrong, right http.Handler
	}{
		"go": {security.CodeLeaked, says(500, "panic\n\ngoroutine 7 [running]:\nmain.f()"),
			says(200, "goroutine 7 [running]:")},
		"java": {security.CodeLeaked, says(500, "x\n\tat shop.Cart.add(Cart.java:12)"), says(500, "at home")},
		"as JSON": {security.CodeLeaked, says(500, `{"trace": "x\n\tat shop.Cart.add(Cart.java:12)"}`),
			says(500, `{"trace": "shop\n\tcart"}`)},
		"python": {security.CodeLeaked, says(500, "Traceback (most recent call last):"), says(500, "no trace")},
		"sql": {security.CodeInternals, says(400, "in SELECT * FROM notes WHERE id = x"),
			says(400, "select one from the list")},
		"driver": {security.CodeInternals, says(500, `near "x": syntax error`), says(400, `syntax error in "q"`)},
		"path": {security.CodeInternals, says(404, "open /var/lib/notes/7.json: no such file"),
			says(404, "no /notes/7")},
		"sent": {security.CodeInternals, says(404, "no /var/lib/other.json"), says(404, "no /var/lib/notes.json")},
	} {
		t.Run(name, func(t *testing.T) {
			calls := ask("/var/lib/notes.json")
			assert.NotEmpty(t, oracletest.Findings(t, ruleOf(nil, tt.code), pages, tt.wrong, calls)[0])
			assert.Empty(t, oracletest.Findings(t, ruleOf(nil, tt.code), pages, tt.right, calls)[0])
		})
	}
}

// TestOneEffectIsNoFinding: what a single payload seems to do may be there by chance.
func TestOneEffectIsNoFinding(t *testing.T) {
	echo := answers("text/html", func(_ http.ResponseWriter, q string) string { return q })
	for _, second := range []string{"<script>evoke(11111)</script>", "x"} {
		found := oracletest.Findings(t, ruleOf(nil, security.CodeMarkup), pages, echo(),
			ask("<script>evoke(11111)</script>", second))
		assert.Empty(t, found[0])
		assert.Empty(t, found[1])
	}
}

// TestRulesAreTold: each is opt-in, with a code of its own, a name and an explanation.
func TestRulesAreTold(t *testing.T) {
	codes := map[int]bool{}
	for _, r := range security.Rules(nil) {
		assert.False(t, codes[r.Code], r.Code)
		codes[r.Code] = true
		assert.True(t, r.OptIn)
		assert.NotEmpty(t, r.Name)
		assert.NotEmpty(t, r.Explanation)
	}
	assert.Len(t, security.Codes(), len(codes))
}

func listen(t *testing.T) *security.Listener {
	l, err := security.Listen()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	return l
}

func ruleOf(l *security.Listener, code int) *oracle.Rule {
	for _, r := range security.Rules(l) {
		if r.Code == code {
			return r
		}
	}
	return nil
}
