package jstest

import (
	"cmp"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

const mark = prose.Mark

// renderer writes one suite.
type renderer struct {
	w        *Writer
	suite    *suite.Suite
	titles   map[string]string // by test; a row has the title of its table
	prepared []*preparation
	tables   map[string][]*suite.Test // rows of the tables, by test
}

func newRenderer(w *Writer, s *suite.Suite) *renderer {
	own := *s // a copy, because Arrange changes it
	own.Tests = parts.Connected(s.Tests)
	r := &renderer{w: w, suite: &own, titles: map[string]string{}}
	r.prepared = preparationsOf(own.Arrange())
	r.tables = parts.Tables(own.Tests)
	r.entitle()
	return r
}

// entitle gives each test its purpose as a title, and adds the name if another test has the same purpose.
func (r *renderer) entitle() {
	lines, count := map[string]string{}, map[string]int{}
	for i := range r.suite.Tests {
		t := &r.suite.Tests[i]
		line := escape.Prose(t.Purpose)
		if rows := r.tables[t.Name]; rows != nil {
			line = prose.Table(rows)
		}
		if lines[t.Name] = line; r.tables[t.Name] == nil || r.tables[t.Name][0] == t {
			count[line]++
		}
	}
	for i := range r.suite.Tests {
		t := &r.suite.Tests[i]
		line, name := lines[t.Name], t.Name
		if t.Form.Table != "" {
			name = t.Form.Table
		}
		switch {
		case line == "":
			line = name
		case count[line] > 1:
			line += " (" + name + ")"
		}
		r.titles[t.Name] = line
	}
}

// header returns the comment at the beginning of every file.
func (r *renderer) header(about string, test bool) string {
	lines := []string{mark, "", about}
	if r.suite.Repeat != "" {
		lines = append(lines, prose.Repeat(r.suite.Repeat))
	}
	var b strings.Builder
	if test && r.w.Runner == Jest { // Jest reads its instructions only in the first comment
		b.WriteString("/**\n * " + mark + "\n *\n * @jest-environment node\n */\n\n")
		lines = lines[2:]
	}
	for _, line := range lines {
		if line == "" {
			b.WriteString("\n")
		} else {
			b.WriteString(escape.JSComment(line) + "\n")
		}
	}
	if test && r.w.Runner == Vitest {
		b.WriteString("// @vitest-environment node\n")
	}
	return b.String()
}

// imports returns the code that imports the names of other files.
func (r *renderer) imports() string {
	support := "'./" + r.w.Prefix + "_support" + r.w.script() + "'"
	switch r.w.Runner {
	case Jest:
		return "\nconst { start } = require(" + support + ");\n"
	case Vitest:
		return "\nimport { expect, test } from 'vitest';\nimport { start } from " + support + ";\n"
	}
	return "\nimport { test } from 'node:test';\nimport { start } from " + support + ";\n"
}

// file writes the file of a part.
func (r *renderer) file(p parts.Part) suite.File {
	var b strings.Builder
	b.WriteString(r.header(prose.About(r.suite.Title, p.Kind), true))
	f := suite.File{Name: p.Name + ".test" + r.w.script(), Mark: mark, Runner: string(r.w.Runner)}
	body := &strings.Builder{}
	imports := r.imports()
	lines := 1 + strings.Count(b.String()+imports, "\n")
	var at suite.Location
	for _, t := range p.Tests {
		table := r.tables[t.Name]
		if table == nil || table[0] == t {
			at = suite.Location{Start: lines + strings.Count(body.String(), "\n") + 1}
			body.WriteString("\n")
			if table == nil {
				r.test(body, t)
			} else {
				r.table(body, table)
			}
			at.End = lines + strings.Count(body.String(), "\n") - 1
		}
		at.Name, at.Title = t.Name, r.titles[t.Name]
		if table != nil {
			at.Title += ": " + t.Form.Row
		}
		at.Fails = r.w.Faults == output.FailFaults && t.Kind == suite.FaultKind && !suite.Silenced(t.Faults)
		f.Tests = append(f.Tests, at)
	}
	if r.expects() && !strings.Contains(body.String(), "expect(") {
		imports = strings.Replace(imports, "{ expect, test }", "{ test }", 1)
	}
	f.Content = []byte(b.String() + imports + body.String())
	return f
}

// comment returns the details of the faults of a test, and the conditions that only this test shows. The title has the
// rest.
func (r *renderer) comment(t *suite.Test) string {
	var lines []string
	for _, w := range t.Ways {
		lines = append(lines, escape.JSComment(prose.Way(w)))
	}
	for i, f := range t.Faults {
		if len(lines) > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, escape.JSComment(prose.Fault(f)+":"))
		for _, d := range prose.Details(cmp.Or(r.suite.Address, r.suite.BaseURL), t, i) {
			text := strings.TrimPrefix(strings.TrimPrefix(escape.JSComment("."+d.Text), "// ."), " ")
			lines = append(lines, strings.TrimRight("//   "+d.Label+text, " "))
		}
	}
	if len(t.Faults) > 0 {
		lines = append(lines, "//", "// "+strings.Join(prose.Advice(r.w.Faults, t.Faults, "the API"), "\n// "))
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// opening returns the line that begins a test. skipped is the reason why the test is skipped; "" if it is not.
func (r *renderer) opening(title, skipped string) string {
	switch {
	case skipped == "":
		return "test(" + title + ", async () => {\n"
	case r.w.Runner == Node:
		return "test(" + title + ", { skip: " + escape.JSString(skipped) + " }, async () => {\n"
	}
	return "test.skip(" + title + ", async () => {\n"
}

// skipped returns the reason why the test of a fault is skipped; "" if it is not.
func (r *renderer) skipped(t *suite.Test) string {
	if r.w.Faults != output.SkipFaults || len(t.Faults) == 0 || suite.Silenced(t.Faults) {
		return ""
	}
	return prose.Message(t.Faults)
}

// test writes one test. Set-up steps stand together at the beginning, or else with the step that needs them.
func (r *renderer) test(b *strings.Builder, t *suite.Test) {
	first := 0
	if p := r.preparation(t, 0); p != nil && !p.Single() {
		first = len(p.Steps)
	}
	asText, asJSON := suite.Uses(t.Steps[first:])
	v := newVariables(r.written(t, first))
	for i := range t.Steps {
		v.declareAll(&t.Steps[i], asText, asJSON)
	}
	v.DeclareNames(r.asserts(t, first))
	b.WriteString(r.comment(t) + r.opening(escape.JSString(r.titles[t.Name]), r.skipped(t)))
	b.WriteString("  const api = await start();\n" + v.names("  "))
	start, before := true, false // start: only set-up steps so far; before: the previous step was one
	for i := 0; i < len(t.Steps); i++ {
		p := r.preparation(t, i)
		if start && p == nil || !start && !before {
			b.WriteString("\n")
		}
		before, start = p != nil, start && p != nil
		if p != nil {
			b.WriteString("  " + p.call(v, t.Steps[i:i+len(p.Steps)]) + "\n")
			i += len(p.Steps) - 1
			continue
		}
		s := &stepWriter{renderer: r, b: b, indent: "  ", vars: v, step: &t.Steps[i], faults: t.FaultsAt(i)}
		s.write()
	}
	b.WriteString("});\n")
}

// written returns the steps, from one on, that the test itself contains.
func (r *renderer) written(t *suite.Test, first int) (out []suite.Step) {
	for i := first; i < len(t.Steps); i++ {
		if r.preparation(t, i) == nil {
			out = append(out, t.Steps[i])
		}
	}
	return out
}

// asserts returns the same steps without the checks of faulty answers: the answers of a mended system are unknown.
func (r *renderer) asserts(t *suite.Test, first int) (out []suite.Step) {
	for i := first; i < len(t.Steps); i++ {
		s := t.Steps[i]
		if r.preparation(t, i) != nil {
			continue
		}
		if r.w.mended() && len(t.FaultsAt(i)) > 0 && !suite.Silenced(t.FaultsAt(i)) && broken(s.Call) {
			call := *s.Call
			call.Expect.Checks = nil
			s.Call = &call
		}
		out = append(out, s)
	}
	return out
}
