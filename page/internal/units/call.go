package units

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// candidate is a call that was recorded, and that a unit test may make again.
type candidate struct {
	function *site.Function
	record   *js.Record
	values   map[string]json.RawMessage // of the variables that the call and those in it use
	unit     visitor.Unit
	outcome  *visitor.Outcome // where it was made again
}

// candidates are the calls of some records that unit tests can make, with what these have to set up.
func candidates(records *js.Records, functions []site.Function) (out []*candidate) {
	for i := range records.Calls {
		r := &records.Calls[i]
		if r.Function < 0 || r.Function >= len(functions) {
			continue
		}
		c := &candidate{function: &functions[r.Function], record: r}
		html, kept := strings.CutPrefix(r.Entry.Host, "|")
		if !kept || r.Exit == nil || !c.call() {
			continue
		}
		c.unit.Fixture, c.unit.Mutant = html, -1
		c.values = valuesOf(records, i)
		out = append(out, c)
	}
	return out
}

// valuesOf are those of the variables that a call and the calls in it use: as the first call saw them that uses them.
func valuesOf(records *js.Records, call int) map[string]json.RawMessage {
	out := maps.Clone(records.Calls[call].Entry.Variables)
	if out == nil {
		out = map[string]json.RawMessage{}
	}
	within := map[int]bool{call: true}
	for i := call + 1; i < len(records.Calls); i++ {
		if !within[records.Calls[i].Parent] {
			continue
		}
		within[i] = true
		for name, v := range records.Calls[i].Entry.Variables {
			if _, known := out[name]; !known {
				out[name] = v
			}
		}
	}
	return out
}

// call writes the call as an expression. It reports false where that is not possible.
func (c *candidate) call() bool {
	f := c.function
	root, _, _ := strings.Cut(f.Function.Path, ".")
	accessor := f.Form == js.Getter || f.Form == js.Setter
	if f.Function.Path == "" || isOfTests(root) || f.Async || f.Generator || accessor {
		return false
	}
	arguments, ok := c.arguments()
	if !ok {
		return false
	}
	list := "(" + strings.Join(arguments, ", ") + ")"
	this, isElement := literal(c.record.Entry.This)
	class, member, ofClass := strings.Cut(f.Function.Path, ".prototype.")
	switch {
	case f.Form == js.Constructor:
		c.unit.Call = "new " + f.Function.Path + list
	case isElement && strings.HasPrefix(this, "document.querySelector("):
		c.unit.Call = f.Function.Path + ".call(" + strings.Join(append([]string{this}, arguments...), ", ") + ")"
	case ofClass:
		made, ok := instance(c.record.Entry.This, class)
		c.unit.Call = made + "." + member + list
		return ok
	default:
		c.unit.Call = f.Function.Path + list
	}
	return true
}

// isOfTests reports whether a name means something else in a test.
func isOfTests(name string) bool {
	return slices.Contains([]string{"assert", "fixture", "QUnit", result}, name)
}

// arguments are those that the function has parameters for.
func (c *candidate) arguments() (out []string, ok bool) {
	names := c.function.Parameters
	given := c.record.Entry.Arguments
	if len(names) == 0 || !strings.HasPrefix(names[len(names)-1], "...") {
		given = given[:min(len(given), len(names))]
	}
	for _, raw := range given {
		text, ok := literal(raw)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}

// set has the unit set variables that can be set, and look at all that have a literal.
func (c *candidate) set(settable []string) {
	for _, name := range slices.Sorted(maps.Keys(c.values)) {
		text, ok := literal(c.values[name])
		if !ok || name == "this" || isOfTests(name) {
			continue
		}
		c.unit.Watched = append(c.unit.Watched, name)
		if slices.Contains(settable, name) {
			c.unit.Variables = append(c.unit.Variables, visitor.Variable{Name: name, Value: text})
		}
	}
}

// key is the same for candidates that do the same.
func (c *candidate) key() string {
	text, err := json.Marshal(c.unit)
	if err != nil {
		return ""
	}
	return string(text)
}

// faithful reports whether an outcome is the one that was recorded: the call ended alike, covered what it had covered
// itself, and left the same values.
func (c *candidate) faithful(o *visitor.Outcome) bool {
	exit := c.record.Exit
	if o.Leaves || o.Threw != (exit.Ended == "threw") {
		return false
	}
	for _, target := range c.record.Covered {
		if !slices.Contains(o.Covered, target) {
			return false
		}
	}
	for _, s := range o.Seen {
		was, recorded := exit.Variables[s.Of]
		if s.Of == result && !o.Threw {
			was, recorded = exit.Value, true
		} else if exit.Variables == nil {
			was, recorded = c.record.Entry.Variables[s.Of]
		}
		if !recorded {
			continue
		}
		want, ok := literal(was)
		if got, same := literal(s.Is); ok != same || ok && got != want {
			return false
		}
	}
	return true
}
