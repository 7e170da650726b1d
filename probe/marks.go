package probe

import (
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// marks are the bytes that the probes of a package set, as a reader sees them: eight at a time.
type marks struct {
	base unsafe.Pointer
	size int
	// words says that the bytes fill whole words. Only then may a reader use atomic operations of words, since they
	// touch no memory of others.
	words bool
}

func marksOf[T Group | Stmt | Cond](cells []T) marks {
	var cell T
	base, size := unsafe.Pointer(unsafe.SliceData(cells)), int(unsafe.Sizeof(cell))
	return marks{base, size * len(cells), uintptr(base)%8 == 0 && size*cap(cells) >= (size*len(cells)+7)&^7}
}

// little reports whether the processor is little-endian: the first byte of a word is its lowest.
var little = func() bool {
	w := uint16(1)
	return *(*uint8)(unsafe.Pointer(&w)) == 1
}()

// within returns the bits of the word at offset i whose bytes lie in from..to.
func within(i, from, to int) uint64 {
	mask := ^uint64(0)
	lead, trail := 8*max(from-i, 0), 8*max(i+8-to, 0)
	if little {
		return mask >> lead << lead << trail >> trail
	}
	return mask << lead >> lead >> trail << trail
}

// first returns the index of the first byte in a word that is not 0.
func first(word uint64) int {
	if little {
		return bits.TrailingZeros64(word) / 8
	}
	return bits.LeadingZeros64(word) / 8
}

// at returns the byte of a word at an index.
func at(word uint64, place int) uint8 {
	if little {
		return uint8(word >> (8 * place))
	}
	return uint8(word >> (56 - 8*place))
}

// rest returns a word without its bytes up to an index, that one included.
func rest(word uint64, place int) uint64 {
	if little {
		return word >> (8 * place) >> 8 << 8 << (8 * place)
	}
	return word << (8 * place) << 8 >> 8 >> (8 * place)
}

// take returns the bits in the word at offset i, a multiple of eight, that are in mask, and clears them.
func (m marks) take(i int, mask uint64) uint64 {
	if !m.words {
		return m.bytes(i, mask)
	}
	word := (*uint64)(unsafe.Add(m.base, i))
	for {
		old := atomic.LoadUint64(word)
		if old&mask == 0 || atomic.CompareAndSwapUint64(word, old, old&^mask) {
			return old & mask
		}
	}
}

// clearQuiet clears the bit quiet of all sides of conditions.
func (m marks) clearQuiet() {
	for i := 0; i < m.size; i += 8 {
		m.take(i, quiet*everyByte)
	}
}

// everyByte is a word whose bytes are all 1.
const everyByte = 0x0101010101010101

// bytes is take for marks that share their words with other data. It clears only bytes that it has seen set: a probe
// that sets such a byte meanwhile means the same mark.
//
//go:norace
func (m marks) bytes(i int, mask uint64) uint64 {
	word := *(*[8]uint8)(unsafe.Pointer(&mask))
	for j := range word {
		if word[j] == 0 || i+j >= m.size {
			word[j] = 0
			continue
		}
		b := (*uint8)(unsafe.Add(m.base, i+j))
		old := *b
		if old&word[j] != 0 {
			*b = old &^ word[j]
		}
		word[j] &= old
	}
	rounds.Or(0) // a barrier, as the atomic operation of the word would be
	return *(*uint64)(unsafe.Pointer(&word))
}

// clearMuted undoes muting: it clears the marks of muted cells, and the bits that say that they are muted.
func (m marks) clearMuted(muted []uint64) {
	for i := range muted {
		if mask := atomic.SwapUint64(&muted[i], 0); mask != 0 {
			m.take(8*i, mask)
		}
	}
}
