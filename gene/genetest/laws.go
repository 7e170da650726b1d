package genetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// plain checks that values are plain, of the types that encoders know.
func (k *kit) plain() error {
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		v := g.Value()
		if isAbsent(v) {
			return nil
		}
		return checkPlain(v)
	})
}

func checkPlain(given any) error {
	switch v := given.(type) {
	case nil, bool, int64, string:
		return nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%v is not finite", v)
		}
		return nil
	case json.Number:
		if !json.Valid([]byte(v)) {
			return fmt.Errorf("%q is no JSON number", string(v))
		}
		return nil
	case []any:
		for i, e := range v {
			if err := checkPlain(e); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
		return nil
	case value.Object:
		return checkMembers(v)
	}
	return fmt.Errorf("%T is not plain data", given)
}

func checkMembers(members value.Object) error {
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.Name] {
			return fmt.Errorf("two members are named %q", m.Name)
		}
		seen[m.Name] = true
		if err := checkPlain(m.Value); err != nil {
			return fmt.Errorf("member %q: %w", m.Name, err)
		}
	}
	return nil
}

// constraints checks that a Checker approves of its own values.
func (k *kit) constraints() error {
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		for i := range 10 {
			if err := gene.Check(g); err != nil {
				return fmt.Errorf("after %d mutations: %w", i, err)
			}
			g.Mutate(r, focuses[i%len(focuses)])
		}
		return nil
	})
}

// repeats makes the same sequence of calls twice, with other genes used in between, and compares the values.
func (k *kit) repeats() error {
	for seed := range rounds {
		a, b, other := k.newGene(), k.newGene(), k.newGene()
		if !value.Equal(a.Value(), b.Value()) {
			return fmt.Errorf("two new genes are %s and %s", show(a.Value()), show(b.Value()))
		}
		ra, rb := newRand(seed), newRand(seed)
		a.Randomize(ra)
		other.Randomize(newRand(seed + rounds))
		b.Randomize(rb)
		for i := range 6 {
			if !value.Equal(a.Value(), b.Value()) {
				return fmt.Errorf("seed %d gives %s and %s", seed, show(a.Value()), show(b.Value()))
			}
			a.Mutate(ra, focuses[i%len(focuses)])
			other.Mutate(newRand(i), 0)
			b.Mutate(rb, focuses[i%len(focuses)])
		}
	}
	return nil
}

// frozen checks that a value that was returned does not change later.
func (k *kit) frozen() error {
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		v := g.Value()
		before := text(v)
		if !value.Equal(v, g.Value()) {
			return fmt.Errorf("asked twice, Value gives %s and %s", show(v), show(g.Value()))
		}
		for range 5 {
			g.Mutate(r, 0)
		}
		g.Randomize(r)
		if text(v) != before {
			return fmt.Errorf("the value %s became %s by later changes", before, show(v))
		}
		return nil
	})
}

func text(v any) string { return string(value.AppendJSON(nil, v)) }

// clones checks that a change of the original does not change its clone, or the reverse, and that equal random numbers
// change both in the same way.
func (k *kit) clones() error {
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		c := g.Clone()
		if c == nil || !value.Equal(c.Value(), g.Value()) {
			return fmt.Errorf("the clone of %s differs", show(g.Value()))
		}
		if err := checkUnchanged(c, g, "the original", r); err != nil {
			return err
		}
		if err := checkUnchanged(g, c, "the clone", r); err != nil {
			return err
		}
		c = g.Clone()
		return sameFuture(g, c, r.IntN(1000))
	})
}

// checkUnchanged mutates moved and every gene below it, and checks that the value of still stays the same.
func checkUnchanged(moved, still gene.Gene, which string, r *rand.Rand) error {
	before := text(still.Value())
	for range 10 {
		moved.Mutate(r, 0)
		// collected first, since mutation may add genes without end
		for _, child := range slices.Collect(gene.Walk(moved)) {
			child.Mutate(r, 0)
		}
	}
	moved.Randomize(r)
	if after := text(still.Value()); after != before {
		return fmt.Errorf("%s went from %s to %s with its copy", which, before, after)
	}
	return nil
}

func sameFuture(a, b gene.Gene, seed int) error {
	// The calls above may have mutated children without their parent, so both genes are randomized again.
	ra, rb := newRand(seed), newRand(seed)
	a.Randomize(ra)
	b.Randomize(rb)
	for range 5 {
		if !value.Equal(a.Value(), b.Value()) {
			return fmt.Errorf("gene and clone go different ways: %s and %s", show(a.Value()), show(b.Value()))
		}
		a.Mutate(ra, 0)
		b.Mutate(rb, 0)
	}
	return nil
}

// changes checks that Mutate changes the value of a gene that has more than one.
func (k *kit) changes() error {
	if !k.several() || gene.Weight(k.newGene()) == 0 {
		return nil
	}
	tries, hits := 0, 0
	err := k.each(func(g gene.Gene, r *rand.Rand) error {
		for i := range 20 {
			before := g.Value()
			focus := focuses[i%len(focuses)]
			g.Mutate(r, focus)
			tries++
			if !value.Equal(before, g.Value()) {
				hits++
			} else if !k.mayRest {
				return fmt.Errorf("%s stayed the same at focus %v", show(before), focus)
			}
		}
		return nil
	})
	if err == nil && hits == 0 {
		return fmt.Errorf("none of %d mutations changed anything", tries)
	}
	return err
}

// several reports whether the gene showed more than one value.
func (k *kit) several() bool {
	first := k.newGene().Value()
	err := k.each(func(g gene.Gene, r *rand.Rand) error {
		if !value.Equal(first, g.Value()) {
			return errors.New("another value")
		}
		return nil
	})
	return err != nil
}

// weighs checks that weights are finite, and that a gene of weight 0 does not change.
func (k *kit) weighs() error {
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		w := gene.Weight(g)
		if math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
			return fmt.Errorf("the weight of %s is %v", show(g.Value()), w)
		}
		before := g.Value()
		g.Mutate(r, 0)
		if w == 0 && !value.Equal(before, g.Value()) {
			return fmt.Errorf("weight 0, but a mutation turned %s into %s", show(before), show(g.Value()))
		}
		return nil
	})
}

// encodes checks that a value can be written as JSON and read again. Values with bytes that are not UTF-8 are skipped.
func (k *kit) encodes() error {
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		v := g.Value()
		if isAbsent(v) {
			return nil
		}
		encoded := value.AppendJSON(nil, v)
		if !json.Valid(encoded) {
			return fmt.Errorf("%s is no JSON", show(v))
		}
		back, err := value.ParseJSON(encoded)
		if err != nil {
			return fmt.Errorf("%s does not read again: %w", show(v), err)
		}
		if isText(v) && !value.Equal(v, back) {
			return fmt.Errorf("%s reads again as %s", show(v), show(back))
		}
		return nil
	})
}

// isText reports whether all strings of a value are UTF-8.
func isText(given any) bool {
	switch v := given.(type) {
	case string:
		return utf8.ValidString(v)
	case []any:
		for _, e := range v {
			if !isText(e) {
				return false
			}
		}
	case value.Object:
		for _, m := range v {
			if !utf8.ValidString(m.Name) || !isText(m.Value) {
				return false
			}
		}
	}
	return true
}

// junk are values that most genes refuse.
var junk = [...]any{
	nil, true, int64(math.MinInt64), int64(-7), 0.123456789, 1e300, json.Number("1e400"),
	json.Number("123456789012345678901234567890"), "", "\x00 no such value \xff", strings.Repeat("long ", 500),
	[]any{}, []any{nil, "junk", []any{}}, value.Object{},
	value.Object{{Name: "no such member", Value: "junk"}}, value.Absent,
}
