package invariant

import "slices"

// Record says how often a law held and was broken, since the last time that a process told it to another one.
type Record struct {
	Operation string
	// List is the place of a list, such as "response/items", if the law is about each of its elements. Default: "",
	// a law about whole answers.
	List string `json:",omitempty"`
	// Form is that of a [Relation], and Of are the names of the values with their places.
	Form         string
	Of           []string
	Held, Broken int
	Right, Wrong string `json:",omitempty"`
}

// growth is the factor by which the executions of a law grow until another process is told of it again.
const growth = 1.5

// News returns the laws of which other processes are to hear: new ones, those that held much more often since the last
// call, and those that were broken since then. Laws about a value that is null by a choice are not among them.
func (m *Miner) News() (out []Record) {
	for _, p := range m.order {
		for _, c := range slices.Concat(p.candidates, p.dropped) {
			if !p.isNews(c) {
				continue
			}
			r := Record{Operation: p.operation, List: p.list, Form: forms[c.form], Held: c.held - c.toldHeld,
				Broken: c.broken - c.toldBroken, Right: c.right, Wrong: c.wrong}
			for _, i := range []int{c.a, c.b, c.c} {
				if i >= 0 {
					r.Of = append(r.Of, p.names[i])
				}
			}
			c.toldHeld, c.toldBroken = c.held, c.broken
			out = append(out, r)
		}
		p.dropped = nil
	}
	return out
}

// Add adds what another process learnt.
func (m *Miner) Add(records []Record) {
	for i := range records {
		r := &records[i]
		number := slices.Index(forms[:], r.Form)
		if number < 0 || len(r.Of) < 2 || len(r.Of) > 3 {
			continue // of another version
		}
		p := m.point(r.Operation, r.List)
		at := relation{form: form(number), a: p.variable(r.Of[0]), b: p.variable(r.Of[1]), c: -1}
		if len(r.Of) == 3 {
			at.c = p.variable(r.Of[2])
		}
		p.add(at, r)
	}
}

// isNews reports whether other processes are to hear of a candidate.
func (p *point) isNews(c *candidate) bool {
	if c.toldHeld > 0 && c.broken > c.toldBroken {
		return true
	}
	return float64(c.held) >= growth*float64(c.toldHeld) && p.isLaw(c)
}

// variable returns the number of a variable, which it adds if it is new.
func (p *point) variable(name string) int {
	i, known := p.at[name]
	if !known {
		i = len(p.names)
		p.at[name], p.names = i, append(p.names, name)
		p.choices = append(p.choices, choice{})
	}
	return i
}

// add adds the record of a relation. What this process dropped already stays dropped.
func (p *point) add(of relation, r *Record) {
	i := slices.IndexFunc(p.candidates, func(c *candidate) bool { return c.relation == of })
	if i < 0 && p.known[of] {
		return
	}
	if i < 0 {
		i = len(p.candidates)
		p.known[of] = true
		p.candidates = append(p.candidates, &candidate{relation: of, shared: true, right: r.Right})
	}
	c := p.candidates[i]
	c.shared = true
	c.held, c.toldHeld = c.held+r.Held, c.toldHeld+r.Held
	c.broken, c.toldBroken = c.broken+r.Broken, c.toldBroken+r.Broken
	if c.wrong == "" {
		c.wrong = r.Wrong
	}
	if !c.lasts() {
		p.candidates = slices.Delete(p.candidates, i, i+1)
	}
}
