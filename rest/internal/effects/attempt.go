package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/link"
)

// attempt holds what the current test did so far, apart from the elements that it made.
type attempt struct {
	ways    map[string]bool // path templates of the changing calls that succeeded
	read    map[int]bool    // by index of a reading call: whether it read state that all tests share
	changed bool            // a changing call succeeded
	leaning Leaning
	// borrowed describes a list that shows elements of other tests.
	borrowed Leaning
}

func newAttempt() attempt { return attempt{ways: map[string]bool{}, read: map[int]bool{}} }

func (t *attempt) begin() {
	clear(t.ways)
	clear(t.read)
	t.changed, t.leaning, t.borrowed = false, Leaning{}, Leaning{}
}

// lean notes a reason why the test needs other tests. Only the first reason is kept.
func (t *attempt) lean(l Leaning) {
	if t.leaning.Why == "" {
		t.leaning = l
	}
}

// borrowed returns a Leaning if an answer is a list with elements and all of them come from other tests, else the zero
// value. ways holds the path templates of the changing calls of its test.
func borrowed(x *link.Exchange, inv *inventory, ways map[string]bool) Leaning {
	path := x.Call.Op.Spec.Path
	from, fed := inv.growth.above(path)
	there := func(id string) bool { return inv.there(path, id) }
	if !fed || ways[from] || !lists(x) || slices.ContainsFunc(answeredIDs(x), there) {
		return Leaning{}
	}
	l := leaningOf(x, "shows what other tests made")
	l.Collection = from
	return l
}
