package message

import (
	"encoding/json"
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// Text returns a plain value as the text of a parameter. Arrays and objects
// become JSON, because no style is defined at this depth. null becomes the
// empty text.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return string(v)
	case nil:
		return ""
	}
	if v == value.Absent {
		return ""
	}
	return string(value.AppendJSON(nil, v))
}

// separators has the separators of a style that joins several values into one text: the one between two values, and the
// one between the name and the value of a member.
type separators struct{ between, assign string }

// append writes the values of an array or object, or a single value. Each
// part is escaped unless plain is nil.
func (j separators) append(dst []byte, v any, plain *CharClass) []byte {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if i > 0 {
				dst = append(dst, j.between...)
			}
			dst = appendPart(dst, Text(e), plain)
		}
	case value.Object:
		first := true
		for _, m := range v {
			if m.Value == value.Absent {
				continue
			}
			if !first {
				dst = append(dst, j.between...)
			}
			first = false
			dst = appendPart(dst, m.Name, plain)
			dst = append(dst, j.assign...)
			dst = appendPart(dst, Text(m.Value), plain)
		}
	default:
		dst = appendPart(dst, Text(v), plain)
	}
	return dst
}

func appendPart(dst []byte, s string, plain *CharClass) []byte {
	if plain == nil {
		return append(dst, s...)
	}
	return AppendEscaped(dst, s, plain)
}

// IsComposite reports whether v is an array or an object.
func IsComposite(v any) bool {
	switch v.(type) {
	case []any, value.Object:
		return true
	}
	return false
}

// PathParam encodes a value as a path parameter, by the style table of OpenAPI.
func PathParam(p *openapi.Parameter, v any) PathPiece {
	piece := PathPiece{Param: p.Name}
	switch p.Style {
	case "label":
		piece.Prefix = "."
	case "matrix":
		piece.Prefix = ";" + EscapeSegment(p.Name) + "="
	}
	switch {
	case p.ContentType != "":
		piece.Set(contentText(p.ContentType, v))
	case IsComposite(v):
		piece.setComposite(p, v)
	case v == nil:
		piece.Set("null") // an empty segment would change the route
	default:
		piece.Set(Text(v))
	}
	return piece
}

// setComposite writes an array or object.
func (p *PathPiece) setComposite(spec *openapi.Parameter, v any) {
	_, isObject := v.(value.Object)
	j := separators{between: ",", assign: ","}
	if spec.Explode {
		j.assign = "="
		switch spec.Style {
		case "label":
			j.between = "."
		case "matrix":
			j.between = p.Prefix
			if isObject {
				j.between, p.Prefix = ";", ";"
			}
		}
	}
	raw := string(j.append(nil, v, nil))
	if SafeSegment(raw, p.Prefix) != raw || raw == "" {
		p.Set(raw)
		return
	}
	p.Raw = raw
	p.Text = string(j.append([]byte(p.Prefix), v, &Unreserved))
}

// contentText encodes a value in a media type.
func contentText(mediaType string, v any) string {
	if KindOf(mediaType) == JSON {
		return string(value.AppendJSON(nil, v))
	}
	return Text(v)
}

// AddParam adds a parameter that is not in the path.
func (e *Request) AddParam(p *openapi.Parameter, v any) {
	switch p.In {
	case openapi.InQuery:
		e.Query = appendPairs(e.Query, p, v)
	case openapi.InHeader:
		e.Headers = append(e.Headers, Pair{Name: p.Name, Value: HeaderText(headerValue(p, v))})
	case openapi.InCookie:
		if p.ContentType == "" && !p.Explode && IsComposite(v) { // the commas between values are not part of the values
			if joint := string(separators{",", ","}.append(nil, v, &CookiePlain)); joint != "" || hasElements(v) {
				e.Cookies = append(e.Cookies, Pair{Name: cookieName(p.Name), Value: joint})
			}
			return
		}
		from := len(e.Cookies)
		e.Cookies = appendPairs(e.Cookies, p, v)
		for i := range e.Cookies[from:] {
			c := &e.Cookies[from+i]
			c.Name, c.Value = cookieName(c.Name), EscapeCookie(c.Value)
		}
	}
}

func cookieName(s string) string {
	if IsToken(s) {
		return s
	}
	return "_" + EscapeSegment(s)
}

// headerValue encodes a value in simple style.
func headerValue(p *openapi.Parameter, v any) string {
	switch {
	case p.ContentType != "":
		return contentText(p.ContentType, v)
	case IsComposite(v):
		j := separators{between: ",", assign: ","}
		if p.Explode {
			j.assign = "="
		}
		return string(j.append(nil, v, nil))
	}
	return Text(v)
}

// appendPairs encodes a value in the styles of queries. Form bodies and cookies
// use the same styles.
func appendPairs(dst []Pair, p *openapi.Parameter, v any) []Pair {
	if p.ContentType != "" {
		return append(dst, Pair{p.Name, contentText(p.ContentType, v), p.AllowReserved})
	}
	if !IsComposite(v) {
		return append(dst, Pair{p.Name, Text(v), p.AllowReserved})
	}
	if p.Style == "deepObject" {
		return appendDeep(dst, p, p.Name, v)
	}
	if p.Explode {
		return appendExploded(dst, p, v)
	}
	between := delimiterOf(p.Style)
	joint := string(separators{between, between}.append(nil, v, nil))
	if joint == "" && !p.AllowEmpty && !hasElements(v) {
		return dst // RFC 6570, 3.2.8: an empty list is left out
	}
	return append(dst, Pair{p.Name, joint, p.AllowReserved})
}

// hasElements reports whether v is an array with elements, which may be one empty
// text.
func hasElements(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) > 0
}

// delimiterOf returns the text between two values in a style of queries.
func delimiterOf(style string) string {
	switch style {
	case "spaceDelimited":
		return " "
	case "pipeDelimited":
		return "|"
	case "tabDelimited":
		return "\t"
	}
	return ","
}

// appendExploded encodes one pair for each element or member. Deeper nesting
// has no defined form: an array repeats the name, and an object is JSON.
func appendExploded(dst []Pair, p *openapi.Parameter, v any) []Pair {
	members, isObject := v.(value.Object)
	if !isObject {
		return appendMember(dst, p, p.Name, v)
	}
	for _, m := range members {
		dst = appendMember(dst, p, m.Name, m.Value)
	}
	return dst
}

// appendMember encodes a value under a name. An array repeats the name.
func appendMember(dst []Pair, p *openapi.Parameter, name string, v any) []Pair {
	if v == value.Absent {
		return dst
	}
	list, ok := v.([]any)
	if !ok {
		return append(dst, Pair{name, Text(v), p.AllowReserved})
	}
	for _, e := range list {
		dst = append(dst, Pair{name, Text(e), p.AllowReserved})
	}
	return dst
}

// appendDeep encodes members as name[member]=value and elements as
// name[0]=value. OpenAPI does not define the latter, but servers that know the
// style understand it.
func appendDeep(dst []Pair, p *openapi.Parameter, name string, v any) []Pair {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			dst = appendDeep(dst, p, name+"["+m.Name+"]", m.Value)
		}
		return dst
	case []any:
		for i, e := range v {
			dst = appendDeep(dst, p, name+"["+strconv.Itoa(i)+"]", e)
		}
		return dst
	}
	return appendMember(dst, p, name, v)
}
