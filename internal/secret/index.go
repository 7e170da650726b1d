package secret

import (
	"encoding/binary"
	"slices"
	"strings"
)

// start is the number of bytes at the start of a form by which the index finds it.
const start = 4

// index finds the forms in a text by looking at each byte once, since a search checks each of its calls.
type index struct {
	seen  [1 << 10]uint64  // a bit for each hash of the start of a form
	by    map[uint32][]int // forms by their start
	short []int            // forms that are shorter
}

func newIndex(forms []form) index {
	x := index{by: map[uint32][]int{}}
	for i := range forms {
		if len(forms[i].text) < start {
			x.short = append(x.short, i)
			continue
		}
		key := binary.LittleEndian.Uint32([]byte(forms[i].text))
		x.by[key] = append(x.by[key], i)
		x.seen[hash(key)/64] |= 1 << (hash(key) % 64)
	}
	return x
}

func hash(key uint32) uint32 { return key * 2654435761 >> 16 }

// in returns the forms that are in a text, in their order.
func (x *index) in(text string, forms []form) (found []int) {
	for _, i := range x.short {
		if strings.Contains(text, forms[i].text) {
			found = append(found, i)
		}
	}
	key := uint32(0)
	for at := range len(text) {
		key = key>>8 | uint32(text[at])<<24
		if at < start-1 || x.seen[hash(key)/64]&(1<<(hash(key)%64)) == 0 {
			continue
		}
		for _, i := range x.by[key] {
			if strings.HasPrefix(text[at-start+1:], forms[i].text) && !slices.Contains(found, i) {
				found = append(found, i)
			}
		}
	}
	slices.Sort(found)
	return found
}
