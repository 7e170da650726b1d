package gene

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
)

// octets is a byte string with limits of its length. Its bytes are never changed in place, so clones share them.
type octets struct {
	min, max int
	bounded  bool
	b        []byte
}

// newOctets clamps the limits; a negative max means unbounded.
func newOctets(least, greatest int) octets {
	o := octets{min: min(max(least, 0), lengthCap), max: greatest, bounded: greatest >= 0}
	if o.bounded {
		o.min, o.max = ordered(o.min, greatest)
	} else {
		o.max = max(defaultMaxLength, o.min)
	}
	o.b = make([]byte, o.min)
	return o
}

func (o *octets) draw(r *rand.Rand) {
	o.b = make([]byte, drawLength(r, o.min, o.max, samplingLength, defaultMaxLength))
	for i := range o.b {
		o.b[i] = byte(r.Uint32())
	}
}

// mutate changes one byte, drops the last one, appends one or inserts one.
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
	if len(b) < o.min || len(b) > lengthCap || o.bounded && len(b) > o.max {
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

// base64Text is a gene for bytes written in base 64 (RFC 4648, with padding).
type base64Text struct{ octets }

// NewBase64 returns a gene for min to max bytes written in base 64 (RFC 4648,
// with padding). A negative max means unbounded.
func NewBase64(min, max int) Gene { return &base64Text{newOctets(min, max)} }

// Clone returns a deep copy.
func (g *base64Text) Clone() Gene { c := *g; return &c }

// Randomize draws bytes.
func (g *base64Text) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes, adds or removes one byte.
func (g *base64Text) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns the encoded string.
func (g *base64Text) Value() any { return base64.StdEncoding.EncodeToString(g.b) }

// Weight returns 0 if only the empty string is allowed.
func (g *base64Text) Weight() float64 { return g.weight() }

// Assign takes base64 strings of an allowed length in bytes.
func (g *base64Text) Assign(value any) bool {
	s, ok := value.(string)
	if !ok {
		return false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	return err == nil && base64.StdEncoding.EncodeToString(b) == s && g.take(b)
}

// Check verifies the length.
func (g *base64Text) Check() error { return g.check() }

// rawBytes is a gene for bytes without encoding, such as a file.
type rawBytes struct{ octets }

// NewBinary returns a gene for min to max bytes without encoding, such as a file. Its strings need not be UTF-8. A
// negative max means unbounded.
func NewBinary(min, max int) Gene { return &rawBytes{newOctets(min, max)} }

// Clone returns a deep copy.
func (g *rawBytes) Clone() Gene { c := *g; return &c }

// Randomize draws bytes.
func (g *rawBytes) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes, adds or removes one byte.
func (g *rawBytes) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns the bytes as a string, which need not be UTF-8.
func (g *rawBytes) Value() any { return string(g.b) }

// Weight returns 0 if only the empty value is allowed.
func (g *rawBytes) Weight() float64 { return g.weight() }

// Assign takes strings of an allowed length in bytes.
func (g *rawBytes) Assign(value any) bool {
	s, ok := value.(string)
	return ok && g.take([]byte(s))
}

// Check verifies the length.
func (g *rawBytes) Check() error { return g.check() }
