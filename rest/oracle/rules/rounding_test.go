package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// clothSchema is that of a service that cuts cloths, whose operations and members say how numbers are rounded.
const clothSchema = `
openapi: 3.0.3
info: {title: cloths, version: "1"}
security: [{key: []}]
paths:
  /cloths: {post: {responses: {"201": {description: made}}}}
  /cloths/{cloth}: {get: {responses: {"200": {description: one, content: {application/json: {schema: {type: object,
    properties: {grade: {type: number, description: "Mean of the marks, weighted by the care of who gave them,
    rounded to two decimals, halves up"},
    waste_pence: {type: integer, description: "3 % of the worth, rounded to the nearest penny"},
    percent_sold: {type: integer, description: "How much of the stock is sold, rounded down"}}}}}}}}}
  /cloths/{cloth}/marks:
    put: {responses: {"200": {description: marked}}}
    delete: {responses: {"204": {description: gone}}}
  /cloths/{cloth}/cut:
    post: {description: "The shop is open. TEXT", responses: {"200": {description: cut}}}
  /bales: {post: {responses: {"201": {description: made, content: {application/json: {schema: {type: object,
    properties: {gloss: {type: integer,
    description: "Mean of the cloths, weighted by their lengths, rounded to the nearest integer"}}}}}}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: User}}}
`

// TestRoundedNumbers: a number is one of the two around its exact value, and not the one that the text says. Chance, a
// half that the text leaves open, a right explanation, and numbers of other elements are no finding.
func TestRoundedNumbers(t *testing.T) {
	const at = "The cost is the length at the price of the cloth, rounded to the penny, half a penny up"
	const each = "The cost is the price for each length, rounded up"
	const cloth = `201 {"id": "c-1", "price_pence_per_m": 250}`
	add, shown, cut := ann("POST", "/cloths", "{}"), ann("GET", "/cloths/c-1", ""),
		ann("POST", "/cloths/c-1/cut", `{"of": [{"length_cm": 123.4}, {"length_cm": 123.5}]}`)
	plain := ann("POST", "/cloths/c-1/cut", "{}")
	mark := func(user, mark, care string) oracletest.Call {
		return call(user, "PUT", "/cloths/c-1/marks", `{"mark": `+mark+`, "care": `+care+`}`)
	}
	marked := []oracletest.Call{add, mark("ann", "4", "1"), mark("bob", "5", "2"), shown}
	for name, tt := range map[string]struct {
		text   string
		calls  []oracletest.Call
		script []string
		found  string
	}{
		"cut off": {at, []oracletest.Call{add, cut}, []string{cloth, `200 {"cost_pence": 308, "length_cm": 123.5}`},
			"cost_pence is rounded in another way"},
		"half up": {at, []oracletest.Call{add, cut},
			[]string{cloth, `200 {"cost_pence": 309, "length_cm": 123.4}`}, ""},
		"half cut off": {at, []oracletest.Call{add, cut},
			[]string{cloth, `200 {"cost_pence": 308, "length_cm": 123.4}`},
			"cost_pence is rounded in another way"},
		"open half": {strings.Replace(at, ", half a penny up", "", 1), []oracletest.Call{add, cut},
			[]string{cloth, `200 {"cost_pence": 308, "length_cm": 123.4}`}, ""},
		"few units": {at, []oracletest.Call{add, cut},
			[]string{cloth, `200 {"cost_pence": 4, "length_cm": 19}`}, ""},
		"another formula": {at, []oracletest.Call{add, cut},
			[]string{cloth, `200 {"cost_pence": 300, "length_cm": 123.5}`}, ""},
		"price before": {at, []oracletest.Call{add, add, cut},
			[]string{cloth, `201 {"id": "c-1", "price_pence_per_m": 249.6}`,
				`200 {"cost_pence": 308, "length_cm": 123.5}`}, ""},
		"length that may be rounded": {at, []oracletest.Call{add, plain}, []string{cloth,
			`200 {"cost_pence": 308, "length_cm": 123.5}`}, ""},
		"of another cloth": {at, []oracletest.Call{add, cut}, []string{`201 {"id": "c-2", "price_pence_per_m": 250}`,
			`200 {"cost_pence": 308, "length_cm": 123.5}`}, ""},
		"read later": {at, []oracletest.Call{add, cut, shown}, []string{cloth, "200 {}",
			`200 {"cost_pence": 308, "length_cm": 123.5}`}, "cost_pence is rounded in another way"},
		"quotient down": {each, []oracletest.Call{plain}, []string{`200 {"cost": 33, "price": 100, "length": 3}`},
			"cost is rounded in another way"},
		"quotient up": {each, []oracletest.Call{plain}, []string{`200 {"cost": 34, "price": 100, "length": 3}`}, ""},
		"rate": {at, []oracletest.Call{shown}, []string{`200 {"worth_pence": 60, "waste_pence": 1}`},
			"waste_pence is rounded in another way"},
		"right rate": {at, []oracletest.Call{shown}, []string{`200 {"worth_pence": 60, "waste_pence": 2}`}, ""},
		"percentage": {at, []oracletest.Call{shown}, []string{`200 {"stock": 3, "sold": 2, "percent_sold": 67}`},
			"percent_sold is rounded in another way"},
		"right percentage": {at, []oracletest.Call{shown},
			[]string{`200 {"stock": 3, "sold": 2, "percent_sold": 66}`}, ""},
		"mean cut off": {at, marked, []string{cloth, "200", "200", `200 {"id": "c-1", "grade": 4.66}`},
			"grade is rounded in another way"},
		"mean": {at, marked, []string{cloth, "200", "200", `200 {"id": "c-1", "grade": 4.67}`}, ""},
		"plain mean": {at, marked, []string{cloth, "200", "200", `200 {"id": "c-1", "grade": 4.50}`},
			"grade is the plain mean"},
		"mean of what is left": {at, append(marked[:3:3], ann("DELETE", "/cloths/c-1/marks", ""), shown),
			[]string{cloth, "200", "200", "204", `200 {"id": "c-1", "grade": 4.66}`}, ""},
		"mean of elements": {at, []oracletest.Call{add, add, ann("POST", "/bales", "{}")},
			[]string{`201 {"id": "c-1", "gloss": 60, "length": 9}`, `201 {"id": "c-2", "gloss": 80, "length": 3}`,
				`201 {"gloss": 70, "cloths": ["c-1", "c-2"]}`}, "gloss is the plain mean"},
		"right mean of elements": {at, []oracletest.Call{add, add, ann("POST", "/bales", "{}")},
			[]string{`201 {"id": "c-1", "gloss": 60, "length": 9}`, `201 {"id": "c-2", "gloss": 80, "length": 3}`,
				`201 {"gloss": 65, "cloths": ["c-1", "c-2"]}`}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := oracletest.Findings(t, ruleOf(t, rules.CodeFigures),
				strings.Replace(clothSchema, "TEXT", tt.text, 1),
				scripted(tt.script)(), tt.calls)
			last := got[len(got)-1]
			if tt.found == "" {
				assert.Empty(t, last)
			} else if assert.Len(t, last, 1) {
				assert.Contains(t, last[0].Reason, tt.found)
			}
		})
	}
}
