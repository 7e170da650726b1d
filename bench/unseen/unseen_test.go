package unseen

import (
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// The sessions have all calls that the lists of bugs have.
func TestServices(t *testing.T) {
	for _, s := range Services() {
		want, err := sess.ReadBugs(s.Name + "/BUGS.md")
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Bugs) != len(want) {
			t.Fatalf("%s has %d bugs, want %d", s.Name, len(s.Bugs), len(want))
		}
		for i, b := range s.Bugs {
			if b.Name != want[i].Name || len(b.Session) != len(want[i].Lines) {
				t.Errorf("%s %d %s has %d calls, want %d", s.Name, b.Number, b.Name, len(b.Session), len(want[i].Lines))
			}
		}
	}
}
