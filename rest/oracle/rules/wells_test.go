package rules_test

import (
	"testing"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRulesOfWells shows rules a service whose ids clients choose, with a defect and without one.
func TestRulesOfWells(t *testing.T) {
	well := ann("POST", "/wells", `{"code": "a", "kind": "deep", "dug": "2020-02-02", "depth": 3}`)
	second := ann("POST", "/wells", `{"code": "b", "kind": "deeper", "dug": "2020-03-03", "open": false, "depth": 5}`)
	all, shown, remove := ann("GET", "/wells", ""), ann("GET", "/wells/a", ""), ann("DELETE", "/wells/a", "")
	sample, samples := ann("POST", "/wells/a/samples", `{"at": "2020-02-02T10:00:00Z", "level": 2.75}`),
		ann("GET", "/wells/a/samples", "")
	permit := ann("POST", "/permits", `{"well": "a"}`)
	known := shown
	known.Header = map[string]string{"If-None-Match": `"another"`}
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"location by kind", rules.CodeLocation, []oracletest.Call{well}},
		{"false is missing", rules.CodeNotStored, []oracletest.Call{second, ann("GET", "/wells/b", "")}},
		{"zero is missing", rules.CodeValidRefused,
			[]oracletest.Call{well, ann("POST", "/wells", `{"code": "b", "kind": "deep", "depth": 0}`)}},
		{"keeps tag", rules.CodeStaleTag,
			[]oracletest.Call{well, shown, ann("PUT", "/wells/a", `{"code": "a", "kind": "deep", "depth": 7}`), shown}},
		{"knows all", rules.CodeStaleTag, []oracletest.Call{well, shown, known}},
		{"feet in place", rules.CodeUnsafe, []oracletest.Call{well, all, ann("GET", "/wells?unit=foot", ""), all}},
		{"permits for none", rules.CodeUsedDeleted, []oracletest.Call{well, permit, remove, permit}},
		{"samples stay", rules.CodeLeftBehind, []oracletest.Call{well, sample, remove, well, samples}},
		{"codes by case", rules.CodeTwice, []oracletest.Call{well, well,
			ann("POST", "/wells", `{"code": "A", "kind": "deep", "dug": "2020-02-02", "depth": 3}`)}},
		{"times by text", rules.CodeTwice, []oracletest.Call{well, sample, sample,
			ann("POST", "/wells/a/samples", `{"at": "2020-02-02T12:00:00+02:00", "level": 2.75}`)}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.WellsSchema,
				Faulty: resttest.Wells(tt.defect), Healthy: resttest.Wells(""), Calls: tt.calls})
		})
	}
}
