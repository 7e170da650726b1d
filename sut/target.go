package sut

import (
	"github.com/evoke-go/evoke/probe"
	"net/url"
	"strings"
)

// cleanTarget returns a request target that every HTTP stack accepts. It does
// not change targets that keep the contract of [Request]. In others it escapes
// the bytes that cannot stand in a request line, as a browser does.
func cleanTarget(target string) string {
	if strings.HasPrefix(target, "/") && !needsEscape(target) {
		return target
	}
	var b strings.Builder
	if !strings.HasPrefix(target, "/") {
		b.WriteByte('/')
	}
	inPath := true
	for i := 0; i < len(target); i++ {
		inPath = inPath && target[i] != '?'
		if !badAt(target, i, inPath) {
			b.WriteByte(target[i])
			continue
		}
		const hex = "0123456789ABCDEF"
		b.Write([]byte{'%', hex[target[i]>>4], hex[target[i]&15]})
	}
	return b.String()
}

func needsEscape(target string) bool {
	inPath := true
	for i := 0; i < len(target); i++ {
		inPath = inPath && target[i] != '?'
		if badAt(target, i, inPath) {
			return true
		}
	}
	return false
}

// badAt reports whether the byte at i cannot stand in a request target. Servers
// refuse a "%" that begins no escape only in the path.
func badAt(s string, i int, inPath bool) bool {
	c := s[i]
	if c == '%' && inPath {
		return i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])
	}
	return c <= ' ' || c >= 0x7f || c == '#'
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// parseTarget parses a clean target as the server of net/http does.
func parseTarget(u *url.URL, target string) error {
	path, query, hasQuery := strings.Cut(target, "?")
	if isPlainPath(path) && (query != "" || !hasQuery) {
		*u = url.URL{Path: path, RawQuery: query}
		return nil
	}
	parsed, err := url.ParseRequestURI(target)
	if err == nil {
		*u = *parsed
	}
	return err
}

// isPlainPath reports whether a path is the same with and without escaping.
func isPlainPath(path string) bool {
	for i := 0; i < len(path); i++ {
		c := path[i]
		if !isAlphanumeric(c) && c != '/' && c != '-' && c != '_' && c != '.' && c != '~' {
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// isToken reports whether s can be a method or the name of a header field
// (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isAlphanumeric(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// constants returns the constants of all conditions, each once, in the order of the source.
func constants() []any {
	var out []any
	seen := map[any]bool{}
	for t := range probe.Target(probe.Targets()) {
		for _, v := range probe.Describe(t).Values {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}
