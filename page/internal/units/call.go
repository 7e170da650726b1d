package units

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/literal"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// candidate is a call that was recorded, and that a unit test may make again.
type candidate struct {
	function *site.Function
	record   *js.Record
	values   map[string]json.RawMessage // of the variables that the call and those in it use
	owner    string                     // an expression for the object whose member the function is, "" for none
	without  []string                   // members that the receiver does not need
	unit     visitor.Unit
	outcome  *visitor.Outcome // where it was made again
}

// takes takes what a test has to set up from a record, that with an index. It reports false where no test can make the
// call.
func (c *candidate) takes(records *js.Records, i int, functions []site.Function) bool {
	html, kept := strings.CutPrefix(c.record.Entry.Host, "|")
	if !kept || c.record.Exit == nil && !c.function.Generator || !c.call(literal.Most) {
		return false
	}
	c.unit.Fixture, c.unit.Mutant = html, -1
	c.values = valuesOf(records, i, functions)
	if c.owner != "" && c.owner != receiver && c.owner != result {
		for name, v := range literal.Members(c.record.Entry.This) {
			c.values[c.owner+"."+name] = v
		}
	}
	return true
}

// valuesOf are those of the variables that a call and the calls in it use: as the first call saw them that uses them.
// What closures use besides may be variables of the function around them.
func valuesOf(records *js.Records, call int, functions []site.Function) map[string]json.RawMessage {
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
		f := &functions[records.Calls[i].Function].Function
		for name, v := range records.Calls[i].Entry.Variables {
			if _, known := out[name]; !known && (f.Path != "" || slices.Contains(f.Globals, name)) {
				out[name] = v
			}
		}
	}
	return out
}

// receiver is what tests call the object that a method is called on.
const receiver = "receiver"

// constructed matches the path of a function that a constructor puts into what it makes.
var constructed = lazyregexp.New(`^(new ([\w.$]+)\(\))\.([\w$]+)$`)

// call writes the call as an expression, with so much of events. It reports false where that is not possible.
func (c *candidate) call(d literal.Detail) bool {
	f := c.function
	path := f.Function.Path
	root, _, _ := strings.Cut(path, ".")
	if rest, is := strings.CutPrefix(path, "default"); is && c.unit.Module != "" {
		c.unit.Default = cmp.Or(f.Name, "main")
		path = c.unit.Default + rest
	}
	if path == "" || isOfTests(root) || f.Async && f.Generator {
		return false
	}
	arguments, ok := c.arguments(d)
	if !ok {
		return false
	}
	this, isElement := literal.Of(c.record.Entry.This)
	class, member, ofClass := strings.Cut(path, ".prototype.")
	made := "Object.create(" + class + ".prototype)"
	if parts := constructed().FindStringSubmatch(path); parts != nil {
		made, class, member, ofClass = parts[1], parts[2], parts[3], true
	}
	c.unit.Await = f.Async
	switch {
	case f.Form == js.Constructor || literal.IsInstance(c.record.Entry.This, path):
		c.owner, path = result, "new "+path
	case isElement && isOfElement(this):
		path, arguments = path+".call", append([]string{this}, arguments...)
	case ofClass:
		c.owner, path = receiver, receiver+"."+member
		if c.unit.Receiver, ok = literal.Instance(c.record.Entry.This, class, made, d, c.without...); !ok {
			return false
		}
	case len(c.record.Entry.This) > 0 && strings.Contains(path, "."):
		c.owner = path[:strings.LastIndexByte(path, '.')]
	}
	c.unit.Call = c.expression(path, strings.Join(arguments, ", "))
	return true
}

// expression uses what is at a path as its form is used.
func (c *candidate) expression(path, arguments string) string {
	f := c.function
	call := path + "(" + arguments + ")"
	switch {
	case f.Form == js.Getter:
		return path
	case f.Form == js.Setter:
		return path + " = " + arguments
	case f.Generator && c.record.Exit != nil:
		return "[..." + call + "]"
	case f.Generator: // it may have no end
		return "(steps => [steps.next(), steps.next(), steps.next()])(" + call + ")"
	}
	return call
}

// isOfTests reports whether a name means something else in a test.
func isOfTests(name string) bool {
	return slices.Contains([]string{"assert", "fixture", "QUnit", result, receiver}, name)
}

// arguments are those that the function has parameters for.
func (c *candidate) arguments(d literal.Detail) (out []string, ok bool) {
	names := c.function.Parameters
	given := c.record.Entry.Arguments
	if len(names) == 0 || !strings.HasPrefix(names[len(names)-1], "...") {
		given = given[:min(len(given), len(names))]
	}
	for _, raw := range given {
		text, ok := literal.With(raw, d)
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
		text, ok := literal.Of(c.values[name])
		if !ok || name == "this" || name == text || isOfTests(name) {
			continue
		}
		c.unit.Watched = append(c.unit.Watched, name)
		if slices.Contains(settable, name) {
			c.unit.Variables = append(c.unit.Variables, visitor.Variable{Name: name, Value: text})
		}
	}
	if c.owner == receiver || c.owner == result {
		for _, name := range slices.Sorted(maps.Keys(literal.Members(c.this()))) {
			c.unit.Watched = append(c.unit.Watched, c.owner+"."+name)
		}
	}
}

// this is the receiver of the recorded call when that was left.
func (c *candidate) this() json.RawMessage {
	if exit := c.record.Exit; exit != nil && len(exit.This) > 0 {
		return exit.This
	}
	return c.record.Entry.This
}

// left is the value that an expression had when the recorded call was left. It reports false for one that nobody knows.
func (c *candidate) left(of string) (v json.RawMessage, known bool) {
	exit := c.record.Exit
	if exit == nil {
		return nil, false
	}
	owner, member, _ := cutLast(of, ".")
	switch {
	case of == result:
		return exit.Value, !c.function.Generator && c.function.Form != js.Setter && c.owner != result
	case c.owner != "" && owner == c.owner:
		v, known = literal.Members(c.this())[member]
	case exit.Variables == nil:
		v, known = c.record.Entry.Variables[of]
	default:
		v, known = exit.Variables[of]
	}
	return v, known
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
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
	if o.Leaves || c.record.Exit != nil && o.Threw != (c.record.Exit.Ended == "threw") {
		return false
	}
	for _, target := range c.record.Covered {
		if !slices.Contains(o.Covered, target) {
			return false
		}
	}
	for _, s := range o.Seen {
		was, recorded := c.left(s.Of)
		if !recorded || s.Of == result && o.Threw {
			continue
		}
		want, ok := literal.Of(was)
		if got, same := literal.Of(s.Is); ok != same || ok && got != want {
			return false
		}
	}
	return true
}
