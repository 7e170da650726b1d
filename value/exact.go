package value

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The names of members that mark values which JSON cannot represent, or not exactly. A marked value is an object with
// one such member.
const (
	exactMark    = "$"
	exactAbsent  = "$absent"  // with the value true
	exactBytes   = "$bytes"   // a string that is not UTF-8, in base64
	exactFloat   = "$float"   // the bits of a float64 that ParseJSON would read as another value
	exactNumber  = "$number"  // a json.Number that ParseJSON would read as another value
	exactMembers = "$members" // an object as a list of names and values in turn
)

// AppendExact appends a plain value as JSON from which [ParseExact] makes exactly the same value. Unlike [AppendJSON],
// it keeps the Go types of numbers, the bytes of strings that are not UTF-8, [Absent], and members with equal names.
func AppendExact(dst []byte, value any) []byte { return AppendJSON(dst, escapeExact(value)) }

// ParseExact parses JSON that [AppendExact] wrote. It returns an error for other text.
func ParseExact(data []byte) (any, error) {
	value, err := ParseJSON(data)
	if err != nil {
		return nil, err
	}
	return unescapeExact(value)
}

func escapeExact(value any) any {
	switch v := value.(type) {
	case absent:
		return mark(exactAbsent, true)
	case string:
		if utf8.ValidString(v) {
			return v
		}
		return mark(exactBytes, base64.StdEncoding.EncodeToString([]byte(v)))
	case float64:
		if back, ok := reread(v).(float64); ok && math.Float64bits(back) == math.Float64bits(v) {
			return v
		}
		return mark(exactFloat, strconv.FormatUint(math.Float64bits(v), 16))
	case json.Number:
		if reread(v) == any(v) {
			return v
		}
		return mark(exactNumber, string(v))
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = escapeExact(v[i])
		}
		return out
	case Object:
		return escapeMembers(v)
	}
	return value
}

// mark returns an object with one member.
func mark(name string, value any) Object { return Object{{Name: name, Value: value}} }

// reread returns the number that ParseJSON reads for a written number.
func reread(number any) any {
	v, err := ParseJSON(AppendJSON(nil, number))
	if err != nil {
		return nil
	}
	return v
}

func escapeMembers(members Object) any {
	out := make(Object, len(members))
	seen := make(map[string]bool, len(members))
	plain := true
	for i, m := range members {
		out[i] = Member{Name: m.Name, Value: escapeExact(m.Value)}
		plain = plain && !seen[m.Name] && utf8.ValidString(m.Name)
		seen[m.Name] = true
	}
	if plain && !(len(members) == 1 && strings.HasPrefix(members[0].Name, exactMark)) {
		return out
	}
	list := make([]any, 0, 2*len(out))
	for _, m := range out {
		list = append(list, escapeExact(m.Name), m.Value)
	}
	return mark(exactMembers, list)
}

var errExact = errors.New("no value that was written exactly")

func unescapeExact(value any) (_ any, err error) {
	switch v := value.(type) {
	case []any:
		for i := range v {
			if v[i], err = unescapeExact(v[i]); err != nil {
				return nil, err
			}
		}
	case Object:
		if len(v) == 1 && strings.HasPrefix(v[0].Name, exactMark) {
			return unmark(v[0].Name, v[0].Value)
		}
		for i := range v {
			if v[i].Value, err = unescapeExact(v[i].Value); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}

func unmark(name string, value any) (any, error) {
	text, isText := value.(string)
	list, isList := value.([]any)
	switch {
	case name == exactAbsent && value == true:
		return Absent, nil
	case name == exactBytes && isText:
		b, err := base64.StdEncoding.DecodeString(text)
		return string(b), err
	case name == exactFloat && isText:
		bits, err := strconv.ParseUint(text, 16, 64)
		return math.Float64frombits(bits), err
	case name == exactNumber && isText:
		return json.Number(text), nil
	case name == exactMembers && isList && len(list)%2 == 0:
		return unescapeMembers(list)
	}
	return nil, fmt.Errorf("%w: %q", errExact, name)
}

func unescapeMembers(list []any) (any, error) {
	out := make(Object, len(list)/2)
	for i := range out {
		name, err := unescapeExact(list[2*i])
		if err != nil {
			return nil, err
		}
		text, ok := name.(string)
		if !ok {
			return nil, errExact
		}
		value, err := unescapeExact(list[2*i+1])
		if err != nil {
			return nil, err
		}
		out[i] = Member{Name: text, Value: value}
	}
	return out, nil
}
