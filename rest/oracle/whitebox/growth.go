package whitebox

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// growths is the number of calls that a finding needs: the input doubles twice.
const growths = 3

// measure is a kind of cost of calls.
type measure struct {
	name string
	of   func(c *sut.Cost) uint64
	// least is the cost that the last call must have at least.
	least uint64
}

// measures returns the costs that are compared. A step takes about a nanosecond or more, and so does the allocation of
// a byte. The fixed cost of calls is far below least.
func measures() []measure {
	return []measure{
		{"steps", func(c *sut.Cost) uint64 { return c.Steps }, 50_000},
		{"bytes of memory", func(c *sut.Cost) uint64 { return c.Allocated }, 500_000},
	}
}

// outgrown looks for calls whose input doubled twice, and whose cost grew more than the size of request and answer
// explains.
func outgrown(x *oracle.Exchange) []oracle.Finding {
	if x.Invalid == nil {
		return nil
	}
	growth, calls := payload.Growing(x.Invalid.What), series(x)
	if growth == "" || len(calls) < growths {
		return nil
	}
	for _, m := range measures() {
		if m.outgrows(growth, calls) {
			return []oracle.Finding{{Detail: x.Invalid.String(), Reason: m.tell(growth, calls)}}
		}
	}
	return nil
}

// series returns the last calls of the same operation and user with the same growing input, up to x. It stops at an
// answer of another kind. Server errors do not count.
func series(x *oracle.Exchange) []*oracle.Exchange {
	var out []*oracle.Exchange
	for _, b := range append(x.Before[:len(x.Before):len(x.Before)], x) {
		if b.Operation == x.Operation && b.User == x.User && b.Invalid != nil &&
			b.Invalid.String() == x.Invalid.String() {
			out = append(out, b)
		}
	}
	out = out[max(0, len(out)-growths):]
	for _, b := range out {
		if b.Status() == 0 || b.Status() >= http.StatusInternalServerError || b.Status() != x.Status() {
			return nil
		}
	}
	return out
}

// size returns the number of bytes in request and answer.
func size(x *oracle.Exchange) uint64 {
	return uint64(len(x.Request.Target) + len(x.Request.Body) + len(x.Response.Body))
}

// outgrows reports whether the cost of calls grows with the value of a number of equal length, or about with the
// square of the length of an input, and is far above the size of request and answer.
func (m *measure) outgrows(growth payload.Growth, calls []*oracle.Exchange) bool {
	least, share := 3.0, uint64(4) // quadratic cost grows by a factor of 4
	if growth == payload.GrowingNumber {
		least, share = 1.6, 20
	}
	for i, x := range calls[1:] {
		if float64(m.of(&x.Response.Cost)) < least*float64(m.of(&calls[i].Response.Cost)) {
			return false
		}
	}
	last := calls[growths-1]
	cost := m.of(&last.Response.Cost)
	return cost >= m.least && cost >= share*size(last) && !last.Response.Truncated && !last.Response.Stream
}

// tell describes the costs of calls. Its figures are rounded, because memory costs vary between runs.
func (m *measure) tell(growth payload.Growth, calls []*oracle.Exchange) string {
	first, last := calls[0], calls[growths-1]
	what := fmt.Sprintf("%s that is four times as much", growth[len("a growing "):])
	if growth != payload.GrowingNumber {
		what = fmt.Sprintf("%s that is four times as long", growth[len("a growing "):])
	}
	a, b := m.of(&first.Response.Cost), m.of(&last.Response.Cost)
	return fmt.Sprintf("a %s in %s costs about %d times as many %s: %d, for %d bytes that are sent and answered", what,
		where(last), rounded(b/max(a, 1)), m.name, rounded(b), size(last))
}

// where returns the place of the input that grows.
func where(x *oracle.Exchange) string {
	return x.Invalid.In + " " + strings.TrimSuffix(x.Invalid.String(), " "+x.Invalid.What)
}

// rounded returns a number with one digit that is not zero.
func rounded(n uint64) uint64 {
	unit := uint64(1)
	for n/unit >= 10 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}
