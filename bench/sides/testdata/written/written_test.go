package written_test

import (
	"testing"

	"github.com/evoke-go/evoke/bench/sides/testdata/sample"
)

func TestFirst(t *testing.T) {
	if sample.Combined(1, 0, "x") != "no" {
		t.Error("first")
	}
}

func TestSecond(t *testing.T) {
	t.Parallel()
	if sample.Combined(1, 2, "x") != "yes" || sample.Loops(2, false) != 4 {
		t.Error("second")
	}
}

// A test that fails counts like others.
func TestThird(t *testing.T) {
	t.Error(sample.Places(2, 1, "x", false), sample.Cases(200, "a"))
}
