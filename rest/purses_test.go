package rest_test

import (
	"testing"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestSilentDefectsOfPurses: a search takes a POST of an element for the change that it is, asks for what comes after
// an element, and for amounts in texts.
func TestSilentDefectsOfPurses(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"null ignored", rules.CodeNotStored}, {"note lost", rules.CodePatchMore}, {"name shared", rules.CodeTwice},
		{"after itself", rules.CodePages},
		{"never newest", rules.CodeOrder}, {"least as text", rules.CodeFilter}, {"coins set", rules.CodeMassAssignment},
		{"offset lost", rules.CodeNotStored},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			assertFound(t, resttest.PursesSchema, resttest.Purses(tt.defect), tt.code)
		})
	}
}
