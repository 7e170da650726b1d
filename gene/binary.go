package gene

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
)

// octets is a run of bytes with a length within limits. Its bytes are never
// changed in place, so clones share them.
type octets struct {
	min, max int
	bounded  bool
	b        []byte
}

// newOctets clamps the limits; a negative max means unbounded.
func newOctets(least, greatest int) octets {
	o := octets{min: min(max(least, 0), LengthCap), max: greatest, bounded: greatest >= 0}
	if o.bounded {
		o.min, o.max = ordered(o.min, greatest)
	} else {
		o.max = max(DefaultMaxLength, o.min)
	}
	o.b = make([]byte, o.min)
	return o
}

func (o *octets) draw(r *rand.Rand) {
	o.b = make([]byte, drawLength(r, o.min, o.max, SamplingLength, DefaultMaxLength))
	for i := range o.b {
		o.b[i] = byte(r.Uint32())
	}
}

// mutate changes one byte, drops the last, appends or inserts one.
func (o *octets) mutate(r *rand.Rand, focus float64) {
	n := len(o.b)
	p := r.Float64()
	switch {
	case n > 0 && p < 0.7 || o.min == o.max && n > 0:
		b := bytes.Clone(o.b)
		i := r.IntN(n)
		b[i] = byte(stepInt(r, int64(b[i]), 0, 255, exponent(focus, 7, 3)))
		o.b = b
	case n > o.min && (p < 0.85 || n >= o.max):
		o.b = o.b[: n-1 : n-1]
	case n < o.max:
		at := n
		if flip(r) {
			at = r.IntN(n + 1)
		}
		b := append(make([]byte, 0, n+1), o.b[:at]...)
		o.b = append(append(b, byte(r.Uint32())), o.b[at:]...)
	}
}

func (o *octets) weight() float64 {
	if o.max == 0 {
		return 0
	}
	return 1
}

func (o *octets) take(b []byte) bool {
	if len(b) < o.min || len(b) > LengthCap || o.bounded && len(b) > o.max {
		return false
	}
	o.b = b
	return true
}

func (o *octets) check() error {
	if len(o.b) < o.min || o.bounded && len(o.b) > o.max {
		return fmt.Errorf("%d bytes are not between %d and %d", len(o.b), o.min, o.max)
	}
	return nil
}

// Base64 is a gene for bytes written in base 64 (RFC 4648, with padding).
type Base64 struct{ octets }

// NewBase64 returns a gene for min to max bytes before encoding; a negative
// max means unbounded.
func NewBase64(min, max int) *Base64 { return &Base64{newOctets(min, max)} }

// Clone returns a deep copy.
func (g *Base64) Clone() Gene { c := *g; return &c }

// Randomize draws bytes.
func (g *Base64) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes, adds or removes one byte.
func (g *Base64) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns the encoded string.
func (g *Base64) Value() any { return base64.StdEncoding.EncodeToString(g.b) }

// Weight is 0 if only the empty string is allowed.
func (g *Base64) Weight() float64 { return g.weight() }

// Assign takes strings in base 64 of an allowed length.
func (g *Base64) Assign(value any) bool {
	s, ok := value.(string)
	if !ok {
		return false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	return err == nil && base64.StdEncoding.EncodeToString(b) == s && g.take(b)
}

// Check verifies the length.
func (g *Base64) Check() error { return g.check() }

// Binary is a gene for bytes as they are, such as a file.
type Binary struct{ octets }

// NewBinary returns a gene for min to max bytes; a negative max means
// unbounded.
func NewBinary(min, max int) *Binary { return &Binary{newOctets(min, max)} }

// Clone returns a deep copy.
func (g *Binary) Clone() Gene { c := *g; return &c }

// Randomize draws bytes.
func (g *Binary) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes, adds or removes one byte.
func (g *Binary) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns the bytes as a string, which need not be UTF-8.
func (g *Binary) Value() any { return string(g.b) }

// Weight is 0 if only the empty value is allowed.
func (g *Binary) Weight() float64 { return g.weight() }

// Assign takes strings of an allowed length.
func (g *Binary) Assign(value any) bool {
	s, ok := value.(string)
	return ok && g.take([]byte(s))
}

// Check verifies the length.
func (g *Binary) Check() error { return g.check() }
