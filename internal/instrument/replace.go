package instrument

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
	"github.com/evoke-go/evoke/probe"

	// The packages of the table are imported here, since a vendor folder has only imported packages.
	_ "github.com/evoke-go/evoke/probe/calls/decode"
	_ "github.com/evoke-go/evoke/probe/calls/forms"
	_ "github.com/evoke-go/evoke/probe/calls/patterns"
	_ "github.com/evoke-go/evoke/probe/calls/texts"
	_ "github.com/evoke-go/evoke/probe/calls/times"
	_ "github.com/evoke-go/evoke/probe/calls/values"
)

// row is a row of the user's replacements.
type row struct {
	probe.Replacement
	lib  function // the function whose calls are replaced
	with function
}

// function is the full name of a function or method, in its parts.
type function struct {
	pkg, receiver, name string // receiver is "" for a function of the package
	pointer             bool   // the receiver is a pointer
}

// fail returns an error about the row.
func (r *row) fail(format string, args ...any) error {
	return fmt.Errorf("%w of %s by %s: %s", ErrReplacement, cmp.Or(r.Func, "nothing"), cmp.Or(r.With, "nothing"),
		fmt.Sprintf(format, args...))
}

// readRows parses the names in rows.
func readRows(list []probe.Replacement) ([]*row, error) {
	var rows []*row
	seen := map[string]bool{}
	for _, given := range list {
		r := &row{Replacement: given}
		var ok, whole bool
		if r.lib, ok = readFunction(given.Func); !ok {
			return nil, r.fail("the first is not the full name of a function, such as example.com/lib.Valid " +
				"or (*example.com/lib.T).Valid")
		}
		if r.with, whole = readFunction(given.With); !whole || r.with.receiver != "" {
			return nil, r.fail("the second is not the full name of a function, such as example.com/near.Valid")
		}
		if seen[given.Func] {
			return nil, r.fail("there is another row for the first")
		}
		seen[given.Func] = true
		rows = append(rows, r)
	}
	return rows, nil
}

// readFunction parses "pkg/path.Name" or "(*pkg/path.Type).Name".
func readFunction(full string) (f function, ok bool) {
	qualified := full
	if inner, isMethod := strings.CutPrefix(full, "("); isMethod {
		receiver, name, found := strings.Cut(inner, ").")
		if !found {
			return f, false
		}
		f.name = name
		qualified, f.pointer = strings.CutPrefix(receiver, "*")
	}
	dot := strings.LastIndexByte(qualified, '.')
	if dot <= strings.LastIndexByte(qualified, '/')+1 {
		return f, false
	}
	last := qualified[dot+1:]
	f.pkg = qualified[:dot]
	if f.name != "" {
		f.receiver = last
	} else {
		f.name = last
	}
	return f, isName(last) && isName(f.name)
}

func isName(s string) bool {
	return s != "" && !strings.ContainsAny(s, " \t\n()[]{}.*/\"`;,")
}

// Calls says which calls tell a distance.
type Calls int

const (
	// TableCalls are those of [probe.Replacements] and of the user's replacements, in
	// the covered packages.
	TableCalls Calls = iota
	// LibraryCalls also has packages of other modules heard that the covered ones
	// import: what they compare is told by probe.Overheard, and nothing of them is
	// a target. It needs the default of Options.Runtime.
	LibraryCalls
	// OwnCalls are those of the user's replacements alone.
	OwnCalls
)

// replacements are the rows for one program.
type replacements struct {
	runtime string
	own     []probe.Replacement // the rows of Evoke
	rows    []*row              // those of the user
	reached map[string]bool     // the packages that those of the user's functions are made of
}

// newReplacements finds the packages of the rows in a listing.
func (p *preparation) newReplacements() *replacements {
	r := &replacements{runtime: p.Runtime, rows: p.rows, reached: map[string]bool{}}
	if p.Calls != OwnCalls {
		r.own = probe.Replacements()
	}
	for _, row := range p.rows {
		for id := range p.list.reach(p.list.matches(row.with.pkg)) {
			r.reached[plainPath(id)] = true
		}
	}
	return r
}

// of returns the functions that are replaced in a package. The user's are not
// in what their own replacements import, themselves included: these would not
// end, or import each other.
func (r *replacements) of(p *listed) map[string]rewrite.Function {
	all := map[string]rewrite.Function{}
	for _, given := range r.own {
		f, ok := readFunction(given.With)
		switch {
		case !ok: // a test looks at the table
		case f.pkg == DefaultRuntime:
			all[given.Func] = rewrite.Function{Name: f.name, Pass: given.Pass}
		case !p.Standard: // what it imports would import it
			all[given.Func] = rewrite.Function{Path: f.pkg, Name: f.name, Pass: given.Pass}
		}
	}
	if r.reached[p.path()] || p.Standard {
		return all
	}
	for _, row := range r.rows {
		if importable(row.with.pkg, p.path()) {
			all[row.Func] = rewrite.Function{Path: row.with.pkg, Name: row.with.name, Pass: row.Pass}
		}
	}
	return all
}

// importable reports whether a package may import another one, which may be
// internal.
func importable(path, from string) bool {
	parts := strings.Split(path, "/")
	at := slices.Index(parts, "internal")
	if at < 0 {
		return true
	}
	root := strings.Join(parts[:at], "/")
	return root == "" || from == root || strings.HasPrefix(from, root+"/")
}

// missingRows returns the packages of the rows' functions that were not listed.
func (p *preparation) missingRows() []string {
	var paths []string
	for _, row := range p.rows {
		if len(p.list.matches(row.with.pkg)) == 0 && !slices.Contains(paths, row.with.pkg) {
			paths = append(paths, row.with.pkg)
		}
	}
	return paths
}

// checkListed checks that the packages of the rows are in the program.
func (p *preparation) checkListed() error {
	for _, row := range p.rows {
		found := p.list.matches(row.with.pkg)
		switch {
		case len(found) == 0:
			return row.fail("there is no package %s", row.with.pkg)
		case found[0].Error != nil:
			return row.fail("%s", found[0].err(p.Dir))
		case found[0].Name == "main":
			return row.fail("package %s is a program, which others cannot import", row.with.pkg)
		case p.list.any(row.lib.pkg) == nil:
			return row.fail("the program has no package %s", row.lib.pkg)
		}
	}
	return nil
}

// any returns a package of that path, in whatever variant.
func (l *listing) any(path string) *listed {
	if p := l.byID[path]; p != nil {
		return p
	}
	for _, p := range l.packages {
		if p.path() == path {
			return p
		}
	}
	return nil
}

// check checks that the rows name functions, and that these fit.
func (r *replacements) check(c *typing) error {
	for _, row := range r.rows {
		p := c.list.any(row.lib.pkg)
		in := importing{c, nil, p.ForTest}
		lib, err := in.Import(row.lib.pkg)
		if err != nil {
			return fmt.Errorf("%w: %w", row.fail("package %s", row.lib.pkg), err)
		}
		near, err := in.Import(row.with.pkg)
		if err != nil {
			return fmt.Errorf("%w: %w", row.fail("package %s", row.with.pkg), err)
		}
		if err := row.check(lib, near, r.runtime); err != nil {
			return err
		}
	}
	return nil
}

// unusedRows notes the rows that no call was found for.
func (p *preparation) unusedRows(results []*remembered) []Note {
	var notes []Note
	for _, row := range p.rows {
		found := slices.ContainsFunc(results, func(r *remembered) bool { return r.Replaced[row.Func] > 0 })
		if !found {
			notes = append(notes,
				Note{row.Func, "no call that " + row.With + " can stand in for is in the packages that are covered"})
		}
	}
	return notes
}
