package probe

// Bool is a condition without gradient.
func Bool(g *Group, c *Cond, v bool) bool { return c.flag(g, v) }

// Loop tells, after a loop, whether its body was entered.
func Loop(g *Group, c *Cond, entered bool) { c.flag(g, entered) }

// Err tells whether err is an error: the true side is non-nil.
func Err(g *Group, c *Cond, err error) error {
	c.flag(g, err != nil)
	return err
}

// ErrDone is [Value] and [Err] of a returned error.
func ErrDone(g *Group, s *Stmt, c *Cond, err error) error {
	Done(g, s)
	c.flag(g, err != nil)
	return err
}

// Ask asks the function of the given name that is called next, or any for 0, how
// near its result is to the other one, if the search watches the condition or a
// caller asks for that of the function around. It returns what to hand to
// [Answered].
//
//go:norace
func Ask(c *Cond, n *Near, name uint32) int {
	if n.curious != 0 || asking.all {
		return ask(c, n, name)
	}
	return 0
}

// Heed has a condition hear, while the probes listen, what the function of the given
// name compares that is called next, or any for 0. Its result is an operand of the
// condition. Heed returns n.
//
//go:norace
func Heed(c *Cond, n *Near, name uint32) *Near {
	if asking.all {
		heed(c, n, name)
	}
	return n
}

// HeedCases is [Heed] of a switch whose tag is the result: cases that were never taken
// hear. It returns s.
//
//go:norace
func HeedCases(s *Choice, name uint32) *Choice {
	if asking.all && s.muted == 0 {
		s.heed(name)
	}
	return s
}

// Pass is [Ask] of a call whose result is that of the function around it, for
// [Passed].
func Pass(name uint32) int {
	if asking.depth.Load() != 0 {
		return open(nil, name)
	}
	return 0
}

// Begin tells that a function begins.
func Begin(f *Function) {
	if asking.pending.Load() {
		begun(f)
	}
}

// Answered is a condition whose outcome is the result of a function, which was
// asked by the [Ask] with this answer.
func Answered(g *Group, c *Cond, n *Near, asked int, v bool) bool {
	return told(g, c, n, v, asked, 0, answered)
}

// Succeeded is a condition whose outcome is known by a variable that the result
// of a function was assigned to: true stands for the result true, or for nil.
func Succeeded(g *Group, c *Cond, n *Near, v bool) bool { return told(g, c, n, v, 0, 0, succeeded) }

// Failed is [Succeeded] where true stands for an error.
func Failed(g *Group, c *Cond, n *Near, v bool) bool { return told(g, c, n, v, 0, 0, failed) }

//go:noinline
func answered(g *Group, c *Cond, n *Near, v bool, asked, _ int) bool {
	return n.answer(g, c, v, asked, v)
}

//go:noinline
func succeeded(g *Group, c *Cond, n *Near, v bool, _, _ int) bool {
	return n.answer(g, c, v, latest(c), v)
}

//go:noinline
func failed(g *Group, c *Cond, n *Near, v bool, _, _ int) bool {
	return n.answer(g, c, v, latest(c), !v)
}

// answer notes an outcome with the answer to a question, 0 for none.
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

// Flag is [Bool] in a function that may be asked: its outcome is heard.
//
//go:norace
func Flag(g *Group, c *Cond, n *Near, v bool) bool {
	if c.taken[index(v)] < quiet {
		return n.flag(g, c, v)
	}
	return v
}

// flag notes an outcome without a distance. It is quiet from then on, unless a
// frame wants to hear it.
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

// Passed is the result of a call, which the function around it returns as its
// own. fork is its number among those of that function.
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
