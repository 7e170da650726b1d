package synthetic

import (
	"fmt"
	"strings"
)

// CheckKind is what an if of a generated service asks, in the words of the
// study's list of targets.
type CheckKind string

// The kinds of checks.
const (
	// SelfExistence: is there a resource of that id already, or at all.
	SelfExistence CheckKind = "CHECK_SELF_EXISTENCE"
	// OwnExistence: is there what the resource is composed of. The study's
	// list has the check of GET here as well, so this one has, too.
	OwnExistence CheckKind = "CHECK_OWN_EXISTENCE"
	// ReferExistence: is there what the resource refers to.
	ReferExistence CheckKind = "CHECK_REFER_EXISTENCE"
	// OptionalParam: is a parameter of PATCH given.
	OptionalParam CheckKind = "CHECK_OPTIONAL_PARAM_EXISTENCE"
	// ReferProperty: have the values the property.
	ReferProperty CheckKind = "CHECK_REFER_PROPERTY"
	// InUse: does another resource refer to it. The study's services let the
	// database find that out; it is in those with the policy Conflict.
	InUse CheckKind = "CHECK_IN_USE"
	// unlisted are ifs that the study's list leaves out: the choice of PUT
	// between a new resource and the one there is, and those of the median.
	unlisted CheckKind = ""
)

// check is one if.
type check struct {
	kind       CheckKind
	infeasible []mark
}

// mark says why a side of a condition cannot be had.
type mark struct {
	condition string // one operand, without the negation around it
	value     bool
	why       string
}

// block is a piece of the body of a function. Pieces of one operation share
// the function's parameters and "row", nothing else, so that a body which is
// too long can go on in another function.
type block struct {
	name   string // of the function that begins with it
	lines  []string
	checks []check
}

func newBlock(name string) *block { return &block{name: name} }

// add appends lines. They are indented by gofmt.
func (b *block) add(format string, args ...any) *block {
	b.lines = append(b.lines, strings.Split(fmt.Sprintf(format, args...), "\n")...)
	return b
}

// when appends an if with the lines that it guards.
func (b *block) when(kind CheckKind, condition, then string, infeasible ...mark) *block {
	b.open(kind, condition, infeasible...)
	return b.add("%s\n}", then)
}

// open appends the head of an if.
func (b *block) open(kind CheckKind, condition string, infeasible ...mark) *block {
	b.checks = append(b.checks, check{kind, infeasible})
	return b.add("if %s {", condition)
}

// function is a function of a generated package.
type function struct {
	name   string
	doc    string
	params string
	result string
	method Method // whose checks it has
	blocks []*block
}

// longest is how many lines a function may have.
const longest = 40

// split distributes the blocks of a function over functions that are short
// enough; each but the last ends by calling the next. The parameters of those
// begin with row, and after names what is passed on.
func (f function) split(rowType, after string) []function {
	var parts []function
	part := f
	part.blocks = nil
	room := longest - 3 // the head, the last brace and the call of the next
	for i, b := range f.blocks {
		if i > 0 && room < len(b.lines) {
			next := fmt.Sprintf("%s%s", f.name, b.name)
			part.blocks = append(part.blocks, newBlock("").add("return a.%s(row, %s)", next, after))
			parts = append(parts, part)
			part = function{
				name: next, params: "row " + rowType + ", " + strings.TrimPrefix(f.params, "id int32, "),
				result: f.result, method: f.method,
				doc: fmt.Sprintf("continues %s.", f.name),
			}
			room = longest - 3
		}
		part.blocks = append(part.blocks, b)
		room -= len(b.lines)
	}
	return append(parts, part)
}

// text is the source of the function, not yet formatted.
func (f function) text() string {
	var t strings.Builder
	fmt.Fprintf(&t, "// %s %s\nfunc (a *api) %s(%s) %s {\n", f.name, f.doc, f.name, f.params, f.result)
	for _, b := range f.blocks {
		t.WriteString(strings.Join(b.lines, "\n") + "\n")
	}
	t.WriteString("}\n\n")
	return t.String()
}

func (f function) checks() []check {
	var checks []check
	for _, b := range f.blocks {
		checks = append(checks, b.checks...)
	}
	return checks
}
