package jstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// table writes the rows of a table as a loop of tests.
func (r *renderer) table(b *strings.Builder, rows []*suite.Test) {
	first, s := prose.FaultsOf(rows), *prose.Last(rows[0])
	about := *first
	about.Ways = nil
	b.WriteString(r.comment(&about) + "for (const row of [\n")
	for _, row := range rows {
		for _, way := range row.Ways {
			b.WriteString("  " + escape.JSComment(prose.Way(way)) + "\n")
		}
		b.WriteString("  " + rowOf(row).lines("  ", len("  ,")) + ",\n")
	}
	title := "`" + escape.JSTemplate(r.titles[first.Name]) + ": ${row.name}`"
	b.WriteString("]) {\n  " + r.opening(title, r.skipped(first)))
	call := *s.Call
	call.Request.Headers = call.Request.OtherHeaders()
	s.Call = &call
	asText, asJSON := suite.Uses(first.Steps)
	v := newVariables([]suite.Step{s})
	for i := range first.Steps {
		v.declareAll(&first.Steps[i], asText, asJSON)
	}
	b.WriteString("    const api = await start();\n")
	for i := range len(first.Steps) - 1 {
		b.WriteString("    " + r.preparation(first, i).call(v, first.Steps[i:i+1]) + "\n")
	}
	b.WriteString("\n")
	w := &stepWriter{renderer: r, b: b, indent: "    ", vars: v, step: &s, faults: first.Faults, row: true}
	w.inexactRow = slices.ContainsFunc(rows, func(row *suite.Test) bool {
		return !r.w.Runner.sends(&prose.Last(row).Call.Request)
	})
	w.write()
	b.WriteString("  });\n}\n")
}

// rowOf returns the object of a row.
func rowOf(t *suite.Test) *code {
	request := &prose.Last(t).Call.Request
	target, body, _ := request.Plain() // Plain succeeds for all rows that Arrange chooses
	field := func(name, text string) *code { return &code{key: name, text: escape.JSString(text)} }
	out := &code{open: "{", elems: []*code{field("name", t.Form.Row), field("method", request.Method),
		field("path", sendable(target))}}
	if body == "" {
		return out
	}
	never := func(i int, _ bool) string { return fmt.Sprint(i) } // rows have no variables
	if c, ok := jsonLiteral(suite.Literal(body), never); ok {
		c.key = "json"
		out.elems = append(out.elems, c)
		return out
	}
	out.elems = append(out.elems, &code{key: "jsonText", text: bytesExpression(suite.Literal(body), nil)})
	return out
}
