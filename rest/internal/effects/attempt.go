package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/link"
)

// attempt is what the test at hand did so far, but for the elements that it made.
type attempt struct {
	ways    map[string]bool // paths of its changing calls
	read    map[int]bool    // by the index of a call that reads, whether it reads what all tests share
	changed bool            // it changed something
	leaning Leaning
	// borrowed says which list shows what others made.
	borrowed Leaning
}

func newAttempt() attempt { return attempt{ways: map[string]bool{}, read: map[int]bool{}} }

func (t *attempt) begin() {
	clear(t.ways)
	clear(t.read)
	t.changed, t.leaning, t.borrowed = false, Leaning{}, Leaning{}
}

// lean notes a reason for which the test needs others. The first one counts.
func (t *attempt) lean(l Leaning) {
	if t.leaning.Why == "" {
		t.leaning = l
	}
}

// borrowed says whether an answer lists elements, and all of them come from other tests. ways are the
// paths of the changing calls of its test.
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
