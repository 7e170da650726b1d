package heuristics

// Way says which results of a function lie behind a side of a [Guard].
type Way uint8

// Ways are bits: behind a side may lie both results, or none.
const (
	ToTrue  Way = 1 << iota // a statement there returns true, or nil for an error
	ToFalse                 // a statement there returns false, or an error
	Sure                    // with one of the others: nothing but that is left
)

// to is the way to a result.
func to(result bool) Way {
	if result {
		return ToTrue
	}
	return ToFalse
}

// Guard is a condition of a function that decides about its result. It is made
// of leaves, which have numbers that follow each other.
type Guard struct {
	// First is the number of the first leaf.
	First int
	// Formula combines the leaves: a letter for each ('a' for the first), then
	// '!' for the latest, '&' or '|' for the latest two.
	Formula string
	// Level orders guards by how far a function comes that evaluates them. All
	// guards of a loop or a switch have the same.
	Level int
	// Then and Else are what lies behind the true and the false side.
	Then, Else Way
}

// maxLeaves bounds the leaves of a guard.
const maxLeaves = 16

// Result works out how near a call of a function, which returned a bool or an
// error, came to the other result. It hears the leaves of guards in the order in
// which they are evaluated. The zero Result belongs to a function without guards.
//
// The guard that decided is the one to turn. A function that comes to a later
// guard is nearer than one that ends at an earlier one, however near that was to
// turning. In a loop it is nearer the more guards held before one failed; behind
// the loop that counts no longer, so a longer loop alone is not better. Where
// one of several guards has to turn, as in a search through a list, the nearest
// counts.
type Result struct {
	guards []Guard
	at     int // the guard whose leaves are heard, -1 for none
	last   int // the leaf that was heard last
	leaves [maxLeaves]Truthness
	loose  float64 // how near the latest condition that is part of no guard came to its other side
	toward [2]toward
}

// toward is what is known of the way to a result that a call did not have.
type toward struct {
	level  int
	passed int     // guards that did not stop the call
	failed int     // guards that did, or that set a variable that the function returns
	sum    float64 // of how near those came to their other sides
	best   float64 // of guards behind whose other sides the result lies
}

// Begin makes r one of a new call of a function with these guards, in the order
// of their leaves.
func (r *Result) Begin(guards []Guard) {
	r.guards, r.at, r.last, r.loose = guards, -1, -1, 0
	r.toward = [2]toward{}
}

// Hear tells that a leaf came out, and how near it was to its other side, 0 if
// nothing is known of that. Then the condition that was evaluated right before it
// stands in, if it is part of no guard: that of a map which gave a bool, or a
// comparison whose outcome went into a variable.
func (r *Result) Hear(leaf int, outcome bool, other float64) {
	known := other > 0
	if !known {
		other = max(r.loose, Reached)
	}
	if !r.within() || leaf <= r.last || leaf-r.guards[r.at].First >= r.guards[r.at].size() {
		r.close()
		r.at = r.guardOf(leaf)
	}
	r.loose = 0
	if !r.within() {
		if known {
			r.loose = other
		}
		return
	}
	r.last = leaf
	r.leaves[leaf-r.guards[r.at].First] = side(outcome, other)
}

// within reports whether the leaves of a guard are heard.
func (r *Result) within() bool { return r.at >= 0 && r.at < len(r.guards) }

// Tell tells the outcome of a guard without leaves: of a call whose result the
// function returns.
func (r *Result) Tell(guard int, outcome bool, other float64) {
	r.close()
	if guard >= 0 && guard < len(r.guards) {
		r.weigh(&r.guards[guard], outcome, max(other, Reached))
	}
}

// side is the Truthness of an outcome whose other side is that near.
func side(outcome bool, other float64) Truthness {
	if outcome {
		return Truthness{1, min(other, below1)}
	}
	return Truthness{min(other, below1), 1}
}

// guardOf returns the guard of a leaf, -1 if there is none.
func (r *Result) guardOf(leaf int) int {
	low, high := 0, len(r.guards)
	for low < high {
		if middle := (low + high) / 2; r.guards[middle].First <= leaf {
			low = middle + 1
		} else {
			high = middle
		}
	}
	// A guard without leaves has the number of the leaf that would be next.
	for low--; low >= 0; low-- {
		switch size := r.guards[low].size(); {
		case leaf-r.guards[low].First < size:
			return low
		case size > 0:
			return -1
		}
	}
	return -1
}

// size is how many leaves a guard has.
func (g *Guard) size() int {
	n := 0
	for i := range len(g.Formula) {
		if g.Formula[i] >= 'a' {
			n = max(n, int(g.Formula[i]-'a')+1)
		}
	}
	return min(n, maxLeaves)
}

// close weighs the guard whose leaves were heard.
func (r *Result) close() {
	if !r.within() {
		return
	}
	g := &r.guards[r.at]
	t := g.truthness(&r.leaves)
	clear(r.leaves[:])
	r.at, r.last = -1, -1
	switch {
	case t.OfTrue == 1:
		r.weigh(g, true, t.OfFalse)
	case t.OfFalse == 1:
		r.weigh(g, false, t.OfTrue)
	}
}

// truthness combines the leaves by the formula.
func (g *Guard) truthness(leaves *[maxLeaves]Truthness) Truthness {
	var stack [maxLeaves + 2]Truthness
	n := 2 // so that a formula that takes too much finds zeros
	for i := range len(g.Formula) {
		switch c := g.Formula[i]; {
		case c == '!':
			stack[n-1] = stack[n-1].Not()
		case c == '&' && n > 3:
			n--
			stack[n-1] = And(stack[n-1], stack[n])
		case c == '|' && n > 3:
			n--
			stack[n-1] = Or(stack[n-1], stack[n])
		case c >= 'a' && c < 'a'+maxLeaves && n < len(stack):
			stack[n] = leaves[c-'a']
			n++
		}
	}
	return stack[n-1]
}

// weigh takes account of a guard that came out, and was that near to its other
// side.
func (r *Result) weigh(g *Guard, outcome bool, other float64) {
	taken, turned := g.Then, g.Else
	if !outcome {
		taken, turned = turned, taken
	}
	for i, result := range [...]bool{false, true} {
		t, wanted, unwanted := &r.toward[i], to(result), to(!result)
		if taken == unwanted|Sure {
			t.reach(g.Level)
			t.failed++
			t.sum += other
		} else if turned == unwanted|Sure && taken&unwanted == 0 {
			t.reach(g.Level)
			t.passed++
		}
		if turned&wanted != 0 && taken != unwanted|Sure {
			t.reach(g.Level)
			t.best = max(t.best, other)
		}
	}
}

// reach begins a level that is higher than those before.
func (t *toward) reach(level int) {
	if level > t.level {
		*t = toward{level: level, best: t.best}
	}
}

// Other returns how near the call came to the other one than this result: in
// [Reached,1), or 0 if nothing is known.
func (r *Result) Other(result bool) float64 {
	r.close()
	levels := 1
	for i := range r.guards {
		levels = max(levels, r.guards[i].Level+1)
	}
	t, near := &r.toward[1], 0.0
	if result {
		t = &r.toward[0]
	}
	if t.failed > 0 {
		failed := float64(t.failed)
		near = (float64(t.passed) + t.sum/failed) / failed
	}
	near += t.best
	level := t.level
	if near == 0 { // what was evaluated last may be what is returned
		near, level = r.loose, levels-1
	}
	if near == 0 {
		return 0
	}
	done := (float64(level) + near/(1+near)) / float64(levels)
	return min(Reached+float64((1-Reached)*done), below1)
}
