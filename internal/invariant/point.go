package invariant

import (
	"fmt"
	"slices"
	"strings"
)

// point is an operation, or the elements of a list in its answers, with the relations that may hold there.
type point struct {
	operation  string
	list       string // the place of the list, "" for the operation as a whole
	seen       int
	names      []string
	at         map[string]int // number of a variable, by name
	candidates []*candidate
	dropped    []*candidate // those that other processes were told of
	known      map[relation]bool
	rows       [][]plain // values of some executions, by the number of the variable
	choices    []choice  // by the number of the variable
}

// candidate is a relation with its record.
type candidate struct {
	relation
	held, broken int
	values       []string // different values of a for which it held, at most leastValues
	right, wrong string
	judged       bool // byChance was found out for all rows that are kept
	byChance     bool
	shared       bool // another process found it to be a law
	// toldHeld and toldBroken are those parts of held and broken that other processes know.
	toldHeld, toldBroken int
}

// openings is the number of executions that propose relations. mostRows is the number of executions whose values are
// kept.
const openings, mostRows = 5, 24

// learn learns from the values of an execution.
func (p *point) learn(names []string, values map[string]plain, name func() string) {
	row := make([]plain, len(p.names), len(p.names)+len(names))
	var at []int
	for _, n := range names {
		i := p.variable(n)
		for len(row) <= i {
			row = append(row, plain{})
		}
		row[i] = values[n]
		at = append(at, i)
	}
	p.count(row, name)
	p.choose(row, name)
	if len(p.rows) < openings {
		for _, r := range proposed(at, func(i int) plain { return row[i] }) {
			if !p.known[r] {
				p.known[r] = true
				c := &candidate{relation: r, right: name()}
				c.keeps(row[r.a].exact)
				p.candidates = append(p.candidates, c)
			}
		}
	}
	if len(p.rows) < mostRows {
		p.rows = append(p.rows, row)
	}
}

// count updates the record of each candidate by a row, and drops the candidates that are broken too often.
func (p *point) count(row []plain, name func() string) {
	kept := p.candidates[:0]
	for _, c := range p.candidates {
		holds, applies := c.on(row, row)
		switch {
		case !applies:
		case holds:
			c.keeps(row[c.a].exact)
		default:
			if c.broken++; c.wrong == "" {
				c.wrong = name()
			}
		}
		if c.lasts() {
			kept = append(kept, c)
		} else if c.toldHeld > 0 {
			p.dropped = append(p.dropped, c)
		}
	}
	clear(p.candidates[len(kept):])
	p.candidates = kept
}

// lasts reports whether the candidate is not broken too often.
func (c *candidate) lasts() bool { return c.broken <= mostBroken+c.held/sharePerBroken }

// keeps counts a row for which the candidate holds, with the value of its first variable.
func (c *candidate) keeps(v string) {
	c.held++
	if len(c.values) < leastValues && !slices.Contains(c.values, v) {
		c.values = append(c.values, v)
	}
}

// on is [relation.holds] with the first variable of one row and the others of another.
func (r *relation) on(one, other []plain) (holds, applies bool) {
	if len(one) <= r.a || len(other) <= max(r.b, r.c) {
		return false, false
	}
	var c plain
	if r.c >= 0 {
		c = other[r.c]
	}
	return r.holds(one[r.a], other[r.b], c)
}

// chanceShare is the share of pairs of executions in which a relation has to fail: otherwise it holds by chance.
const chanceShare = 0.2

// byChance reports whether the relation of a candidate mostly holds between values of different executions, too. The
// answer stays once all rows are there.
func (p *point) byChance(c *candidate) bool {
	if !c.judged {
		c.judged, c.byChance = len(p.rows) == mostRows, p.holdsMixed(&c.relation)
	}
	return c.byChance
}

// holdsMixed compares the values of each kept execution with those of each other one.
func (p *point) holdsMixed(r *relation) bool {
	fails, all := 0, 0
	for i, one := range p.rows {
		for k, other := range p.rows {
			if holds, applies := r.on(one, other); i != k && applies {
				if all++; !holds {
					fails++
				}
			}
		}
	}
	return float64(fails) < chanceShare*float64(all)
}

// laws returns the relations that held often enough, for values that were different enough.
func (p *point) laws() (out []Law) {
	for _, c := range p.telling(func(int) bool { return true }) {
		l := Law{Text: c.says(p.names), Held: c.held, Broken: c.broken}
		if c.broken > 0 {
			l.Right, l.Wrong = c.right, c.wrong
		}
		out = append(out, l)
	}
	for _, d := range p.decisions() {
		out = append(out, d.Law)
	}
	return out
}

// telling returns the candidates that are laws, without those that follow from the others. It takes only candidates
// with values of which of returns true.
func (p *point) telling(of func(variable int) bool) (out []*candidate) {
	same := map[int]bool{} // variables that always equal an earlier one, so that laws of that one suffice
	for _, c := range p.candidates {
		if c.form == equal && c.broken == 0 && of(c.a) && of(c.b) && p.isLaw(c) {
			same[c.b] = true
		}
	}
	for _, c := range p.candidates {
		follows := same[c.a] || c.form != equal && (same[c.b] || same[c.c])
		if !follows && of(c.a) && of(c.b) && (c.c < 0 || of(c.c)) && p.isLaw(c) {
			out = append(out, c)
		}
	}
	return out
}

func (p *point) isLaw(c *candidate) bool {
	return c.held >= leastHeld && (c.shared || len(c.values) >= leastValues && !p.byChance(c))
}

// choice counts, for a variable with few values, how often each other variable is null beside each value.
type choice struct {
	values []string // nil until it has some; more than mostChoices mean that the variable is no choice
	cells  map[[2]int]*cell
}

// cell counts the executions with a value of a choice in which a variable is null, and in which it is not.
type cell struct {
	of [2]int
	by [2]string
}

// mostChoices is the number of values that a choice has at most.
const mostChoices = 6

// choose counts a row for the choices.
func (p *point) choose(row []plain, name func() string) {
	for i := range row {
		c := &p.choices[i]
		if k := row[i].kind; k != text && k != truth || len(c.values) > mostChoices {
			continue
		}
		at := slices.Index(c.values, row[i].exact)
		if at < 0 {
			at = len(c.values)
			c.values = append(c.values, row[i].exact)
		}
		if len(c.values) > mostChoices {
			c.cells = nil
			continue
		}
		if c.cells == nil {
			c.cells = map[[2]int]*cell{}
		}
		for k := range row {
			one := c.cells[[2]int{at, k}]
			if one == nil {
				one = &cell{}
				c.cells[[2]int{at, k}] = one
			}
			is := 0
			if row[k].kind != null {
				is = 1
			}
			if one.of[is]++; one.by[is] == "" {
				one.by[is] = name()
			}
		}
	}
}

// mostDecided is the number of variables that a choice decides at most. What decides more tells one document from
// another one, of which a search sends many copies.
const mostDecided = 6

// decided is a variable that is null beside some values of a choice, and not beside others.
type decided struct {
	of, by int // numbers of the variable and of the choice
	texts  []string
	Law
}

// decisions returns the variables that choices decide, in their order. A variable is decided by the choice that did so
// in most executions.
func (p *point) decisions() (out []decided) {
	best := make([]decided, len(p.names))
	for i := range p.choices {
		c := &p.choices[i]
		if len(c.values) < 2 || len(c.values) > mostChoices {
			continue
		}
		var own []decided
		for k := range p.names {
			if texts, l, is := p.decision(c, k); is {
				l.Text = fmt.Sprintf("%s is null if %s is %s, and only then", p.names[k], p.names[i], quoted(texts))
				own = append(own, decided{k, i, texts, l})
			}
		}
		for _, d := range own {
			if len(own) <= mostDecided && d.Held > best[d.of].Held {
				best[d.of] = d
			}
		}
	}
	return slices.DeleteFunc(best, func(d decided) bool { return d.Held == 0 })
}

// quoted returns texts in words.
func quoted(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, fmt.Sprintf("%q", t))
	}
	return strings.Join(out, " or ")
}

// decision returns the law that a choice decides whether a variable is null, and the values for which it is.
func (p *point) decision(c *choice, of int) (empty []string, l Law, is bool) {
	filled := 0
	for v := range c.values {
		one := c.cells[[2]int{v, of}]
		if one == nil || one.of[0] == one.of[1] {
			return nil, l, false
		}
		most := 0
		if one.of[1] > one.of[0] {
			most = 1
			filled += one.of[1]
		} else {
			empty = append(empty, c.values[v])
		}
		l.Held, l.Broken = l.Held+one.of[most], l.Broken+one.of[1-most]
		l.Right = one.by[most]
		if l.Wrong == "" {
			l.Wrong = one.by[1-most]
		}
	}
	if l.Broken == 0 {
		l.Right = ""
	}
	return empty, l, len(empty) > 0 && filled >= leastValues && l.Held-filled >= leastValues && l.Held >= leastHeld &&
		l.Broken <= mostBroken+l.Held/sharePerBroken
}
