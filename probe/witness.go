package probe

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/probe/aside"
)

const (
	// witnessed is the number of different values that are kept of one condition.
	witnessed = 16
	// witnessText is the length of the longest text that is kept, in bytes.
	witnessText = 256
)

// watched is the condition whose operands are kept: nil for none, and &everything for all.
var watched atomic.Pointer[Cond]

// aimed is the condition that [Watch] named.
var aimed atomic.Pointer[Cond]

// everything stands for all conditions in watched.
var everything Cond

// keeps reports whether the operands of a comparison with this outcome are kept: whether its other side may be of use
// to the search or to a caller that asks.
//
//go:norace
func (n *Near) keeps(c *Cond, outcome bool) bool {
	w := watched.Load()
	return (w == c && c != nil || w == &everything) && (n.muted[index(!outcome)] == 0 || w == &everything && hears(c))
}

// witnesses are the operands that were kept so far.
var witnesses struct {
	aside.Mutex
	of map[*Cond]*witness
}

// witness is a ring buffer of values.
type witness struct {
	values []any
	next   int
}

// Watch keeps the operands of the condition of a target, from comparisons that come nearer than the earlier ones of the
// round, until Watch is called again. For a target that belongs to no condition, nothing is kept. A value that the
// program compares is one that an input may have to contain; unlike the constants of a [Site] it may come from data.
// Watch is to be called between rounds.
func Watch(t Target) {
	c := condOf(t)
	watch(nearOf(aimed.Swap(c)), nearOf(c))
	if watched.Load() != &everything {
		watched.Store(c)
	}
}

// Heard has the operands of one comparison that was made while [Listen] was on.
type Heard struct {
	// Target is the true side of the condition.
	Target Target
	// Operands are the compared values, the left one first: string, int64, float64 or [Wanted]. For a switch they are
	// the tag alone.
	Operands []any
}

const (
	// heardOfOne is the number of comparisons that are kept of one condition, and heardOfAll of all conditions.
	heardOfOne = 4
	heardOfAll = 4000
	// heardFor is the number of comparisons that are kept for a condition that asks, see [Ask].
	heardFor = 24
)

// overheard has the comparisons since the last call of [Overheard].
var overheard struct {
	aside.Mutex
	list  []hearing
	count map[*Cond]int
}

// hearing is a comparison of one condition.
type hearing struct {
	c        *Cond
	operands []any
}

// Listen has the operands of comparisons kept, for [Overheard], until it is called with false. Of each condition it
// keeps the first four comparisons that came nearer than the earlier ones of the round. Muted conditions are left out,
// except in functions whose result another condition asks for ([Ask]): their operands are kept for that condition too.
// Conditions of libraries are included; each call of Overheard begins a round for them. Listen is to be called between
// rounds.
func Listen(on bool) {
	asking.all = on
	if on {
		watched.Store(&everything)
		Overheard()
		return
	}
	watched.Store(aimed.Load())
	Overheard()
	for _, p := range loaded(&libraries) {
		p.muteLibrary()
	}
}

// Overheard returns the comparisons since it was called last, in the order of the targets, and for one target in the
// order of time.
func Overheard() []Heard {
	overheard.Lock()
	list := overheard.list
	overheard.list = nil
	clear(overheard.count)
	overheard.Unlock()
	if watched.Load() == &everything {
		for _, p := range loaded(&libraries) {
			p.startListening()
		}
	}
	var out []Heard
	for _, h := range list {
		if t, ok := targetOf(h.c); ok {
			out = append(out, Heard{t, h.operands})
		}
	}
	slices.SortStableFunc(out, func(a, b Heard) int { return int(a.Target - b.Target) })
	return out
}

// hear keeps the operands of a comparison, for its condition and for the conditions that ask for the result of the
// function around it.
func hear(c *Cond, operands []any) {
	hearAs(c, operands, heardOfOne)
	if len(operands) > 1 && hears(c) {
		for _, asker := range askers(c) {
			hearAs(asker, operands, heardFor)
		}
	}
}

// hearAs keeps operands for a condition, if it has fewer than most comparisons.
func hearAs(c *Cond, operands []any, most int) {
	overheard.Lock()
	defer overheard.Unlock()
	if overheard.count == nil {
		overheard.count = map[*Cond]int{}
	}
	if overheard.count[c] >= most || len(overheard.list) >= heardOfAll {
		return
	}
	for _, h := range overheard.list {
		if most > heardOfOne && h.c == c && slices.Equal(h.operands, operands) {
			return
		}
	}
	overheard.count[c]++
	overheard.list = append(overheard.list, hearing{c, operands})
}

// Witnessed returns the operands that the condition of a target compared while the target was watched: string, int64,
// float64 or [Wanted]. Only the latest comparisons are kept.
func Witnessed(t Target) []any {
	c := condOf(t)
	if c == nil {
		return nil
	}
	witnesses.Lock()
	defer witnesses.Unlock()
	w := witnesses.of[c]
	if w == nil {
		return nil
	}
	return append([]any(nil), w.values...)
}

// look keeps the operands of a comparison if it is the watched one, and its other side is not muted.
//
//go:norace
func look[T any](c *Cond, n *Near, outcome bool, a, b T) {
	if n.keeps(c, outcome) {
		lookAt(c, a, b)
	}
}

//go:noinline
func lookAt[T any](c *Cond, operands ...T) {
	var found witness
	for i := range operands {
		found.plain(reflect.ValueOf(&operands[i]).Elem())
	}
	keep(c, found.values...)
}

// listen is look for a comparison whose operands tell no more than its distance. They are kept only while all
// conditions are watched.
//
//go:norace
func listen[T any](c *Cond, n *Near, outcome bool, a, b T) {
	if watched.Load() == &everything && n.keeps(c, outcome) {
		lookAt(c, a, b)
	}
}

// lookTimes is look for times, which are kept as texts in RFC 3339.
//
//go:norace
func lookTimes(at Call, outcome bool, a, b time.Time) {
	if at.n.keeps(at.c, outcome) {
		keep(at.c, a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))
	}
}

// plain adds a value if it is a string or a number, or an interface that holds one. It copies a string, so that a large
// string that contains it can be freed.
func (w *witness) plain(v reflect.Value) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
	case v.CanInt():
		w.append(v.Int())
	case v.CanUint() && v.Uint() < 1<<63:
		w.append(int64(v.Uint()))
	case v.CanFloat():
		w.append(v.Float())
	case v.Kind() == reflect.String:
		w.text(v.String())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		w.text(string(v.Bytes()))
	}
}

func (w *witness) text(s string) {
	if len(s) <= witnessText {
		w.append(strings.Clone(s))
	}
}

func (w *witness) append(value any) { w.values = append(w.values, value) }

// comparePlain orders values: whole numbers, other numbers, texts.
func comparePlain(a, b any) int {
	ai, _ := a.(int64)
	bi, _ := b.(int64)
	af, _ := a.(float64)
	bf, _ := b.(float64)
	as, _ := a.(string)
	bs, _ := b.(string)
	return cmp.Or(cmp.Compare(ai, bi), cmp.Compare(af, bf), cmp.Compare(as, bs))
}

// keep keeps the operands of a comparison, for [Witnessed] and for [Overheard].
func keep(c *Cond, values ...any) {
	if len(values) == 0 {
		return
	}
	if watched.Load() == &everything {
		hear(c, values)
		if aimed.Load() != c {
			return
		}
	}
	witnesses.Lock()
	defer witnesses.Unlock()
	w := witnesses.of[c]
	if w == nil {
		if witnesses.of == nil {
			witnesses.of = map[*Cond]*witness{}
		}
		w = &witness{}
		witnesses.of[c] = w
	}
	for _, v := range values {
		w.add(v)
	}
}

func (w *witness) add(value any) {
	for _, known := range w.values {
		if known == value {
			return
		}
	}
	if len(w.values) < witnessed {
		w.values = append(w.values, value)
		return
	}
	w.values[w.next] = value
	w.next = (w.next + 1) % witnessed
}

// maxBehind bounds the functions that are known to be asked by one condition, and maxAskers the conditions of which
// they are known.
const (
	maxBehind = 8
	maxAskers = 10_000
)

// learn notes for all conditions that wait that they asked the function.
func (a *questions) learn(f *Function) {
	if a.behind == nil {
		a.behind = map[*Cond][]*Function{}
	}
	for i := range a.depth.Load() {
		c := a.frames[i].asker
		if known, ok := a.behind[c]; c != nil && len(known) < maxBehind && (ok || len(a.behind) < maxAskers) &&
			!slices.Contains(known, f) {
			a.behind[c] = append(known, f)
		}
	}
}

// Behind returns the conditions inside of the functions that the condition of a target has asked, as the targets of
// their true sides, in the order of the source.
func Behind(t Target) (list []Target) {
	c := condOf(t)
	asking.Lock()
	defer asking.Unlock()
	for _, f := range asking.behind[c] {
		for i := range f.Conds {
			if t, ok := targetOf(f.cond(i)); ok {
				list = append(list, t)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
