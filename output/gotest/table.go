package gotest

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// table is one test function for several calls. All expect the same status and answer, with the same faults; each row
// has one call.
type table struct {
	title string
	rows  []*suite.Test
}

// table writes a table as one test function.
func (r *renderer) table(b *strings.Builder, t *table) {
	first, s := prose.FaultsOf(t.rows), *prose.Last(t.rows[0])
	about := *first
	about.Purpose, about.Ways = prose.Table(t.rows), nil
	fmt.Fprintf(b, "\n%sfunc %s(t *testing.T) {\n%s", r.docComment(&about), t.title, r.skipped(first))
	b.WriteString("\tfor _, test := range []struct{ name, method, path, body string }{\n")
	for _, row := range t.rows {
		request := &prose.Last(row).Call.Request
		target, body, _ := request.Plain() // Plain succeeds for all rows that Arrange chooses
		for _, way := range row.Ways {
			b.WriteString("\t\t" + wayLine(way) + "\n")
		}
		before := fmt.Sprintf("{%s, %s, %s, ", expr.String(row.Form.Row),
			expr.String(request.Method), expr.String(target))
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
	w := &stepWriter{renderer: r, b: b, vars: v, step: &s, faults: first.Faults, row: true}
	w.write()
	b.WriteString("})\n}\n}\n")
}
