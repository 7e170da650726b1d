package certmill

import (
	"testing"

	check "github.com/evoke-go/evoke/bench/unseen/internal/contract"
)

func TestContract(t *testing.T) { check.Test(t, Schema, New) }
