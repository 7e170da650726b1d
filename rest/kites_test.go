package rest_test

import (
	"testing"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestSilentDefectsOfKites: a search asks for lists in all ways, changes one thing for what another one has, and has
// others try what is not theirs.
func TestSilentDefectsOfKites(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"part of a tag", rules.CodeFilter}, {"next forgets", rules.CodePages}, {"null stays", rules.CodeNotStored},
		{"price stays", rules.CodeOutdated}, {"loans follow", rules.CodeCopy}, {"gone in flight", rules.CodeExcluded},
		{"lines by count", rules.CodeSameID}, {"same line", rules.CodeTwice},
		{"crowded", rules.CodeOverfull}, {"lends all", rules.CodeMissedCheck}, {"anybody cuts", rules.CodeMissedCheck},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			assertFound(t, resttest.KitesSchema, resttest.Kites(tt.defect), tt.code)
		})
	}
}
