package derive

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/refusal"
)

// classOf returns the class of a refusal. It does not depend on texts that the call sent and the refusal quotes.
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
