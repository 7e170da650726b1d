package probe

import (
	"strconv"
	"strings"
)

// Kind says what a target is a part of.
type Kind byte

// The kinds of targets. All but the first are sides of a condition.
const (
	Statement Kind = 's'
	Branch    Kind = 'b' // a condition in the source
	Case      Kind = 'k' // a case of a switch; only true sides are ever told
	LoopBody  Kind = 'l' // a loop: entered or not
	OK        Kind = 'o' // a comma-ok, or whether a map has a key
	Error     Kind = 'e' // an error that is returned: non-nil or nil
	Overflow  Kind = 'v' // a result that may not fit into its type; only true sides are ever told
	Outcome   Kind = 'c' // a call that another function stands in for and that returns no boolean: it succeeds or fails
)

// Site says where a target is in the source and what it is.
type Site struct {
	Package      string // import path
	File         string // base name
	Function     string // such as "(*Server).create", "" outside of functions
	Line, Column int    // from 1, as the compiler counts: columns are bytes
	Kind         Kind
	// Op is the operand kind and operator of a condition, such as "i=" or "s<";
	// "c" for a call that another function stands in for, "g" where no operands
	// are compared.
	Op    string
	Text  string // of a condition: its source on one line, shortened
	Side  bool   // of a condition: which side this target is
	Guard Guard  // of a statement
	// Values are the constants in a condition: string, int64, float64, or rune
	// for a character.
	Values []any
}

// Guard names the conditions that decide whether a statement runs: it does
// when the expression made of them is Side. The zero Guard is none.
type Guard struct {
	First      Target // the true side of the first condition
	Conditions int    // how many, one after the other; each takes two targets
	Side       bool
}

// Describe returns the site of a target, the zero Site for what is no target.
// The text given to [Register] is read at the first call for its package; what
// it does not say is left zero.
func Describe(t Target) Site {
	p := owner(t)
	if p == nil {
		return Site{}
	}
	return p.described()[t-p.first]
}

// described returns the sites of a package.
func (p *registered) described() []Site {
	p.once.Do(func() { p.sites = parseSites(p) })
	return p.sites
}

// StatementAt returns the last statement of a file that begins at a line or before it: the one
// that the line belongs to. It returns false if there is none, or if the package has no probes.
func StatementAt(pkg, file string, line int) (at Site, ok bool) {
	for _, p := range registeredPackages() {
		if p.Path != pkg {
			continue
		}
		for i := range p.described()[:len(p.Statements)] {
			s := &p.sites[i]
			if s.File == file && s.Line <= line && (!ok || s.Line >= at.Line) {
				at, ok = *s, true
			}
		}
	}
	return at, ok
}

// siteReader reads the text of one package.
type siteReader struct {
	p     *registered
	file  string
	fn    string // the function
	stmts int    // read so far
	conds int
	sites []Site
}

func parseSites(p *registered) []Site {
	r := siteReader{p: p, sites: make([]Site, p.size())}
	for i := range r.sites {
		r.sites[i].Package = p.Path
	}
	for line := range strings.Lines(p.Sites) {
		r.line(strings.TrimRight(line, "\r\n"))
	}
	return r.sites
}

func (r *siteReader) line(line string) {
	tag, rest, _ := strings.Cut(line, " ")
	switch tag {
	case "F":
		r.file, r.fn = rest, ""
	case "N":
		r.fn = rest
	case "S":
		r.stmt(rest)
	case "C":
		r.cond(rest)
	case "V":
		r.value(rest)
	}
}

// value adds a constant to the last condition.
func (r *siteReader) value(text string) {
	v := constant(text)
	if v == nil || r.conds == 0 {
		return
	}
	i := len(r.p.Statements) + 2*(r.conds-1)
	r.sites[i].Values = append(r.sites[i].Values, v)
	r.sites[i+1].Values = r.sites[i].Values
}

// constant reads a constant as Go writes it, nil for what is none.
func constant(text string) any {
	if text == "" {
		return nil
	}
	if unquoted, err := strconv.Unquote(text); err == nil {
		if text[0] != '\'' {
			return unquoted
		}
		for _, c := range unquoted {
			return c
		}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return nil
}

func (r *siteReader) stmt(rest string) {
	if r.stmts >= len(r.p.Statements) {
		return
	}
	site := &r.sites[r.stmts]
	r.stmts++
	site.Kind, site.File, site.Function = Statement, r.file, r.fn
	fields := strings.Fields(rest)
	if len(fields) >= 2 {
		site.Line, site.Column = number(fields[0]), number(fields[1])
	}
	if len(fields) == 5 {
		site.Guard = r.guard(fields[2], fields[3], fields[4] == "t")
	}
}

// guard is zero unless its conditions exist.
func (r *siteReader) guard(first, conditions string, side bool) Guard {
	i, n := number(first), number(conditions)
	if n < 1 || i > len(r.p.Conditions)-n {
		return Guard{}
	}
	return Guard{First: r.p.first + Target(len(r.p.Statements)+2*i), Conditions: n, Side: side}
}

func (r *siteReader) cond(rest string) {
	if r.conds >= len(r.p.Conditions) {
		return
	}
	i := len(r.p.Statements) + 2*r.conds
	r.conds++
	site := &r.sites[i]
	site.File, site.Function, site.Side = r.file, r.fn, true
	if fields := strings.SplitN(rest, " ", 5); len(fields) >= 4 && fields[0] != "" {
		site.Kind, site.Op = Kind(fields[0][0]), fields[1]
		site.Line, site.Column = number(fields[2]), number(fields[3])
		site.Text = strings.Join(fields[4:], "")
	}
	r.sites[i+1] = *site
	r.sites[i+1].Side = false
}

// number reads a count or position, 0 for what is none.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
