package openapi

import (
	"fmt"
	"strings"
)

// notes collects the warnings of one reading. Its methods read values that documents often write wrongly, and warn of
// wrong ones.
type notes struct {
	where  string // the operation or part that is being read
	all    []Warning
	warned map[Warning]bool
}

// warn adds a warning, once for each place and text.
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

// first returns a list or mapping with at most most elements, and warns if it has more.
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

// text reads a string. It accepts a number, as in "version: 1.0". The warning calls the value what.
func (n *notes) text(a at, what string) string {
	if a.ok() && !a.isScalar() {
		n.warn("%s is %s, not a string", what, a.kind())
	}
	return a.text()
}

// flag reads a boolean. The warning calls the value what.
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

// texts reads a list of strings. It accepts a single string as a list of one, with a warning.
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
