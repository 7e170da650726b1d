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

// candidate is a recorded call that a unit test may make again.
type candidate struct {
	function *site.Function
	record   *js.Record
	values   map[string]json.RawMessage // values of the variables that the call and its inner calls use
	owner    string                     // expression for the object that has the function as a member; "" for none
	without  []string                   // members that the receiver does not need
	unit     visitor.Unit
	outcome  *visitor.Outcome // the outcome when the call was made again
}

// takes sets the set-up of the test from the record at an index. It returns false if no test can make the call.
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

// valuesOf returns the values of the variables that a call and its inner calls use, as the first call that uses each
// variable saw it. Free variables of closures may be local variables of the function around them.
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

// receiver is the name, in tests, of the object on which a method is called.
const receiver = "receiver"

// constructed matches the path of a function that a constructor assigns to the objects that it makes.
var constructed = lazyregexp.New(`^(new ([\w.$]+)\(\))\.([\w$]+)$`)

// call writes the call as an expression, with a level of detail for events. It returns false if that is not possible.
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

// expression returns the JavaScript that uses the function at a path, such as "cart.total": it reads a getter, assigns
// to a setter, takes values from a generator, and calls any other function.
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
	case f.Generator: // a generator may not end
		return "(steps => [steps.next(), steps.next(), steps.next()])(" + call + ")"
	}
	return call
}

// isOfTests reports whether a name has another meaning in a test.
func isOfTests(name string) bool {
	return slices.Contains([]string{"assert", "fixture", "QUnit", result, receiver}, name)
}

// arguments returns the recorded arguments as JavaScript, without those for which the function has no parameter. It
// returns false if an argument has no literal.
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

// set makes the unit set the variables that can be set, and watch all variables that have a literal.
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

// this returns the receiver as the recorded call left it, or as the call found it if its end was not recorded.
func (c *candidate) this() json.RawMessage {
	if exit := c.record.Exit; exit != nil && len(exit.This) > 0 {
		return exit.This
	}
	return c.record.Entry.This
}

// left returns the value of an expression at the end of the recorded call. It returns false if the value is unknown.
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

// key returns a text that is the same for candidates with the same unit.
func (c *candidate) key() string {
	text, err := json.Marshal(c.unit)
	if err != nil {
		return ""
	}
	return string(text)
}

// faithful reports whether an outcome equals the recorded one: the call ended in the same way, covered the same
// targets, and left the same values.
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
