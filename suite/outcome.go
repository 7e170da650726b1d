package suite

import (
	"cmp"
	"strconv"
	"strings"
)

// outcome is what is expected to come of a step.
type outcome struct {
	name  string // "Returns404", for the name of a test
	words string // " answers 404", for a sentence
	rank  int    // orders outcomes of the same operation
}

// Outcome says in a few words what is expected to come of a step: "answers 404",
// "panics", "returns an error".
func (s *Step) Outcome() string { return strings.TrimSpace(s.outcome().words) }

// outcome says what comes of a call.
func (e *Expect) outcome() outcome {
	status := strconv.Itoa(e.Status)
	switch {
	case e.Panics:
		return outcome{"Panics", " panics", e.Status}
	case e.Broken:
		return outcome{"GetsNoAnswer", " gets no answer", e.Status}
	case e.Status == 0:
		return outcome{}
	}
	return outcome{"Returns" + status, " answers " + status, e.Status}
}

// fails reports whether the function is expected to return an error.
func (r *Return) fails() bool {
	for _, result := range r.Results {
		if result.Type == errorType && (result.Op == NotNil || result.Op == Equal) {
			return true
		}
	}
	return false
}

// maxShown is how many bytes of a value a sentence may have.
const maxShown = 60

// shortly says a value behind a word, unless it is long.
func shortly(value string) string {
	if len(value) > maxShown {
		return " a long value"
	}
	return " " + cmp.Or(value, `""`)
}

// outcome says what comes of the call: its first result that tells something.
func (r *Return) outcome() outcome {
	switch {
	case r.Panics:
		return outcome{"Panics", " panics", 2}
	case r.fails():
		return outcome{"Fails", " returns an error", 1}
	}
	for _, result := range r.Results {
		if result.Type == errorType || result.Op != Equal {
			continue
		}
		m := argumentMember("", "", result.Value)
		return outcome{"Returns" + UpperCamel(m.plain), " returns" + shortly(m.value), 0}
	}
	return outcome{name: "Returns", words: " returns"}
}
