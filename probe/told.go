package probe

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"unsafe"
)

// signedInteger are the types whose sums, differences and products are looked at.
type signedInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

// anyInteger are the types that numbers are converted to.
type anyInteger interface {
	signedInteger | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// signedNumber are those that are converted.
type signedNumber interface {
	signedInteger | ~float32 | ~float64
}

// Sum is a + b, and notes whether that is another number than the exact sum. The condition has one side that is a
// target: that it is. It is asked for, see instrument.Options.
func Sum[T signedInteger](g *Group, c *Cond, n *Near, a, b T) T {
	r := a + b
	n.calculated(g, c, &calculation{'+', width[T](), int64(a), int64(b), int64(r)})
	return r
}

// Difference is [Sum] for a - b.
func Difference[T signedInteger](g *Group, c *Cond, n *Near, a, b T) T {
	r := a - b
	n.calculated(g, c, &calculation{'-', width[T](), int64(a), int64(b), int64(r)})
	return r
}

// Product is [Sum] for a * b.
func Product[T signedInteger](g *Group, c *Cond, n *Near, a, b T) T {
	r := a * b
	n.calculated(g, c, &calculation{'*', width[T](), int64(a), int64(b), int64(r)})
	return r
}

// Converted is To(x), and notes whether that is another number than x without its fraction. The zero tells the type:
// int32(x) becomes Converted(g, c, n, int32(0), x).
func Converted[To anyInteger, From signedNumber](g *Group, c *Cond, n *Near, _ To, x From) To {
	r := To(x)
	n.converted(g, c, &conversion{width[To](), To(0)-1 > 0, float64(x), int64(x), From(1)/2 != 0, uint64(r)})
	return r
}

func width[T any]() uint8 {
	var v T
	return uint8(8 * unsafe.Sizeof(v))
}

// calculation is an operation on signed integers of some bits.
type calculation struct {
	op      byte
	bits    uint8
	x, y, r int64
}

// highest is the largest number of some bits.
func highest(bits uint8) int64 { return math.MaxInt64 >> (64 - bits) }

// lowest is the smallest number of some bits.
func lowest(bits uint8) int64 { return math.MinInt64 >> (64 - bits) }

// exact returns the exact result, and whether that fits into 64 bits.
func (k *calculation) exact() (int64, bool) {
	switch k.op {
	case '+':
		sum := k.x + k.y
		return sum, (sum < k.x) == (k.y < 0)
	case '-':
		difference := k.x - k.y
		return difference, (difference > k.x) == (k.y < 0)
	}
	high, low := bits.Mul64(magnitude(k.x), magnitude(k.y))
	limit := uint64(math.MaxInt64)
	if (k.x < 0) != (k.y < 0) {
		limit++
	}
	return k.x * k.y, high == 0 && low <= limit
}

// magnitude is the absolute value.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

//go:noinline
//go:norace
func (n *Near) calculated(g *Group, c *Cond, k *calculation) {
	exact, fits := k.exact()
	if !fits || exact != k.r {
		n.overflowed(g, c, fmt.Sprintf("%d %c %d becomes %d", k.x, k.op, k.y, k.r))
		return
	}
	if n.keeps(c, false) {
		k.seek(c)
	}
	n.fitted(g, c, doublings(float64(magnitude(exact)), float64(highest(k.bits))))
}

// seek keeps, for each operand, what it would have to be beside the other one: the nearest that goes over a border.
func (k *calculation) seek(c *Cond) {
	high, low := highest(k.bits), lowest(k.bits)
	seek := func(from, border, by int64, ok bool) {
		want := calculation{'+', 64, border, by, 0}
		if at, fits := want.exact(); ok && fits && at <= high && at >= low {
			keep(c, from, at)
		}
	}
	switch {
	case k.op == '*':
		seek(k.x, high/max(k.y, 1), 1, k.y > 1)
		seek(k.y, high/max(k.x, 1), 1, k.x > 1)
		return
	case k.op == '-' && k.y == math.MinInt64:
		return
	}
	y := k.y
	if k.op == '-' {
		y = -y
	}
	seek(k.x, high-max(y, 0), 1, y > 0)
	seek(k.x, low-min(y, 0), -1, y < 0)
	switch {
	case k.op == '+':
		seek(k.y, high-max(k.x, 0), 1, k.x > 0)
		seek(k.y, low-min(k.x, 0), -1, k.x < 0)
	case k.x >= 0:
		seek(k.y, k.x-high, -1, true)
	default:
		seek(k.y, k.x-low, 1, true)
	}
}

// conversion is one of a number to an integer of some bits.
type conversion struct {
	bits     uint8
	unsigned bool
	f        float64
	i        int64 // unless it is of a fraction
	fraction bool  // the type has fractions
	r        uint64
}

// fits reports whether a number, without its fraction, is in a type.
func (k *conversion) fits() bool {
	switch {
	case !k.fraction && k.unsigned:
		return k.i >= 0 && (k.bits == 64 || k.i>>k.bits == 0)
	case !k.fraction:
		return k.i >= lowest(k.bits) && k.i <= highest(k.bits)
	case k.unsigned:
		return k.f > -1 && k.f < math.Ldexp(1, int(k.bits))
	case k.bits == 64:
		return k.f >= -1<<63 && k.f < 1<<63
	}
	return k.f > float64(lowest(k.bits))-1 && k.f < float64(highest(k.bits))+1
}

// String says what a number becomes.
func (k *conversion) String() string {
	from := fmt.Sprint(k.i)
	if k.fraction {
		from = fmt.Sprint(k.f)
	}
	if k.unsigned {
		return fmt.Sprintf("%s becomes %d", from, k.r)
	}
	return fmt.Sprintf("%s becomes %d", from, int64(k.r))
}

//go:noinline
//go:norace
func (n *Near) converted(g *Group, c *Cond, k *conversion) {
	switch {
	case !k.fits():
		n.overflowed(g, c, k.String())
	case k.unsigned: // below 0 is nearest
		if n.keeps(c, false) && !k.fraction {
			keep(c, k.i, int64(-1))
		}
		n.fitted(g, c, doublings(1, max(k.f, 0)+2))
	default:
		high := highest(k.bits)
		if n.keeps(c, false) && k.bits < 64 && !k.fraction {
			keep(c, k.i, high+1)
		}
		n.fitted(g, c, doublings(math.Abs(k.f), float64(high)))
	}
}

// doublings is about how often a number has to double to become another one. That tells small numbers apart far from a
// border, where their differences would not.
func doublings(from, to float64) float64 {
	a, b := math.Float64bits(from), math.Float64bits(to)
	return float64(max(b-min(a, b), 1)) / (1 << 52)
}

// fitted notes that a result fits, and how far the border is.
//
//go:norace
func (n *Near) fitted(g *Group, c *Cond, distance float64) {
	if !n.open(c, 1) {
		return
	}
	alive()
	if rank := realRank(distance); rank > n.rank.Load() {
		n.raise(rank)
	}
	c.taken[0] = caseFalse
	g.touched = 1
}

// overflowed notes that a result does not fit, always: who looks for the target no more still wants to know which calls
// do it.
//
//go:norace
func (n *Near) overflowed(g *Group, c *Cond, how string) {
	alive()
	c.taken = [2]uint8{caseFalse, took}
	g.touched = 1
	cell := uintptr(unsafe.Pointer(c))
	if t, ok := located(cell); ok {
		how = Describe(t).Text + ": " + how
	}
	note(Incident{Kind: Overflowed, Text: how, cell: cell}, 3)
}

// Logged notes that the program logs an error: slog.Error(text) becomes slog.Error(Logged("constant", text)), and
// logger.Error().Send() of a logger that makes events becomes Logged("", logger.Error()).Send(). It returns its
// argument. said is the text if it is a constant.
func Logged[T any](said string, v T) T {
	happened(LoggedError, said, nil, 1)
	return v
}

// LoggedAt is [Logged] for functions that take a level: logger.Log(ctx, level, text) becomes
// logger.Log(ctx, LoggedAt(level), text). Errors begin at 8, as in log/slog.
func LoggedAt[L ~int](level L) L {
	if level >= 8 {
		happened(LoggedError, "", nil, 1)
	}
	return level
}

// LoggedAll is [Logged] for functions that take a list: log.Error(a, b) becomes log.Error(LoggedAll(a, b)...).
func LoggedAll(v ...any) []any {
	happened(LoggedError, "", nil, 1)
	return v
}

// LoggedErrors is [LoggedAll] for functions that log anything: it counts if an error is in the list.
func LoggedErrors(v ...any) []any {
	for _, e := range v {
		if err, ok := e.(error); ok && err != nil {
			happened(LoggedError, "", nil, 1)
			break
		}
	}
	return v
}

// LoggedLines is [LoggedErrors] for functions that write texts as they are. A text with a line break makes another
// line.
func LoggedLines(v ...any) []any {
	said := false
	for _, e := range v {
		if err, ok := e.(error); ok && err != nil && !said {
			happened(LoggedError, "", nil, 1)
			said = true
		}
		if text, ok := e.(string); ok {
			if _, line, broken := strings.Cut(text, "\n"); broken && line != "" {
				happened(BrokenLine, line[:min(len(line), maxLine)], nil, 1)
			}
		}
	}
	return v
}

// maxLine bounds the lines that are noted, in bytes.
const maxLine = 200
