package oracletest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle"
)

const noteSchema = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes: {get: {responses: {"200": {description: all}}}}
`

// judge is an oracle made of a function.
type judge func(x *oracle.Exchange) []oracle.Finding

func (j judge) Judge(x *oracle.Exchange) []oracle.Finding { return j(x) }

// TestLaws: each way to be no good oracle is named as a law, in one line.
func TestLaws(t *testing.T) {
	answers := func(v string) func() http.Handler {
		return func() http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(v)) })
		}
	}
	kit := Kit{
		Schema: noteSchema, Faulty: answers("bad"), Healthy: answers("good"),
		Calls: []Call{{Method: "GET", Target: "/notes"}, {Method: "GET", Target: "/notes"}},
	}
	last := func(x *oracle.Exchange) bool { return len(x.Before) == 1 && string(x.Response.Body) == "bad" }
	found, turn := oracle.Finding{Code: 9, Reason: "it is bad"}, 0
	for name, tt := range map[string]struct {
		judge judge
		want  []string
	}{
		"right": {func(x *oracle.Exchange) []oracle.Finding {
			if last(x) {
				return []oracle.Finding{found}
			}
			return nil
		}, nil},
		"blind": {func(*oracle.Exchange) []oracle.Finding { return nil }, []string{
			"the last call shows the defect: the oracle does not see it",
		}},
		"hasty": {func(x *oracle.Exchange) []oracle.Finding {
			if string(x.Response.Body) == "bad" {
				return []oracle.Finding{found}
			}
			return nil
		}, []string{
			`nothing is found before the call that shows the defect: with call 1 the oracle finds 9 "it is bad"`,
		}},
		"without a word": {func(x *oracle.Exchange) []oracle.Finding {
			if last(x) {
				return []oracle.Finding{{Code: 9}, {Reason: "one\ntwo"}}
			}
			return nil
		}, []string{
			`a finding has a code and a reason: 9 "" lacks a reason, and a run leaves it out`,
			`a finding has a code and a reason: 0 "one\ntwo" lacks a code, and a run leaves it out`,
			`a reason is one line: "one\ntwo" has several`,
		}},
		"fickle": {func(x *oracle.Exchange) []oracle.Finding {
			if turn++; last(x) && turn < 3 {
				return []oracle.Finding{found}
			}
			return nil
		}, []string{
			`the same calls have the same findings: the oracle finds 9 "it is bad", and another time nothing`,
		}},
		"suspicious": {func(x *oracle.Exchange) []oracle.Finding {
			if body := string(x.Response.Body); len(x.Before) == 1 &&
				(body == "bad" || body == "good" || body == "null") {
				return []oracle.Finding{found}
			}
			return nil
		}, []string{
			`the healthy service has no findings: with call 2 the oracle finds 9 "it is bad"`,
			`a service that has nothing shows no defect: with call 2 the oracle finds 9 "it is bad"`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, laws(kit, func(h http.Handler) [][]oracle.Finding {
				return Findings(t, tt.judge, kit.Schema, h, kit.Calls)
			}))
		})
	}
}
