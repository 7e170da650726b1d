package page

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// sightsOf returns the expected sights after an act, a line each.
func sightsOf(a *suite.Act) (out []string) {
	for _, q := range a.Asks {
		out = append(out, escape.Prose(fmt.Sprintf("asks (%s) %q", q.Kind, short(q.Text))))
	}
	for i := range a.Expect {
		s := &a.Expect[i]
		text := s.Of.Title() + " " + string(s.Kind)
		if s.Value != "" {
			text += fmt.Sprintf(" %q", short(s.Value))
		}
		out = append(out, escape.Prose(strings.TrimSpace(text)))
	}
	return out
}
