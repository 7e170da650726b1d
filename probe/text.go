package probe

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
)

// Texts compares strings, as [Ints] does numbers.
type Texts Call

// Eq is a == b.
func (at Texts) Eq(a, b string) bool {
	return noteCompared(at.c, at, a == b, a, b, Texts.equal)
}

// Ne is a != b.
func (at Texts) Ne(a, b string) bool {
	return noteCompared(at.c, at, a != b, a, b, Texts.equal)
}

// Lt is a < b.
func (at Texts) Lt(a, b string) bool {
	return noteCompared(at.c, at, a < b, a, b, Texts.order)
}

// Le is a <= b.
func (at Texts) Le(a, b string) bool {
	return noteCompared(at.c, at, a <= b, b, a, Texts.order)
}

// Gt is a > b.
func (at Texts) Gt(a, b string) bool {
	return noteCompared(at.c, at, a > b, b, a, Texts.order)
}

// Ge is a >= b.
func (at Texts) Ge(a, b string) bool {
	return noteCompared(at.c, at, a >= b, a, b, Texts.order)
}

// HasPrefix is [strings.HasPrefix].
func HasPrefix(at Call, s, prefix string) bool {
	return noteCall(at, s, prefix, strings.HasPrefix, hasPrefix)
}

// HasSuffix is [strings.HasSuffix].
func HasSuffix(at Call, s, suffix string) bool {
	return noteCall(at, s, suffix, strings.HasSuffix, hasSuffix)
}

// Contains is [strings.Contains].
func Contains(at Call, s, part string) bool {
	return noteCall(at, s, part, strings.Contains, contains)
}

// EqualFold is [strings.EqualFold].
func EqualFold(at Call, s, t string) bool {
	return noteCall(at, s, t, strings.EqualFold, equalFold)
}

// EqBytes is [bytes.Equal].
func EqBytes(at Call, a, b []byte) bool {
	return noteCall(at, a, b, bytes.Equal, eqBytes)
}

// Before is a.Before(b).
func Before(at Call, a, b time.Time) bool {
	return noteCall(at, a, b, time.Time.Before, before)
}

// After is a.After(b).
func After(at Call, a, b time.Time) bool {
	return noteCall(at, b, a, time.Time.Before, before)
}

// EqTime is a.Equal(b).
func EqTime(at Call, a, b time.Time) bool {
	return noteCall(at, a, b, time.Time.Equal, eqTime)
}

// The slow paths. They compute a distance only if it is of use.

// noteCall is [noteCompared] for replacements: plain is the replaced function, which may be too large to be
// inlined.
//
//go:norace
func noteCall[T any](at Call, a, b T, plain func(a, b T) bool, slow func(at Call, outcome bool, a, b T) bool) bool {
	outcome := plain(a, b)
	if at.c.taken[index(outcome)] < quiet {
		return slow(at, outcome, a, b)
	}
	return outcome
}

//go:noinline
func (at Texts) equal(outcome bool, a, b string) bool {
	if a == b {
		listen(at.c, at.n, outcome, a, b)
		return at.n.note(at.g, at.c, outcome, nearest, true)
	}
	rank := uint64(0)
	if at.n.wants(at.c, index(!outcome), true) {
		if rank = textRank(a, b, at.n.rank.Load()); rank > 0 {
			look(at.c, at.n, outcome, a, b)
		}
	}
	if rank == 0 && hears(at.c) {
		rank = textRank(a, b, 0)
		listen(at.c, at.n, outcome, a, b)
	}
	return at.n.note(at.g, at.c, outcome, rank, true)
}

// textRank returns the rank of the equality of two texts that differ, or 0 if it is not larger than best.
func textRank(a, b string, best uint64) uint64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	n, sum, all := len(b), 0, byte(0)
	for i := range n {
		all |= a[i] | b[i]
		d := int(a[i]) - int(b[i])
		sum += max(d, -d)
	}
	if all >= utf8.RuneSelf {
		return wholeRank(heuristics.StringDistance(a, b))
	}
	// Both texts are ASCII up to n, and the rest has at least a quarter as many characters as bytes.
	rest := len(a) - n
	if rest == 0 {
		return wholeRank(uint64(sum))
	}
	if wholeRank(uint64(heuristics.MissingChar*((rest+3)/4))) <= best {
		return 0
	}
	return wholeRank(uint64(sum + heuristics.MissingChar*utf8.RuneCountInString(a[n:])))
}

//go:noinline
func hasPrefix(at Call, outcome bool, s, prefix string) bool {
	return partly(at, outcome, s, prefix, [2]Form{Prefixed}, heuristics.PrefixDistance)
}

//go:noinline
func hasSuffix(at Call, outcome bool, s, suffix string) bool {
	return partly(at, outcome, s, suffix, [2]Form{Suffixed}, heuristics.SuffixDistance)
}

//go:noinline
func contains(at Call, outcome bool, s, part string) bool {
	return partly(at, outcome, s, part, [2]Form{Containing, Excluding}, heuristics.ContainsDistance)
}

// partly notes whether a text has a part. forms are the forms of a text that would lead to the other outcome: the first
// if the text does not have the part, the second if it does; "" for none.
func partly(at Call, outcome bool, s, part string, forms [2]Form, distance func(s, part string) uint64) bool {
	if form := forms[index(outcome)]; form != "" && part != "" && len(part) <= witnessText &&
		at.n.keeps(at.c, outcome) {
		at.keep([]any{s, part, Wanted{form, strings.Clone(part)}})
	}
	if !outcome && at.n.seeksWhole(at.c, 1) {
		return at.n.whole(at.g, at.c, outcome, max(distance(s, part), minDistance))
	}
	rank := uint64(0)
	if outcome {
		rank = nearest
	}
	return at.n.note(at.g, at.c, outcome, rank, true)
}

//go:noinline
func equalFold(at Call, outcome bool, s, t string) bool {
	return alike(at, outcome, s, t, heuristics.FoldDistance)
}

//go:noinline
func eqBytes(at Call, outcome bool, a, b []byte) bool {
	return alike(at, outcome, a, b, heuristics.BytesDistance)
}

// alike notes an outcome that is an equality of some kind.
func alike[T any](at Call, outcome bool, a, b T, distance func(a, b T) uint64) bool {
	switch {
	case outcome:
		listen(at.c, at.n, outcome, a, b)
		return at.n.note(at.g, at.c, outcome, nearest, true)
	case at.n.seeksWhole(at.c, 1):
		look(at.c, at.n, outcome, a, b)
		return at.n.whole(at.g, at.c, outcome, max(distance(a, b), minDistance))
	}
	return at.n.mark(at.g, at.c, outcome, true)
}

// Steps is [Call.Report] for a distance that is a whole number: the number of steps by which the call missed the other
// outcome. One step is the smallest distance, so after a call with this distance a second one is no news.
func (at Call) Steps(outcome bool, distance uint64, compared ...any) {
	if at.c == nil {
		return
	}
	if at.n.keeps(at.c, outcome) {
		at.keep(compared)
	}
	at.n.whole(at.g, at.c, outcome, max(distance, minDistance))
}

// lessRankS returns the rank of the side that a < b did not take. It is the same for a >= b.
func lessRankS(a, b string) uint64 {
	if a < b {
		return realRank(heuristics.OrderDistance(a, b))
	}
	return realRank(heuristics.LessStringDistance(a, b))
}

//go:noinline
func (at Texts) order(outcome bool, a, b string) bool {
	if !at.n.seeks(at.c, index(!outcome)) {
		return at.n.mark(at.g, at.c, outcome, false)
	}
	look(at.c, at.n, outcome, a, b)
	return at.n.note(at.g, at.c, outcome, lessRankS(a, b), false)
}

//go:noinline
func before(at Call, outcome bool, a, b time.Time) bool {
	lookTimes(at, outcome, a, b)
	if outcome {
		return at.n.note(at.g, at.c, outcome, realRank(heuristics.TimeDistance(a, b)), false)
	}
	return at.n.note(at.g, at.c, outcome, realRank(heuristics.BeforeDistance(a, b)), false)
}

//go:noinline
func eqTime(at Call, outcome bool, a, b time.Time) bool {
	lookTimes(at, outcome, a, b)
	if outcome {
		return at.n.note(at.g, at.c, outcome, nearest, true)
	}
	return at.n.note(at.g, at.c, outcome, realRank(heuristics.TimeDistance(a, b)), false)
}
