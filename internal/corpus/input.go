package corpus

import (
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fuzzInput is a test as a fuzzer gets it. A text may contain {{name}}, the value that an earlier call read, and
// {{=name}} stands for its value in JSON.
type fuzzInput struct {
	Calls []*fuzzCall `json:"evokeCalls"`
}

// fuzzCall is one call of a test.
type fuzzCall struct {
	Operation string      `json:"call"`
	Prepares  string      `json:"prepares,omitempty"` // what the call prepares; it is never changed
	User      string      `json:"user,omitempty"`
	Method    string      `json:"method"`
	Path      string      `json:"path"` // escaped
	Query     []fuzzField `json:"query,omitempty"`
	Header    []fuzzField `json:"header,omitempty"`
	Body      *any        `json:"body,omitempty"` // JSON
	Text      string      `json:"text,omitempty"` // a body that is no JSON
	Reads     []fuzzRead  `json:"reads,omitempty"`
}

type fuzzField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// fuzzRead is a value that later calls use.
type fuzzRead struct {
	Var  string `json:"var"`
	From string `json:"from"` // body, header or cookie
	Name string `json:"name"`
	Last bool   `json:"last,omitempty"` // only the last segment of the value
}

// fuzzDecode returns the calls of a test after the changes that the bytes of data describe. It returns nil for a text
// that is no test.
func fuzzDecode(test string, data []byte) []*fuzzCall {
	var in fuzzInput
	d := json.NewDecoder(strings.NewReader(test))
	d.UseNumber()
	if d.Decode(&in) != nil || len(in.Calls) > 50 || slices.Contains(in.Calls, nil) {
		return nil
	}
	for n := 0; n < 16 && len(data) >= 4; n++ {
		data = fuzzChange(&in, data)
	}
	return in.Calls
}

// fuzzChange reads four bytes, which say what to change, and further bytes for the new value. It returns the remaining
// bytes.
func fuzzChange(in *fuzzInput, data []byte) []byte {
	where, what, rest := int(data[0])<<8|int(data[1]), int(data[3]), data[4:]
	parts := in.parts()
	if len(parts) == 0 || len(parts) > 500 {
		return nil
	}
	p, n := parts[where%len(parts)], min(what%16, len(rest))
	switch data[2] % 8 { // 0 changes nothing
	case 1:
		p.set(fuzzValue(what))
	case 2:
		p.drop()
	case 3:
		p.set(fuzzCopy(parts[what%len(parts)].value))
	case 4:
		p.set(strings.ToValidUTF8(string(rest[:n]), "?"))
		return rest[n:]
	case 5:
		n = min(n, 8)
		p.set(fuzzNumber(rest[:n]))
		return rest[n:]
	case 6:
		p.set(fuzzNear(p.value, what))
	case 7:
		at := where % len(in.Calls)
		if what%2 == 0 && len(in.Calls) < 20 {
			in.Calls = slices.Insert(in.Calls, at, in.Calls[at])
		} else if len(in.Calls) > 1 {
			in.Calls = slices.Delete(in.Calls, at, at+1)
		}
	}
	return rest
}

// fuzzNumber makes a number from bytes.
func fuzzNumber(data []byte) json.Number {
	var n int64
	for _, b := range data {
		n = n<<8 | int64(b)
	}
	return json.Number(strconv.FormatInt(n, 10))
}

// fuzzCopy returns a deep copy.
func fuzzCopy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name := range v {
			out[name] = fuzzCopy(v[name])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = fuzzCopy(v[i])
		}
		return out
	}
	return v
}

// fuzzValue returns a value at which programs often go wrong. n chooses it.
func fuzzValue(n int) any {
	values := []any{
		nil, true, false, "", " ", "a", "0", "null", "é", "'", "\"", "%", "../", strings.Repeat("a", 300), "2024-02-30",
		[]any{}, map[string]any{}, json.Number("0"), json.Number("1"), json.Number("-1"), json.Number("0.5"),
		json.Number("255"), json.Number("2147483647"),
		json.Number("-2147483648"), json.Number("9223372036854775807"), json.Number("-9223372036854775808"),
		json.Number("1e308"),
	}
	return values[n%len(values)]
}

// fuzzNear returns a variation of v, such as a number nearby or a text in upper case. n chooses the variation.
func fuzzNear(v any, n int) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return json.Number(strconv.FormatInt(i+int64(int8(n)), 10))
		}
		return json.Number("-" + strings.TrimPrefix(v.String(), "-"))
	case string:
		if i, err := strconv.ParseInt(v, 10, 64); err == nil {
			return strconv.FormatInt(i+int64(int8(n)), 10)
		}
		if len(v) > 5000 {
			return v[:1]
		}
		_, size := utf8.DecodeRuneInString(v)
		return []string{v + v, v + " ", strings.ToUpper(v), v[size:], v + string(rune(' '+n%95)),
			strings.ToLower(v)}[n%6]
	case bool:
		return !v
	case []any:
		twice, _ := fuzzCopy(append(slices.Clone(v), v...)).([]any)
		return twice
	}
	return []any{v}
}

// fuzzPart is a part of a test that can be changed.
type fuzzPart struct {
	value any
	set   func(any)
	drop  func()
}

// parts returns the parts of a test in order.
func (in *fuzzInput) parts() (out []fuzzPart) {
	for i, c := range in.Calls {
		if c.Prepares != "" || slices.Contains(in.Calls[:i], c) {
			continue
		}
		out = append(out, c.segments()...)
		for _, fields := range []*[]fuzzField{&c.Query, &c.Header} {
			for i, f := range *fields {
				switch strings.ToLower(f.Name) {
				case "authorization", "content-type", "cookie":
					continue
				}
				out = append(out, fuzzPart{f.Value, func(v any) { (*fields)[i].Value = fuzzText(v) },
					func() { *fields = slices.Delete(*fields, i, i+1) }})
			}
		}
		if c.Body != nil {
			out = fuzzWalk(out, fuzzPart{*c.Body, func(v any) { c.Body = &v }, func() { c.Body = nil }})
		}
		if c.Text != "" {
			out = append(out, fuzzPart{c.Text, func(v any) { c.Text = fuzzText(v) }, func() { c.Text = "" }})
		}
	}
	return out
}

// segments returns the segments of the path that are parameters.
func (c *fuzzCall) segments() (out []fuzzPart) {
	segments, named := strings.Split(c.Path, "/"), strings.Split(c.Operation, "/")
	for i := range segments {
		if at := i + len(named) - len(segments); at < 1 || !strings.HasPrefix(named[at], "{") {
			continue
		}
		out = append(out, fuzzPart{segments[i], func(v any) {
			segments[i] = fuzzSegment(fuzzText(v))
			c.Path = strings.Join(segments, "/")
		}, func() {}})
	}
	return out
}

// fuzzSegment escapes a segment of a path. It has no slash, and is no ".".
func fuzzSegment(text string) string {
	var b strings.Builder
	for _, c := range []byte(strings.ReplaceAll(text, "/", "")) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
			strings.IndexByte("-_~:{}=", c) >= 0 || c == '.' && len(text) > 2 {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
	}
	return b.String()
}

// fuzzWalk adds a part of a body and the parts below it.
func fuzzWalk(out []fuzzPart, p fuzzPart) []fuzzPart {
	out = append(out, p)
	switch v := p.value.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			out = fuzzWalk(out, fuzzPart{v[name], func(to any) { v[name] = to }, func() { delete(v, name) }})
		}
	case []any:
		for i := range v {
			out = fuzzWalk(out,
				fuzzPart{v[i], func(to any) { v[i] = to }, func() { p.set(slices.Delete(slices.Clone(v), i, i+1)) }})
		}
	}
	return out
}

// fuzzText returns a value as a text.
func fuzzText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}
