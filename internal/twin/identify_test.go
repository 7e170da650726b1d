package twin

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/program"
)

func TestInFront(t *testing.T) {
	for pkg, want := range map[string]bool{
		program.Evoke:                         true,
		program.Evoke + "/internal/twin":      true,
		program.Evoke + "/internal/e2e_test":  false,
		program.Evoke + "_test":               false,
		program.Evoke + "/examples/customers": false,
		"example.com/shop_test":               false,
	} {
		assert.Equal(t, want, inFront(pkg), pkg)
	}
}
