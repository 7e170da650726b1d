package page

import (
	"strings"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// again returns the acts of some steps as instructions for a person, a line each.
func again(steps []execute.Step) string {
	lines := make([]string, len(steps))
	for i := range steps {
		s := &steps[i]
		a := actOf(s)
		if s.On == nil && s.Act.Kind != act.Open {
			a.On = elementOf(&visitor.Named{Element: s.Act.Element})
			a.On.Name, a.On.Label = s.Act.Name, s.Act.Label
		}
		for _, q := range s.Told.Asked {
			a.Asks = append(a.Asks, suite.Question{Kind: q.Kind, Text: q.Text})
		}
		lines[i] = a.String()
	}
	return strings.Join(lines, "\n")
}
