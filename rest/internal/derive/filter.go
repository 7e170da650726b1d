package derive

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// maxFilters is the largest number of filters that are tried with one reading operation on the elements of one creator.
const maxFilters = 12

// pair is a member of a sent body: its name, and its value as a text.
type pair struct{ name, value string }

// pairsOf returns the members with texts and whole numbers in the body of a call.
func pairsOf(c *action.Call) (out []pair) {
	for _, t := range action.Takers(c) {
		if t.Param != genotype.InBody || t.Name == "" {
			continue
		}
		switch v := t.Value().(type) {
		case string:
			out = append(out, pair{t.Name, v})
		case int64:
			out = append(out, pair{t.Name, strconv.FormatInt(v, 10)})
		}
	}
	return out
}

// bothWays is a label selector with two conditions: that one member is equal to a value, and that another does not
// match one.
const bothWays = `{%[1]s=%[2]s,%[4]s!~%[5]s}`

// inNotation returns a filter with a condition on the first member. Some notations have a condition on the second
// member, too.
func inNotation(notation string, one, other pair) string {
	return fmt.Sprintf(notation, one.name, strconv.Quote(one.value), one.value, other.name, strconv.Quote(other.value))
}

// notations returns formats of filters: label selectors, FIQL and RSQL, OData, and search engines. %[1]s is a name,
// %[2]s its value in double quotes, %[3]s the value as it is. %[4]s and %[5]s are another name and its quoted value.
// Some formats are malformed at their end.
func notations() []string {
	return []string{
		`%[1]s=%[2]s`, bothWays, `%[1]s!=%[2]s`, `%[1]s=~%[2]s`, `%[1]s=%[3]s`, `%[1]s!~%[2]s`,
		`%[1]s=%[2]s,%[4]s=%[5]s,`, `%[1]s==%[3]s`, `%[1]s:%[3]s`, `%[1]s eq '%[3]s'`, `{%[1]s=%[2]s`, `%[1]s=%[2]s}`,
	}
}

// filters gives the filter inputs of a call a condition on members that the call maker sent, in the nth notation. It
// reports whether any input accepts it.
func filters(r *rand.Rand, c, maker *action.Call, n int) bool {
	known := pairsOf(maker)
	if len(known) == 0 {
		return false
	}
	one, other := known[r.IntN(len(known))], known[r.IntN(len(known))]
	text := inNotation(notations()[n%len(notations())], one, other)
	done := false
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InQuery || !words.Filters.Has(p.Spec.Name) {
			continue
		}
		if gene.Assign(p.Gene, []any{text}) || gene.Assign(p.Gene, text) {
			done = true
		}
	}
	return done
}
