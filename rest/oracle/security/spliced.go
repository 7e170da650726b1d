package security

import (
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// spliced looks for inputs that stand in the text of a statement as a part of it, and not as a value. The input may be
// that of an earlier call, which the program kept. Only a program with probes shows its statements.
func spliced(x *oracle.Exchange) []oracle.Finding {
	for i := range x.Incidents {
		statement := &x.Incidents[i]
		if statement.Kind != sut.Spliced {
			continue
		}
		for at := len(x.Before); at >= 0; at-- {
			sender := x
			if at < len(x.Before) {
				sender = x.Before[at]
			}
			for _, in := range inputs(sender) {
				if !standsIn(statement.Text, in.text) || payload.Quotes(in.text) > 0 && !endsTexts(x, sender, &in) {
					continue
				}
				f := oracle.Finding{Detail: in.place, Frame: statement.Place, Reason: in.place +
					" is part of an SQL statement, and no argument of it: " + shape(statement.Text, &in)}
				if sender != x {
					f.Of = sender.Operation
				}
				return []oracle.Finding{f}
			}
		}
	}
	return nil
}

// shape returns a statement with the place of an input where the input is, and without other values.
func shape(statement string, in *input) string {
	place, text := "{"+in.place+"}", strings.ToLower(in.text)
	for from := 0; ; from += len(place) {
		at := strings.Index(strings.ToLower(statement[from:]), text)
		if at < 0 {
			return tables.Shape(statement, place)
		}
		from += at
		statement = statement[:from] + place + statement[from+len(text):]
	}
}

// standsIn reports whether an input stands in a statement as a part of it.
func standsIn(statement, text string) bool {
	n := payload.Quotes(text)
	if n == 0 {
		return tables.Torn(statement, text)
	}
	_, behind, found := strings.Cut(statement, strings.TrimRight(text, "'"))
	run := len(behind) - len(strings.TrimLeft(behind, "'"))
	// Twice as many quotes are quoted ones, and the statement itself may end the text. One quote and the end look as
	// one that is quoted.
	return found && n > 1 && (run == n || run == n+1)
}

// endsTexts reports whether another number of quotes in the same input of an earlier call stands in a statement too.
// One alone may be what is left of quoted ones, in a text that is cut off.
func endsTexts(x, sender *oracle.Exchange, in *input) bool {
	for _, b := range like(x) {
		if b.Operation != sender.Operation {
			continue
		}
		text := at(b, in.place)
		if n := payload.Quotes(text); n == 0 || n == payload.Quotes(in.text) {
			continue
		}
		for i := range b.Incidents {
			if b.Incidents[i].Kind == sut.Spliced && standsIn(b.Incidents[i].Text, text) {
				return true
			}
		}
	}
	return false
}
