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
	// maxInputs is how many inputs of an operation are paired, and maxPairs how many
	// pairs of an operation and a status are targets.
	maxInputs, maxPairs = 8, 100
)

// Inputs are what an operation declares: the inputs whose classes count.
type Inputs []input

type input struct {
	in, name string
	enum     []any
	key      bool // it names an element of a collection
	itself   bool // it is a member that says again which element the path names
}

// Roles say what inputs of an operation are about. Key reports whether a parameter of the path
// names an element of a collection: what it is called tells nothing. Itself reports whether a
// member of the body is called like the id of what the path names.
type Roles struct{ Key, Itself func(name string) bool }

// InputsOf returns the path and query parameters of an operation, and the members of its
// first JSON body.
func InputsOf(op *openapi.Operation, roles Roles) (out Inputs) {
	add := func(in, name string, s *openapi.Schema) {
		i := input{in: in, name: name, key: in == openapi.InPath && roles.Key(name),
			itself: in == body && roles.Itself(name)}
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

// Named returns the classes of what a call names that found nothing, in its path and again in its
// body: what is no number there is often refused by somebody else than a number that nothing has.
func (in Inputs) Named(r *message.Request) (out []Class) {
	sent := membersIn(r)
	for i := range in {
		if in[i].in != openapi.InPath && !in[i].itself {
			continue
		}
		c := in[i].class(r, sent)
		if _, err := strconv.ParseFloat(c.text, 64); c.number || err == nil {
			c = Class{is: "a number"}
		}
		if in[i].itself {
			in.again(&c, &in[i], r, sent)
		}
		c.name, c.text = in[i].name, ""
		out = append(out, c)
	}
	return out
}

// membersIn are the members of the JSON body of a call.
func membersIn(r *message.Request) (sent value.Object) {
	if r.JSONBody {
		v, _ := value.ParseJSON(r.Body)
		sent, _ = v.(value.Object)
	}
	return sent
}

// again gives a member that says which element the path names a class of its own, if it says the same.
func (in Inputs) again(c *Class, member *input, r *message.Request, sent value.Object) {
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
			slices.ContainsFunc(in, func(key input) bool { return key.key && key.name == p.Param }) {
			*c = Class{is: "as in the path"}
		}
	}
}

// body is where members of a body are, and absent the class of what is not sent.
const body, absent = "body", "absent"

// Class is what an input is like in a call.
type Class struct {
	name, is string
	number   bool
	x        float64 // if it is a number
	text     string  // if it is a text
	asked    bool    // it is sent in the query
}

// Classes returns the class of each input in a call, such as "a > 0", "sort = asc" or
// "page absent".
func (in Inputs) Classes(r *message.Request) (out []Class) {
	sent := membersIn(r)
	for i := range in {
		if in[i].key {
			continue
		}
		c := in[i].class(r, sent)
		if in[i].itself {
			in.again(&c, &in[i], r, sent)
		}
		c.name, c.asked = in[i].name, in[i].in == openapi.InQuery && c.is != absent
		out = append(out, c)
	}
	return out
}

func (in *input) class(r *message.Request, sent value.Object) Class {
	switch in.in {
	case body:
		for _, m := range sent {
			if m.Name == in.name {
				return in.of(m.Value)
			}
		}
	case openapi.InQuery:
		for _, p := range r.Query {
			if p.Name == in.name {
				return in.text(p.Value)
			}
		}
	default:
		for i := range r.Path {
			if r.Path[i].Param == in.name {
				return in.text(r.Path[i].Raw)
			}
		}
	}
	return Class{is: absent}
}

// text is the class of a value that is sent as a text.
func (in *input) text(s string) Class {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		return numeric(x)
	}
	if s == "true" || s == "false" {
		return Class{is: "= " + s}
	}
	return in.of(s)
}

// of is the class of a value of a body.
func (in *input) of(v any) Class {
	if slices.ContainsFunc(in.enum, func(e any) bool { return value.Equal(e, v) }) {
		return Class{is: "= " + string(value.AppendJSON(nil, v))}
	}
	switch v := v.(type) {
	case nil:
		return Class{is: "= null"}
	case bool:
		return Class{is: "= " + strconv.FormatBool(v)}
	case string:
		return Class{is: either(v == "", "empty", "a text"), text: v}
	case []any:
		return Class{is: either(len(v) == 0, "empty", "a list")}
	case value.Object:
		return Class{is: "an object"}
	}
	x, err := strconv.ParseFloat(string(value.AppendJSON(nil, v)), 64)
	if err != nil {
		return Class{is: "out of range"}
	}
	return numeric(x)
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// numeric is the class of a number: its sign.
func numeric(x float64) Class {
	c := Class{number: true, x: x}
	switch {
	case x > 0:
		c.is = "> 0"
	case x < 0:
		c.is = "< 0"
	case x == 0:
		c.is = "= 0"
	default:
		return Class{is: "not a number"}
	}
	return c
}

// pairs returns the pairs of some classes (2-way coverage, D. R. Kuhn, D. R. Wallace and
// A. M. Gallo, IEEE TSE 2004), or what there is of a single one.
func pairs(classes []Class) (out []string) {
	if len(classes) == 1 {
		return []string{classes[0].alone()}
	}
	for i := range classes {
		for j := range classes[:i] {
			a, b := &classes[j], &classes[i]
			out = append(out, a.alone()+", "+b.alone())
		}
	}
	return out
}

// comparisons returns how the numbers among some classes compare, two at a time: their
// signs, and which is larger; of two signs, which is farther from 0. If the call was accepted,
// it also returns how two texts compare, what separates the parts of one, and each class alone.
func comparisons(classes []Class, accepted bool) (out []string) {
	for i := range classes {
		if mark := marked(classes[i].text); accepted && mark != "" {
			out = append(out, classes[i].name+" with "+mark)
		}
		if accepted && len(classes) > 1 {
			out = append(out, classes[i].alone())
		}
		for j := range classes[:i] {
			a, b := &classes[j], &classes[i]
			switch {
			case a.text != "" && b.text != "":
				if how := related(a, b); accepted && how != "" {
					out = append(out, how)
				}
			case !a.number || !b.number:
			case a.x == 0 || b.x == 0:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is)
			case a.is == b.is:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is+", "+a.name+order(a.x, b.x)+b.name)
			default:
				out = append(out, a.name+" "+a.is+", "+b.name+" "+b.is+", |"+a.name+"|"+
					order(math.Abs(a.x), math.Abs(b.x))+"|"+b.name+"|")
			}
		}
	}
	return out
}

// formOf says which inputs a call sends, and of which type each is.
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

// given returns the inputs that a call sends in its query, each alone and two at a time: who
// filters by one finds what the other hides.
func given(classes []Class) (out []string) {
	for i := range classes {
		if !classes[i].asked {
			continue
		}
		out = append(out, classes[i].name)
		for j := range classes[:i] {
			if classes[j].asked {
				out = append(out, classes[j].name+" and "+classes[i].name)
			}
		}
	}
	return out
}

// related says how two texts compare, "" for those that have nothing in common.
func related(a, b *Class) string {
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

// separators are what texts of parts usually have between them: names of files, addresses,
// dates, and what is compared.
const separators = ".,:-/@=~!<>"

// longestMark is the most characters of a separator, such as "!=".
const longestMark = 2

// marked is the first separator in a text, "" if there is none.
func marked(text string) string {
	at := strings.IndexAny(text, separators)
	if at < 0 {
		return ""
	}
	rest := text[at:]
	n := len(rest) - len(strings.TrimLeft(rest, separators))
	return strconv.Quote(rest[:min(n, longestMark)])
}

// alone is a class with how large a number is.
func (c *Class) alone() string {
	if c.number {
		return c.name + " " + sizeOf(c.x)
	}
	return c.name + " " + c.is
}

func order(a, b float64) string {
	switch {
	case a < b:
		return " < "
	case a > b:
		return " > "
	}
	return " = "
}
