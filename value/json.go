package value

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends a plain value as compact JSON. Members keep their order. [Absent] members and elements are left
// out; an absent value itself becomes null. Bytes that are not UTF-8 become U+FFFD, as in encoding/json.
func AppendJSON(dst []byte, value any) []byte {
	switch v := value.(type) {
	case nil, absent:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		return appendFloat(dst, v)
	case json.Number:
		if IsNumber(string(v)) {
			return append(dst, v...)
		}
		return appendString(dst, string(v))
	case string:
		return appendString(dst, v)
	case []any:
		return appendList(dst, v)
	case Object:
		return appendMembers(dst, v)
	}
	return AppendJSON(dst, Of(value))
}

func appendList(dst []byte, list []any) []byte {
	dst = append(dst, '[')
	first := true
	for _, v := range list {
		if IsAbsent(v) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = AppendJSON(dst, v)
	}
	return append(dst, ']')
}

func appendMembers(dst []byte, members Object) []byte {
	dst = append(dst, '{')
	first := true
	for i := range members {
		if IsAbsent(members[i].Value) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendString(dst, members[i].Name)
		dst = append(dst, ':')
		dst = AppendJSON(dst, members[i].Value)
	}
	return append(dst, '}')
}

// IsAbsent reports whether v is [Absent].
func IsAbsent(v any) bool {
	_, ok := v.(absent)
	return ok
}

// appendFloat appends the shortest text that parses to v, and null for NaN and infinities.
func appendFloat(dst []byte, v float64) []byte {
	abs := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(dst, "null"...)
	case v == 0:
		return append(dst, '0')
	case abs < 1e-6 || abs >= 1e21:
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				dst = append(dst, s[start:i]...)
				dst = appendEscape(dst, c)
				start = i + 1
			}
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		if c == utf8.RuneError && size == 1 {
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\uFFFD"...)
			start = i + 1
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
