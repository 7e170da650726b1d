// Package page writes a report as one HTML page that needs neither the network nor another file. [HTML] is a
// [report.Format].
package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

var (
	//go:embed assets/page.html
	layout string
	//go:embed assets/page.css
	style string
	//go:embed assets/page.js
	script string
	// library is highlight.js 11.11.1 (BSD 3-Clause, see assets/highlight.LICENSE): its
	// core with Go and Bash, bundled and minified by esbuild.
	//
	//go:embed assets/highlight.min.js
	library string
)

// shown is the data for the template of the page.
type shown struct {
	Title, Search         string
	CSS                   template.CSS
	Views                 []view
	Cards, Facts          []fact
	Statements            statements
	Warnings              []string
	Curve, States, Graph  template.HTML
	Data, Library, Script template.JS
}

// statements is the coverage of the parts of a program, such as packages.
type statements struct {
	Part  string
	Parts []report.PackageCoverage
}

// view is a part of the page.
type view struct{ Name, Label string }

type fact struct{ Name, Value string }

// HTML writes the page. It shows operations with their outcomes, findings with the calls that lead to them, tests with
// code and answers, sources with coverage and the best scores of uncovered blocks, the graph of dependencies, and the
// number of covered targets over the calls. Long lists are shown in parts. The page works with the keyboard, on small
// screens, and in light and dark.
func HTML(r *report.Report) ([]byte, error) {
	m := modelOf(r)
	var data bytes.Buffer
	if err := json.NewEncoder(&data).Encode(m); err != nil { // the encoder escapes <, > and &
		return nil, fmt.Errorf("write the page: %w", err)
	}
	s := shown{
		Title: escape.Prose(titleOf(r)), Search: escape.Prose(r.Search), CSS: template.CSS(style),
		Views: viewsOf(m, r), Cards: cardsOf(m, r), Facts: factsOf(r),
		Curve: curve(r.Curve, r.Words().Step+"s"), States: flow(r), Graph: graph(r.Dependencies),
		Data: template.JS(escape.JSON(data.Bytes())), Library: template.JS(library), Script: template.JS(script),
	}
	if r.Coverage != nil {
		s.Statements = statements{r.Words().Part, r.Coverage.Packages}
	}
	for _, w := range r.Warnings {
		s.Warnings = append(s.Warnings, escape.Prose(w))
	}
	t, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, s); err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	return out.Bytes(), nil
}

func titleOf(r *report.Report) string {
	if r.Suite == nil || strings.TrimSpace(r.Suite.Title) == "" {
		return "Evoke"
	}
	return r.Suite.Title
}

// viewsOf returns the views that have something to show.
func viewsOf(m *model, r *report.Report) []view {
	out := []view{
		{"overview", "Overview"},
		{"operations", strings.ReplaceAll(r.Words().Operations(len(m.Operations)), ":", "")},
		{"findings", fmt.Sprintf("Findings %d", m.counted())}, {"tests", fmt.Sprintf("Tests %d", len(m.Tests))},
	}
	if len(m.Sources) > 0 {
		out = append(out, view{"code", "Code"})
	}
	if len(m.Laws) > 0 {
		out = append(out, view{"laws", fmt.Sprintf("Seems to hold %d", len(m.Laws))})
	}
	if r.States != nil && len(r.States.States) > 0 {
		out = append(out, view{"states", fmt.Sprintf("States %d", len(r.States.States)+r.States.MoreStates)})
	}
	if len(r.Dependencies) > 0 {
		out = append(out, view{"graph", "Dependencies"})
	}
	return out
}

func cardsOf(m *model, r *report.Report) []fact {
	succeeded := 0
	for i := range m.Operations {
		if m.Operations[i].OK {
			succeeded++
		}
	}
	w := r.Words()
	out := []fact{
		{"findings", strconv.Itoa(m.counted())}, {"tests", strconv.Itoa(len(m.Tests))},
		{w.Operation + "s that " + w.Succeeded, fmt.Sprintf("%d of %d", succeeded, len(m.Operations))},
		{w.Step + "s", strconv.Itoa(r.Calls)}, {"targets covered", fmt.Sprintf("%d of %d", r.Covered, r.Targets)},
	}
	if r.Coverage != nil && len(r.Coverage.Packages) > 0 {
		name := "statements covered"
		if r.Coverage.Search {
			name = "statements reached in the search"
		}
		out = append(out, fact{name, fmt.Sprintf("%.1f %%", r.Coverage.Total().Percent())})
	}
	if m := r.Mutation; m != nil && m.Mutants > 0 {
		out = append(out, fact{"mutants noticed", fmt.Sprintf("%d of %d", m.Noticed, m.Mutants)})
	}
	return out
}

func factsOf(r *report.Report) (out []fact) {
	for _, f := range []fact{
		{"version", r.Version}, {"algorithm", r.Algorithm}, {"seed", strconv.FormatUint(r.Seed, 10)},
		{"budget", r.Budget}, {"evaluations", strconv.Itoa(r.Evaluations)}, {"found by", r.Makers.String()},
		{"to get it again", repeat(r)}, {"ended early", map[bool]string{true: "yes"}[r.Interrupted]},
	} {
		if f.Value != "" {
			out = append(out, fact{f.Name, escape.Prose(f.Value)})
		}
	}
	return out
}

func repeat(r *report.Report) string {
	if r.Suite == nil {
		return ""
	}
	return r.Suite.Repeat
}
