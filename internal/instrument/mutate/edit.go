package mutate

import (
	"bytes"
	"cmp"
	"slices"
)

// edit inserts text before or after a range of a file, or replaces the range.
type edit struct {
	at, until int // the replaced range; equal for an insertion
	text      string
	behind    bool
	other     int // the other end of the range of an insertion
	number    int
}

// edits are the changes of one file.
type edits []edit

// wrap puts text around a range. If a range is wrapped again, the new text goes inside of the earlier text.
func (e *edits) wrap(from, to int, before, behind string) {
	n := len(*e)
	*e = append(*e, edit{at: from, until: from, text: before, other: to, number: n},
		edit{at: to, until: to, text: behind, behind: true, other: from, number: n})
}

func (e *edits) replace(from, to int, text string) {
	*e = append(*e, edit{at: from, until: to, text: text, number: len(*e)})
}

// order sorts edits so that they nest: at the same offset, ends of ranges come before beginnings, and of several ranges
// the inner one ends first and begins last.
func order(a, b edit) int {
	switch {
	case a.at != b.at:
		return cmp.Compare(a.at, b.at)
	case a.behind && b.behind:
		return cmp.Or(cmp.Compare(b.other, a.other), cmp.Compare(b.number, a.number))
	case a.behind:
		return -1
	case b.behind:
		return 1
	}
	return cmp.Or(cmp.Compare(b.other, a.other), cmp.Compare(a.number, b.number))
}

// apply returns the changed content, or false where two edits overlap.
func (e edits) apply(content []byte) ([]byte, bool) {
	slices.SortStableFunc(e, order)
	var out bytes.Buffer
	at := 0
	for _, change := range e {
		if change.at < at {
			return nil, false
		}
		out.Write(content[at:change.at])
		out.WriteString(change.text)
		at = change.until
	}
	out.Write(content[at:])
	return out.Bytes(), true
}
