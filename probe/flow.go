package probe

import "sync/atomic"

// Bool is a condition without gradient.
func Bool(c *Cond, v bool) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		c.flag(v)
	}
	return v
}

// Loop tells, after a loop, whether its body was entered.
func Loop(c *Cond, entered bool) {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		c.flag(entered)
	}
}

// Err tells whether err is an error: the true side is non-nil.
func Err(c *Cond, err error) error {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		c.flag(err != nil)
	}
	return err
}

// ErrDone is [Value] and [Err] of a returned error.
func ErrDone(s *Stmt, c *Cond, err error) error {
	// The closed bits of a condition are those of a completed statement.
	if int32(atomic.LoadUint32(&s.state)&atomic.LoadUint32(&c.state)) < closedBoth {
		errDone(s, c, err != nil)
	}
	return err
}

//go:noinline
func errDone(s *Stmt, c *Cond, isError bool) {
	Done(s)
	Loop(c, isError)
}

//go:noinline
func (c *Cond) flag(v bool) { c.evaluated(v, 0, measureWhole) }
