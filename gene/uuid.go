package gene

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/netip"
)

// uuid is a gene for UUIDs in lower case (RFC 9562).
type uuid struct{ b [16]byte }

// NewUUID returns a gene for UUIDs in lower case (RFC 9562). It begins with the
// nil UUID; random ones are of version 4.
func NewUUID() Gene { return &uuid{} }

// Clone returns a deep copy.
func (g *uuid) Clone() Gene { c := *g; return &c }

// Randomize draws a UUID of version 4, or, with the probability specialRate, the nil UUID.
func (g *uuid) Randomize(r *rand.Rand) {
	if r.Float64() < specialRate {
		g.b = [16]byte{}
		return
	}
	for i := range g.b {
		g.b[i] = byte(r.Uint32())
	}
	g.stamp()
}

// stamp sets the bits of version 4 and the variant.
func (g *uuid) stamp() {
	g.b[6] = g.b[6]&0x0f | 0x40
	g.b[8] = g.b[8]&0x3f | 0x80
}

// Mutate changes one byte.
func (g *uuid) Mutate(r *rand.Rand, _ float64) {
	i := r.IntN(16)
	for i == 6 || i == 8 {
		i = r.IntN(16)
	}
	g.b[i] ^= byte(1 + r.IntN(255))
	g.stamp()
}

// Value returns a string.
func (g *uuid) Value() any {
	var out [36]byte
	at := 0
	for i, n := range [...]int{4, 2, 2, 2, 6} {
		if i > 0 {
			out[at] = '-'
			at++
		}
		from := [...]int{0, 4, 6, 8, 10}[i]
		hex.Encode(out[at:], g.b[from:from+n])
		at += 2 * n
	}
	return string(out[:])
}

// Assign takes UUIDs of any version in lower case.
func (g *uuid) Assign(value any) bool {
	text, ok := value.(string)
	if !ok || len(text) != 36 {
		return false
	}
	plain := text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
	next := uuid{}
	if n, err := hex.Decode(next.b[:], []byte(plain)); err != nil || n != 16 || next.Value() != text {
		return false
	}
	*g = next
	return true
}

// ipAddress is a gene for IP addresses.
type ipAddress struct {
	version int
	a       netip.Addr
}

var (
	specials4 = [...]string{"127.0.0.1", "0.0.0.0", "255.255.255.255", "10.0.0.1", "192.168.0.1", "169.254.169.254"}
	specials6 = [...]string{"::1", "::", "fe80::1", "2001:db8::1", "::ffff:127.0.0.1"}
)

// NewIP returns a gene for IP addresses of version 4 or 6; any other version means both. It begins with the loopback
// address.
func NewIP(version int) Gene {
	switch version {
	case 4:
		return &ipAddress{version: 4, a: netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	case 6:
		return &ipAddress{version: 6, a: netip.IPv6Loopback()}
	}
	return &ipAddress{a: netip.AddrFrom4([4]byte{127, 0, 0, 1})}
}

// Clone returns a deep copy.
func (g *ipAddress) Clone() Gene { c := *g; return &c }

// Randomize draws an address; one in five is a well-known one.
func (g *ipAddress) Randomize(r *rand.Rand) {
	six := g.version == 6 || g.version == 0 && r.IntN(4) == 0
	special := r.IntN(5) == 0
	switch {
	case six && special:
		g.a = netip.MustParseAddr(specials6[r.IntN(len(specials6))])
	case special:
		g.a = netip.MustParseAddr(specials4[r.IntN(len(specials4))])
	case six:
		var b [16]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		g.a = netip.AddrFrom16(b)
	default:
		v := r.Uint32()
		g.a = netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)})
	}
}

// Mutate changes one byte of the address.
func (g *ipAddress) Mutate(r *rand.Rand, focus float64) {
	b := g.a.AsSlice()
	i := r.IntN(len(b))
	b[i] = byte(stepInt(r, int64(b[i]), 0, 255, exponent(focus, 7, 3)))
	g.a, _ = netip.AddrFromSlice(b)
}

// Value returns a string.
func (g *ipAddress) Value() any { return g.a.String() }

// Assign takes addresses of the gene's version in their canonical form.
func (g *ipAddress) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	a, err := netip.ParseAddr(text)
	if err != nil || a.Zone() != "" || a.String() != text || !g.allows(a) {
		return false
	}
	g.a = a
	return true
}

func (g *ipAddress) allows(a netip.Addr) bool {
	return g.version == 0 || a.Is4() == (g.version == 4)
}

// Check verifies the version.
func (g *ipAddress) Check() error {
	if !g.allows(g.a) {
		return fmt.Errorf("address %s is not of version %d", g.a, g.version)
	}
	return nil
}
