package openapi

import (
	"fmt"
	"strings"
)

// notes collect the warnings of one reading. They read the values that a
// document writes in many wrong ways, and warn where one is wrong.
type notes struct {
	where  string // the operation or part that is read now
	all    []Warning
	warned map[Warning]bool
}

// warn notes what could not be used, once for each place.
func (n *notes) warn(format string, args ...any) {
	w := Warning{Where: oneLine(n.where), Reason: oneLine(fmt.Sprintf(format, args...))}
	if n.warned[w] || len(n.all) > maxWarnings {
		return
	}
	if len(n.all) == maxWarnings {
		w = Warning{Where: "document", Reason: "there are more warnings than are kept"}
	}
	n.warned[w] = true
	n.all = append(n.all, w)
}

// first returns a list or mapping with its first elements, and warns if there are
// more.
func (n *notes) first(a at, most int, what string) at {
	size, count := most, 0
	switch {
	case a.isList():
		count = len(a.node.Content)
	case a.isMap():
		size, count = 2*most, len(a.node.Content)/2
	}
	if count <= most {
		return a
	}
	n.warn("%s: of its %d parts the first %d are read", what, count, most)
	return at{&node{Kind: a.node.Kind, Content: a.node.Content[:size]}, a.file}
}

// text reads a value that should be text. A number passes, as in "version: 1.0".
func (n *notes) text(a at, what string) string {
	if a.ok() && !a.isScalar() {
		n.warn("%s is %s, not a string", what, a.kind())
	}
	return a.text()
}

// flag reads a boolean. The warning calls it what.
func (n *notes) flag(a at, what string) bool {
	if !a.ok() {
		return false
	}
	text := strings.ToLower(a.text())
	if !a.isBool() {
		n.warn("%s is %s, not a boolean", what, a.kind())
	}
	return text == "true"
}

// texts reads a list of strings. A single string passes as a list of one.
func (n *notes) texts(a at, what string) []string {
	if a.isScalar() {
		n.warn("%s is %s, not a list", what, a.kind())
		return []string{a.text()}
	}
	if a.ok() && !a.isList() {
		n.warn("%s is %s, not a list", what, a.kind())
	}
	var all []string
	for v := range a.items() {
		if !v.isScalar() {
			n.warn("%s holds %s where a string should be", what, v.kind())
			continue
		}
		all = append(all, v.text())
	}
	return all
}
