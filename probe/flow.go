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
