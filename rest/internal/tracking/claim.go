package tracking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// answers has the values in the answers of the current test.
type answers struct{ given []answered }

// answered is a value of an answer.
type answered struct {
	call      int
	operation string
	text      string
	action.Given
}

// maxAnswered bounds the values of a test, and maxSources the values that are tried for one operand.
const maxAnswered, maxSources = 500, 2

func (a *answers) reset() { a.given = a.given[:0] }

// add adds the values of an answer to a call of an operation. It leaves out values that the test sent: a test can send
// them again without the answer.
func (a *answers) add(call int, operation string, given []action.Given, sent map[string]bool) {
	for _, g := range given[:min(len(given), maxAnswered-len(a.given))] {
		if text, ok := g.Text(); ok && !sent[text] {
			a.given = append(a.given, answered{call, operation, text, g})
		}
	}
}

// sourcesOf returns the sources in earlier answers for an input of a call: with the value of a source, or with a text
// around the value, the operand becomes the value that a condition wants.
func (a *answers) sourcesOf(call int, input any, link *track.Link, want any) []any {
	switch want.(type) {
	case string, int64:
	default:
		return nil
	}
	if len(a.given) == 0 {
		return nil
	}
	whole, ok := link.Put(input, want)
	if !ok {
		return nil
	}
	return a.sourcesIn(fmt.Sprint(whole), call)
}

// sourcesIn returns the sources of a text or of a part of it in answers before a call, the longest and latest ones.
func (a *answers) sourcesIn(text string, call int) (out []any) {
	var found []*answered
	for i := len(a.given) - 1; i >= 0; i-- {
		g := &a.given[i]
		if g.call < call && (g.text == text || isTelling(g.text, text) && strings.Contains(text, g.text)) {
			found = append(found, g)
		}
	}
	slices.SortStableFunc(found, func(a, b *answered) int { return len(b.text) - len(a.text) })
	for _, g := range found[:min(len(found), maxSources)] {
		before, after, _ := strings.Cut(text, g.text)
		out = append(out, action.Source{Operation: g.operation, Header: g.Header, Name: g.Name,
			Before: before, After: after})
	}
	return out
}

// minTelling is the least length of a part of a text that does not occur by chance.
const minTelling = 4

// isTelling reports whether a part of a text is too long to occur by chance.
func isTelling(part, text string) bool { return len(part) >= minTelling || 2*len(part) >= len(text) }
