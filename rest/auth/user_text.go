package auth

import (
	"encoding/json"
	"net/url"
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

func isJSONText(body string) bool { return json.Valid([]byte(body)) }

// fillIn returns a template as a text with a variable in place of its placeholder.
func fillIn(template, variable string) suite.Text {
	var out suite.Text
	for i, piece := range strings.Split(template, tokenMark) {
		if i > 0 {
			out = append(out, suite.Piece{Var: variable})
		}
		if piece != "" {
			out = append(out, suite.Piece{Literal: piece})
		}
	}
	return out
}

// cookieLine returns the value of a Cookie header.
func cookieLine(cookies []suite.Field) suite.Text {
	var out suite.Text
	for i, c := range cookies {
		lead := c.Name + "="
		if i > 0 {
			lead = "; " + lead
		}
		out = append(out, suite.Piece{Literal: lead})
		out = append(out, c.Value...)
	}
	return message.Compact(out)
}

// joinCookies adds the cookies of a user to those of a call.
func joinCookies(call, user suite.Text) suite.Text {
	names := map[string]bool{}
	for _, c := range splitCookies(user) {
		names[c.Name] = true
	}
	var kept []suite.Field
	for _, c := range splitCookies(call) {
		if !names[c.Name] {
			kept = append(kept, c)
		}
	}
	return cookieLine(append(kept, splitCookies(user)...))
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
