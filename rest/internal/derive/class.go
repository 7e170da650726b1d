package derive

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/refusal"
)

// classOf returns the class of a refusal without the texts that the call sent: one that quotes
// them is no other one each time.
func classOf(c *action.Call, said *refusal.Refusal) string {
	takers := action.Takers(c)
	return said.ClassWithout(func(text string) string {
		for _, t := range takers {
			v, isText := t.Value().(string)
			if before, after, quotes := refusal.Quotes(text, v); isText && quotes {
				text = before + "''" + after
			}
		}
		return text
	})
}
