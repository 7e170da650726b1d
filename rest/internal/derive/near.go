package derive

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// Refused is a call that was refused, and the calls before it.
type Refused struct {
	Test *testcase.Case
	At   int // index of the call
	// Done are the earlier calls of the test that were accepted and do not only read.
	Done       []*action.Call
	status     int
	class      string
	complaints int
}

// nearness holds refused calls of operations that never succeeded, by operation: one for each class of refusals.
type nearness struct {
	near map[int][]Refused
	news map[int]int
}

// maxNear is the largest number of refused calls that are kept for an operation. maxNews is the largest number that
// counts as news, because some answers are never the same twice.
const maxNear, maxNews = 6, 40

// approach keeps a refused call if the class of its refusal is new, or if it has fewer complaints than the kept call of
// the class, or as many after fewer earlier calls. If the list is full, the call with the most complaints is dropped.
func (n *nearness) approach(op int, next Refused) {
	list := n.near[op]
	same := slices.IndexFunc(list, func(k Refused) bool { return k.status == next.status && k.class == next.class })
	switch {
	case same >= 0 && next.complaints == list[same].complaints && next.At < list[same].At:
		list[same] = next // fewer earlier calls cost less
		return
	case same >= 0 && next.complaints >= list[same].complaints:
		return
	case same >= 0:
		list = slices.Delete(list, same, same+1)
	case len(list) == maxNear:
		most := 0
		for i := range list {
			if list[i].complaints > list[most].complaints {
				most = i
			}
		}
		list = slices.Delete(list, most, most+1)
	}
	n.near[op] = append(list, next)
	n.news[op] = min(n.news[op]+1, maxNews)
}

// Near returns a refused call of an operation that never succeeded, each with equal chance: the call with the newest
// class of refusals, the call with the fewest complaints, or any kept call. ok is false if there is none.
func (p *Repairs) Near(r *rand.Rand, op int) (Refused, bool) {
	if p == nil || len(p.near[op]) == 0 {
		return Refused{}, false
	}
	list := p.near[op]
	switch r.IntN(3) {
	case 0:
		return list[len(list)-1], true
	case 1:
		fewest := list[len(list)-1]
		for _, k := range slices.Backward(list) {
			if k.complaints < fewest.complaints {
				fewest = k
			}
		}
		return fewest, true
	}
	return list[r.IntN(len(list))], true
}

// News returns the number of refusals of an operation that were new or had fewer complaints than before.
func (p *Repairs) News(op int) int {
	if p == nil {
		return 0
	}
	return p.news[op]
}
