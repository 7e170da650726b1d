package rules_test

import (
	"testing"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRulesOfKites shows rules a service of lists with filters, parts that are answered with the whole, and users who
// see what others have in some states, with a defect and without one.
func TestRulesOfKites(t *testing.T) {
	kite := func(name string, more string) oracletest.Call {
		return ann("POST", "/kites", `{"name": "`+name+`", "weight_grams": `+more+`}`)
	}
	box, all, first := kite("Box", `50, "tags": ["red", "old"], "note": "n"`), ann("GET", "/kites", ""),
		ann("GET", "/kites/k417", "")
	fly := ann("PUT", "/kites/k417/state", `{"state": "flying"}`)
	a, b, sky := ann("POST", "/kites/k417/lines", `{"name": "a"}`), ann("POST", "/kites/k417/lines", `{"name": "b"}`),
		ann("GET", "/sky/k417", "")
	remove, heavy, third := ann("DELETE", "/kites/k417", ""), kite("Box", "70"), ann("GET", "/kites/k419", "")
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"null stays", rules.CodeNotStored,
			[]oracletest.Call{box, first, ann("PATCH", "/kites/k417", `{"note": null}`), first}},
		{"price stays", rules.CodeOutdated, []oracletest.Call{heavy, heavy, kite("Box", "50"), third,
			ann("PATCH", "/kites/k419", `{"weight_grams": 70}`), third}},
		{"two first", rules.CodeSeveral,
			[]oracletest.Call{kite("a", `5, "first": true`), kite("b", `6, "first": true`), all}},
		{"loans follow", rules.CodeCopy, []oracletest.Call{box, ann("POST", "/loans", `{"kiteId": "k417"}`),
			ann("GET", "/loans/1", ""), ann("PATCH", "/kites/k417", `{"name": "Delta"}`), ann("GET", "/loans/1", "")}},
		{"stays in the sky", rules.CodeNotDeleted, []oracletest.Call{box, sky, remove, sky}},
		{"gone in flight", rules.CodeExcluded, []oracletest.Call{box, fly, first, remove}},
		{"lines by count", rules.CodeSameID, []oracletest.Call{box, a, b, ann("DELETE", "/kites/k417/lines/1", ""),
			ann("POST", "/kites/k417/lines", `{"name": "c"}`)}},
		{"same line", rules.CodeTwice,
			[]oracletest.Call{box, a, b, ann("PUT", "/kites/k417/lines/2", `{"name": "a"}`)}},
		{"crowded", rules.CodeOverfull, []oracletest.Call{box, ann("PUT", "/kites/k417/crew", `{"crew": [1, 2]}`)}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.KitesSchema,
				Faulty: resttest.Kites(tt.defect), Healthy: resttest.Kites(""), Calls: tt.calls})
		})
	}
}
