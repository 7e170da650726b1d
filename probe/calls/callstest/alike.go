package callstest

import (
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/quick"

	"github.com/evoke-go/evoke/probe"
)

// rounds is the number of calls that [Alike] compares.
const rounds = 2000

// Alike fails the test unless the replacement standsIn does what the function original does, see [probe.Replacement]:
// it returns the same results, panics alike, changes its arguments alike, and reports the outcome that it had. For a
// method, both are method expressions such as isbn.Book.Valid.
//
// The arguments of the calls are random. Few random texts are valid, so give examples: each has all arguments of a
// call. They are tried as they are, and with a small change.
func Alike(t testing.TB, original, standsIn any, examples ...[]any) {
	t.Helper()
	p, err := newPeers(original, standsIn)
	if err != nil {
		t.Fatal(err)
	}
	for round := range rounds {
		if err := p.alike(int64(round), examples); err != nil {
			t.Fatal(err)
		}
	}
}

// peers are a function and its replacement.
type peers struct {
	original, standsIn reflect.Value
	name, instead      string
	passed             bool // standsIn gets original as an argument
}

func newPeers(original, standsIn any) (*peers, error) {
	p := &peers{original: reflect.ValueOf(original), standsIn: reflect.ValueOf(standsIn)}
	if p.original.Kind() != reflect.Func || p.standsIn.Kind() != reflect.Func {
		return nil, fmt.Errorf("callstest: %T and %T are to be functions", original, standsIn)
	}
	p.name, p.instead = nameOf(p.original), nameOf(p.standsIn)
	o, s := p.original.Type(), p.standsIn.Type()
	p.passed = s.NumIn() == o.NumIn()+2
	wanted := []reflect.Type{reflect.TypeFor[probe.Call]()}
	if p.passed {
		wanted = append(wanted, o)
	}
	for in := range o.Ins() {
		wanted = append(wanted, in)
	}
	fits := s.NumIn() == len(wanted) && s.NumOut() == o.NumOut() && s.IsVariadic() == o.IsVariadic()
	for i := 0; fits && i < len(wanted); i++ {
		fits = wanted[i].AssignableTo(s.In(i))
	}
	for i := 0; fits && i < o.NumOut(); i++ {
		fits = s.Out(i) == o.Out(i)
	}
	if !fits {
		return nil, fmt.Errorf("callstest: the law of the form: %s has to take a probe.Call and what %s takes, and to "+
			"return the same: %s, and not %s", p.instead, p.name, o, s)
	}
	return p, nil
}

func nameOf(f reflect.Value) string {
	name := runtime.FuncForPC(f.Pointer()).Name()
	return name[strings.LastIndexByte(name, '/')+1:]
}

// alike compares one call.
func (p *peers) alike(seed int64, examples [][]any) error {
	mine, err := p.draw(seed, examples)
	if err != nil {
		return err
	}
	said := "(" + show(mine) + ")"
	want := called(p.original, mine)
	at := probe.NewCall()
	for _, at := range []probe.Call{at, {}} {
		given := []reflect.Value{reflect.ValueOf(at)}
		if p.passed {
			given = append(given, p.original)
		}
		theirs, _ := p.draw(seed, examples) // the same arguments again
		got := called(p.standsIn, append(given, theirs...))
		switch {
		case got.panic != want.panic:
			return fmt.Errorf("callstest: the law of panics: with %s, %s %s, and %s %s",
				said, p.instead, got.ends(), p.name, want.ends())
		case !same(got.results, want.results):
			return fmt.Errorf("callstest: the law of results: with %s, %s returns %s, and %s returns %s",
				said, p.instead, show(got.results), p.name, show(want.results))
		case !same(theirs, mine):
			return fmt.Errorf("callstest: the law of arguments: with %s, %s leaves (%s), and %s leaves (%s)",
				said, p.instead, show(theirs), p.name, show(mine))
		}
	}
	return p.reported(at, want, said)
}

// reported compares the report of a call with its outcome.
func (p *peers) reported(at probe.Call, want ending, said string) error {
	toTrue, toFalse := at.Sides()
	outcome, known := want.outcome()
	text := ""
	switch {
	case want.panic != "":
		if toTrue+toFalse > 0 {
			text = "does so though the call panics"
		}
	case toTrue != 1 && toFalse != 1 || toTrue == 1 && toFalse == 1:
		text = "does not"
	case known && outcome != (toTrue == 1):
		text = "reports the other one"
	}
	if text == "" {
		return nil
	}
	return fmt.Errorf("callstest: the law of reports: with %s, %s is to report the outcome of the call by "+
		"Call.Report, and %s", said, p.instead, text)
}

// draw returns random arguments of a call, or those of an example, perhaps with a small change. The same seed gives the
// same arguments again.
func (p *peers) draw(seed int64, examples [][]any) (args []reflect.Value, err error) {
	r, typ := rand.New(rand.NewSource(seed)), p.original.Type()
	var example []any
	if len(examples) > 0 && r.Intn(4) > 0 {
		if example = examples[r.Intn(len(examples))]; len(example) != typ.NumIn() {
			return nil, fmt.Errorf("callstest: an example has %d arguments, and %s takes %d",
				len(example), p.name, typ.NumIn())
		}
	}
	changed := r.Intn(typ.NumIn() + 1)
	for i := range typ.NumIn() {
		if i >= len(example) {
			v, ok := quick.Value(typ.In(i), r)
			switch {
			case !ok && len(examples) == 0:
				return nil, fmt.Errorf("callstest: no %s can be drawn for %s: give examples", typ.In(i), p.name)
			case !ok:
				return p.draw(seed+rounds, examples)
			}
			args = append(args, v)
			continue
		}
		arg, err := converted(example[i], typ.In(i))
		if err != nil {
			return nil, fmt.Errorf("callstest: argument %d of an example for %s: %w", i+1, p.name, err)
		}
		if i == changed {
			arg = mutated(r, arg)
		}
		args = append(args, arg)
	}
	return args, nil
}

// converted converts an argument of an example to the type of its parameter.
func converted(arg any, to reflect.Type) (reflect.Value, error) {
	v := reflect.ValueOf(arg)
	switch {
	case !v.IsValid():
		return reflect.Zero(to), nil
	case !v.CanConvert(to):
		return v, fmt.Errorf("a %s is no %s", v.Type(), to)
	}
	return v.Convert(to), nil
}

// mutated returns a value with a small change: of one character in a text, or by one in a number.
func mutated(r *rand.Rand, v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch {
	case v.CanInt():
		out.SetInt(v.Int() + int64(2*r.Intn(2)-1))
	case v.CanUint():
		out.SetUint(v.Uint() + uint64(r.Intn(2)))
	case v.CanFloat():
		out.SetFloat(v.Float() + float64(2*r.Intn(2)-1))
	case v.Kind() == reflect.String:
		text := v.String()
		at := r.Intn(len(text) + 1)
		rest := text[at:]
		if len(rest) > 0 && r.Intn(2) == 0 {
			rest = rest[1:]
		}
		out.SetString(text[:at] + string(rune(' ' + r.Intn('~'-' ')))[:r.Intn(2)] + rest)
	}
	return out
}

// ending is how a call ended.
type ending struct {
	results []reflect.Value
	panic   string
}

// outcome returns the outcome of a call, if its last result tells it: a bool, or err == nil for an error.
func (e ending) outcome() (outcome, known bool) {
	if len(e.results) == 0 {
		return false, false
	}
	switch last := e.results[len(e.results)-1]; {
	case last.Kind() == reflect.Bool:
		return last.Bool(), true
	case last.Type() == reflect.TypeFor[error]():
		return last.IsNil(), true
	}
	return false, false
}

func (e ending) ends() string {
	if e.panic != "" {
		return "panics (" + e.panic + ")"
	}
	return "returns " + show(e.results)
}

func called(f reflect.Value, args []reflect.Value) (e ending) {
	defer func() {
		if v := recover(); v != nil {
			e = ending{panic: fmt.Sprintf("%v", v)}
		}
	}()
	if f.Type().IsVariadic() {
		return ending{results: f.CallSlice(args)}
	}
	return ending{results: f.Call(args)}
}

// same reports whether values are equal. It compares errors by their texts, and takes all NaN as equal.
func same(a, b []reflect.Value) bool {
	for i := range a {
		x, y := a[i].Interface(), b[i].Interface()
		if !reflect.DeepEqual(x, y) && show(a[i:i+1]) != show(b[i:i+1]) {
			return false
		}
	}
	return len(a) == len(b)
}

// show writes values as Go source.
func show(all []reflect.Value) string {
	var texts []string
	for _, v := range all {
		if err, ok := v.Interface().(error); ok {
			texts = append(texts, fmt.Sprintf("the error %q", err))
			continue
		}
		texts = append(texts, fmt.Sprintf("%#v", v.Interface()))
	}
	return strings.Join(texts, ", ")
}
