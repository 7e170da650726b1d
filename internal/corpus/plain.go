package corpus

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// plainCall is a call in the form of the archive.
type plainCall struct {
	Call   string         `json:"call"`
	User   string         `json:"user,omitempty"`
	Path   map[string]any `json:"path,omitempty"`
	Query  map[string]any `json:"query,omitempty"`
	Header map[string]any `json:"header,omitempty"`
	Body   *any           `json:"body,omitempty"`
	Media  string         `json:"mediaType,omitempty"`
	Follow *bool          `json:"follow,omitempty"`
	Keeps  []string       `json:"keeps,omitempty"`
	// Exact says that values are kept that the schema does not allow.
	Exact bool `json:"exact"`

	follows bool // a value comes from an earlier answer
}

// archived returns calls as an archived test. It leaves out preparing calls, which the users make.
func archived(calls []*fuzzCall) []byte {
	var out []*plainCall
	for _, c := range calls {
		if c.Prepares == "" {
			out = append(out, c.plain())
		}
	}
	if len(out) == 0 {
		return nil
	}
	data, err := json.Marshal(map[string]any{"calls": out})
	if err != nil {
		return nil
	}
	return data
}

// plain converts a call. Values of earlier answers follow them, and all others are kept.
func (c *fuzzCall) plain() *plainCall {
	out := &plainCall{Call: c.Operation, User: c.User, Exact: true, Path: map[string]any{}, Query: map[string]any{},
		Header: map[string]any{}}
	for _, p := range c.pathValues() {
		out.put("path", out.Path, p)
	}
	for _, q := range c.Query {
		out.put("query", out.Query, q)
	}
	for _, h := range c.Header {
		switch strings.ToLower(h.Name) {
		case "content-type":
			out.Media, _, _ = strings.Cut(h.Value, ";")
		case "authorization", "accept", "cookie": // of the user
		default:
			out.put("header", out.Header, h)
		}
	}
	if body, ok := c.body(out.Media); ok {
		body, used := without(body)
		out.follows = out.follows || used
		out.Body = &body
	}
	if !out.follows {
		out.Follow, out.Keeps = new(bool), nil
	}
	return out
}

// put sets a parameter, unless an earlier answer gives its value.
func (c *plainCall) put(place string, to map[string]any, f fuzzField) {
	if strings.Contains(f.Value, "{{") {
		c.follows = true
		return
	}
	c.Keeps = append(c.Keeps, place+" "+f.Name)
	switch before := to[f.Name].(type) {
	case nil:
		to[f.Name] = f.Value
	case []any:
		to[f.Name] = append(before, f.Value)
	default:
		to[f.Name] = []any{before, f.Value}
	}
}

// pathValues returns the values of the parameters in the path of a call, without those that are only a part of a
// segment.
func (c *fuzzCall) pathValues() (out []fuzzField) {
	segments, named := strings.Split(c.Path, "/"), strings.Split(c.Operation, "/")
	for i, segment := range segments {
		at := i + len(named) - len(segments)
		if at < 1 || !strings.HasPrefix(named[at], "{") || !strings.HasSuffix(named[at], "}") {
			continue
		}
		if plain, err := url.PathUnescape(segment); err == nil {
			out = append(out, fuzzField{named[at][1 : len(named[at])-1], plain})
		}
	}
	return out
}

// body returns the body of a call as a value.
func (c *fuzzCall) body(media string) (any, bool) {
	if c.Body != nil {
		return *c.Body, true
	}
	if form, err := url.ParseQuery(c.Text); err == nil && media == "application/x-www-form-urlencoded" {
		out := map[string]any{}
		for name, values := range form {
			out[name] = values[0]
		}
		return out, true
	}
	return c.Text, c.Text != ""
}

// without returns a value without the members that earlier answers give, and whether there are any.
func without(v any) (out any, used bool) {
	switch v := v.(type) {
	case string:
		return v, strings.Contains(v, "{{")
	case map[string]any:
		kept := map[string]any{}
		for name, member := range v {
			inner, uses := without(member)
			used = used || uses
			if text, ok := member.(string); !uses || !ok || text == "" {
				kept[name] = inner
			}
		}
		return kept, used
	case []any:
		kept := slices.Clone(v)
		for i := range v {
			inner, uses := without(v[i])
			kept[i], used = inner, used || uses
		}
		return kept, used
	}
	return v, false
}
