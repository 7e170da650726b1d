package curl

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// Line returns a command line that makes a call, for bash and similar shells. Variables of earlier answers are shell
// variables of the same names.
func Line(base string, r *suite.Request) string {
	w := &writer{names: map[string]string{}, base: where(base)}
	return "curl -i " + w.call(r) + departure(r)
}

// departure returns a comment on the behaviour of a client that curl does not imitate; "" for none.
func departure(r *suite.Request) string {
	if r.Gone {
		return " # and the client leaves before the answer"
	}
	return ""
}

func where(base string) escape.Part {
	if base == "" {
		base = DefaultURL
	}
	return escape.Part{Text: base}
}

// call returns the arguments of curl for a request, in one line.
func (w *writer) call(r *suite.Request) string {
	return method(r) + asItIs(r.Path) + " " + strings.Join(w.arguments(r), " ")
}

// asItIs returns the option that keeps curl from changing a path, if needed: curl removes dots, and interprets brackets
// as ranges.
func asItIs(path suite.Text) string {
	globs, dots := "", ""
	for _, piece := range path {
		if strings.ContainsAny(piece.Literal, "[]{}") {
			globs = " -g"
		}
		if strings.Contains(piece.Literal, "/.") {
			dots = " --path-as-is"
		}
	}
	return globs + dots
}

// answer is the name of the variable for an answer from which several values are read. No variable of a test has a
// space in its name.
const answer = " answer"

// Lines returns lines for bash and similar shells that make the calls of steps in order, a line for each call. Values
// that later calls need are read from answers by jq or grep, into variables. Answers from which nothing is read are
// printed, and so is the last one. It returns nil if a step is no HTTP call.
func Lines(base string, steps []suite.Step) []string {
	if slices.ContainsFunc(steps, func(s suite.Step) bool { return s.Call == nil }) {
		return nil
	}
	w := newWriter(where(strings.TrimSuffix(base, "/")), steps)
	w.short = true
	out := w.before()
	for i := range steps {
		var values []value
		if i < len(steps)-1 {
			for _, c := range steps[i].Call.Captures {
				values = append(values, w.values(&c)...)
			}
		}
		out = append(out, w.reading(steps[i].Call, values)...)
	}
	return out
}

// before returns lines that set the variables that are not read from answers, except those of the environment.
func (w *writer) before() (out []string) {
	for _, p := range w.given() {
		if p.Stem != "" {
			out = append(out, w.name(p.Var)+"="+escape.Shell(p.Stem)+"$(date +%s)")
			continue
		}
		for _, f := range []form{asURI, asInside} {
			if w.used[p.Var][f] {
				out = append(out, w.variable(p.Var, f)+`=$(jq -rn --arg v "$`+p.Var+`" '$v | `+escaped[f]+`')`)
			}
		}
	}
	return out
}

// reading returns the lines that make a call, and read values of its answer.
func (w *writer) reading(c *suite.Call, values []value) (out []string) {
	call := waiting(&c.Expect) + " " + w.call(&c.Request)
	quiet := "curl -sS" + call
	switch head := slices.ContainsFunc(values, func(v value) bool { return v.head }); {
	case len(values) == 0:
		return []string{"curl -i" + call + departure(&c.Request)}
	case head:
		quiet = "curl -sS -i" + call + ` | tr -d '\r'`
		for i := range values {
			if !values[i].head {
				values[i].filter = "sed '1,/^$/d' | " + values[i].filter
			}
		}
	}
	if len(values) == 1 {
		return []string{values[0].name + "=$(" + quiet + " | " + values[0].filter + ")"}
	}
	out = append(out, w.name(answer)+"=$("+quiet+")")
	for _, v := range values {
		out = append(out, v.name+`=$(printf '%s\n' "$`+w.name(answer)+`" | `+v.filter+")")
	}
	return out
}
