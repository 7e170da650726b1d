package genotype

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
)

// InForm is the place of an undeclared field of a form. The other places are those of parameters.
const InForm = "form"

// InWhole is the place of an undeclared body, of which only the type is known.
const InWhole = "body"

// The places of surroundings: inputs of the system that stand beside its requests. A test arranges them before the
// call.
const (
	InRow       = "row"       // the name is that of a table, the value is a list of rows
	InChange    = "change"    // the name is that of a table, the value has columns that all rows get
	InNeighbour = "neighbour" // the name is a request to another service, such as "GET http://rates/rates/*"
	InTime      = "time"      // the value is the number of seconds that pass
)

// Surrounds reports whether inputs in a place are surroundings.
func Surrounds(in string) bool {
	return in == InRow || in == InChange || in == InNeighbour || in == InTime
}

// Input is a part of a request that the program reads and the schema does not
// declare.
type Input struct {
	// In is a place of parameters or of surroundings, InForm or InWhole.
	In string
	// Name is the name of the parameter, field or surroundings, or the media type of a body.
	Name string
	// Type is a JSON Schema, "" for a text.
	Type string
	// Sampled says that a recorded request has the input, whether or not the program reads it. Such a body may differ
	// from a declared body only in its values.
	Sampled bool `json:",omitempty"`
}

// isSame reports whether two inputs are the same parameter.
func (in Input) isSame(other Input) bool {
	return in.In == other.In &&
		(in.Name == other.Name || in.In == openapi.InHeader && strings.EqualFold(in.Name, other.Name))
}

// Key returns a text that differs for all inputs of an operation.
func (in Input) Key() string {
	if in.In != InWhole && !Surrounds(in.In) {
		return in.In + " " + in.Name
	}
	h := fnv.New64a()
	h.Write([]byte(in.Type)) //nolint:errcheck // it never fails
	return fmt.Sprintf("%s %s %016x", in.In, in.Name, h.Sum64())
}

// units are the units of the calendar in seconds: a minute, an hour, a day, a week, a month, a year. It is read-only.
var units = [...]int64{60, 60 * 60, 24 * 60 * 60, 7 * 24 * 60 * 60, 31 * 24 * 60 * 60, 366 * 24 * 60 * 60}

// mostUnits is the greatest number of units that are drawn.
const mostUnits = 12

// wait is the gene of the seconds that pass before a call: from a minute to two years. Programs compare times by the
// units of the calendar, such as the day of the week, so these units are its steps.
type wait struct{ *gene.Int }

func newWait() wait { return wait{gene.NewInt(units[0], 2*units[len(units)-1])} }

// Around returns the times that are a unit longer or shorter than a time.
func Around(seconds int64) (out []int64) {
	for _, u := range units {
		out = append(out, seconds+u, seconds-u)
	}
	return out
}

// Clone implements [gene.Gene].
func (g wait) Clone() gene.Gene { return wait{g.Int.Clone().(*gene.Int)} }

// Randomize draws a number of units.
func (g wait) Randomize(r *rand.Rand) {
	for !g.Assign(units[r.IntN(len(units))] * (1 + r.Int64N(mostUnits))) {
	}
}

// Mutate mostly moves the time by a unit, forward or back.
func (g wait) Mutate(r *rand.Rand, focus float64) {
	now, by := g.Value().(int64), units[r.IntN(len(units))]
	if chance.Evenly(r) {
		by = -by
	}
	if !chance.Mostly(r) || !g.Assign(now+by) && !g.Assign(now-by) {
		g.Int.Mutate(r, focus)
	}
}

// Simpler implements [gene.Simplifier]: it rounds the time up to the next larger unit.
func (g wait) Simpler() []any {
	now := g.Value().(int64)
	for _, u := range units[:3] {
		if rest := now % u; rest > 0 {
			return []any{now - rest + u}
		}
	}
	return nil
}
