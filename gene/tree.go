package gene

import (
	"iter"
	"math/rand/v2"
)

// Weight returns how much of a gene there is to mutate. A [Weigher] says so
// itself; any other gene counts for one plus the weights of its children.
func Weight(g Gene) float64 {
	if w, ok := g.(Weigher); ok {
		return w.Weight()
	}
	sum := 1.0
	if p, ok := g.(Parent); ok {
		for child := range p.Children() {
			sum += Weight(child)
		}
	}
	return sum
}

// Assign gives g a plain value and reports whether g took it. A gene that is
// no [Assigner] never does.
func Assign(g Gene, value any) bool {
	a, ok := g.(Assigner)
	return ok && a.Assign(value)
}

// Check returns the first constraint that g or a gene below it breaks.
func Check(g Gene) error {
	for each := range Walk(g) {
		c, ok := each.(Checker)
		if !ok {
			continue
		}
		if err := c.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Walk yields g and every gene below it that is part of the current value,
// parents first.
func Walk(g Gene) iter.Seq[Gene] {
	return func(yield func(Gene) bool) { walk(g, yield) }
}

func walk(g Gene, yield func(Gene) bool) bool {
	if !yield(g) {
		return false
	}
	p, ok := g.(Parent)
	if !ok {
		return true
	}
	for child := range p.Children() {
		if !walk(child, yield) {
			return false
		}
	}
	return true
}

// picker chooses one of a stream of weighted items in a single pass, so that
// weights, which are sums over whole trees, are computed once.
type picker struct {
	sum float64
	at  int
}

// newPicker returns a picker that has not seen an item; at is -1 until then.
func newPicker() picker { return picker{at: -1} }

// offer shows the picker item i. Items of weight 0 are never picked.
func (p *picker) offer(r *rand.Rand, i int, weight float64) {
	if weight <= 0 {
		return
	}
	p.sum += weight
	if p.at < 0 || r.Float64()*p.sum < weight {
		p.at = i
	}
}

// sizeUpTo counts the genes of a tree, but stops at limit.
func sizeUpTo(g Gene, limit int) int {
	n := 0
	for range Walk(g) {
		if n++; n >= limit {
			break
		}
	}
	return n
}

// Absence tells whether the value of g is [value.Absent] now, and whether it
// is for ever. An [Absenter] says so itself and a [Wrapper] is absent with its
// inner gene; any other gene always has a value.
func Absence(g Gene) (now, forever bool) {
	for {
		if a, ok := g.(Absenter); ok {
			return a.Absence()
		}
		w, ok := g.(Wrapper)
		if !ok {
			return false, false
		}
		if g = w.Inner(); g == nil {
			return false, false
		}
	}
}

// vanishes tells whether a gene is, as it stands, left out of its parent.
func vanishes(g Gene) bool {
	now, _ := Absence(g)
	return now
}

// cut tells whether a gene is the end of a recursion and so never has a value.
func cut(g Gene) bool {
	_, forever := Absence(g)
	return forever
}

// unswitched returns the gene within a [Switch], for places where something
// else decides whether a value is there.
func unswitched(g Gene) Gene {
	for {
		inner := within(g)
		if inner == nil {
			c := g.Clone()
			c.(Switch).Set(true)
			inner = within(c)
		}
		if inner == nil || inner == g {
			return g
		}
		g = inner
	}
}

// within returns the gene to mutate where somebody else switches g on and
// off: that inside of a [Switch], nil if it is off, or else g itself.
func within(g Gene) Gene {
	if _, ok := g.(Switch); !ok {
		return g
	}
	if vanishes(g) {
		return nil
	}
	if w, ok := g.(Wrapper); ok {
		return w.Inner()
	}
	return g
}
