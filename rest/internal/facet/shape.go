package facet

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

const (
	// maxDepth is the depth to which answers are read. An object with more than maxNames members is a table.
	// maxElements is the number of elements of a list that count.
	maxDepth, maxNames, maxElements = 4, 40, 20
	// maxText is the greatest length of a text that may belong to a small set.
	maxText = 40
)

// shapeOf returns the shape of a JSON value: its members, its empty lists and texts, and its nulls, as in
// "{id items[{name}] note=null tags[.]}". The elements of a list count together.
func shapeOf(v any) string {
	var b strings.Builder
	writeShape(&b, []any{v}, 0, false)
	return b.String()
}

// parts has the parts of several values together.
type parts struct {
	members            []value.Member // sorted by name
	names              int            // number of different names of members
	elements           []any
	object, list, null bool // some value is an object, a list, or null
	empty              bool // some value is an empty text
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

// writeShape writes the shape of several values together. inList says that they are the elements of a list.
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
		b.WriteString(maskName(name))
		writeShape(b, values[from:to], depth+1, false)
	}
	b.WriteByte('}')
}

// maskName returns the name of a member, or # for a name with a digit inside and for a very long name: such names are
// most likely data.
func maskName(name string) string {
	if utf8.RuneCountInString(name) > maxText ||
		strings.ContainsFunc(strings.TrimRight(name, "0123456789"), unicode.IsDigit) {
		return "#"
	}
	return name
}

// member is a scalar of an answer.
type member struct {
	at    string // pointer without indexes
	text  string // the scalar as a text; "" for a scalar that belongs to no small set
	loose bool   // the text is no target, and only counts among the different texts
	class string // class of a number, "" for other scalars
}

// membersOf lists the scalars of a value. The elements of a list share their pointer, and each text counts once.
func membersOf(v any) (out []member) {
	var visit func(v any, at string, depth int)
	visit = func(v any, at string, depth int) {
		switch v := v.(type) {
		case value.Object:
			if depth < maxDepth && len(v) <= maxNames {
				for _, m := range v {
					visit(m.Value, at+"/"+maskName(m.Name), depth+1)
				}
			}
		case []any:
			if depth < maxDepth {
				for _, e := range v[:min(len(v), maxElements)] {
					visit(e, at+"/*", depth+1)
				}
			}
		default:
			if m, ok := memberOf(v, at); ok {
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

// isIDName reports whether a member is an id by its name. The values of ids make no classes of answers.
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

// memberOf returns a scalar as a member. It returns false for null, the empty text and ids: shapes have the first two.
func memberOf(v any, at string) (member, bool) {
	m := member{at: at}
	if isIDName(at[strings.LastIndexByte(at, '/')+1:]) {
		return m, false
	}
	switch v := v.(type) {
	case nil:
	case string:
		// Times, ids and tokens have digits. Such a text may come twice in a test by accident.
		m.text, m.loose = v, utf8.RuneCountInString(v) > maxText || strings.ContainsFunc(v, unicode.IsDigit)
	case bool:
		m.text = strconv.FormatBool(v)
	default:
		return withNumber(m, string(value.AppendJSON(nil, v)))
	}
	return m, m.text != ""
}

// maxClasses is the number of classes of numbers.
const maxClasses = 12

// large is the least large number.
const large = 1000

// withNumber adds the class of a number to a member, and the text of a small whole number.
func withNumber(m member, text string) (member, bool) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return m, false
	}
	if x == math.Trunc(x) && math.Abs(x) < large {
		m.text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	m.class = classOfSize(x)
	return m, true
}

// classOfSize returns the class of a number: 0, 1, and for each sign the numbers below 1, small numbers and large
// numbers. The last two classes distinguish whole numbers.
func classOfSize(x float64) string {
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
