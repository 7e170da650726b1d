package rewrite

import (
	"bytes"
	"slices"
	"strings"
)

// edit replaces the bytes from..to by text; from == to inserts.
type edit struct {
	from, to int
	text     string
}

// edits collects changes of one file. Changes at the same offset keep the order in which they were made, so insertions
// nest correctly if the source is walked in its order. No edit moves a line.
type edits struct {
	content []byte
	list    []edit
}

// none reports whether there are no changes.
func (e *edits) none() bool {
	return !slices.ContainsFunc(e.list, func(one edit) bool { return one.text != "" || one.from != one.to })
}

// insert puts text, which is one line, before the byte at the offset.
func (e *edits) insert(at int, text string) {
	e.list = append(e.list, edit{at, at, text})
}

// replace replaces the bytes from..to by text, and keeps the line breaks among them.
func (e *edits) replace(from, to int, text string) {
	text += strings.Repeat("\n", bytes.Count(e.content[from:to], []byte("\n")))
	e.list = append(e.list, edit{from, to, text})
}

// moved collects the edits of a range by the function edit, and returns the changed text for use at another place. The
// range itself stays as it is.
func (e *edits) moved(from, to int, edit func()) string {
	before := len(e.list)
	edit()
	part := edits{content: e.content[:to], list: slices.Clone(e.list[before:])}
	e.list = e.list[:before]
	text, _ := part.apply() // the edits of one expression do not overlap
	return string(text[from:])
}

// apply returns the changed content, or false where two edits overlap.
func (e *edits) apply() ([]byte, bool) {
	slices.SortStableFunc(e.list, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	at := 0
	for _, change := range e.list {
		if change.from < at || change.to > len(e.content) {
			return nil, false
		}
		out.Write(e.content[at:change.from])
		out.WriteString(change.text)
		at = change.to
	}
	out.Write(e.content[at:])
	return out.Bytes(), true
}
