package heuristics

// Way says which results a function returns behind a side of a [Guard].
type Way uint8

// Ways are bits: a side may lead to both results, or to neither.
const (
	ToTrue  Way = 1 << iota // a statement behind the side returns true, or nil for an error
	ToFalse                 // a statement behind the side returns false, or an error
	Sure                    // with one of the others: the function returns this result for certain
)

// to is the Way of a result.
func to(result bool) Way {
	if result {
		return ToTrue
	}
	return ToFalse
}

// Guard is a condition of a function on which its result depends. It is an expression over leaves: the operands of &&
// and ||, which are numbered in the order of the source.
type Guard struct {
	// First is the number of the first leaf of this guard.
	First int
	// Formula combines the leaves in postfix notation: a letter for each leaf ('a' for the first), then '!' for the
	// latest value, and '&' or '|' for the latest two. "ab&" is a && b.
	Formula string
	// Level is larger the later the function evaluates the guard. All guards of a loop or a switch have the same level.
	Level int
	// Then and Else say what the function returns behind the true and the false side.
	Then, Else Way
}

// maxLeaves bounds the leaves of a guard.
const maxLeaves = 16

// Result computes how near a call of a function came to the result that it did not return; the result is a bool, or an
// error that is nil or not. Hear gets the leaves of the guards in the order of evaluation. The zero Result belongs to a
// function without guards.
//
// To get the other result, the guard that decided has to take its other side. A call that comes to a later guard is
// nearer than a call that ends at an earlier one, however near that guard was to its other side. Within a loop a call
// is nearer the more guards passed before one failed; after the loop this no longer counts, so a longer loop alone is
// not nearer. If any one of several guards can lead to the other result, as in a search through a list, the nearest
// guard counts.
type Result struct {
	guards   []Guard
	at       int // index of the guard whose leaves are evaluated, -1 for none
	last     int // number of the leaf that was heard last
	leaves   [maxLeaves]Truthness
	loose    float64 // how near the latest condition outside of all guards came to its other side
	progress [2]progress
}

// progress is how near a call came to one of the two results.
type progress struct {
	level  int
	passed int     // number of guards that let the call pass
	failed int     // number of guards that failed, or that set a variable that the function returns
	sum    float64 // of how near the failed guards came to their other sides
	best   float64 // maximum of the same, over guards whose other side leads to the result
}

// Begin prepares r for a new call of a function with these guards, in the order of their leaves.
func (r *Result) Begin(guards []Guard) {
	r.guards, r.at, r.last, r.loose = guards, -1, -1, 0
	r.progress = [2]progress{}
}

// Hear notes the outcome of a leaf, and how near it was to its other side, in (0,1), or 0 if that is not known. In that
// case the condition that was evaluated right before counts in its place, if it is part of no guard: for example the
// lookup in a map that gave the bool, or the comparison whose outcome is in a variable.
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

// within reports whether the leaves of a guard are being evaluated.
func (r *Result) within() bool { return r.at >= 0 && r.at < len(r.guards) }

// Tell notes the outcome of a guard without leaves: of a call whose result the function returns as its own.
func (r *Result) Tell(guard int, outcome bool, other float64) {
	r.close()
	if guard >= 0 && guard < len(r.guards) {
		r.weigh(&r.guards[guard], outcome, max(other, Reached))
	}
}

// side is the Truthness of an outcome. other is how near the other side was.
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
	// A guard without leaves has the number of the next leaf in First.
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

// size is the number of leaves of a guard.
func (g *Guard) size() int {
	n := 0
	for i := range len(g.Formula) {
		if g.Formula[i] >= 'a' {
			n = max(n, int(g.Formula[i]-'a')+1)
		}
	}
	return min(n, maxLeaves)
}

// close weighs the guard whose leaves were evaluated.
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
	n := 2 // values below the stack, so that a malformed formula finds zeros
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

// weigh adds a guard with its outcome, and how near it was to its other side.
func (r *Result) weigh(g *Guard, outcome bool, other float64) {
	taken, turned := g.Then, g.Else
	if !outcome {
		taken, turned = turned, taken
	}
	for i, result := range [...]bool{false, true} {
		t, wanted, unwanted := &r.progress[i], to(result), to(!result)
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

// reach starts a level that is higher than those before.
func (t *progress) reach(level int) {
	if level > t.level {
		*t = progress{level: level, best: t.best}
	}
}

// Other returns how near the call came to the result that it did not have, given the result that it had: in
// [Reached,1), or 0 if nothing is known.
func (r *Result) Other(result bool) float64 {
	r.close()
	levels := 1
	for i := range r.guards {
		levels = max(levels, r.guards[i].Level+1)
	}
	t, near := &r.progress[1], 0.0
	if result {
		t = &r.progress[0]
	}
	if t.failed > 0 {
		failed := float64(t.failed)
		near = (float64(t.passed) + t.sum/failed) / failed
	}
	near += t.best
	level := t.level
	if near == 0 { // the condition evaluated last may be the result itself
		near, level = r.loose, levels-1
	}
	if near == 0 {
		return 0
	}
	done := (float64(level) + near/(1+near)) / float64(levels)
	return min(Reached+float64((1-Reached)*done), below1)
}
