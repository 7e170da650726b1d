package sut

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// ownHeader reports whether a field belongs to the connection. The HTTP client
// of the standard library does not send such fields from a header map either.
func ownHeader(name string) bool {
	switch name {
	case "Content-Length", "Transfer-Encoding", "Trailer", "Connection":
		return true
	}
	return false
}

// upgrades reports whether a field asks for another protocol on the connection. Clients do send such a field from a
// header map.
func upgrades(name string, values []string) bool {
	return name == "Connection" && len(values) == 1 && strings.EqualFold(values[0], "Upgrade")
}

// cleanHeader returns a copy of h with the fields that can be sent, under the
// names that a server sees (host and HOST are Host). It returns the Host field
// separately. It leaves out names that are not tokens, and removes control
// characters from values, because they would end the field.
func cleanHeader(h http.Header) (clean http.Header, host string) {
	clean = make(http.Header, len(h))
	all := make([]string, 0, len(h))
	odd := false
	for name, values := range h {
		canonical := http.CanonicalHeaderKey(name)
		odd = odd || name != canonical
		switch {
		case name == "Host" && len(values) > 0:
			host = cleanValue(values[0])
		case (!ownHeader(canonical) || upgrades(canonical, values)) && isToken(name):
			first := len(all)
			for _, v := range values {
				all = append(all, cleanValue(v))
			}
			clean[name] = all[first:len(all):len(all)]
		}
	}
	if odd {
		canonicalize(clean)
		host = hostField(clean, host)
	}
	return clean, host
}

// hostField removes a Host field with another spelling from the header. The
// canonical spelling takes precedence.
func hostField(h http.Header, host string) string {
	if values := h["Host"]; host == "" && len(values) > 0 {
		host = values[0]
	}
	delete(h, "Host")
	return host
}

func cleanValue(v string) string {
	if strings.IndexFunc(v, isControl) >= 0 {
		v = strings.Map(func(r rune) rune {
			if isControl(r) {
				return -1
			}
			return r
		}, v)
	}
	return strings.Trim(v, " \t")
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// asReceived changes the header of an answer to what a client would see:
// canonical names, no line breaks, nothing that the status forbids, and no
// trailers.
func asReceived(h http.Header, status int) {
	odd := false
	for name, values := range h {
		odd = odd || name != http.CanonicalHeaderKey(name) || strings.HasPrefix(name, http.TrailerPrefix)
		if slices.ContainsFunc(values, hasLineBreak) {
			h[name] = withoutLineBreaks(values)
		}
	}
	if odd {
		canonicalize(h)
	}
	if !bodyAllowed(status) {
		delete(h, "Content-Length")
	}
	if status == http.StatusNotModified {
		delete(h, "Content-Type")
	}
}

func canonicalize(h http.Header) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		canonical := http.CanonicalHeaderKey(name)
		if canonical == name && isToken(name) {
			continue
		}
		values := h[name]
		delete(h, name)
		if isToken(name) {
			h[canonical] = append(slices.Clone(h[canonical]), values...)
		}
	}
}

func hasLineBreak(v string) bool { return strings.ContainsAny(v, "\r\n") }

func withoutLineBreaks(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strings.NewReplacer("\r", " ", "\n", " ").Replace(v)
	}
	return out
}
