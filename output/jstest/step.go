package jstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// stepWriter writes one step of a test.
type stepWriter struct {
	renderer *renderer
	b        *strings.Builder
	indent   string
	vars     *variables
	step     *suite.Step
	faults   []suite.Fault
	answer   string // variable of the answer; "" if none is needed
	row      bool   // the call is that of a table row
	// inexactRow says that the client of the runner would change the call of the row.
	inexactRow bool
}

func (s *stepWriter) write() {
	if s.step.Note != "" {
		s.line("%s", escape.JSComment(s.step.Note))
	}
	mended := s.renderer.w.mended() && len(s.faults) > 0 && !suite.Silenced(s.faults)
	if mended && broken(s.step.Call) {
		// The answer of a mended system is unknown.
		s.call("wantNoFault("+escape.JSString(prose.Message(s.faults))+")", len(s.captures()) > 0)
		s.capture()
		return
	}
	s.asserted()
	s.capture()
	if mended {
		s.line("api.fail(%s);", escape.JSString(prose.Message(s.faults)))
	}
}

// broken reports whether a call is expected to fail because of the server.
func broken(c *suite.Call) bool {
	return c.Expect.Panics || c.Expect.Broken || c.Expect.Status >= 500
}

// mended reports whether the tests of faults expect that the fault is mended.
func (w *Writer) mended() bool {
	return w.Faults == output.FailFaults || w.Faults == output.SkipFaults
}

// asserted writes the call and its assertions.
func (s *stepWriter) asserted() {
	e := &s.step.Call.Expect
	needed := e.ContentType != "" || len(e.Checks) > 0 || len(s.captures()) > 0
	switch {
	case e.Panics || e.Broken:
		s.call("wantNoAnswer()", false)
		return
	case e.Status == 0:
		s.call("send()", needed)
	case e.Soon:
		s.call(fmt.Sprintf("wantSoon(%d)", e.Status), needed)
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
	head := "await "
	if needed {
		if s.answer = "got"; !s.row {
			s.answer = s.vars.Answer(s.step)
		}
		head = "const " + s.answer + " = await "
	}
	line := head + strings.Join(parts, ".") + ";"
	if len(s.indent+line) > width || strings.Contains(line, "\n") {
		// The path stays in the line of api.call.
		line = head + parts[0] + "." + strings.Join(parts[1:], "\n"+s.indent+"  .") + ";"
	}
	s.line("%s", line)
}

// request returns the method calls that build the request.
func (s *stepWriter) request() []string {
	r := &s.step.Call.Request
	path, query := s.target()
	parts := []string{"api", fmt.Sprintf("call(%s, %s)", escape.JSString(r.Method), path)}
	for _, q := range r.Query {
		if query {
			parts = append(parts,
				fmt.Sprintf("query(%s, %s)", escape.JSString(q.Name), textExpression(q.Value, s.text(q.Value))))
		}
	}
	body, setsType := s.body()
	if s.row {
		parts, body = []string{"api", "request(row)"}, ""
	}
	for _, h := range r.Headers {
		if setsType && strings.EqualFold(h.Name, "Content-Type") {
			continue
		}
		parts = append(parts,
			fmt.Sprintf("header(%s, %s)", escape.JSString(h.Name), bytesExpression(h.Value, s.text(h.Value))))
	}
	if body != "" {
		parts = append(parts, body)
	}
	if s.inexact() {
		parts = append(parts, "exactly()")
	}
	return parts
}

// inexact reports whether the client of the runner would change the call.
func (s *stepWriter) inexact() bool {
	return s.renderer.w.Runner != Node && (s.inexactRow || !s.renderer.w.Runner.sends(&s.step.Call.Request))
}

// captures returns the captures whose variables later steps use.
func (s *stepWriter) captures() []suite.Capture {
	return slices.DeleteFunc(slices.Clone(s.step.Call.Captures), func(c suite.Capture) bool {
		return s.vars.Text[c.Var] == "" && s.vars.Whole[c.Var] == ""
	})
}

// capture writes the statements that fill the variables for later steps.
func (s *stepWriter) capture() {
	for _, c := range s.captures() {
		method := map[suite.Source]string{suite.FromBody: "read", suite.FromHeader: "readHeader",
			suite.FromCookie: "readCookie"}[c.Source]
		read := fmt.Sprintf("%s.%s(%s)", s.answer, method, escape.JSString(c.Name))
		if c.LastSegment {
			read = "api.lastSegment(" + read + ")"
		}
		if name := s.vars.Text[c.Var]; name != "" {
			s.line("const %s = %s;", name, read)
		}
		if name := s.vars.Whole[c.Var]; name != "" {
			s.line("const %s = %s.at(%s);", name, s.answer, escape.JSString(c.Name))
		}
	}
}
