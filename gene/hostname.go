package gene

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

const (
	labelChars = "abcdefghijklmnopqrstuvwxyz0123456789"
	maxLabel   = 63  // RFC 1123
	maxHost    = 253 // RFC 1123
)

var hosts = [...]string{"example.com", "localhost", "example.org", "xn--bcher-kva.example", "a.b.c.d.example"}

// host is a host name in lower case (RFC 1123).
type host struct{ name string }

func validHost(name string) bool {
	if name == "" || len(name) > maxHost {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if !validLabel(label) {
			return false
		}
	}
	return true
}

func validLabel(label string) bool {
	if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	for i := range len(label) {
		if c := label[i]; c != '-' && strings.IndexByte(labelChars, c) < 0 {
			return false
		}
	}
	return true
}

func (h *host) draw(r *rand.Rand) {
	if r.IntN(4) == 0 {
		h.name = hosts[r.IntN(len(hosts))]
		return
	}
	name := ""
	for range 1 + r.IntN(2) {
		name += anyLabel(r) + "."
	}
	h.name = name + words.TopLevels.Draw(r)
}

func anyLabel(r *rand.Rand) string { return anyText(r, labelChars, 1+r.IntN(10)) }

// anyText returns n characters of an ASCII alphabet.
func anyText(r *rand.Rand, alphabet string, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(out)
}

// mutate changes, adds or removes a character, or adds or removes a label.
func (h *host) mutate(r *rand.Rand, focus float64) {
	h.name = mutateText(r, h.name, validHost, func(v string) string {
		switch p := r.Float64(); {
		case p < 0.1:
			return anyLabel(r) + "." + v
		case p < 0.2:
			_, rest, _ := strings.Cut(v, ".")
			return rest
		}
		return editText(r, v, labelChars, focus)
	})
}

// mutateText applies op until the text is another valid text. If no try succeeds, the text stays; with the alphabets
// here a few tries suffice.
func mutateText(r *rand.Rand, v string, valid func(string) bool, op func(string) string) string {
	for range 100 {
		if next := op(v); next != v && valid(next) {
			return next
		}
	}
	return v
}

// editText shifts, drops or adds one character of an alphabet. It replaces characters that are not in the alphabet.
func editText(r *rand.Rand, v, alphabet string, focus float64) string {
	p := r.Float64()
	n := len(v)
	switch {
	case n > 0 && p < 0.7:
		i := r.IntN(n)
		next := r.Int64N(int64(len(alphabet)))
		if at := strings.IndexByte(alphabet, v[i]); at >= 0 {
			next = stepInt(r, int64(at), 0, int64(len(alphabet)-1), exponent(focus, 5, 2))
		}
		return v[:i] + alphabet[next:next+1] + v[i+1:]
	case n > 0 && p < 0.85:
		i := r.IntN(n)
		return v[:i] + v[i+1:]
	}
	i := r.IntN(n + 1)
	return v[:i] + anyText(r, alphabet, 1) + v[i:]
}

func (h *host) check() error {
	if !validHost(h.name) {
		return fmt.Errorf("%q is no host name", h.name)
	}
	return nil
}

// hostname is a gene for host names.
type hostname struct{ host }

// NewHostname returns a gene for host names in lower case (RFC 1123), which
// begins with example.com.
func NewHostname() Gene { return &hostname{host{hosts[0]}} }

// Clone returns a deep copy.
func (g *hostname) Clone() Gene { c := *g; return &c }

// Randomize draws a host name; one in four is a well-known name.
func (g *hostname) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes a character or a label.
func (g *hostname) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns a string.
func (g *hostname) Value() any { return g.name }

// Assign takes host names in lower case.
func (g *hostname) Assign(value any) bool {
	text, ok := value.(string)
	if !ok || !validHost(text) {
		return false
	}
	g.name = text
	return true
}

// Check verifies the name.
func (g *hostname) Check() error { return g.check() }

const (
	localChars = labelChars + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	// atomChars are the characters that an address may have before the @ (RFC 5322 atext). Dots may stand between them.
	atomChars = localChars + "!#$%&'*+/=?^_`{|}~-"
	maxLocal  = 64 // RFC 5321
)

// email is a gene for e-mail addresses.
type email struct {
	local string
	host  host
}

// NewEmail returns a gene for e-mail addresses, which begins with
// a@example.com.
func NewEmail() Gene { return &email{local: "a", host: host{hosts[0]}} }

func validLocal(local string) bool {
	if local == "" || len(local) > maxLocal {
		return false
	}
	for i := range len(local) {
		dot := local[i] == '.'
		if dot && (i == 0 || i == len(local)-1 || local[i-1] == '.') {
			return false
		}
		if !dot && strings.IndexByte(atomChars, local[i]) < 0 {
			return false
		}
	}
	return true
}

// Clone returns a deep copy.
func (g *email) Clone() Gene { c := *g; return &c }

// Randomize draws an address, sometimes with a tag or a dot.
func (g *email) Randomize(r *rand.Rand) {
	g.host.draw(r)
	g.local = anyText(r, localChars, 1+r.IntN(10))
	switch p := r.Float64(); {
	case p < 0.1:
		g.local += "+" + anyText(r, localChars, 1+r.IntN(5))
	case p < 0.2:
		g.local += "." + anyText(r, localChars, 1+r.IntN(5))
	case p < 0.2+specialRate:
		g.local = anyText(r, atomChars, 1+r.IntN(maxLocal))
	}
}

// Mutate changes the part before or after the @.
func (g *email) Mutate(r *rand.Rand, focus float64) {
	if r.IntN(3) == 0 {
		g.host.mutate(r, focus)
		return
	}
	g.local = mutateText(r, g.local, validLocal, func(v string) string {
		return editText(r, v, localChars, focus)
	})
}

// Value returns a string.
func (g *email) Value() any { return g.local + "@" + g.host.name }

// Assign takes addresses with a host name in lower case.
func (g *email) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	local, name, ok := strings.Cut(text, "@")
	if !ok || !validLocal(local) || !validHost(name) {
		return false
	}
	g.local, g.host.name = local, name
	return true
}

// Check verifies both parts.
func (g *email) Check() error {
	if !validLocal(g.local) {
		return fmt.Errorf("%q is no local part of an address", g.local)
	}
	return g.host.check()
}
