package sut

import (
	"path"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
)

// siteNames makes the names of targets. It shares the texts of positions between both sides of a condition and between
// the statements of a line.
type siteNames struct{ files map[[2]string]string }

func newSiteNames() siteNames { return siteNames{files: map[[2]string]string{}} }

// file returns the file of a site: "example.com/shop/api/books.go".
func (n siteNames) file(s probe.Site) string {
	key := [2]string{s.Package, s.File}
	name, ok := n.files[key]
	if !ok {
		name = s.Package + "/" + s.File
		n.files[key] = name
	}
	return name
}

// lineOf returns the targets of the line and the file of a statement.
func (n siteNames) lineOf(s probe.Site) (line, file fitness.Target) {
	name := n.file(s)
	return fitness.Target{Kind: LineTarget, Name: name + ":" + strconv.Itoa(s.Line)},
		fitness.Target{Kind: FileTarget, Name: name}
}

// words distinguish the kinds of branches that share a position. The map is
// read-only.
var words = map[probe.Kind]string{probe.Case: " case", probe.LoopBody: " loop", probe.OK: " ok", probe.Error: " error",
	probe.Outcome: " call", probe.Overflow: " overflow"}

// target returns the target of a site.
func (n siteNames) target(s probe.Site) fitness.Target {
	b := make([]byte, 0, 128)
	b = append(b, n.file(s)...)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(s.Line), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(s.Column), 10)
	if s.Kind == probe.Statement {
		return fitness.Target{Kind: StatementTarget, Name: string(b)}
	}
	if what, _, _ := Describe(s); what != "" {
		b = append(append(b, ' '), what...)
	}
	b = append(b, ' ')
	b = strconv.AppendBool(b, s.Side)
	return fitness.Target{Kind: BranchTarget, Name: string(b)}
}

// Describe describes a site: the words in its name ("n > 100", "case 3"; "" for a statement), its side in words ("n >
// 100 is true"), and its function ("api.(*Server).create").
func Describe(s probe.Site) (what, goes, function string) {
	return strings.TrimSpace(words[s.Kind] + " " + s.Text), way(s), place(s)
}

// way returns the side of a condition in words, "" for other sites.
func way(s probe.Site) string {
	side := func(yes, no string) string {
		if s.Side {
			return yes
		}
		return no
	}
	switch s.Kind {
	case probe.Branch:
		return s.Text + side(" is true", " is false")
	case probe.Case:
		if strings.HasPrefix(s.Text, "switch ") { // none of its cases
			return s.Text
		}
		return "case " + s.Text
	case probe.LoopBody:
		return s.Text + side(" is entered", " is not entered")
	case probe.OK:
		return s.Text + side(" is found", " is not found")
	case probe.Error:
		return strings.TrimSuffix(s.Text, " != nil") + side(" is an error", " is no error")
	case probe.Overflow:
		return s.Text + side(" overflows", " fits")
	case probe.Outcome:
		return s.Text + side(" succeeds", " fails")
	}
	return ""
}

// place returns the function of a target: "api.(*Server).create". Unlike a line, it does not change when other
// functions are edited. Code outside of functions is in its file: "api/books.go".
func place(s probe.Site) string {
	switch {
	case s.File == "":
		return ""
	case s.Function == "":
		return path.Base(s.Package) + "/" + s.File
	}
	return path.Base(s.Package) + "." + s.Function
}

// spotOf returns the function and the line of a target, in the form that places of
// panics have: "api.(*Server).create (books.go:12)".
func spotOf(s probe.Site) string {
	switch line := strconv.Itoa(s.Line); {
	case s.File == "":
		return ""
	case s.Function == "":
		return place(s) + ":" + line
	default:
		return place(s) + " (" + s.File + ":" + line + ")"
	}
}
