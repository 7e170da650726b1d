package security

import (
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// driver matches messages of database drivers about invalid statements.
var driver = lazyregexp.New(`(?i)SQLSTATE|syntax error at or near|near "[^"]*": syntax error|unrecognized token|unterminated quoted string|You have an error in your SQL syntax|unclosed quotation mark|ORA-\d{5}|incomplete input|SQL logic error`)

// injected looks for SQL injection: inputs that the program puts into the text of a statement, where that is seen,
// inputs that end a text in a statement, and inputs whose conditions change the answer.
func injected(x *oracle.Exchange) []oracle.Finding {
	if found := spliced(x); len(found) > 0 {
		return found
	}
	for _, in := range inputs(x) {
		switch payload.Quotes(in.text) {
		case 3:
			if broken(x, in.place) {
				return []oracle.Finding{{Detail: in.place, Reason: in.place +
					" is part of an SQL statement: an odd number of quotes fails, an even one does not"}}
			}
		case 0:
			if form, d := payload.SleepIn(in.text); form != "" && sleeps(x, in.place, form, d) {
				return []oracle.Finding{{Detail: in.place,
					Reason: in.place + " is part of an SQL statement: a sleep in it has the answer take as long"}}
			}
			if c, ok := payload.ConditionIn(in.text); ok && c.Holds && decides(x, in.place, &c) {
				return []oracle.Finding{{Detail: in.place,
					Reason: in.place + " is part of an SQL statement: a condition in it decides about the answer"}}
			}
		}
	}
	return nil
}

// broken reports whether an input fails with one and with three quotes, and does not with two and with four.
func broken(x *oracle.Exchange, place string) bool {
	fails := map[int]bool{3: failed(x)}
	for _, b := range like(x) {
		if n := payload.Quotes(at(b, place)); n > 0 {
			fails[n] = failed(b)
		}
	}
	return len(fails) == 4 && fails[1] && !fails[2] && fails[3] && !fails[4]
}

// sleeps reports whether sleep statements in an input delay the answers. Two sleeps of different lengths have to delay
// them at least as long, the longer sleep longer, and two of no length have to take less than half the time of the
// shorter sleep.
func sleeps(x *oracle.Exchange, place, form string, d time.Duration) bool {
	short, shortest := time.Duration(0), time.Duration(0) // the shorter sleep, and how long its answer took
	var none []time.Duration
	for _, b := range like(x) {
		again, other := payload.SleepIn(at(b, place))
		switch {
		case again != form:
		case other == 0:
			none = append(none, b.Response.Elapsed)
		case other < d:
			short, shortest = other, b.Response.Elapsed
		}
	}
	return short > 0 && len(none) > 1 && slices.Max(none) < short/2 && shortest >= short && x.Response.Elapsed >= d &&
		x.Response.Elapsed > shortest
}

// failed reports whether a call ends with a server error, or with a message of a database driver.
func failed(x *oracle.Exchange) bool {
	return x.Status() >= 500 || driver().MatchString(body(x))
}

// like returns the earlier calls of the same operation by the same user that got an answer.
func like(x *oracle.Exchange) []*oracle.Exchange {
	return slices.DeleteFunc(slices.Clone(x.Before), func(b *oracle.Exchange) bool {
		return b.Operation != x.Operation || b.User != x.User || b.Status() == 0
	})
}

// at returns the text that a call sent at a place.
func at(x *oracle.Exchange, place string) string {
	for _, in := range inputs(x) {
		if in.place == place {
			return in.text
		}
	}
	return ""
}

// decides reports whether injected conditions decide about the answer: two true conditions change the answer, and two
// false ones leave the answer to the value alone.
func decides(x *oracle.Exchange, place string, last *payload.Condition) bool {
	var plain, holding, failing []*oracle.Exchange
	holding = append(holding, x)
	operands := map[string]bool{last.Operand: true}
	for _, b := range like(x) {
		text := at(b, place)
		c, ok := payload.ConditionIn(text)
		switch {
		case text == last.Word:
			plain = append(plain, b)
		case ok && c.Word == last.Word && c.Form == last.Form:
			operands[c.Operand] = true
			if c.Holds {
				holding = append(holding, b)
			} else {
				failing = append(failing, b)
			}
		}
	}
	if len(plain) == 0 || len(holding) < 2 || len(failing) < 2 || len(operands) < 2 || x.Status() == 0 {
		return false
	}
	alike := func(a *oracle.Exchange) func(*oracle.Exchange) bool {
		return func(b *oracle.Exchange) bool { return !same(a, b, place) }
	}
	return holding[0].Succeeded() && !slices.ContainsFunc(holding, alike(holding[0])) &&
		!slices.ContainsFunc(failing, alike(plain[0])) && !same(holding[0], plain[0], place)
}

// same reports whether two answers are equal, apart from the sent text. For reads it compares status and body. For
// other calls it compares the status, since the elements that they create have different ids.
func same(a, b *oracle.Exchange, place string) bool {
	if a.Status() != b.Status() || !a.Safe() {
		return a.Status() == b.Status()
	}
	return without(body(a), at(a, place)) == without(body(b), at(b, place))
}

// without returns an answer without the sent text, plain or escaped.
func without(answer, sent string) string {
	quoted, _ := json.Marshal(sent)
	for _, form := range []string{sent, strings.Trim(string(quoted), `"`), html.EscapeString(sent),
		url.QueryEscape(sent), url.PathEscape(sent)} {
		answer = strings.ReplaceAll(answer, form, "")
	}
	return answer
}
