package auth

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
)

func literalField(h Header) suite.Field {
	return suite.Field{Name: h.Name, Value: suite.Literal(h.Value)}
}

// queryFields splits a raw query into its fields, in order.
func queryFields(raw string) []suite.Field {
	var out []suite.Field
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		out = append(out, literalField(Header{unescapeQuery(name), unescapeQuery(value)}))
	}
	return out
}

func unescapeQuery(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// joinCookies adds the cookies of a user to those of a call.
func joinCookies(call, user suite.Text) suite.Text {
	own := splitCookies(user)
	kept := slices.DeleteFunc(splitCookies(call), func(c suite.Field) bool {
		return slices.ContainsFunc(own, func(o suite.Field) bool { return o.Name == c.Name })
	})
	return message.CookieLine(append(kept, own...))
}

// splitCookies splits the value of a Cookie header.
func splitCookies(line suite.Text) []suite.Field {
	var out []suite.Field
	for _, p := range line {
		if p.Var != "" {
			if len(out) > 0 {
				out[len(out)-1].Value = append(out[len(out)-1].Value, p)
			}
			continue
		}
		for i, part := range strings.Split(p.Literal, "; ") {
			if i == 0 && len(out) > 0 {
				out[len(out)-1].Value = append(out[len(out)-1].Value, suite.Piece{Literal: part})
				continue
			}
			if name, value, ok := strings.Cut(part, "="); ok {
				out = append(out, suite.Field{Name: name, Value: suite.Literal(value)})
			}
		}
	}
	return out
}
