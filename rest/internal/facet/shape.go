package facet

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

const (
	// maxDepth is how deep an answer is looked into, maxNames how many members an object
	// may have that is no table, and maxElements how many elements of a list count.
	maxDepth, maxNames, maxElements = 4, 40, 20
	// maxText is the most characters of a text that may be of a small set.
	maxText = 40
)

// shapeOf says which members a JSON value has, which lists and texts are empty, and
// what is null: "{id items[{name}] note=null tags[.]}". The elements of a list count together.
func shapeOf(v any) string {
	var b strings.Builder
	writeShape(&b, []any{v}, 0, false)
	return b.String()
}

// parts are what some values have together.
type parts struct {
	members            []value.Member // sorted by name
	names              int            // of members
	elements           []any
	object, list, null bool
	empty              bool // a text
}

func partsOf(vs []any) *parts {
	p := &parts{}
	for _, v := range vs {
		switch v := v.(type) {
		case nil:
			p.null = true
		case string:
			p.empty = p.empty || v == ""
		case []any:
			p.list = true
			p.elements = append(p.elements, v[:min(len(v), maxElements)]...)
		case value.Object:
			p.object = true
			p.members = append(p.members, v...)
		}
	}
	slices.SortStableFunc(p.members, func(a, b value.Member) int { return strings.Compare(a.Name, b.Name) })
	for i := range p.members {
		if i == 0 || p.members[i].Name != p.members[i-1].Name {
			p.names++
		}
	}
	return p
}

// writeShape writes the shape of some values together; inList says that they are the elements of a list.
func writeShape(b *strings.Builder, vs []any, depth int, inList bool) {
	p := partsOf(vs)
	switch {
	case p.object && (depth == maxDepth || p.names > maxNames):
		b.WriteString("{#}")
	case p.object:
		writeMembers(b, p, depth)
	case p.list && len(p.elements) == 0:
		b.WriteString("[]")
	case p.list && depth == maxDepth:
		b.WriteString("[#]")
	case p.list:
		b.WriteByte('[')
		writeShape(b, p.elements, depth+1, true)
		b.WriteByte(']')
	case p.null:
		b.WriteString("=null")
	case p.empty && len(vs) == 1:
		b.WriteString("=''")
	case inList:
		b.WriteByte('.')
	}
}

func writeMembers(b *strings.Builder, p *parts, depth int) {
	values := make([]any, len(p.members))
	for i := range p.members {
		values[i] = p.members[i].Value
	}
	b.WriteByte('{')
	for from, to := 0, 0; from < len(values); from = to {
		name := p.members[from].Name
		for to < len(values) && p.members[to].Name == name {
			to++
		}
		if from > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(plainName(name))
		writeShape(b, values[from:to], depth+1, false)
	}
	b.WriteByte('}')
}

// plainName is a member's name. One with a digit between letters, or a very long one, is
// most likely made by somebody's data.
func plainName(name string) string {
	if utf8.RuneCountInString(name) > maxText ||
		strings.ContainsFunc(strings.TrimRight(name, "0123456789"), unicode.IsDigit) {
		return "#"
	}
	return name
}

// member is a scalar of an answer: at a pointer without indexes.
type member struct {
	at    string
	text  string // itself; "" for what is of no small set
	loose bool   // the text tells at most that there are many
	class string // of a number
}

// membersOf lists the scalars of a value. Elements of a list share their pointer, and
// each text counts once.
func membersOf(v any) (out []member) {
	var visit func(v any, at string, depth int)
	visit = func(v any, at string, depth int) {
		switch v := v.(type) {
		case value.Object:
			if depth < maxDepth && len(v) <= maxNames {
				for _, m := range v {
					visit(m.Value, at+"/"+plainName(m.Name), depth+1)
				}
			}
		case []any:
			if depth < maxDepth {
				for _, e := range v[:min(len(v), maxElements)] {
					visit(e, at+"/*", depth+1)
				}
			}
		default:
			if m, ok := scalar(v, at); ok {
				out = append(out, m)
			}
		}
	}
	visit(v, "", 0)
	slices.SortFunc(out, func(a, b member) int { // lists may come in any order
		return cmp.Or(strings.Compare(a.at, b.at), strings.Compare(a.text, b.text), strings.Compare(a.class, b.class))
	})
	return slices.Compact(out)
}

// isIDName reports whether the values of a member only tell elements apart: how many there are already is no class of
// answers.
func isIDName(name string) bool {
	for _, whole := range [...]string{"id", "uuid", "guid"} {
		if strings.EqualFold(strings.TrimPrefix(name, "_"), whole) {
			return true
		}
	}
	for _, end := range [...]string{"Id", "ID", "_id", "Uuid", "UUID", "_uuid"} {
		rest, ok := strings.CutSuffix(name, end)
		if ok && rest != "" && 'a' <= rest[len(rest)-1] && rest[len(rest)-1] <= 'z' {
			return true
		}
	}
	return false
}

// scalar returns what a scalar is as a member. Nothing and the empty text are parts of
// the shape.
func scalar(v any, at string) (member, bool) {
	m := member{at: at}
	if isIDName(at[strings.LastIndexByte(at, '/')+1:]) {
		return m, false
	}
	switch v := v.(type) {
	case nil:
	case string:
		// Times, ids and tokens have digits. One that comes twice in a test is no class.
		m.text, m.loose = v, utf8.RuneCountInString(v) > maxText || strings.ContainsFunc(v, unicode.IsDigit)
	case bool:
		m.text = strconv.FormatBool(v)
	case json.Number:
		return number(m, v.String())
	default:
		return number(m, string(value.AppendJSON(nil, v)))
	}
	return m, m.text != ""
}

// maxClasses is how many classes of numbers there are.
const maxClasses = 12

// large is where large numbers begin.
const large = 1000

// number adds what a number is: its class, and itself if it is a small whole one.
func number(m member, text string) (member, bool) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return m, false
	}
	if x == math.Trunc(x) && math.Abs(x) < large {
		m.text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	m.class = sizeOf(x)
	return m, true
}

// sizeOf is the class of a number: 0, 1, and of each sign: below 1, small and large,
// the last two whole or not.
func sizeOf(x float64) string {
	size, whole, sign := math.Abs(x), x == math.Trunc(x), ""
	if x < 0 {
		sign = "-"
	}
	switch {
	case x == 0:
		return "is 0"
	case x == 1:
		return "is 1"
	case size < 1:
		return "like " + sign + "0.x"
	case size < large && whole:
		return "like " + sign + "x"
	case size < large:
		return "like " + sign + "x.x"
	case whole:
		return "like " + sign + "xxxx"
	}
	return "like " + sign + "xxxx.x"
}
