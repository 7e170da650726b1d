package security

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// input is a text that a call sent.
type input struct{ place, text string }

// inputs returns the texts that a call sent in its path, query, headers and body, in the same order each time.
func inputs(x *oracle.Exchange) (out []input) {
	path, _, _ := strings.Cut(x.Request.Target, "?")
	sent := strings.Split(strings.TrimPrefix(path, x.Base), "/")
	for i, step := range strings.Split(x.Operation.Path, "/") {
		if i < len(sent) && strings.Contains(step, "{") {
			out = append(out, input{"path " + strings.Trim(step, "{}"), plainText(sent[i], url.PathUnescape)})
		}
	}
	out = append(out, ofValues("query ", x.Query())...)
	for _, p := range x.Operation.Parameters {
		if p.In == "header" {
			out = append(out, input{"header " + p.Name, x.Request.Header.Get(p.Name)})
		}
	}
	for _, c := range cookies(x) {
		out = append(out, input{"cookie " + c.Name, plainText(c.Value, url.QueryUnescape)})
	}
	return append(out, ofBody(x)...)
}

func cookies(x *oracle.Exchange) (out []value.Member) {
	for pair := range strings.SplitSeq(x.Request.Header.Get("Cookie"), ";") {
		if name, v, ok := strings.Cut(strings.TrimSpace(pair), "="); ok {
			out = append(out, value.Member{Name: name, Value: v})
		}
	}
	return out
}

// plainText returns a text unescaped, or unchanged if it cannot be unescaped.
func plainText(v any, unescape func(string) (string, error)) string {
	text, _ := v.(string)
	if plain, err := unescape(text); err == nil {
		return plain
	}
	return text
}

func ofValues(in string, values url.Values) (out []input) {
	for name, all := range values {
		for _, v := range all {
			out = append(out, input{in + name, v})
		}
	}
	slices.SortStableFunc(out, func(a, b input) int { return strings.Compare(a.place, b.place) })
	return out
}

// ofBody returns the texts in a body: those of JSON or of a form, or else the whole body.
func ofBody(x *oracle.Exchange) []input {
	if v, ok := x.Sent(); ok {
		return ofValue("body ", v)
	}
	body := string(x.Request.Body)
	if strings.HasPrefix(x.Request.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		if values, err := url.ParseQuery(body); err == nil {
			return ofValues("body ", values)
		}
	}
	if body == "" {
		return nil
	}
	return []input{{"body", body}}
}

// ofValue returns the texts in a plain value. Elements of a list share a place.
func ofValue(place string, v any) (out []input) {
	switch v := v.(type) {
	case string:
		return []input{{strings.TrimSpace(place), v}}
	case value.Object:
		for _, m := range v {
			out = append(out, ofValue(place+"/"+m.Name, m.Value)...)
		}
	case []any:
		for _, e := range v {
			out = append(out, ofValue(place, e)...)
		}
	}
	return out
}
