package near

import (
	"testing"

	"example.com/voucher"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
)

// TestAlike checks that nobody can tell a function that stands in for another one from that one.
func TestAlike(t *testing.T) {
	callstest.Alike(t, voucher.Valid, Valid, []any{"AB3A-K7QY-XX2R"})
}

// TestValid checks a function that stands in for another one without a search:
// it returns the same, and the nearer the code the larger what it reports.
func TestValid(t *testing.T) {
	before := 0.0
	for _, code := range []string{"", "A", "AB3A", "AB3A-", "AB3A-K7QY", "AB3A-K7QY-XX20", "AB3A-K7QY-XX2R"} {
		at := probe.NewCall()
		if got, want := Valid(at, code), voucher.Valid(code); got != want {
			t.Errorf("%q: %t, want %t", code, got, want)
		}
		toTrue, _ := at.Sides()
		if toTrue <= before {
			t.Errorf("%q is as near as %g, and the code before it %g", code, toTrue, before)
		}
		before = toTrue
	}
	if before != 1 {
		t.Errorf("the last code is not valid")
	}
}
