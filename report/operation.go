package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Operation is the result of the calls of one operation.
type Operation struct {
	// Name is "METHOD /path" for an operation of an HTTP API, and the name of the function for a function.
	Name string
	// Calls is how often the operation was called.
	Calls int
	// Outcomes counts the calls by outcome, as the problem names it: "404" for an answer with that status, "returned"
	// or "error" for a function.
	Outcomes map[string]int
	// Successes counts the calls with the intended result. It is not needed if the outcomes are status codes.
	Successes int
	// Incomplete counts the calls without an outcome: panics, timeouts and broken connections.
	Incomplete int
	// Sought counts the calls of the operation until its first success.
	Sought int
	// Skipped says why the operation was left out on purpose; "" if it was not.
	Skipped string
	// Reason says why the operation never succeeded, if the caller knows more than [Operation.Why].
	Reason string
	// Refusal is the most frequent message with which the system refuses an operation that never succeeded, and Refused
	// the part of the call that the message is about; each is "" if unknown.
	Refusal, Refused string
	// Untested says why no test shows a success of the operation: "204, but it did not come again when its test was
	// repeated: it was answered 409"; "" if unknown or if a test does.
	Untested string
	// Maker is an operation that succeeded and creates the resource that this operation needs; "" for none.
	Maker string
	// Undeclared lists the inputs that the program reads in the operation but the schema does not declare, such as
	// "query page".
	Undeclared []string
	Learnt
}

// Learnt has facts about an operation that its schema lacks and the search found out.
type Learnt struct {
	// Demanded is the input that the message of a refusal asks for, such as "header X-Tenant"; "" if unknown.
	Demanded string
	// Laws are relations that held in all but a few accepted calls.
	Laws []Law
}

// Count returns the number of answers with a status from low to high.
func (o *Operation) Count(low, high int) int {
	n := 0
	for name, count := range o.Outcomes {
		if status := statusOf(name); status >= low && status <= high {
			n += count
		}
	}
	return n
}

// Succeeded reports whether a call of the operation succeeded: it answered 2xx, or was counted in Successes.
func (o *Operation) Succeeded() bool { return o.Successes > 0 || o.Count(200, 299) > 0 }

// String returns the outcomes of the calls in one line.
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

// statusOf returns the status code that an outcome names, or -1 for another outcome.
func statusOf(name string) int {
	code, err := strconv.Atoi(name)
	if err != nil || code < 100 || code > 999 {
		return -1
	}
	return code
}

// isHTTP reports whether the operation belongs to an HTTP API: its outcomes are statuses or, if there are none, its
// name has a method and a path.
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

// isHTTP reports whether all operations belong to an HTTP API.
func (ops operations) isHTTP() bool {
	return !slices.ContainsFunc(ops, func(o Operation) bool { return !o.isHTTP() })
}

// Words are the words that a report uses for the parts of tests. They are singular nouns in small letters, except where
// they begin a sentence.
type Words struct {
	// Step is the name of a step of a test, Operation the name of what a step calls: "call" and "operation".
	Step, Operation string
	// Succeeded describes operations that succeeded: "answered 2xx". Never begins the list of the others: "Never
	// answered 2xx".
	Succeeded, Never string
	// Part is the name of the parts of a program that have statements: "package".
	Part string

	outcome string // describes incomplete steps: "without an answer"
	success string // "never 2xx"
	nothing string // the reason for incomplete steps
}

// wordsFor returns the words for an HTTP API, or for functions.
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

// stepOfPages is the name of a step of tests of web pages.
const stepOfPages = "act"

// Words returns the words for the tests of a report: "calls" and "answered" for an API, "acts" and "ended" for a page.
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

// Operations returns a number of operations as text, as in "Events: 7".
func (w Words) Operations(n int) string {
	return fmt.Sprintf("%ss: %d", strings.ToUpper(w.Operation[:1])+w.Operation[1:], n)
}

// byCount returns the outcomes, the most frequent first.
func (o *Operation) byCount() []string {
	names := slices.Sorted(maps.Keys(o.Outcomes))
	names = slices.DeleteFunc(names, func(name string) bool { return o.Outcomes[name] == 0 })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(o.Outcomes[b], o.Outcomes[a]) })
	return names
}

// seen returns the outcomes with their shares: "404 (90 %), 400 (10 %)".
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

// Law is a relation between the values of an operation that held in all but a few of its accepted calls. A law that was
// broken is a hint: the relation may be no law, or the call that breaks it shows a defect.
type Law struct {
	// Text is the relation in words, such as "response/total is at most body/budget": the total that is answered is at
	// most the budget that is sent.
	Text string
	// Held is the number of calls, or of elements of lists, in which it held, and Broken that of all others.
	Held, Broken int
	// Right is a call in which it held, and Wrong the first in which it did not; both are "" for a relation that always
	// held.
	Right, Wrong string
}

// Evidence says how often the law held: "holds in 412 of 413".
func (l *Law) Evidence() string { return fmt.Sprintf("holds in %d of %d", l.Held, l.Held+l.Broken) }

// broken writes the laws that were broken.
func broken(b *strings.Builder, operations []Operation) {
	n := 0
	var lines strings.Builder
	for i := range operations {
		o := &operations[i]
		for k := range o.Laws {
			l := &o.Laws[k]
			if l.Broken == 0 {
				continue
			}
			if n++; n <= maxListed {
				lines.WriteString(folded("  ", o.Name+": "+l.Text+"; "+l.Evidence()))
			}
		}
	}
	if n > 0 {
		fmt.Fprintf(b, "\nSeems to hold, and does not always (hints): %d\n%s", n, lines.String())
		more(b, n)
	}
}
