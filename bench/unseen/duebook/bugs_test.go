package duebook

import (
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/contract"
)

func TestContract(t *testing.T) { contract.Test(t, Schema, New) }
