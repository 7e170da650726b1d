package gotest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// table is one test of several refusals: the same status and answer, each to one
// call of another operation.
type table struct {
	title string
	rows  []*suite.Test
}

func last(t *suite.Test) *suite.Step { return &t.Steps[len(t.Steps)-1] }

// operation is that of all calls, "" if they have several.
func (t *table) operation() string {
	operation := last(t.rows[0]).Operation
	if slices.ContainsFunc(t.rows, func(row *suite.Test) bool { return last(row).Operation != operation }) {
		return ""
	}
	return operation
}

// purpose says in one line what a table shows.
func (t *table) purpose() string {
	s := last(t.rows[0])
	if operation := t.operation(); operation != "" {
		return fmt.Sprintf("%s answers %d to %s%s", operation, s.Call.Expect.Status, t.count(), asWords(t.rows[0]))
	}
	return fmt.Sprintf("%s answer %d%s", t.count(), s.Call.Expect.Status, asWords(t.rows[0]))
}

// count says how many rows a table has. One may be left of it.
func (t *table) count() string {
	if len(t.rows) == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", len(t.rows))
}

// table writes a table as one test.
func (r *renderer) table(b *strings.Builder, t *table) {
	first, s := t.rows[0], *last(t.rows[0])
	fmt.Fprintf(b, "\n%s\nfunc %s(t *testing.T) {\n", escape.GoComment(t.purpose()), t.title)
	b.WriteString("\tfor _, test := range []struct{ name, method, path, body string }{\n")
	for _, row := range t.rows {
		request := &last(row).Call.Request
		target, body, _ := request.Plain() // Arrange chose it
		for _, way := range row.Ways {
			b.WriteString("\t\t" + wayLine(way) + "\n")
		}
		before := fmt.Sprintf("{%s, %s, %s, ", expr.String(row.Form.Row), expr.String(request.Method), expr.String(target))
		written := `""`
		if body != "" {
			l := &jsonLayout{marked: body, layout: layout{fill: true}}
			written = l.goExpr("\t\t", before, "},")
		}
		b.WriteString("\t\t" + before + written + "},\n")
	}
	b.WriteString("\t} {\n\t\tt.Run(test.name, func(t *testing.T) {\n")
	call := *s.Call
	call.Request.Headers = call.Request.OtherHeaders()
	s.Call = &call
	asText, asJSON := suite.Uses(first.Steps)
	v := newVariables([]suite.Step{s}, append(r.reserved(), "test")...)
	for i := range first.Steps {
		v.declareAll(&first.Steps[i], asText, asJSON)
	}
	fmt.Fprintf(b, "\tapi := %sStart(t)\n", r.shared)
	for i := range len(first.Steps) - 1 {
		b.WriteString("\t" + r.preparation(first, i).call(v, first.Steps[i:i+1]) + "\n")
	}
	b.WriteString("\n")
	w := &stepWriter{renderer: r, b: b, vars: v, step: &s, row: true}
	w.asserted()
	b.WriteString("})\n}\n}\n")
}

// asWords says who acts.
func asWords(t *suite.Test) string {
	if user := last(t).User; user != "" {
		return " as " + user
	}
	return ""
}
