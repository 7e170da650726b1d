package genotype

// Leave has the client of a call leave before the answer. It reports whether it does: a call has one thing wrong at most.
func Leave(c *Call) bool {
	if c.Invalid != nil {
		return false
	}
	c.Invalid = &Invalid{What: client + " " + early, Param: InClient, Whole: clientGone}
	return true
}

// Stay has the client of a call wait for the answer.
func Stay(c *Call) {
	if c.Invalid.Gone() {
		c.Invalid = nil
	}
}
