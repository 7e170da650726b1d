package values

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

const (
	// keysLooked bounds the keys that are compared to find the nearest one, and keysTold the keys that are reported.
	keysLooked = 1000
	keysTold   = 16
)

// SyncLoad is [sync.Map.Load]. Its distance is that of the nearest key, as for an ordinary map.
func SyncLoad(at probe.Call, m *sync.Map, key any) (any, bool) {
	v, ok := m.Load(key)
	if at.News(ok) {
		lookedUp(at, ok, m, key)
	}
	return v, ok
}

// lookedUp reports the lookup of a key, together with the keys of the map, the nearest first.
func lookedUp(at probe.Call, found bool, m *sync.Map, key any) {
	type neighbour struct {
		key  any
		near float64
	}
	var all []neighbour
	m.Range(func(k, _ any) bool {
		if k != key {
			all = append(all, neighbour{k, heuristics.EqualAny(k, key).OfTrue})
		}
		return len(all) <= keysLooked
	})
	toTrue := heuristics.Absent
	if len(all) > keysLooked { // which keys came first is chance
		all, toTrue = nil, heuristics.Reached
	}
	slices.SortFunc(all, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(b.near, a.near), cmp.Compare(fmt.Sprint(a.key), fmt.Sprint(b.key)))
	})
	compared := []any{key}
	for _, n := range all[:min(len(all), keysTold)] {
		compared = append(compared, n.key)
	}
	if len(all) > 0 {
		toTrue = all[0].near
	}
	at.Report(found, toTrue, heuristics.Close(1), compared...)
}
