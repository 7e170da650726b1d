// Package whitebox has the rules about errors inside a program during a call that its answer does not show. They find
// something only in a program that was built with probes.
//
// Each is an [oracle.Rule] over [oracle.Exchange.Incidents].
//
// The work of a call is counted in steps and bytes, and not timed ([sut.Cost]), so a slow machine has the same
// findings.
package whitebox

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules. Web Fuzzing Commons and EvoMaster have no codes for defects that answers do not show.
const (
	CodeLogged    = 1300               // an error in the log of a successful call
	CodeRecovered = 1301               // a recovered panic in a successful call
	CodeDropped   = 1302               // an ignored error in a successful call
	CodeLeftOpen  = 1303               // a resource that is never closed
	CodeRaced     = 1304               // a data race
	CodeOverflow  = 1305               // an overflow in a successful call
	CodeGrowth    = payload.CodeGrowth // work out of proportion to the size of the input
	CodeLine      = payload.CodeLine   // a client adds a line to the log
	CodeDone      = 1308               // a refused call does what an accepted one does
	CodeWrote     = 1309               // a refused call writes
	CodeRepeated  = 1310               // a statement for each row of another one
)

// Group is the name of the rules as a whole in evoke.yaml.
const Group = "whitebox"

// Codes returns the codes of all rules, in ascending order.
func Codes() (out []int) {
	for _, r := range Rules() {
		out = append(out, r.Code)
	}
	slices.Sort(out)
	return out
}

// Rules returns the rules of this package, new values at each call.
func Rules() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeRecovered, Name: "panic behind a success", Severity: oracle.High, Check: recovered,
			Explanation: "The program recovers from an error of the runtime, such as a nil pointer, " +
				"and says that all went well."},
		{Code: CodeLogged, Name: "logged error behind a success", OptIn: true, Check: logged,
			Explanation: "The program logs an error, and the client is told that all went well. A service that goes " +
				"on without a part of its work may mean that, so the rule is not used by default."},
		{Code: CodeDropped, Name: "dropped error behind a success", OptIn: true, Check: dropped,
			Explanation: "A function failed, its caller did nothing about that but to log it, and the client " +
				"is told that all went well."},
		{Code: CodeLeftOpen, Name: "something left open", Check: leftOpen,
			Explanation: "The program opens a file, rows or a connection of a database, or the body of an answer, " +
				"and nothing refers to it any more that could close it. Files and connections run out. Or it begins " +
				"a transaction and ends it neither way, so that a connection and the locks of the transaction stay."},
		{Code: CodeRaced, Name: "data race", Severity: oracle.High, Check: raced,
			Explanation: "Two goroutines use the same memory at the same time, and one of them writes, without " +
				"anything that orders them. What is read then may be anything, and maps end the program. It is only " +
				"seen in a program that is built with -race."},
		{Code: CodeOverflow, Name: "overflow behind a success", OptIn: true, Check: overflowed,
			Explanation: "A number does not fit into the type that holds it, the program goes on with another " +
				"number, and the client is told that all went well. Asking for it puts more probes into the " +
				"program, so the search is slower."},
		{Code: CodeGrowth, Name: "work out of proportion", OptIn: true, Check: outgrown,
			Explanation: "Somebody who sends little has the program loop or allocate very much: as much as " +
				"a number says, or with the square of the length of a text or list. A few such calls are enough to " +
				"keep it from serving others."},
		{Code: CodeLine, Name: "line of a client in the log", OptIn: true, Check: forged,
			Explanation: "The program writes what it is sent into its log with the line breaks in it, so clients " +
				"write lines of their own there, and who reads the log cannot tell them from the program's (CWE-117)."},
		{Code: CodeDone, Name: "refused call that is done", Severity: oracle.High, Check: done,
			Explanation: "The client is told that nothing happened, and the program has committed all that an " +
				"accepted call of the operation writes. Whoever makes the call again has it done twice."},
		{Code: CodeWrote, Name: "write of a refused call", Check: wrote,
			Explanation: "The program commits a change of rows, then it refuses the call, so a part of the work stays.",
			Doubt:       "a program may keep a record of refused calls"},
		{Code: CodeRepeated, Name: "statement for each row", Severity: oracle.Low, Check: repeated,
			Explanation: "The program asks for rows, and executes one more statement for each of them. The call " +
				"takes as many round trips to the database as there are rows, where a join takes one.",
			Doubt: "a few fast statements may cost less than a join"},
	}
}

// recovered looks for runtime errors that the program recovered from.
func recovered(x *oracle.Exchange) []oracle.Finding {
	return found(x, sut.RecoveredError, func(*sut.Incident) string { return "recovers from a panic of the runtime" })
}

// logged looks for errors in the log.
func logged(x *oracle.Exchange) []oracle.Finding {
	return found(x, sut.LoggedError, func(i *sut.Incident) string {
		if i.Text == "" {
			return "logs an error"
		}
		return fmt.Sprintf("logs the error %q", i.Text)
	})
}

// dropped looks for errors that the program ignores.
func dropped(x *oracle.Exchange) []oracle.Finding {
	return found(x, sut.DroppedError, func(i *sut.Incident) string { return "drops an error (" + i.Text + ")" })
}

// overflowed looks for the first overflow. Later ones may follow from it.
func overflowed(x *oracle.Exchange) []oracle.Finding {
	out := found(x, sut.Overflowed, func(i *sut.Incident) string { return "calculates " + i.Text })
	if len(out) == 0 {
		return nil
	}
	first := x.Incidents[slices.IndexFunc(x.Incidents, func(i sut.Incident) bool { return i.Kind == sut.Overflowed })]
	expression, _, _ := strings.Cut(first.Text, ": ")
	out[0].Detail += " " + expression // a line may have several expressions
	return out[:1]
}

// leftOpen looks for resources that are never closed, whatever the answer is.
func leftOpen(x *oracle.Exchange) (out []oracle.Finding) {
	for i := range x.Incidents {
		if in := &x.Incidents[i]; in.Kind == sut.LeftOpen && !has(out, in.Place) {
			reason := "the program opens " + in.Text + " and never closes it"
			if in.Text == opened.OpenTransaction {
				reason = "the program begins a transaction and neither commits it nor rolls it back"
			}
			out = append(out, oracle.Finding{Detail: in.Place, Frame: in.Place, Reason: reason})
		}
	}
	return out
}

// raced looks for data races, whatever the answer is.
func raced(x *oracle.Exchange) (out []oracle.Finding) {
	for i := range x.Incidents {
		if in := &x.Incidents[i]; in.Kind == sut.Raced && !has(out, in.Text) {
			reason := "a data race: memory is " + in.Text + ", and nothing orders them"
			out = append(out, oracle.Finding{Detail: in.Text, Frame: in.Place, Reason: reason, Anywhere: true})
		}
	}
	return out
}

// forged looks for log lines that a client forged.
func forged(x *oracle.Exchange) (out []oracle.Finding) {
	for i := range x.Incidents {
		in := &x.Incidents[i]
		line := payload.Line().FindString(in.Text)
		if in.Kind != sut.BrokenLine || line == "" || has(out, in.Place) {
			continue
		}
		if strings.Contains(x.Request.Target, line) || bytes.Contains(x.Request.Body, []byte(line)) {
			out = append(out, oracle.Finding{Detail: in.Place, Frame: in.Place,
				Reason: "the program writes a line into its log that the client sent"})
		}
	}
	return out
}

// has reports whether a finding is at a place.
func has(list []oracle.Finding, place string) bool {
	return slices.ContainsFunc(list, func(f oracle.Finding) bool { return f.Detail == place })
}

// found returns a finding for each place with an incident of a kind during a successful call, unless the answer
// reports an error.
func found(x *oracle.Exchange, kind sut.IncidentKind, does func(*sut.Incident) string) (out []oracle.Finding) {
	if !x.Succeeded() || x.Status() == http.StatusMultiStatus {
		return nil
	}
	for i := range x.Incidents {
		in := &x.Incidents[i]
		if in.Kind != kind || has(out, in.Place) {
			continue
		}
		reason := fmt.Sprintf("the program %s and answers %d", does(in), x.Status())
		out = append(out, oracle.Finding{Detail: in.Place, Frame: in.Place, Reason: reason})
	}
	if len(out) > 0 && admits(x) {
		return nil
	}
	return out
}

// admits reports whether an answer has a member that reports an error.
func admits(x *oracle.Exchange) bool {
	got, ok := x.Got()
	return ok && tells(got)
}

func tells(v any) bool {
	switch v := v.(type) {
	case value.Object:
		return slices.ContainsFunc(v,
			func(m value.Member) bool { return words.Trouble.Has(m.Name) && !empty(m.Value) || tells(m.Value) })
	case []any:
		return slices.ContainsFunc(v, tells)
	}
	return false
}

// empty reports whether a value is empty.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case value.Object:
		return len(v) == 0
	}
	n, numeric := value.Rat(v)
	return numeric && n.Sign() == 0
}
