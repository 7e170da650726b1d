package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUnconfirmed: a target that did not come again is not confirmed; one that was never repeated may be.
func TestUnconfirmed(t *testing.T) {
	for why, want := range map[string]bool{
		notAgain + ": it was answered 404": true, keepsNot: true, notOnFresh: true,
		noTime: false, noCalls: false, cannotWrite: false, "": false,
	} {
		assert.Equal(t, want, Unconfirmed(why), why)
	}
}
