package probe

import "sync/atomic"

// Bool is a condition without gradient.
func Bool(c *Cond, v bool) bool { return told(c, v, 0, 0, flag) }

// Loop tells, after a loop, whether its body was entered.
func Loop(c *Cond, entered bool) { told(c, entered, 0, 0, flag) }

// Err tells whether err is an error: the true side is non-nil.
func Err(c *Cond, err error) error {
	told(c, err != nil, 0, 0, flag)
	return err
}

// ErrDone is [Value] and [Err] of a returned error.
func ErrDone(s *Stmt, c *Cond, err error) error {
	returned(s, c, err != nil, errDone)
	return err
}

// returned has a parameter for the reason that told has one.
func returned(s *Stmt, c *Cond, isErr bool, slow func(s *Stmt, c *Cond, isErr bool)) {
	state := atomic.LoadUint32(&c.state)
	if isErr {
		state <<= 1
	}
	if int32(state) >= 0 || int32(atomic.LoadUint32(&s.state)) < doneBit {
		slow(s, c, isErr)
	}
}

//go:noinline
func errDone(s *Stmt, c *Cond, isErr bool) {
	Done(s)
	Loop(c, isErr)
}

//go:noinline
func flag(c *Cond, v bool, _, _ int) { c.evaluated(v, 0, measureWhole|measureFinal) }
