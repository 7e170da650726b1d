package probe

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"unsafe"
)

// signedInteger are the types whose sums, differences and products are checked for overflow.
type signedInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

// anyInteger are the types to which conversions are checked.
type anyInteger interface {
	signedInteger | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// signedNumber are the types from which conversions are checked.
type signedNumber interface {
	signedInteger | ~float32 | ~float64
}

// Sum returns a + b, and notes whether the exact sum does not fit into T. This condition has one target, its true side.
// The instrumenter writes Sum only if the user asks for it, see instrument.Options.
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

// Converted returns To(x), and notes whether it differs from x without its fraction. The parameter without a name gives
// the type: int32(x) becomes Converted(g, c, n, int32(0), x).
func Converted[To anyInteger, From signedNumber](g *Group, c *Cond, n *Near, _ To, x From) To {
	r := To(x)
	n.converted(g, c, &conversion{width[To](), To(0)-1 > 0, float64(x), int64(x), From(1)/2 != 0, uint64(r)})
	return r
}

func width[T any]() uint8 {
	var v T
	return uint8(8 * unsafe.Sizeof(v))
}

// calculation is an operation on signed integers of so many bits.
type calculation struct {
	op      byte
	bits    uint8
	x, y, r int64
}

// highest returns the largest signed number of so many bits.
func highest(bits uint8) int64 { return math.MaxInt64 >> (64 - bits) }

// lowest returns the smallest signed number of so many bits.
func lowest(bits uint8) int64 { return math.MinInt64 >> (64 - bits) }

// exact returns the result in 64 bits, and whether it is exact.
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

// magnitude returns the absolute value.
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

// seek keeps, for each operand, the nearest number in its place with which the result would not fit.
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

// conversion is a conversion of a number to an integer type of so many bits.
type conversion struct {
	bits     uint8
	unsigned bool
	f        float64
	i        int64 // the number, unless it has a fraction
	fraction bool  // the number is of a type with fractions
	r        uint64
}

// fits reports whether the number, without its fraction, fits into the type.
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

// String writes the number and the result of its conversion.
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
	case k.unsigned: // the nearest limit is 0
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

// doublings returns about how often a number has to double to become another. Far from a limit, this tells small
// numbers apart, while their differences to the limit would look the same.
func doublings(from, to float64) float64 {
	a, b := math.Float64bits(from), math.Float64bits(to)
	return float64(max(b-min(a, b), 1)) / (1 << 52)
}

// fitted notes that a result fits, and how far the limit is.
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

// overflowed notes that a result does not fit. It always notes the incident: a search that has covered the target still
// wants to know which calls overflow.
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

// Logged notes that the program logs an error: slog.Error(text) becomes slog.Error(Logged("constant", text)), and for a
// logger with events logger.Error().Send() becomes Logged("", logger.Error()).Send(). said is the text if it is a
// constant, else "". Logged returns v.
func Logged[T any](said string, v T) T {
	noteIncident(LoggedError, said, nil, 1)
	return v
}

// LoggedAt is [Logged] for functions that take a level: logger.Log(ctx, level, text) becomes logger.Log(ctx,
// LoggedAt(level), text). A level from 8 on is an error, as in log/slog.
func LoggedAt[L ~int](level L) L {
	if level >= 8 {
		noteIncident(LoggedError, "", nil, 1)
	}
	return level
}

// LoggedAll is [Logged] for functions that take a list: log.Error(a, b) becomes log.Error(LoggedAll(a, b)...).
func LoggedAll(v ...any) []any {
	noteIncident(LoggedError, "", nil, 1)
	return v
}

// LoggedErrors is [LoggedAll] for functions that log at any level: it notes an incident if the list has an error.
func LoggedErrors(v ...any) []any {
	for _, e := range v {
		if err, ok := e.(error); ok && err != nil {
			noteIncident(LoggedError, "", nil, 1)
			break
		}
	}
	return v
}

// LoggedLines is [LoggedErrors] for functions that write texts without escapes: a text with a line break makes an entry
// of the log look like two.
func LoggedLines(v ...any) []any {
	said := false
	for _, e := range v {
		if err, ok := e.(error); ok && err != nil && !said {
			noteIncident(LoggedError, "", nil, 1)
			said = true
		}
		if text, ok := e.(string); ok {
			if _, line, broken := strings.Cut(text, "\n"); broken && line != "" {
				noteIncident(BrokenLine, line[:min(len(line), maxLine)], nil, 1)
			}
		}
	}
	return v
}

// maxLine bounds a line that is noted, in bytes.
const maxLine = 200
