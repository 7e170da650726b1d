package probe

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Take calls f for each target that was touched since the last Take or [Drop], with its best value in (0,1], and begins
// a new round. The value of a statement is 0.5 if it was entered and 1 if it was completed. The value of a side of a
// condition is 1 if it was taken, else the score of its smallest distance by package heuristics. Muted targets are left
// out. The order is that of the source, function by function: statements, then conditions.
//
// f may call [Mute]. Take may be called at any time and on several goroutines: each value goes to one of them.
func Take(f func(t Target, value float64)) { read(f) }

// Drop begins a new round without reporting the old one, and forgets the statement that ran last.
func Drop() {
	read(nil)
	forget()
}

// Mute makes a target cost next to nothing: it is not reported again until [UnmuteAll]. Mute does nothing for a number
// that is no target.
func Mute(t Target) {
	if p := owner(t); p != nil {
		p.mute(t)
	}
}

// UnmuteAll undoes every [Mute]. It takes time in proportion to the number of
// all targets.
func UnmuteAll() {
	reading.Lock()
	defer reading.Unlock()
	begin()
	defer ended()
	for _, p := range registeredPackages() {
		p.unmute()
	}
}

// rounds counts rounds. Its upper bits count the operations that change cells while probes run (a read-out or
// UnmuteAll), and the lower bits are the number of these operations that have not ended.
var rounds atomic.Uint64

const changing = 1<<16 - 1

func begin() { rounds.Add(changing + 2) }
func ended() { rounds.Add(^uint64(0)) }

// reading is locked by the goroutine that reads.
var reading sync.Mutex

// read reports all touched targets to f, unless f is nil, and clears their marks.
func read(f func(t Target, value float64)) {
	reading.Lock()
	defer reading.Unlock()
	closeAllFrames()
	begin()
	defer ended()
	r := reader{tell: f}
	defer r.dropRest()
	r.all()
	if killed.Load() {
		makeAllLoud()
	}
}

// reader reads a round.
type reader struct {
	tell func(t Target, value float64) // nil to forget
	p    *registered                   // the package that is read
	at   int                           // the first of the eight groups that are read
}

func (r *reader) all() {
	for _, r.p = range registeredPackages() {
		r.groups()
	}
	r.p = nil
}

// groups reads the groups that have a mark.
//
//go:norace
func (r *reader) groups() {
	marks := r.p.groups
	if !marks.words {
		for i := 0; i < marks.size; i += 8 {
			r.eight(i)
		}
		return
	}
	for i, word := range unsafe.Slice((*uint64)(marks.base), (marks.size+7)/8) {
		if word != 0 {
			r.eight(8 * i)
		}
	}
}

// eight reads eight groups from i on. It clears their marks before it looks at the cells, so that a probe that fires
// meanwhile marks its group anew.
func (r *reader) eight(i int) {
	r.at = i
	for word := r.p.groups.take(i, ^uint64(0)); word != 0; {
		k := first(word)
		word = rest(word, k)
		switch {
		case i+k+1 >= len(r.p.starts): // belongs to no function
		case r.tell == nil:
			r.p.drop(i + k)
		default:
			r.p.tellGroup(i+k, r.tell)
		}
	}
}

// dropRest clears the marks that are left if the function tell panicked.
//
//go:norace
func (r *reader) dropRest() {
	if r.p == nil {
		return
	}
	for i := r.at; i < min(r.at+8, len(r.p.Groups)); i++ {
		r.p.Groups[i].touched = 1
	}
	(&reader{}).all()
}

// tellGroup reports the targets of a group, and ends their round.
func (p *registered) tellGroup(i int, f func(t Target, value float64)) {
	from, to := p.starts[i], p.starts[i+1]
	p.tellStmts(2*int(from.Stmt), 2*int(to.Stmt), f)
	for i := from.Choice; i < to.Choice; i++ {
		p.Choices[i].resolve()
	}
	p.tellConds(2*int(from.Cond), 2*int(to.Cond), f)
}

// drop clears the marks of the cells of a group. A mark that is set at the same time may be lost.
//
//go:norace
func (p *registered) drop(i int) {
	from, to := &p.starts[i], &p.starts[i+1]
	clear(p.Statements[from.Stmt:to.Stmt])
	for i := from.Choice; i < to.Choice; i++ {
		p.Choices[i].drop()
	}
	conds := p.Conditions[from.Cond:to.Cond]
	nears := p.Distances[from.Cond:to.Cond][:len(conds)]
	for i := range conds {
		c, n := &conds[i], &nears[i]
		if c.taken == [2]uint8{} || c.taken == bothQuiet && n.silent() {
			continue
		}
		c.taken = [2]uint8{}
		n.drop()
	}
}

func (p *registered) tellStmts(from, to int, f func(t Target, value float64)) {
	for i := from &^ 7; i < to; i += 8 {
		word := p.stmts.take(i, within(i, from, to)&^atomic.LoadUint64(&p.muted.stmts[i/8]))
		for word != 0 {
			k := first(word) &^ 1
			score := scoreEntered
			if at(word, k+1) != 0 {
				score = scoreDone
			}
			word = rest(word, k+1)
			f(p.first+Target((i+k)/2), score)
		}
	}
}

func (p *registered) tellConds(from, to int, f func(t Target, value float64)) {
	for i := from &^ 7; i < to; i += 8 {
		word := p.conds.take(i, within(i, from, to)&^atomic.LoadUint64(&p.muted.conds[i/8]))
		for word != 0 {
			k := first(word) &^ 1
			taken := [2]uint8{at(word, k), at(word, k+1)}
			word = rest(word, k+1)
			p.tellCond((i+k)/2, taken, f)
		}
	}
}

// tellCond reports the sides of a condition that was evaluated.
//
//go:norace
func (p *registered) tellCond(i int, taken [2]uint8, f func(t Target, value float64)) {
	rank, t, n := uint64(0), p.first+Target(len(p.Statements)+2*i), &p.Distances[i]
	if (taken[0]|taken[1])&(took|caseFalse) != 0 {
		rank = n.take(&p.Conditions[i])
	}
	silent := n.muted
	if silent[1] == 0 {
		f(t, sideScore(taken[1], rank))
	}
	if silent[0] == 0 && taken[0] != caseFalse {
		f(t+1, sideScore(taken[0], rank))
	}
}
