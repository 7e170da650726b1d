package probe

// Bool notes the outcome of a condition without a distance.
func Bool(g *Group, c *Cond, v bool) bool { return c.flag(g, v) }

// Loop comes after a loop and notes whether its body was entered.
func Loop(g *Group, c *Cond, entered bool) { c.flag(g, entered) }

// Err notes whether err is an error: the true side is non-nil. It returns err.
func Err(g *Group, c *Cond, err error) error {
	c.flag(g, err != nil)
	return err
}

// ErrDone is [Value] and [Err] of an error that is returned.
func ErrDone(g *Group, s *Stmt, c *Cond, err error) error {
	Done(g, s)
	c.flag(g, err != nil)
	return err
}

// Ask comes before a call whose result is the outcome of the condition c. It asks the called function how near its
// result is to the opposite result, if the search watches c, or if a caller asks for the result of the function that c
// is in. name is the number of the function, 0 for the next one that is called. It returns the number of the question,
// for [Answered].
//
//go:norace
func Ask(c *Cond, n *Near, name uint32) int {
	if n.curious != 0 || asking.all {
		return ask(c, n, name)
	}
	return 0
}

// Heed comes before a call whose result is an operand of a comparison. While the probes listen, the condition c then
// keeps the values that the called function compares. name is the number of the function, 0 for the next one that is
// called. Heed returns n.
//
//go:norace
func Heed(c *Cond, n *Near, name uint32) *Near {
	if asking.all {
		heed(c, n, name)
	}
	return n
}

// HeedCases is [Heed] for a switch whose tag is the result of a call: its cases that were never taken keep the values.
// It returns s.
//
//go:norace
func HeedCases(s *Choice, name uint32) *Choice {
	if asking.all && s.muted == 0 {
		s.heed(name)
	}
	return s
}

// Pass is [Ask] for a call whose result the function around it returns as its own. [Passed] gets the number that it
// returns.
func Pass(name uint32) int {
	if asking.depth.Load() != 0 {
		return open(nil, name)
	}
	return 0
}

// Begin comes at the start of a function, and tells a frame that waits for the function.
func Begin(f *Function) {
	if asking.pending.Load() {
		beginFunction(f)
	}
}

// Answered notes the outcome v of a condition that is the result of a call. asked is the number that [Ask] returned
// before the call. It returns v.
func Answered(g *Group, c *Cond, n *Near, asked int, v bool) bool {
	return noteCompared(c, Call{g, c, n}, v, asked, 0, answered)
}

// Succeeded notes the outcome of a condition on a variable to which the result of a call was assigned. v is true if the
// result was true, or a nil error. It returns v.
func Succeeded(g *Group, c *Cond, n *Near, v bool) bool {
	return noteCompared(c, Call{g, c, n}, v, 0, 0, succeeded)
}

// Failed is [Succeeded] where v is true if the result was an error.
func Failed(g *Group, c *Cond, n *Near, v bool) bool {
	return noteCompared(c, Call{g, c, n}, v, 0, 0, failed)
}

//go:noinline
func answered(at Call, v bool, asked, _ int) bool {
	return at.n.answer(at.g, at.c, v, asked, v)
}

//go:noinline
func succeeded(at Call, v bool, _, _ int) bool {
	return at.n.answer(at.g, at.c, v, latest(at.c), v)
}

//go:noinline
func failed(at Call, v bool, _, _ int) bool {
	return at.n.answer(at.g, at.c, v, latest(at.c), !v)
}

// answer notes an outcome with the answer to a question, 0 for no question.
func (n *Near) answer(g *Group, c *Cond, v bool, asked int, result bool) bool {
	if asked == 0 && n.curious == 0 {
		return n.flag(g, c, v)
	}
	rank := uint64(0)
	if other := closeFrames(asked, result); other > 0 {
		rank = scoreRank(min(other, below1))
	}
	return n.note(g, c, v, rank, false)
}

// Flag is [Bool] in a function that may be asked: its outcome is told to the frame.
//
//go:norace
func Flag(g *Group, c *Cond, n *Near, v bool) bool {
	if c.taken[index(v)] < quiet {
		return n.flag(g, c, v)
	}
	return v
}

// flag notes an outcome without a distance. The side is quiet from then on, unless a frame wants to hear its outcomes.
//
//go:noinline
//go:norace
func (n *Near) flag(g *Group, c *Cond, v bool) bool {
	if asking.depth.Load() != 0 && heard(c, v, 0) || n.curious != 0 || killed.Load() {
		return c.flag(g, v)
	}
	c.taken[index(v)] = tookFlag | quiet
	if g != nil {
		g.touched = 1
	}
	return v
}

// Passed notes and returns the result of a call that the function around it returns as its own. asked is the number
// that [Pass] returned, and fork the index of the call among the forks of the function.
func Passed(asked int, fork int, result bool) bool {
	if asked != 0 {
		passed(asked, fork, result)
	}
	return result
}

// PassedErr is [Passed] for an error.
func PassedErr(asked int, fork int, err error) error {
	if asked != 0 {
		passed(asked, fork, err == nil)
	}
	return err
}

//go:noinline
func passed(asked, fork int, result bool) {
	other := closeFrames(asked, result)
	if !asking.TryLock() {
		return
	}
	defer asking.Unlock()
	if depth := asking.depth.Load(); depth > 0 && asking.frames[depth-1].of != nil {
		asking.frames[depth-1].result.Tell(fork, result, other)
	}
}
