package gene

import (
	"iter"
	"math/rand/v2"
)

// Weight returns how much there is to mutate in a gene: the result of a [Weigher], or one plus the weights of the
// children for any other gene.
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

// Assign gives g a plain value and reports whether g took it. It returns false for a gene that is no [Assigner].
func Assign(g Gene, value any) bool {
	a, ok := g.(Assigner)
	return ok && a.Assign(value)
}

// Check returns an error for the first constraint that g or a gene below it breaks, or nil.
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

// Walk yields g and every gene below it that is part of the current value, parents before their children.
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

// picker draws one of a sequence of weighted items in a single pass. So each weight, which is a sum over a whole tree,
// is computed only once.
type picker struct {
	sum float64
	at  int
}

// newPicker returns a picker without items. Its at is the index of the drawn item, -1 until there is one.
func newPicker() picker { return picker{at: -1} }

// offer adds item i. An item of weight 0 is never drawn.
func (p *picker) offer(r *rand.Rand, i int, weight float64) {
	if weight <= 0 {
		return
	}
	p.sum += weight
	if p.at < 0 || r.Float64()*p.sum < weight {
		p.at = i
	}
}

// sizeUpTo returns the number of genes in a tree, at most limit.
func sizeUpTo(g Gene, limit int) int {
	n := 0
	for range Walk(g) {
		if n++; n >= limit {
			break
		}
	}
	return n
}

// Absence reports whether the value of g is [value.Absent] now, and whether it always is. It asks an [Absenter]; a
// [Wrapper] is absent if its inner gene is; any other gene always has a value.
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

// isAbsent reports whether the value of a gene is absent now.
func isAbsent(g Gene) bool {
	now, _ := Absence(g)
	return now
}

// alwaysAbsent reports whether a gene never has a value, as at the end of a recursion.
func alwaysAbsent(g Gene) bool {
	_, forever := Absence(g)
	return forever
}

// withoutSwitch returns the gene inside a [Switch], for a place where something else decides whether there is a value.
func withoutSwitch(g Gene) Gene {
	for {
		inner := innerOfSwitch(g)
		if inner == nil {
			c := g.Clone()
			c.(Switch).Set(true)
			inner = innerOfSwitch(c)
		}
		if inner == nil || inner == g {
			return g
		}
		g = inner
	}
}

// innerOfSwitch returns the gene to mutate in a place where the parent switches g on and off: the inner gene of a
// [Switch] that is on, nil for a Switch that is off, or else g itself.
func innerOfSwitch(g Gene) Gene {
	if _, ok := g.(Switch); !ok {
		return g
	}
	if isAbsent(g) {
		return nil
	}
	if w, ok := g.(Wrapper); ok {
		return w.Inner()
	}
	return g
}
