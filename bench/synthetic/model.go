package synthetic

import (
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// Model is a config worked out: what classes there are and what each has.
type Model struct {
	Config  Config
	Classes []*Class
}

// Class is a class of resources.
type Class struct {
	// Name has five characters, of which the first is an upper-case letter.
	Name string
	// Owned are the classes that one is composed of.
	Owned []*Class
	// Refs are the classes that one refers to, Checked those of them whose
	// value it asks something of.
	Refs, Checked []*Class
	// Users are the classes that are composed of this one or refer to it.
	Users  []*Class
	paths  Paths
	window bool
}

// NewModel works out a config.
func NewModel(c Config) (*Model, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	m := &Model{Config: c.withDefaults()}
	for _, name := range names(c.Seed, c.Classes) {
		m.Classes = append(m.Classes, &Class{Name: name, paths: m.Config.Paths, window: m.Config.ValueWindow})
	}
	for _, e := range c.Edges {
		from, to := m.Classes[e.From], m.Classes[e.To]
		to.Users = append(to.Users, from)
		switch e.Kind {
		case Composition:
			from.Owned = append(from.Owned, to)
		case Property:
			from.Checked = append(from.Checked, to)
			from.Refs = append(from.Refs, to)
		default:
			from.Refs = append(from.Refs, to)
		}
	}
	return m, nil
}

// Has says whether the classes have an operation.
func (m *Model) Has(method Method) bool { return slices.Contains(m.Config.Methods, method) }

// names draws different names, different in lower case as well: they become
// the names of files and of JSON's members. A name that means something to Go,
// or to the generated functions, is drawn again.
func names(seed uint64, n int) []string {
	const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters := upper + strings.ToLower(upper) + "0123456789"
	r := rand.New(rand.NewPCG(seed, 0))
	var drawn []string
	for len(drawn) < n {
		name := []byte{upper[r.IntN(len(upper))]}
		for range 4 {
			name = append(name, letters[r.IntN(len(letters))])
		}
		taken := slices.ContainsFunc(drawn, func(s string) bool { return strings.EqualFold(s, string(name)) })
		if !taken && !reserved(strings.ToLower(string(name[:1]))+string(name[1:])) {
			drawn = append(drawn, string(name))
		}
	}
	return drawn
}

// reserved says whether a word of five characters stands for something else
// where the class's variables are.
func reserved(word string) bool {
	return token.IsKeyword(word) || types.Universe.Lookup(word) != nil ||
		slices.Contains([]string{"found", "owned", "store", "value"}, word)
}

// Lower is the name with its first letter in lower case.
func (c *Class) Lower() string { return strings.ToLower(c.Name[:1]) + c.Name[1:] }

// Plural is the segment of a path for the collection.
func (c *Class) Plural() string { return c.Lower() + "s" }

// RefID is the name of what refers to a resource of the class: a member of
// bodies, a parameter of PATCH, and a path parameter of those below it. As in
// the originals that is not "id", which its own body has.
func (c *Class) RefID() string { return c.Lower() + "Id" }

// ItemID is the path parameter of the item itself.
func (c *Class) ItemID() string { return c.Plural() + "Id" }

// Above are the classes that paths show before the class itself.
func (c *Class) Above() []*Class {
	if c.paths != Shown {
		return nil
	}
	var above []*Class
	for _, ref := range slices.Backward(c.Refs) {
		for _, a := range append(ref.Above(), ref) {
			if !slices.Contains(above, a) {
				above = append(above, a)
			}
		}
	}
	return above
}

// Collection is the path of the collection, Item that of one resource.
func (c *Class) Collection() string {
	path := "/api/"
	for _, a := range c.Above() {
		path += a.Plural() + "/{" + a.RefID() + "}/"
	}
	return path + c.Plural()
}

// Item is the path of one resource.
func (c *Class) Item() string { return c.Collection() + "/{" + c.ItemID() + "}" }

// Medians says that the property compares medians and averages, of the values
// owned (of the resource's own value where it does not own several) and of the
// values referred to. Otherwise it asks for one equal value.
func (c *Class) Medians() bool {
	return len(c.Checked) > 1 || len(c.Checked) == 1 && len(c.Owned) > 1
}

// Field is a member of a class's body.
type Field struct {
	Name string
	Text bool // a string, otherwise an int32
}

// Fields are the members of a class's body, all of them required.
func (c *Class) Fields() []Field {
	fields := []Field{{"id", false}, {"name", true}, {"value", false}}
	for _, r := range c.Refs {
		fields = append(fields, Field{r.RefID(), false})
	}
	for _, o := range c.Owned {
		fields = append(fields, Field{o.RefID(), false})
	}
	for _, o := range c.Owned {
		fields = append(fields, Field{o.Lower() + "Name", true}, Field{o.Lower() + "Value", false})
	}
	return fields
}

// Params are the query parameters of PATCH, all of them optional.
func (c *Class) Params() []Field {
	params := []Field{{c.Plural() + "name", true}, {c.Plural() + "value", false}}
	if c.paths == Hide {
		for _, r := range c.Refs {
			params = append(params, Field{r.RefID(), false})
		}
	}
	for _, o := range c.Owned {
		params = append(params, Field{o.Lower() + "Name", true}, Field{o.Lower() + "Value", false})
	}
	return params
}
