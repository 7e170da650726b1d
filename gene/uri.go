package gene

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// pathChars are the characters that a path or query may have without escaping (RFC 3986 unreserved).
const pathChars = labelChars + "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~"

// oddURIs are valid URIs with which programs often fail: without a host, without a path, with internal addresses, with
// escapes.
var oddURIs = [...]string{
	"urn:isbn:0451450523", "mailto:a@example.com", "data:,", "file:///etc/passwd",
	"http://localhost", "http://127.0.0.1:0/", "http://[::1]/", "http://169.254.169.254/",
	"http://example.com/%00", "http://user:pass@example.com/", "http://example.com/#top",
}

// uri is a gene for absolute URIs (RFC 3986).
type uri struct {
	odd    string // the whole URI if it does not have the parts below
	scheme string
	host   host
	port   int64 // 0 for none
	path   string
	query  string
}

// NewURI returns a gene for absolute URIs (RFC 3986), which begins with
// http://example.com.
func NewURI() Gene { return &uri{scheme: "http", host: host{hosts[0]}} }

// Clone returns a deep copy.
func (g *uri) Clone() Gene { c := *g; return &c }

// Randomize draws a URI with a host, mostly http or https, or, with the probability specialRate, an odd URI.
func (g *uri) Randomize(r *rand.Rand) {
	if r.Float64() < specialRate {
		*g = uri{odd: oddURIs[r.IntN(len(oddURIs))]}
		return
	}
	*g = uri{}
	g.drawParts(r)
}

func (g *uri) drawParts(r *rand.Rand) {
	g.odd = ""
	g.scheme = words.WebSchemes.Draw(r)
	if r.IntN(10) == 0 {
		g.scheme = words.Schemes.Draw(r)
	}
	g.host.draw(r)
	if r.IntN(5) == 0 {
		g.port = 1 + r.Int64N(65535)
	}
	for range r.IntN(4) {
		g.path += "/" + anyText(r, pathChars, 1+r.IntN(8))
	}
	if r.IntN(4) == 0 {
		g.query = anyText(r, labelChars, 1+r.IntN(5)) + "=" + anyText(r, pathChars, r.IntN(8))
	}
}

// Mutate changes the scheme, host, port, path or query. It replaces an odd URI by a URI with these parts.
func (g *uri) Mutate(r *rand.Rand, focus float64) {
	if g.odd != "" {
		old := g.odd
		for *g = (uri{}); g.scheme == "" || g.text() == old; {
			*g = uri{}
			g.drawParts(r)
		}
		return
	}
	switch r.IntN(8) {
	case 0:
		g.mutateScheme(r)
	case 1:
		g.port = mutateInt(r, g.port, 0, 65535, focus)
	case 2, 3:
		g.host.mutate(r, focus)
	case 4:
		g.query = mutateText(r, g.query, validQuery, func(v string) string {
			return editText(r, v, pathChars+"=&", focus)
		})
	default:
		g.path = mutateText(r, g.path, validPath, func(v string) string {
			if next := editText(r, v, pathChars+"/", focus); next == "" || next[0] == '/' {
				return next
			}
			return "/" + v
		})
	}
}

func (g *uri) mutateScheme(r *rand.Rand) {
	for old := g.scheme; g.scheme == old; {
		g.scheme = words.Schemes.Draw(r)
	}
}

func validPath(path string) bool {
	return path == "" || path[0] == '/' && only(path, pathChars+"/")
}

func validQuery(query string) bool { return only(query, pathChars+"=&/?:@!$'()*+,;") }

func only(text, alphabet string) bool {
	for i := range len(text) {
		if strings.IndexByte(alphabet, text[i]) < 0 {
			return false
		}
	}
	return true
}

func (g *uri) text() string {
	if g.odd != "" {
		return g.odd
	}
	text := g.scheme + "://" + g.host.name
	if g.port > 0 {
		text += ":" + strconv.FormatInt(g.port, 10)
	}
	text += g.path
	if g.query != "" {
		text += "?" + g.query
	}
	return text
}

// Value returns a string.
func (g *uri) Value() any { return g.text() }

// Assign takes absolute URIs.
func (g *uri) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" {
		return false
	}
	port, _ := parseDigits(u.Port())
	next := uri{scheme: u.Scheme, host: host{u.Hostname()}, port: port, path: u.Path, query: u.RawQuery}
	if next.check() != nil || next.text() != text {
		next = uri{odd: text}
	}
	*g = next
	return true
}

// Check verifies that the URI is absolute and its parts are valid.
func (g *uri) Check() error {
	if g.odd == "" {
		return g.check()
	}
	if u, err := url.Parse(g.odd); err != nil || u.Scheme == "" {
		return fmt.Errorf("%q is no absolute URI", g.odd)
	}
	return nil
}

func (g *uri) check() error {
	if g.scheme == "" || !validPath(g.path) || !validQuery(g.query) || g.port < 0 || g.port > 65535 {
		return fmt.Errorf("%q is no URI of known form", g.text())
	}
	return g.host.check()
}
