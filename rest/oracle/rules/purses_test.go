package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRulesOfPurses shows rules a service that changes elements by POST and writes numbers in texts, with a defect and
// without one.
func TestRulesOfPurses(t *testing.T) {
	purse := func(name, worth string) oracletest.Call {
		return ann("POST", "/purses", `{"name": "`+name+`", "note": "n", "worth": "`+worth+`"}`)
	}
	a, b, first := purse("a", "9.50"), purse("b", "20.00"), ann("GET", "/purses/p417", "")
	change := func(body string) oracletest.Call { return ann("POST", "/purses/p417", body) }
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"null ignored", rules.CodeNotStored, []oracletest.Call{a, first, change(`{"note": null}`), first}},
		{"note lost", rules.CodePatchMore, []oracletest.Call{a, first, change(`{"worth": "3.00"}`), first}},
		{"name shared", rules.CodeTwice, []oracletest.Call{a, b, change(`{"name": "b"}`)}},
		{"offset lost", rules.CodeNotStored,
			[]oracletest.Call{ann("POST", "/purses", `{"name": "c", "opened": "2024-03-05T08:30:00+05:30"}`), first}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.PursesSchema,
				Faulty: resttest.Purses(tt.defect), Healthy: resttest.Purses(""), Calls: tt.calls})
		})
	}
	free := []oracletest.Call{a, ann("POST", "/purses", `{"name": "b"}`), ann("POST", "/purses/p418", `{"name": "c"}`),
		change(`{"name": "b"}`)}
	for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeTwice), resttest.PursesSchema,
		resttest.Purses("")(), free) {
		assert.Empty(t, found, "the other one is called otherwise now")
	}
}
