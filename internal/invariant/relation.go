package invariant

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// form is the form of a relation.
type form int8

const (
	equal   form = iota // a is b
	atMost              // a is at most b
	sum                 // a is b plus c
	product             // a is b times c
	within              // a is an element of the list b
	subset              // the elements of a are elements of b
	part                // the text a is a part of the text b
)

// relation is a relation between up to three variables, by their numbers; c is -1 for two.
type relation struct {
	form    form
	a, b, c int
}

// precise is the part of a number that rounding may lose.
const precise = 1e-9

func near(a, b float64) bool { return math.Abs(a-b) <= precise*math.Max(math.Abs(a), math.Abs(b)) }

// holds reports whether the relation holds for some values, and whether it says anything about them.
func (r *relation) holds(a, b, c plain) (holds, applies bool) {
	switch r.form {
	case equal:
		return a.kind == b.kind && a.exact == b.exact, a.kind != null && b.kind != null
	case atMost:
		return a.size <= b.size, measurable(a) && a.kind == b.kind
	case sum:
		return near(a.size, b.size+c.size), a.kind == number && b.kind == number && c.kind == number
	case product:
		return near(a.size, b.size*c.size), a.kind == number && b.kind == number && c.kind == number
	case within:
		return slices.Contains(b.all, a.exact), a.kind != null && b.kind == list
	case part:
		return strings.Contains(b.exact, a.exact), a.kind == text && b.kind == text && a.exact != ""
	case subset:
		return !slices.ContainsFunc(a.all, func(e string) bool { return !slices.Contains(b.all, e) }),
			a.kind == list && b.kind == list
	}
	return false, false
}

// measurable reports whether values of the kind have an order.
func measurable(v plain) bool { return v.kind == number || v.kind == instant }

// says returns the relation in words.
func (r *relation) says(names []string) string {
	a, b := names[r.a], names[r.b]
	switch r.form {
	case equal:
		return fmt.Sprintf("%s is %s", a, b)
	case atMost:
		return fmt.Sprintf("%s is at most %s", a, b)
	case sum:
		return fmt.Sprintf("%s is %s plus %s", a, b, names[r.c])
	case product:
		return fmt.Sprintf("%s is %s times %s", a, b, names[r.c])
	case part:
		return fmt.Sprintf("%s is a part of %s", a, b)
	case within:
		return fmt.Sprintf("%s is an element of %s", a, b)
	}
	return fmt.Sprintf("the elements of %s are elements of %s", a, b)
}

// proposed returns the relations that hold between the values of one execution and say something.
func proposed(at []int, of func(int) plain) (out []relation) {
	propose := func(r relation, a, b, c plain) {
		if holds, applies := r.holds(a, b, c); holds && applies {
			out = append(out, r)
		}
	}
	var telling []int // numbers other than 0 and 1, of which sums and products are no chance
	for _, i := range at {
		a := of(i)
		if a.kind == number && math.Abs(a.size) > 1 {
			telling = append(telling, i)
		}
		for _, k := range at {
			b := of(k)
			switch {
			case i == k:
			case a.kind == list && b.kind == list:
				propose(relation{subset, i, k, -1}, a, b, plain{})
			case b.kind == list:
				propose(relation{within, i, k, -1}, a, b, plain{})
			case a.kind == b.kind && a.kind != truth:
				if i < k {
					propose(relation{equal, i, k, -1}, a, b, plain{})
				}
				propose(relation{atMost, i, k, -1}, a, b, plain{})
				if a.exact != b.exact && len(a.exact) >= leastPart {
					propose(relation{part, i, k, -1}, a, b, plain{})
				}
			}
		}
	}
	telling = telling[:min(len(telling), mostNumbers)]
	for _, i := range telling {
		for n, k := range telling {
			for _, l := range telling[n:] {
				if i != k && i != l {
					propose(relation{sum, i, k, l}, of(i), of(k), of(l))
					propose(relation{product, i, k, l}, of(i), of(k), of(l))
				}
			}
		}
	}
	return out
}

// leastPart is the length of a text from which on it is no part of another one by chance.
const leastPart = 3

// mostNumbers bounds the numbers of which sums and products are tried.
const mostNumbers = 16
