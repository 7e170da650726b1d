package archive

import "github.com/evoke-go/evoke/suite"

// Recall gives unchanged tests of the suite their former forms, and removes the forms of the others, so that Arrange
// chooses these anew. It reports whether there are unchanged tests; if not, it changes nothing.
func (a *Archive) Recall(s *suite.Suite) bool {
	before := map[string]*Test{}
	for i := range a.Tests {
		before[a.Tests[i].Name] = &a.Tests[i]
	}
	had, some := make([]*suite.Form, len(s.Tests)), false
	for i := range s.Tests {
		old := before[s.Tests[i].Name]
		if old == nil || old.Form == nil {
			continue
		}
		if written, err := digest(&s.Tests[i]); err == nil && written == old.Written {
			had[i], some = old.Form, true
		}
	}
	if !some {
		return false
	}
	for i := range s.Tests {
		s.Tests[i].Form = had[i]
	}
	return true
}
