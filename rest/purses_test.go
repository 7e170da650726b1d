package rest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestSilentDefectsOfPurses: a search takes a POST of an element for the change that it is, asks for what comes after an element, and
// for amounts in texts.
func TestSilentDefectsOfPurses(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"null ignored", rules.CodeNotStored}, {"note lost", rules.CodePatchMore}, {"name shared", rules.CodeTwice}, {"after itself", rules.CodePages},
		{"never newest", rules.CodeOrder}, {"least as text", rules.CodeFilter}, {"coins set", rules.CodeMassAssignment}, {"offset lost", rules.CodeNotStored},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			var codes []int
			keys := ""
			for _, f := range silentFaults(t, resttest.PursesSchema, resttest.Purses(tt.defect)) {
				codes = append(codes, f.Code)
				keys += f.Key + "; "
			}
			assert.Contains(t, codes, tt.code, keys)
		})
	}
	for _, f := range silentFaults(t, resttest.PursesSchema, resttest.Purses("")) {
		assert.Fail(t, f.Key, f.Reason)
	}
}
