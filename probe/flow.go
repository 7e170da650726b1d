package probe

// Bool is a condition without gradient.
func Bool(c *Cond, v bool) bool {
	if c.open() {
		c.flag(v)
	}
	return v
}

// Loop tells, after a loop, whether its body was entered.
func Loop(c *Cond, entered bool) {
	if c.open() {
		c.flag(entered)
	}
}

// Err tells whether err is an error: the true side is non-nil.
func Err(c *Cond, err error) error {
	if c.open() {
		c.flag(err != nil)
	}
	return err
}

// ErrDone is [Value] and [Err] of a returned error.
func ErrDone(s *Stmt, c *Cond, err error) error {
	Done(s)
	return Err(c, err)
}

//go:noinline
func (c *Cond) flag(v bool) { c.note(v, 0, whole) }
