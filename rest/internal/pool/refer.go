package pool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

const (
	// mostDistinct is the largest number of list elements that get different ids.
	mostDistinct = 50
)

// refer makes the body refer to the elements of one of its lists. It gives the elements different ids, and copies ids
// into other inputs of the body. The inputs of one element get ids of different elements, half of the time in the order
// of the list.
func (a *arrangement) refer() {
	ids := a.identified()
	if len(ids) == 0 {
		return
	}
	a.distinct(ids)
	record, sorted := 0, a.r.IntN(2) == 0
	var order []int
	for i := range a.leaves {
		l := &a.leaves[i]
		if l.In != "" || l.Record == 0 && l.List == 0 || slices.Contains(ids, l) ||
			!sameKind(l.Value(), ids[0].Value()) {
			continue
		}
		refers := chance.Mostly // the usual chance, for an input in another list
		if l.List == ids[0].List || l.List == 0 {
			refers = chance.Seldom
		}
		if !refers(a.r) {
			continue
		}
		if l.Record != record || len(order) == 0 {
			record, order = l.Record, a.r.Perm(len(ids))
			if half := order[:min(2, len(order))]; sorted {
				slices.Sort(half)
			}
		}
		if a.set(l, ids[order[0]].Value()) {
			a.referring[l.Gene] = true
		}
		order = order[1:]
	}
}

// identified returns the ids of the elements of one list of objects. It draws the list among the lists whose elements
// have ids.
func (a *arrangement) identified() (ids []*genotype.Leaf) {
	lists, best := map[int][]*genotype.Leaf{}, map[int]int{} // rank of the id that a record has
	var order []int
	for i := range a.leaves {
		l := &a.leaves[i]
		rank := identifies(l.Name)
		if l.In != "" || l.List == 0 || l.Record < 2 || rank == 0 || !sameKind(l.Value(), l.Value()) {
			continue
		}
		known := lists[l.List]
		switch {
		case best[l.Record] == 0:
			if known == nil {
				order = append(order, l.List)
			}
			lists[l.List] = append(known, l)
		case rank > best[l.Record]:
			known[len(known)-1] = l
		default:
			continue
		}
		best[l.Record] = rank
	}
	if len(order) == 0 {
		return nil
	}
	ids = lists[order[a.r.IntN(len(order))]]
	return ids[:min(len(ids), mostDistinct)]
}

// identifies returns how likely a name is that of the id of an element, from 0 (not at all) to 3.
func identifies(name string) int {
	switch plain := words.Plain(name); {
	case plain == "id":
		return 3
	case strings.HasSuffix(plain, "id"), plain == "key":
		return 2
	case plain == "name", plain == "code":
		return 1
	}
	return 0
}

// distinct makes the given ids differ from each other.
func (a *arrangement) distinct(ids []*genotype.Leaf) {
	seen := map[any]bool{"": true}
	for i, l := range ids {
		if v := l.Value(); seen[v] {
			switch v := v.(type) {
			case int64:
				a.set(l, int64(i+1))
			case string:
				a.set(l, v+strconv.Itoa(i+1))
			}
		}
		seen[l.Value()] = true
	}
}

// sameKind reports whether two values are both texts or both whole numbers.
func sameKind(a, b any) bool {
	switch a.(type) {
	case string:
		_, ok := b.(string)
		return ok
	case int64:
		_, ok := b.(int64)
		return ok
	}
	return false
}
