package probe

import "sync/atomic"

// Take calls f for each target that was touched since the last Take or
// [Drop], with its best value in (0,1], and begins a new round. A statement
// has 0.5 when it was entered and 1 when it was completed; a side of a
// condition 1 when it was taken, and else what package heuristics makes of its
// smallest distance. Muted targets are left out. The order is that of the
// first touch, latest first.
//
// f may call [Mute]. Take may run at any time and on several goroutines: each
// value goes to one of them.
func Take(f func(t Target, value float64)) {
	begin()
	rest := touched.head.Swap(0)
	// A panic in f must not leave cells behind that believe they are listed.
	defer func() {
		discard(rest)
		ended()
	}()
	for rest != 0 {
		t := Target(rest - 1)
		e := at(t)
		rest = e.next // read before the cell is free to be listed again
		if e.stmt != nil {
			if value := e.stmt.take(); value > 0 {
				f(t, value)
			}
			continue
		}
		whenTrue, whenFalse := e.cond.take()
		if whenTrue > 0 {
			f(t, whenTrue)
		}
		if whenFalse > 0 {
			f(t+1, whenFalse)
		}
	}
}

// Drop forgets what was touched and which statement ran last.
func Drop() {
	begin()
	discard(touched.head.Swap(0))
	ended()
	forget()
}

func discard(list uint32) {
	for list != 0 {
		e := at(Target(list - 1))
		list = e.next
		if e.stmt != nil {
			e.stmt.take()
		} else {
			e.cond.drop()
		}
	}
}

// Mute makes a target cost next to nothing: it is never told again until
// [UnmuteAll]. It does nothing for a number that is no target.
func Mute(t Target) {
	if t < 0 || int(t) >= Targets() {
		return
	}
	if e := at(t); e.stmt != nil {
		e.stmt.mute()
	} else {
		e.cond.mute(e.side)
	}
}

// UnmuteAll undoes every [Mute]. It takes time in proportion to the number of
// all targets.
func UnmuteAll() {
	begin()
	defer ended()
	for _, p := range registeredPackages() {
		for i := range p.stmts {
			p.stmts[i].unmute()
		}
		for i := range p.conds {
			p.conds[i].unmute()
		}
	}
}

// rounds tells rounds apart: its upper bits count what began to change cells
// behind the back of the probes (a read-out or UnmuteAll), the lower ones what
// of that has not ended.
var rounds atomic.Uint64

const changing = 1<<16 - 1

func begin() { rounds.Add(changing + 2) }
func ended() { rounds.Add(^uint64(0)) }
