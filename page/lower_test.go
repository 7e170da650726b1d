package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// TestImplied: if an element is removed or shown together with the element around it, only the outer element is
// asserted.
func TestImplied(t *testing.T) {
	shown, hidden := visitor.Sight{Shown: true}, visitor.Sight{}
	s := &execute.Step{
		Before: map[string]visitor.Sight{
			"#a": shown, "#a > ul": shown, "#a > ul > li": shown, "#a > p": shown,
			"#b": hidden, "#b > p": hidden, "#c": shown, "#c > p": shown,
		},
		After: map[string]visitor.Sight{
			"#a": shown, "#b": shown, "#b > p": shown, "#c": shown,
			"#c > p": hidden, "#c > ul": shown, "#c > ul > li": shown,
		},
	}
	var told []string
	for _, c := range sightsOf(s.Before, s.After) {
		told = append(told, string(c.Kind)+" "+c.Value+" "+c.Of.Path)
	}
	not, is := string(suite.IsNotThere), string(suite.IsShown)
	assert.Equal(t, []string{
		not + "  #a > p", not + "  #a > ul", is + " true #b", is + " false #c > p", is + " true #c > ul",
	}, told)
}
