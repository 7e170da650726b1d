package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/calls"
	"github.com/evoke-go/evoke/suite"
)

// model is the data that the script of the page shows. Tests, findings and sources refer to each other by index.
type model struct {
	Operations []operation `json:"operations"`
	Findings   []finding   `json:"findings"`
	Tests      []test      `json:"tests"`
	Sources    []source    `json:"sources"`
	Laws       []law       `json:"laws,omitempty"`
}

type operation struct {
	Name       string      `json:"name"`
	Calls      int         `json:"calls"`
	Outcomes   [][2]string `json:"outcomes,omitempty"` // pairs of outcome and count
	Incomplete int         `json:"incomplete,omitempty"`
	OK         bool        `json:"ok"`
	Why        string      `json:"why,omitempty"`
	Undeclared []string    `json:"undeclared,omitempty"`
	Tests      []int       `json:"tests,omitempty"`
	Findings   int         `json:"findings,omitempty"`
}

type finding struct {
	Code      string   `json:"code"`
	Category  string   `json:"category"`
	Operation string   `json:"operation"`
	Also      []string `json:"also,omitempty"` // the other operations of the finding
	Why       string   `json:"why"`
	Frame     string   `json:"frame"`
	Note      string   `json:"note,omitempty"`
	Silenced  string   `json:"silenced,omitempty"` // the reason why it is silenced
	Known     bool     `json:"known,omitempty"`
	Tests     []int    `json:"tests,omitempty"`
	File      int      `json:"file"`             // index of the source; -1 for none
	Script    string   `json:"script,omitempty"` // the script of its calls
	Again     []string `json:"again,omitempty"`  // instructions to reproduce it, if it makes no HTTP calls
}

type test struct {
	Title    string `json:"title"`
	Kind     string `json:"kind"`
	Purpose  string `json:"purpose,omitempty"`
	Path     string `json:"path,omitempty"`
	Start    int    `json:"start,omitempty"`
	Code     string `json:"code,omitempty"`
	Steps    []step `json:"steps"`
	Findings []int  `json:"findings,omitempty"`
}

type step struct {
	Call   string   `json:"call"`
	Answer string   `json:"answer"`
	Note   string   `json:"note,omitempty"`
	Checks []string `json:"checks,omitempty"`
}

type source struct {
	Path    string  `json:"path"`
	Percent float64 `json:"percent"`
	Text    string  `json:"text"`
	Lines   string  `json:"lines"` // a state character for each line
	Near    []near  `json:"near,omitempty"`
}

// law is a relation that held in all but a few accepted calls.
type law struct {
	Operation string `json:"operation"`
	Text      string `json:"text"`
	Evidence  string `json:"evidence"`
	Broken    int    `json:"broken,omitempty"`
	Right     string `json:"right,omitempty"`
	Wrong     string `json:"wrong,omitempty"`
}

func lawsOf(r *report.Report) (out []law) {
	for i := range r.Operations {
		o := &r.Operations[i]
		for k := range o.Laws {
			l := &o.Laws[k]
			out = append(out, law{escape.Prose(o.Name), escape.Prose(l.Text), l.Evidence(), l.Broken,
				escape.Prose(l.Right), escape.Prose(l.Wrong)})
		}
	}
	return out
}

// near says what was missing for an uncovered block.
type near struct {
	Line    int     `json:"line"`
	Missing string  `json:"missing"`
	Best    float64 `json:"best"`
}

func modelOf(r *report.Report) *model {
	m := &model{Operations: []operation{}, Findings: []finding{}, Tests: []test{},
		Sources: sourcesOf(r), Laws: lawsOf(r)}
	at := map[string]int{}
	written := report.WrittenTests(r)
	if r.Suite != nil {
		for i := range r.Suite.Tests {
			t := &r.Suite.Tests[i]
			at[t.Name] = i
			m.Tests = append(m.Tests, newTest(t, written[t.Name]))
		}
	}
	m.addFindings(r, at)
	m.addOperations(r)
	return m
}

// counted returns the number of findings that are not silenced.
func (m *model) counted() (n int) {
	for i := range m.Findings {
		if m.Findings[i].Silenced == "" {
			n++
		}
	}
	return n
}

func (m *model) addFindings(r *report.Report, at map[string]int) {
	files := map[string]int{}
	for i := range m.Sources {
		files[m.Sources[i].Path] = i
	}
	found := append(report.Findings(r), report.Silenced(r)...)
	for i := range found {
		f := &found[i]
		x := finding{
			Code: fmt.Sprint(f.Code), Category: escape.Prose(f.Category), Operation: escape.Prose(f.Operation),
			Why: f.Why(), Frame: escape.Prose(f.Frame), Note: escape.Prose(f.Note), Silenced: escape.Prose(f.Silenced),
			Known: !f.IsNew(r.Baseline), File: -1,
		}
		if f.Curl == "" || strings.Contains(f.Curl, "curl ") {
			x.Script = calls.Script(r, &f.Fault)
		} else {
			for line := range strings.SplitSeq(f.Curl, "\n") {
				x.Again = append(x.Again, escape.Prose(line))
			}
		}
		if file, _ := report.Place(r, &f.Fault.Fault); file != "" {
			if n, there := files[file]; there {
				x.File = n
			}
		}
		for _, operation := range f.Operations()[1:] {
			x.Also = append(x.Also, escape.Prose(operation))
		}
		for _, name := range f.ShownBy() {
			if n, there := at[name]; there {
				x.Tests = append(x.Tests, n)
				m.Tests[n].Findings = append(m.Tests[n].Findings, i)
			}
		}
		m.Findings = append(m.Findings, x)
	}
}

func (m *model) addOperations(r *report.Report) {
	tests, findings := map[string][]int{}, map[string]int{}
	if r.Suite != nil {
		for i := range r.Suite.Tests {
			if steps := r.Suite.Tests[i].Steps; len(steps) > 0 {
				last := steps[len(steps)-1].Operation
				tests[last] = append(tests[last], i)
			}
		}
	}
	for _, f := range report.Findings(r) {
		for _, operation := range f.Operations() {
			findings[operation]++
		}
	}
	for i := range r.Operations {
		o := &r.Operations[i]
		x := operation{Name: escape.Prose(o.Name), Calls: o.Calls, Incomplete: o.Incomplete, OK: o.Succeeded(),
			Why: escape.Prose(o.Why()), Undeclared: o.Undeclared, Tests: tests[o.Name], Findings: findings[o.Name]}
		for _, name := range slices.Sorted(maps.Keys(o.Outcomes)) {
			if n := o.Outcomes[name]; n > 0 {
				x.Outcomes = append(x.Outcomes, [2]string{escape.Prose(name), fmt.Sprint(n)})
			}
		}
		m.Operations = append(m.Operations, x)
	}
}

func newTest(t *suite.Test, w report.Written) test {
	out := test{
		Title: escape.Prose(cmp.Or(w.Title, t.Name)), Kind: string(t.Kind), Purpose: escape.Prose(t.Purpose),
		Path: escape.Line(w.Path), Start: w.Start, Code: escape.Lines(w.Code), Steps: []step{},
	}
	for i := range t.Steps {
		out.Steps = append(out.Steps, newStep(&t.Steps[i]))
	}
	return out
}

func newStep(s *suite.Step) step {
	out := step{Call: escape.Prose(cmp.Or(s.String(), s.Operation)), Note: escape.Prose(s.Note)}
	switch {
	case s.Act != nil:
		out.Answer, out.Checks = "done", sightsOf(s.Act)
		return out
	case s.Call == nil:
		out.Answer = map[bool]string{true: "returned", false: "error"}[s.Succeeds()]
		return out
	case s.Call.Expect.Panics:
		out.Answer = "panic"
	case s.Call.Expect.Broken || s.Call.Expect.Status == 0:
		out.Answer = "no answer"
	default:
		out.Answer = fmt.Sprint(s.Call.Expect.Status)
	}
	for _, c := range s.Call.Expect.Checks {
		if of := c.Operands(); c.Op.IsLaw() && len(of) > 1 {
			text := fmt.Sprintf("%s, %s: %s", of[0], c.Op, strings.Join(of[1:], ", "))
			out.Checks = append(out.Checks, escape.Prose(short(text)))
			continue
		}
		value := ""
		if c.Value != nil {
			value = " " + short(fmt.Sprint(c.Value))
		} else if len(c.Text) > 0 {
			value = " " + short(c.Text.String())
		}
		out.Checks = append(out.Checks, escape.Prose(strings.TrimSpace(c.Pointer+" "+string(c.Op)+value)))
	}
	return out
}

// short cuts a text that is too long for a line; the code of the test has all of it.
func short(s string) string {
	const most = 200
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return s
}
