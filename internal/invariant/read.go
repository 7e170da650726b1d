package invariant

import (
	"iter"
	"math"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/value"
)

// The bounds of the values that are read of an execution: the depth of members, the number of values, the elements of a
// list that are read one by one, and the length of texts in bytes.
const mostDepth, mostValues, mostElements, mostText = 4, 60, 10, 200

// kind is the kind of a value.
type kind int8

const (
	null kind = iota
	truth
	text
	number
	instant // a date, or a date with a time
	list
)

// plain is a value as relations compare it.
type plain struct {
	kind  kind
	exact string  // the value as a text, so that two equal values have equal texts
	size  float64 // a number, or the seconds of an instant since 1970
	all   []string
}

// elements are the objects of a list.
type elements struct {
	place    string
	elements []any
}

// reading collects the values of an execution by their names.
type reading struct {
	names  []string
	values map[string]plain
	lists  []elements
}

// places yields the values of an execution by their lists: "" for those outside of lists, and the place of a list for
// each of its elements. Each element has the values that were sent as well.
func places(sent, got []Value) iter.Seq2[string, *reading] {
	return func(yield func(string, *reading) bool) {
		r := &reading{values: map[string]plain{}}
		for _, v := range sent {
			r.read(v.Place, v.Plain, 0)
		}
		before := len(r.names)
		for _, v := range got {
			r.read(v.Place, v.Plain, 0)
		}
		if !yield("", r) {
			return
		}
		for _, list := range r.lists {
			for _, e := range list.elements[:min(len(list.elements), mostElements)] {
				of := &reading{values: map[string]plain{}}
				for _, name := range r.names[:before] {
					of.add(name, r.values[name])
				}
				of.read(list.place+"/*", e, 1)
				if !yield(list.place, of) {
					return
				}
			}
		}
	}
}

func (r *reading) add(name string, v plain) {
	if _, known := r.values[name]; known || len(r.names) >= mostValues {
		return
	}
	r.names = append(r.names, name)
	r.values[name] = v
}

// read adds a value, or the values of its members and elements.
func (r *reading) read(name string, v any, depth int) {
	switch v := v.(type) {
	case value.Object:
		if depth >= mostDepth {
			return
		}
		for _, m := range v {
			r.read(value.Below(name, m.Name), m.Value, depth+1)
		}
	case []any:
		r.readList(name, v)
	default:
		if s, isText := v.(string); !value.IsAbsent(v) && (!isText || len(s) <= mostText) {
			r.add(name, plainOf(v))
		}
	}
}

// readList adds the size of a list, its elements if they are no objects, and the sums of their numbers if they are.
func (r *reading) readList(name string, of []any) {
	r.add("the size of "+name, numberOf(float64(len(of))))
	all := plain{kind: list}
	sums, counts := map[string]float64{}, map[string]int{}
	var order []string
	for _, e := range of {
		o, isObject := e.(value.Object)
		if !isObject {
			all.all = append(all.all, plainOf(e).exact)
			continue
		}
		for _, m := range o {
			if p := plainOf(m.Value); p.kind == number {
				if counts[m.Name] == 0 {
					order = append(order, m.Name)
				}
				counts[m.Name]++
				sums[m.Name] += p.size
			}
		}
	}
	if len(all.all) == len(of) && len(of) > 0 {
		r.add(name, all)
		return
	}
	if len(all.all) > 0 {
		return
	}
	for _, member := range order {
		if counts[member] == len(of) {
			r.add("the sum of "+name+"/*/"+member, numberOf(sums[member]))
		}
	}
	r.lists = append(r.lists, elements{name, of})
}

func numberOf(v float64) plain {
	return plain{kind: number, size: v, exact: strconv.FormatFloat(v, 'g', 15, 64)}
}

// plainOf returns a value that is no object.
func plainOf(v any) plain {
	switch v := v.(type) {
	case nil:
		return plain{}
	case bool:
		return plain{kind: truth, exact: strconv.FormatBool(v)}
	case string:
		return textOf(v)
	}
	if n, isNumber := value.Rat(v); isNumber {
		f, exact := n.Float64()
		if math.IsInf(f, 0) {
			return plain{kind: text, exact: n.RatString()}
		}
		p := numberOf(f)
		if exact && n.IsInt() {
			p.exact = n.RatString()
		}
		return p
	}
	return plain{kind: list}
}

// textOf returns a text, or the instant that it is.
func textOf(v string) plain {
	if len(v) >= len(time.DateOnly) && v[4:5] == "-" {
		for _, form := range []string{time.RFC3339Nano, time.DateOnly} {
			if t, err := time.Parse(form, v); err == nil {
				return plain{kind: instant, exact: v, size: float64(t.UnixNano()) / 1e9}
			}
		}
	}
	return plain{kind: text, exact: v}
}
