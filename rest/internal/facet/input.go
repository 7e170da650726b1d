package facet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxInputs is the number of inputs of an operation that make pairs. maxPairs is the number of pairs that are
	// targets, for an operation and a status.
	maxInputs, maxPairs = 8, 100
)

// Inputs are the inputs of an operation whose classes count.
type Inputs []input

type input struct {
	in, name     string
	enum         []any
	namesElement bool // the input is a path parameter that names an element of a collection
	repeatsPath  bool // the input is a member of the body that repeats the id in the path
}

// Roles tell the roles of the inputs of an operation. Key reports whether a parameter of the path names an element of a
// collection: its value tells nothing about the class of a call. Itself reports whether a member of the body has the
// name of the id of the element in the path.
type Roles struct{ Key, Itself func(name string) bool }

// InputsOf returns the path and query parameters of an operation, and the members of its first body with members.
func InputsOf(op *openapi.Operation, roles Roles) (out Inputs) {
	add := func(in, name string, s *openapi.Schema) {
		i := input{in: in, name: name, namesElement: in == openapi.InPath && roles.Key(name),
			repeatsPath: in == body && roles.Itself(name)}
		if s != nil && len(s.Enum) <= maxValues {
			i.enum = s.Enum
		}
		if len(out) < maxInputs {
			out = append(out, i)
		}
	}
	for _, p := range op.Parameters {
		if p.In == openapi.InPath || p.In == openapi.InQuery {
			add(p.In, p.Name, p.Schema)
		}
	}
	for _, b := range op.Bodies {
		if b.Schema != nil && len(b.Schema.Properties) > 0 {
			for _, p := range b.Schema.Properties {
				add(body, p.Name, p.Schema)
			}
			break
		}
	}
	return out
}

// Named returns the classes of the ids of a call that found nothing: in its path, and in members of the body that
// repeat them. Different parts of a program often refuse an unknown number and an id that is no number.
func (in Inputs) Named(r *message.Request) (out []Class) {
	sent := membersIn(r)
	for i := range in {
		if in[i].in != openapi.InPath && !in[i].repeatsPath {
			continue
		}
		c := in[i].classOf(r, sent)
		if _, err := strconv.ParseFloat(c.text, 64); c.number || err == nil {
			c = Class{is: "a number"}
		}
		if in[i].repeatsPath {
			in.comparePath(&c, &in[i], r, sent)
		}
		c.name, c.text = in[i].name, ""
		out = append(out, c)
	}
	return out
}

// membersIn returns the members of the JSON body of a call.
func membersIn(r *message.Request) (sent value.Object) {
	if r.JSONBody {
		v, _ := value.ParseJSON(r.Body)
		sent, _ = v.(value.Object)
	}
	return sent
}

// comparePath changes the class of a member that repeats an id in the path, if it has the same value as the path.
func (in Inputs) comparePath(c *Class, member *input, r *message.Request, sent value.Object) {
	v, ok := sent.Get(member.name)
	if !ok {
		return
	}
	text, isText := v.(string)
	if !isText {
		text = string(value.AppendJSON(nil, v))
	}
	for i := range r.Path {
		if p := &r.Path[i]; p.Param != "" && p.Raw == text &&
			slices.ContainsFunc(in, func(key input) bool { return key.namesElement && key.name == p.Param }) {
			*c = Class{is: "as in the path"}
		}
	}
}

// body is the place of members of the body, and absent the class of an input that the call does not send.
const body, absent = "body", "absent"

// Class is the class of the value of an input in a call.
type Class struct {
	name, is string
	number   bool
	x        float64 // value of a number
	text     string  // value of a text
	inQuery  bool    // the query has the input
}

// Classes returns the class of each input in a call, such as "a > 0", "sort = asc" or "page absent".
func (in Inputs) Classes(r *message.Request) (out []Class) {
	sent := membersIn(r)
	for i := range in {
		if in[i].namesElement {
			continue
		}
		c := in[i].classOf(r, sent)
		if in[i].repeatsPath {
			in.comparePath(&c, &in[i], r, sent)
		}
		c.name, c.inQuery = in[i].name, in[i].in == openapi.InQuery && c.is != absent
		out = append(out, c)
	}
	return out
}

// classOf returns the class of an input in a call. sent has the members of the body.
func (in *input) classOf(r *message.Request, sent value.Object) Class {
	switch in.in {
	case body:
		if v, ok := sent.Get(in.name); ok {
			return in.classOfValue(v)
		}
	case openapi.InQuery:
		for _, p := range r.Query {
			if p.Name == in.name {
				return in.classOfText(p.Value)
			}
		}
	default:
		for i := range r.Path {
			if r.Path[i].Param == in.name {
				return in.classOfText(r.Path[i].Raw)
			}
		}
	}
	return Class{is: absent}
}

// classOfText returns the class of a value that the call sends as a text.
func (in *input) classOfText(s string) Class {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		return classOfNumber(x)
	}
	if s == "true" || s == "false" {
		return Class{is: "= " + s}
	}
	return in.classOfValue(s)
}

// classOfValue returns the class of a value in a body.
func (in *input) classOfValue(v any) Class {
	if slices.ContainsFunc(in.enum, func(e any) bool { return value.Equal(e, v) }) {
		return Class{is: "= " + string(value.AppendJSON(nil, v))}
	}
	switch v := v.(type) {
	case nil:
		return Class{is: "= null"}
	case bool:
		return Class{is: "= " + strconv.FormatBool(v)}
	case string:
		return Class{is: choose(v == "", "empty", "a text"), text: v}
	case []any:
		return Class{is: choose(len(v) == 0, "empty", "a list")}
	case value.Object:
		return Class{is: "an object"}
	}
	x, err := strconv.ParseFloat(string(value.AppendJSON(nil, v)), 64)
	if err != nil {
		return Class{is: "out of range"}
	}
	return classOfNumber(x)
}

func choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// classOfNumber returns the class of a number, which is its sign.
func classOfNumber(x float64) Class {
	if math.IsNaN(x) {
		return Class{is: "not a number"}
	}
	return Class{is: strings.TrimSpace(compareSign(x, 0)) + " 0", number: true, x: x}
}

// pairsOf returns the pairs of some classes (2-way coverage, D. R. Kuhn, D. R. Wallace and A. M. Gallo, IEEE TSE 2004).
// Of a single class it returns the class alone.
func pairsOf(classes []Class) (out []string) {
	if len(classes) == 1 {
		return []string{classes[0].describe()}
	}
	for i := range classes {
		for j := range classes[:i] {
			a, b := &classes[j], &classes[i]
			out = append(out, a.describe()+", "+b.describe())
		}
	}
	return out
}

// compare compares the numbers among some classes, two at a time: their signs, and which number is larger. It
// compares the distances from 0 of numbers with different signs. If the call was accepted, it also compares texts, and
// returns the separators in texts and each class alone.
func compare(classes []Class, accepted bool) (out []string) {
	for i := range classes {
		if mark := firstSeparator(classes[i].text); accepted && mark != "" {
			out = append(out, classes[i].name+" with "+mark)
		}
		if accepted && len(classes) > 1 {
			out = append(out, classes[i].describe())
		}
		for j := range classes[:i] {
			a, b := &classes[j], &classes[i]
			switch {
			case a.text != "" && b.text != "":
				if how := compareTexts(a, b); accepted && how != "" {
					out = append(out, how)
				}
			case !a.number || !b.number:
			case a.x == 0 || b.x == 0:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is)
			case a.is == b.is:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is+", "+a.name+compareSign(a.x, b.x)+b.name)
			default:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is+", |"+a.name+"|"+
					compareSign(math.Abs(a.x), math.Abs(b.x))+"|"+b.name+"|")
			}
		}
	}
	return out
}

// formOf returns the form of a call: its inputs with their types.
func formOf(classes []Class) string {
	var out strings.Builder
	for i := range classes {
		is := classes[i].is
		if classes[i].number {
			is = "a number"
		}
		out.WriteString(classes[i].name + " " + is + ", ")
	}
	return out.String()
}

// inputsAsked returns the inputs in the query of a call, each alone and two at a time: an element may pass a filter
// alone and not two filters together.
func inputsAsked(classes []Class) (out []string) {
	for i := range classes {
		if !classes[i].inQuery {
			continue
		}
		out = append(out, classes[i].name)
		for j := range classes[:i] {
			if classes[j].inQuery {
				out = append(out, classes[j].name+" and "+classes[i].name)
			}
		}
	}
	return out
}

// compareTexts compares two texts. It returns "" if neither contains the other.
func compareTexts(a, b *Class) string {
	switch {
	case a.text == b.text:
		return a.name + " = " + b.name
	case strings.Contains(b.text, a.text):
		return a.name + " in " + b.name
	case strings.Contains(a.text, b.text):
		return b.name + " in " + a.name
	}
	return ""
}

// separators has the usual characters between the parts of a text, such as a file name, an address, a date, or a
// comparison.
const separators = ".,:-/@=~!<>"

// longestMark is the greatest length of a separator, such as "!=".
const longestMark = 2

// firstSeparator returns the first separator in a text, in quotes, "" for none.
func firstSeparator(text string) string {
	at := strings.IndexAny(text, separators)
	if at < 0 {
		return ""
	}
	rest := text[at:]
	n := len(rest) - len(strings.TrimLeft(rest, separators))
	return strconv.Quote(rest[:min(n, longestMark)])
}

// describe describes a class with the name of its input, and a number by its size.
func (c *Class) describe() string {
	if c.number {
		return c.name + " " + classOfSize(c.x)
	}
	return c.name + " " + c.is
}

// compareSign returns the sign of the comparison of two numbers, with blanks around.
func compareSign(a, b float64) string {
	switch {
	case a < b:
		return " < "
	case a > b:
		return " > "
	}
	return " = "
}
