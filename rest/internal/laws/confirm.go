package laws

import (
	"fmt"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/rest/oracle"
)

// confirmed is a law that people confirmed.
type confirmed struct {
	operation, text string
	relation        invariant.Relation
}

// Confirm returns an oracle that finds accepted calls of an operation that break a law. The text of the law is as that
// of [invariant.Law].
func Confirm(operation, text string) (oracle.Oracle, error) {
	relation, err := invariant.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the law of %s: %w", operation, err)
	}
	return &confirmed{operation, text, relation}, nil
}

// Judge implements [oracle.Oracle].
func (c *confirmed) Judge(x *oracle.Exchange) []oracle.Finding {
	if x.Operation.Name() != c.operation {
		return nil
	}
	o := observed(x)
	if o == nil {
		return nil
	}
	if holds, applies := c.relation.In(o.Sent, o.Got); holds || !applies {
		return nil
	}
	return []oracle.Finding{{
		Code: oracle.CodeLaw, Category: "a confirmed law is broken", Reason: "it does not hold that " + c.text,
		Detail: c.text,
	}}
}
