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
	At   int // of the call
	// Done are the calls before it that were accepted, but for those that only read.
	Done       []*action.Call
	status     int
	class      string
	complaints int
}

// nearness holds refused calls of operations that never succeeded: one for each class of
// refusals, by operation.
type nearness struct {
	near map[int][]Refused
	news map[int]int
}

// maxNear is how many refused calls of an operation are kept, and maxNews how many count
// as news, because some answers are never twice the same.
const maxNear, maxNews = 6, 40

// approach keeps a refused call if its refusal has a class that was not seen before, or
// fewer complaints than the others of the class, or fewer calls before it. The one with
// the most complaints makes room.
func (n *nearness) approach(op int, next Refused) {
	list := n.near[op]
	same := slices.IndexFunc(list, func(k Refused) bool { return k.status == next.status && k.class == next.class })
	switch {
	case same >= 0 && next.complaints == list[same].complaints && next.At < list[same].At:
		list[same] = next // it costs less
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

// Near returns a refused call of an operation that never succeeded: the one whose class
// of refusals was new last, the one with the fewest complaints, or any one of those that
// are kept.
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

// News counts the refusals of an operation that were new or had fewer complaints.
func (p *Repairs) News(op int) int {
	if p == nil {
		return 0
	}
	return p.news[op]
}
