package harvest

// purse are the HTTP calls that making a suite may take.
type purse struct {
	limit int // 0 for any number
	spent int // since the end of the search
	last  int // by the last execution
	// each is how often a test is executed before it is written, and kept how many
	// calls the tests that will be take together.
	each, kept int
	least      int // what each may come down to, 0 for no less than it is
	left       int // tests that there were no calls for
	// thrifty says that tests are executed as seldom as they may be, since there are
	// not enough calls for more.
	thrifty bool
}

// save has tests executed least times if the calls do not suffice for some
// tests that take so many together.
func (p *purse) save(calls, least int) {
	if p.limit > 0 && !p.allows((p.each+1)*calls) {
		p.each, p.thrifty = least, true
	}
}

// saves has tests executed as seldom as they may be from now on. It reports whether they
// were executed more often before.
func saves(p *purse) bool {
	if p.least == 0 || p.each <= p.least {
		return false
	}
	p.each, p.thrifty = p.least, true
	return true
}

// allows reports whether some calls can be made and the tests are executed
// nevertheless.
func (p *purse) allows(calls int) bool {
	return p.limit == 0 || p.spent+p.each*p.kept+calls <= p.limit
}

func (p *purse) spend(calls int) { p.spent, p.last = p.spent+calls, calls }

// now gives a test whose calls were so many, and that was replaced by the one that was
// executed last, the share of that one. It returns its calls.
func (p *purse) now(calls int) int {
	p.kept += p.last - calls
	return p.last
}

// keep reports whether there are calls for one more test of so many, which then has its
// share. A test that there are none for is counted.
func (p *purse) keep(calls int) bool {
	ok := p.allows(p.each*calls) || saves(p) && p.allows(p.each*calls)
	if ok {
		p.kept += calls
	} else {
		p.left++
	}
	return ok
}

// affords reports whether there are calls for a test of about so many that was not
// executed yet. A test that there are none for is counted.
func (p *purse) affords(calls int) bool {
	ok := p.allows((p.each+1)*calls) || saves(p) && p.allows((p.each+1)*calls)
	if !ok {
		p.left++
	}
	return ok
}
