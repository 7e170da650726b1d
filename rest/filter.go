package rest

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// filter returns the operations that the options select.
func filter(ops []*openapi.Operation, o Options) []*openapi.Operation {
	var kept []*openapi.Operation
	for _, op := range ops {
		if len(o.Include) > 0 && !matchesAny(op, o.Include) || matchesAny(op, o.Exclude) {
			continue
		}
		if len(o.Tags) > 0 && !slices.ContainsFunc(op.Tags, func(t string) bool { return slices.Contains(o.Tags, t) }) {
			continue
		}
		kept = append(kept, op)
	}
	return kept
}

// reached returns the operations that calls to a base URL reach, all of them for a handler (""). It warns about the
// others: operations whose own server in the schema has another host, or another path than the base URL.
func reached(ops []*openapi.Operation, baseURL string) (kept []*openapi.Operation, warnings []openapi.Warning) {
	leave := func(op *openapi.Operation, why string) {
		warnings = append(warnings, openapi.Warning{Where: op.Name(), Reason: why})
	}
	for _, op := range ops {
		_, below := execute.Seen(op, baseURL)
		switch {
		case op.Host != "" && !strings.EqualFold(op.Host, hostOf(baseURL)):
			leave(op, "it is left out, because its server is another one: "+op.Host)
		case op.Base != "" && !below:
			leave(op, "it is left out, because its server is at "+op.Base+
				", which is not below the path of the base URL; one without a path reaches it")
		default:
			kept = append(kept, op)
		}
	}
	return kept, warnings
}

// hostOf returns the host of a URL.
func hostOf(text string) string {
	if u, err := url.Parse(text); err == nil {
		return u.Host
	}
	return ""
}

func matchesAny(op *openapi.Operation, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		name := p
		if method, path, ok := strings.Cut(p, " "); ok {
			name = strings.ToUpper(method) + " " + path
		}
		return wildcard(name, op.Name()) || wildcard(p, op.Path) || op.ID != "" && wildcard(p, op.ID)
	})
}

// wildcard matches a pattern in which * stands for any characters, also
// slashes.
func wildcard(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(s, part)
		if !found {
			return false
		}
		s = after
	}
	return strings.HasSuffix(s, parts[last])
}
