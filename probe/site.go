package probe

import (
	"strconv"
	"strings"
)

// Kind is the kind of statement or condition that a target belongs to.
type Kind byte

// The kinds of targets. All but the first are sides of a condition.
const (
	Statement Kind = 's'
	Branch    Kind = 'b' // a condition in the source
	Case      Kind = 'k' // a case of a switch; only true sides are ever reported
	LoopBody  Kind = 'l' // a loop: its body is entered or not
	OK        Kind = 'o' // the boolean of a comma-ok, or whether a map has a key
	Error     Kind = 'e' // an error that is returned: non-nil or nil
	Overflow  Kind = 'v' // a result that may not fit into its type; only true sides are ever reported
	Outcome   Kind = 'c' // a replaced call that returns no boolean: it succeeds or fails
)

// Site is the place of a target in the source, and its kind.
type Site struct {
	Package      string // import path
	File         string // base name
	Function     string // such as "(*Server).create", "" outside of functions
	Line, Column int    // from 1, as the compiler counts: columns are bytes
	Kind         Kind
	// Op is the kind of the operands and the operator of a condition, such as "i=" for integers or "s<" for strings;
	// "c" for a replaced call, "g" where no operands are compared.
	Op    string
	Text  string // of a condition: its source on one line, shortened
	Side  bool   // of a condition: the side that the target stands for
	Guard Guard  // of a statement
	// Values are the constants in a condition: string, int64, float64, or rune
	// for a character.
	Values []any
}

// Guard names the conditions that decide whether a statement runs: it runs if the expression that they are part of has
// the value Side. The zero Guard has no conditions.
type Guard struct {
	First      Target // the true side of the first condition
	Conditions int    // how many, one after the other; each takes two targets
	Side       bool
}

// Describe returns the site of a target, and the zero Site for a number that is no target. It reads the text of the
// package that was given to [Register] at the first call, and leaves fields zero that the text does not tell.
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

// StatementAt returns the statement that a line belongs to: the last statement of the file that begins at this line or
// before it. It returns false if there is none, or if the package has no probes.
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
	fn    string // name of the function
	stmts int    // statements read so far
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

// constant parses a constant of Go source. It returns nil if the text is no constant.
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

// guard returns a guard, and the zero Guard if its conditions do not exist.
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

// number parses a count or position. It returns 0 if the text is none.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
