package gotest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// stepWriter writes one step of a test.
type stepWriter struct {
	renderer *renderer
	b        *strings.Builder
	vars     *variables
	step     *suite.Step
	faults   []suite.Fault
	answer   string // variable of the answer; "" if none is needed
	row      bool   // the call is that of a table row
}

func (s *stepWriter) line(format string, args ...any) {
	fmt.Fprintf(s.b, "\t"+format+"\n", args...)
}

func (s *stepWriter) write() {
	if s.step.Note != "" {
		s.line("%s", escape.GoComment(s.step.Note))
	}
	if s.step.Function != nil {
		w := functionWriter{s, s.renderer.functions[s.step.Function]}
		w.write()
		return
	}
	s.arrange()
	if s.step.Call.Request.Gone {
		s.line("// The client leaves before the answer.")
	}
	mended := s.renderer.w.mended() && len(s.faults) > 0 && !suite.Silenced(s.faults)
	if mended && broken(s.step.Call) {
		// The answer of a mended system is unknown.
		s.call(fmt.Sprintf("%s(%s)", mendedBy(s.step.Call), expr.String(s.message())), len(s.captures()) > 0)
		s.capture()
		return
	}
	s.asserted()
	s.capture()
	if mended {
		s.line("t.%s", failing("Error", s.message()))
	}
}

// arrange writes the surroundings of the step.
func (s *stepWriter) arrange() {
	for _, g := range s.step.Given {
		if g.Note != "" {
			s.line("%s", escape.GoComment(g.Note))
		}
		switch {
		case g.Answer != nil:
			s.chain("", neighbour(g.Answer))
		case g.Wait > 0:
			s.line("time.Sleep(%s) // in the bubble, nobody waits", expr.Duration(g.Wait))
		case g.Row != nil:
			s.line("api.%s(%s, %s)", putter(s.renderer.w, g.Row.Store), expr.String(g.Row.Table),
				expr.String(g.Row.Values))
		default:
			s.line("api.sql(%s)", expr.String(g.SQL))
		}
	}
}

// waits reports whether time passes in a test.
func waits(t *suite.Test) bool {
	passes := func(g *suite.Given) bool { return g.Wait > 0 }
	return slices.ContainsFunc(t.Steps, func(s suite.Step) bool { return s.Arranges(passes) })
}

// neighbour returns the method calls that arrange the answer of another service.
func neighbour(a *suite.Answer) []string {
	parts := []string{"api", fmt.Sprintf("neighbour(%s, %s)", expr.String(a.Method), expr.String(a.URL))}
	if a.Once {
		parts = append(parts, "once()")
	}
	if a.Fails == suite.Refused {
		return append(parts, "refused()")
	}
	if a.Own {
		parts = append(parts, "listening()")
	}
	for _, h := range a.Headers {
		parts = append(parts, fmt.Sprintf("header(%s, %s)", expr.String(h.Name), expr.String(h.Value.String())))
	}
	if a.Fails != "" {
		parts = append(parts, string(a.Fails)+"()")
	}
	return append(parts, fmt.Sprintf("answers(%d, %s)", max(a.Status, http.StatusOK), expr.String(a.Body)))
}

// chain writes a chain of method calls, in several lines if it is long. The first call stays in the first line.
func (s *stepWriter) chain(head string, parts []string) {
	line := head + strings.Join(parts, ".")
	if len(line) > expr.Width || strings.Contains(line, "\n") {
		line = head + parts[0] + "." + strings.Join(parts[1:], ".\n\t\t")
	}
	s.line("%s", line)
}

// broken reports whether a call is expected to fail because of the server.
func broken(c *suite.Call) bool {
	return c.Expect.Panics || c.Expect.Broken || c.Expect.Status >= 500
}

// mendedBy returns the method that reports whether a failed call is mended. For a client that disconnected, any answer
// counts as mended.
func mendedBy(c *suite.Call) string {
	if c.Request.Gone && c.Expect.Status == 0 {
		return "wantAnswer"
	}
	return "wantNoFault"
}

// failing returns the call of a method of testing.T with a text. If the text contains a percent sign, it adds a format,
// because go vet would report a mistake.
func failing(method, text string) string {
	if strings.Contains(text, "%") {
		return method + `f("%s", ` + expr.String(text) + ")"
	}
	return method + "(" + expr.String(text) + ")"
}

// mended reports whether the tests of faults expect that the fault is mended.
func (w *Writer) mended() bool {
	return w.Faults == output.FailFaults || w.Faults == output.SkipFaults
}

// message describes the faults of the step in one line.
func (s *stepWriter) message() string { return prose.Message(s.faults) }

// asserted writes the call and its assertions.
func (s *stepWriter) asserted() {
	e := &s.step.Call.Expect
	needed := e.ContentType != "" || len(e.Checks) > 0 || len(s.captures()) > 0
	switch {
	case e.Panics:
		s.call("wantPanic()", false)
		return
	case e.Broken:
		s.call("wantNoAnswer()", false)
		return
	case e.Status == 0:
		s.call("send()", needed)
	case s.renderer.w.Testify && e.Soon:
		s.call(fmt.Sprintf("sendUntil(%d)", e.Status), true)
		s.line("require.Equal(t, %d, %s.status, %s.String())", e.Status, s.answer, s.answer)
	case e.Soon:
		s.call(fmt.Sprintf("wantSoon(%d)", e.Status), needed)
	case s.renderer.w.Testify:
		s.call("send()", true)
		s.line("require.Equal(t, %d, %s.status, %s.String())", e.Status, s.answer, s.answer)
	default:
		s.call(fmt.Sprintf("want(%d)", e.Status), needed)
	}
	if e.ContentType != "" {
		s.contentType(e.ContentType)
	}
	s.checks(e.Checks)
}

// call writes the call. last is the method that sends it.
func (s *stepWriter) call(last string, needed bool) {
	parts := append(s.request(), last)
	head := ""
	if needed {
		if s.answer = "got"; !s.row {
			s.answer = s.vars.Answer(s.step)
		}
		head = s.answer + " := "
	}
	s.chain(head, parts) // the path stays in the line of api.call
}

// request returns the method calls that build the request.
func (s *stepWriter) request() []string {
	r := &s.step.Call.Request
	parts := []string{"api", fmt.Sprintf("call(%s, %s)", expr.String(r.Method), s.path())}
	for _, q := range r.Query {
		parts = append(parts, fmt.Sprintf("query(%s, %s)", expr.String(q.Name), goText(q.Value, s.text)))
	}
	body, setsType := s.body()
	if s.row {
		parts, body = []string{"api", "request(test.method, test.path, test.body)"}, ""
	}
	for _, h := range r.Headers {
		if setsType && strings.EqualFold(h.Name, "Content-Type") {
			continue
		}
		parts = append(parts, fmt.Sprintf("header(%s, %s)", expr.String(h.Name), goText(h.Value, s.text)))
	}
	if body != "" {
		parts = append(parts, body)
	}
	if r.Gone {
		parts = append(parts, "leaving()")
	}
	return parts
}

func (s *stepWriter) text(name string) string { return s.vars.plain(name) }

func (s *stepWriter) path() string {
	path := s.step.Call.Request.Path
	if len(path) == 0 || path[0].Var != "" || !strings.HasPrefix(path[0].Literal, "/") {
		path = append(suite.Literal("/"), path...)
	}
	return goText(path, func(name string) string {
		if s.vars.IsName(name) {
			return s.vars.plain(name) // a unique name is the same when it is escaped
		}
		return "url.PathEscape(" + s.vars.plain(name) + ")"
	})
}

// body returns the method call that sets the body; "" for none. setsType says that the call also sets the content type.
func (s *stepWriter) body() (call string, setsType bool) {
	body := s.step.Call.Request.Body
	if body == nil {
		return "", false
	}
	typed, plain := s.contentTypes()
	if body.JSON && typed {
		if l, ok := newJSONLayout(body.Text, s.inJSON); ok {
			return "json(" + l.goExpr("\t\t", "json(", ").") + ")", plain
		}
	}
	if body.JSON {
		return "body(" + s.exactJSON(body.Text) + ")", false
	}
	text := s.text
	if s.step.Call.Request.HasForm() {
		text = s.inForm
	}
	return "body(" + goText(body.Text, text) + ")", false
}

// inForm returns the expression for a variable in a form.
func (s *stepWriter) inForm(name string) string {
	if s.vars.IsName(name) || suite.IsSecret(name) {
		return s.vars.plain(name)
	}
	return "url.QueryEscape(" + s.vars.plain(name) + ")"
}

// contentTypes reports whether the request has a content type, and whether that is exactly the one of JSON.
func (s *stepWriter) contentTypes() (typed, plain bool) {
	var values []string
	for _, h := range s.step.Call.Request.Headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			values = append(values, h.Value.String())
		}
	}
	return len(values) > 0, slices.Equal(values, []string{"application/json"})
}

// inJSON returns the expression for a variable in a JSON text.
func (s *stepWriter) inJSON(name string, inString bool) string {
	if inString && s.vars.IsName(name) {
		return s.vars.plain(name)
	}
	if inString {
		return "api.inString(" + s.vars.plain(name) + ")"
	}
	return s.vars.json(name)
}

// exactJSON returns the expression for a JSON text that keeps every byte.
func (s *stepWriter) exactJSON(t suite.Text) string {
	var parts []string
	for i, inside := range t.InStrings() {
		if p := t[i]; p.Var != "" {
			parts = append(parts, s.inJSON(p.Var, inside))
		} else {
			parts = append(parts, expr.String(p.Literal))
		}
	}
	if len(parts) == 0 {
		return `""`
	}
	return strings.Join(parts, "+")
}

// captures returns the captures whose variables later steps use.
func (s *stepWriter) captures() []suite.Capture {
	return slices.DeleteFunc(slices.Clone(s.step.Call.Captures), func(c suite.Capture) bool {
		return s.vars.Text[c.Var] == "" && s.vars.Whole[c.Var] == ""
	})
}

// capture writes the statements that fill the variables for later steps.
func (s *stepWriter) capture() {
	for _, r := range s.reads() {
		s.line("%s := %s", r.name, r.value)
	}
}

// read is a variable with the expression that reads its value from an answer.
type read struct{ name, value string }

// reads returns the variables to read from an answer.
func (s *stepWriter) reads() (out []read) {
	for _, c := range s.captures() {
		method := map[suite.Source]string{suite.FromBody: "read", suite.FromHeader: "readHeader",
			suite.FromCookie: "readCookie"}[c.Source]
		value := fmt.Sprintf("%s.%s(%s)", s.answer, method, expr.String(c.Name))
		if c.LastSegment {
			value = "api.lastSegment(" + value + ")"
		}
		if name := s.vars.Text[c.Var]; name != "" {
			out = append(out, read{name, value})
		}
		if name := s.vars.Whole[c.Var]; name != "" {
			out = append(out, read{name, fmt.Sprintf("%s.readJSON(%s)", s.answer, expr.String(c.Name))})
		}
	}
	return out
}
