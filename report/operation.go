package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Operation is what came of one operation.
type Operation struct {
	// Name is "METHOD /path" for an operation of an HTTP API, and that of the
	// function for a function.
	Name string
	// Calls is how often it was called.
	Calls int
	// Outcomes counts the calls by what came of them, as the problem names it:
	// "404" for an answer with that status, "returned" or "error" for a function.
	Outcomes map[string]int
	// Successes counts those of the calls that did what the operation is for. It
	// is not needed where the outcomes are status codes.
	Successes int
	// Incomplete counts the calls that came to nothing: panics, timeouts and
	// broken connections.
	Incomplete int
	// Sought counts the calls of tests that were made to have it succeed for the first
	// time. Those calls may be of other operations, which prepare it.
	Sought int
	// Skipped says why it was not called, "" if it was to be.
	Skipped string
	// Reason says why it never succeeded, if the caller knows better than
	// [Operation.Why].
	Reason string
	// Refusal is what the system says most often where it refuses an operation that never
	// succeeded, and Refused the part of the call that this is about; "" for what is not known.
	Refusal, Refused string
	// Untested says why no test shows a success, where that is so and known: "204, but it did not come
	// again when its test was repeated: it was answered 409".
	Untested string
	// Maker is an operation that succeeded and makes what this one is about, "" for none.
	Maker string
	// Undeclared lists the inputs that the program reads in the operation and the
	// schema does not declare, such as "query page".
	Undeclared []string
}

// Count returns how many answers had a status from low to high.
func (o *Operation) Count(low, high int) int {
	n := 0
	for name, count := range o.Outcomes {
		if status := statusOf(name); status >= low && status <= high {
			n += count
		}
	}
	return n
}

// Succeeded reports whether a call of the operation did what it is for: it
// answered 2xx, or was counted as a success.
func (o *Operation) Succeeded() bool { return o.Successes > 0 || o.Count(200, 299) > 0 }

// String says in a line what came of the calls.
func (o *Operation) String() string {
	text := fmt.Sprintf("%d calls", o.Calls)
	for _, name := range slices.Sorted(maps.Keys(o.Outcomes)) {
		text += fmt.Sprintf(", %d x %s", o.Outcomes[name], name)
	}
	words := o.words()
	if o.Incomplete > 0 {
		text += fmt.Sprintf(", %d without %s", o.Incomplete, words.outcome)
	}
	if why := o.Why(); why != "" {
		text += "; never " + words.success + ": " + why
	}
	return text
}

// statusOf is the status code that an outcome names, -1 if it is none.
func statusOf(name string) int {
	code, err := strconv.Atoi(name)
	if err != nil || code < 100 || code > 999 {
		return -1
	}
	return code
}

// isHTTP reports whether the operation is one of an HTTP API: its outcomes are
// statuses or, if there are none, its name has a method and a path.
func (o *Operation) isHTTP() bool {
	for name := range o.Outcomes {
		if statusOf(name) < 0 {
			return false
		}
	}
	return len(o.Outcomes) > 0 || o.Name == "" || strings.Contains(o.Name, " /")
}

// operations are those of a report.
type operations []Operation

// isHTTP reports whether all operations are those of an HTTP API.
func (ops operations) isHTTP() bool {
	return !slices.ContainsFunc(ops, func(o Operation) bool { return !o.isHTTP() })
}

// Words are how a report speaks of what tests do. They are singular nouns, but for the first letters of sentences.
type Words struct {
	// Step is what a test consists of, Operation what it is an instance of: "call" and "operation".
	Step, Operation string
	// Succeeded is what operations did that came to what they are for: "answered 2xx". Never begins the list of the
	// other ones: "Never answered 2xx".
	Succeeded, Never string
	// Part has the statements of a program: "package".
	Part string

	outcome string // of steps that came to nothing: "without an answer"
	success string // "never 2xx"
	nothing string // why steps came to nothing
}

// wordsFor are the words for operations of an HTTP API, or for functions.
func wordsFor(http bool) Words {
	if http {
		return Words{
			Step: "call", Operation: "operation", Part: "package",
			Succeeded: "answered 2xx", Never: "Never answered 2xx",
			outcome: "an answer", success: "2xx", nothing: "never an answer: it panics, hangs or ends the connection",
		}
	}
	return Words{
		Step: "call", Operation: "operation", Succeeded: "succeeded", Never: "Never succeeded", Part: "package",
		outcome: "an outcome", success: "successful",
		nothing: "it never came to an end: it panics, hangs or ends the process",
	}
}

// stepOfPages is what the steps of tests of web pages are called.
const stepOfPages = "act"

// Words returns the nouns and verbs of a report: "calls" and "answered" for tests of an API, "acts" and "ended" for
// tests of a page.
func (r *Report) Words() Words {
	out := wordsFor(operations(r.Operations).isHTTP())
	switch r.Step {
	case "":
	case stepOfPages:
		out = wordsFor(false)
		out.Step, out.Operation, out.Part = r.Step, "event", "script"
		out.Succeeded, out.Never = "ended without trouble", "Events that always end in trouble"
	default:
		out.Step = r.Step
	}
	return out
}

func (o *Operation) words() Words { return wordsFor(o.isHTTP()) }

// Operations counts operations, as in "Events: 7".
func (w Words) Operations(n int) string {
	return fmt.Sprintf("%ss: %d", strings.ToUpper(w.Operation[:1])+w.Operation[1:], n)
}

// byCount returns the outcomes that were seen, the most frequent first.
func (o *Operation) byCount() []string {
	names := slices.Sorted(maps.Keys(o.Outcomes))
	names = slices.DeleteFunc(names, func(name string) bool { return o.Outcomes[name] == 0 })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(o.Outcomes[b], o.Outcomes[a]) })
	return names
}

// seen lists the outcomes with their share: "404 (90 %), 400 (10 %)".
func (o *Operation) seen() string {
	names := o.byCount()
	if len(names) == 1 && o.Incomplete == 0 {
		return "always " + names[0]
	}
	total := o.Incomplete
	for _, count := range o.Outcomes {
		total += count
	}
	var parts []string
	for _, name := range names[:min(len(names), 3)] {
		share := fmt.Sprint(o.Outcomes[name] * 100 / total)
		if share == "0" {
			share = "< 1"
		}
		parts = append(parts, fmt.Sprintf("%s (%s %%)", name, share))
	}
	return strings.Join(parts, ", ")
}
