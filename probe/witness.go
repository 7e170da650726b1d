package probe

import (
	"cmp"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// witnessed is how many different values are kept of one condition.
	witnessed = 16
	// witnessText is the length of the longest text that is kept, in bytes.
	witnessText = 256
)

// watched is the condition whose operands are kept, nil for none.
var watched atomic.Pointer[Cond]

// witnesses are the operands kept so far.
var witnesses struct {
	sync.Mutex
	of map[*Cond]*witness
}

// witness is a ring of values.
type witness struct {
	values []any
	next   int
}

// Watch keeps the operands of comparisons that come nearer to the condition of
// a target than others before them in the round, until another is watched; a
// target that belongs to no condition ends that. What a condition was compared
// with is what it may have to be compared with: unlike the constants of a [Site]
// it may come from data. It is to be called between rounds.
func Watch(t Target) { watched.Store(condOf(t)) }

// Witnessed returns what was kept of the condition of a target, while it was
// watched, of the latest comparisons: string, int64, float64 or [Wanted].
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

// look keeps the operands of a comparison if it is the watched one, and its
// other side not muted.
//
//go:norace
func look[T any](c *Cond, n *Near, outcome bool, a, b T) {
	if watched.Load() == c && n.muted[index(!outcome)] == 0 {
		lookAt(c, a, b)
	}
}

//go:noinline
func lookAt[T any](c *Cond, operands ...T) {
	var found witness
	for i := range operands {
		found.plain(reflect.ValueOf(&operands[i]).Elem())
	}
	for _, value := range found.values {
		keep(c, value)
	}
}

// plain adds a value if it is a text, a number or a time, or an interface that
// holds such. A text is copied, so that a large one that it is part of can go. A
// time becomes a text in RFC 3339.
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
	case v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface():
		w.text(v.Interface().(time.Time).Format(time.RFC3339Nano))
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

// keep adds a value to the ring of a condition.
func keep(c *Cond, value any) {
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
	w.add(value)
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
