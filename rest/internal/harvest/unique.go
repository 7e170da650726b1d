package harvest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// If nobody can reset a service, a test cannot create the same named element twice. So its key is a name that is new
// in each execution, also in the written test: the value that the test chose, and a number.

const (
	// leastNumber is the least number of a name, and numbers is how many there are: all have nine digits.
	leastNumber, numbers = 100_000_000, 900_000_000
	// maxStem is the number of characters of a value that stay in a name.
	maxStem = 20
	// maxBodyKeys is the number of members of one body that are tried as keys.
	maxBodyKeys = 3
	inPath      = openapi.InPath + " "
	inBody      = "body "
)

// keyed returns forms of a test whose keys are new in each execution: first those in paths, then those in bodies, each
// alone and all together.
func keyed(x *execute.Executor, test *testcase.Case) (out []*testcase.Case) {
	if form := keyedPaths(x, test); form != nil {
		out = append(out, form)
	}
	all, several := test.Clone(), 0
	for i, a := range test.Actions {
		for _, key := range bodyKeys(x, a.(*action.Call)) {
			one := test.Clone()
			for _, form := range []*testcase.Case{one, all} {
				c := form.Actions[i].(*action.Call)
				c.Keys = append(slices.Clip(c.Keys), key)
			}
			out = append(out, one)
			several++
		}
	}
	if several > 1 {
		out = append(out, all)
	}
	return out
}

// keyedPaths returns a test whose calls create the elements named in their paths under new names in each execution, or
// nil if no call creates such an element. Elements below a new one are new as well.
func keyedPaths(x *execute.Executor, test *testcase.Case) *testcase.Case {
	out, fresh := test.Clone(), map[string]bool{}
	for _, a := range out.Actions {
		c := a.(*action.Call)
		path, key := c.Op.Spec.Path, -1
		for i, p := range c.Genotype.Params {
			if p.Spec.In == openapi.InPath &&
				(api.EndsIn(path, p.Spec.Name) && makes(x, c.Op) || p.Spec.Name == x.Effects.Ground.Chosen(c.Op)) {
				key = i
			}
		}
		below := slices.ContainsFunc(c.Genotype.Params, func(p genotype.Param) bool {
			return p.Spec.In == openapi.InPath && fresh[api.BeforeParam(path, p.Spec.Name)] &&
				!api.EndsIn(path, p.Spec.Name)
		})
		if key < 0 || below || len(c.Keys) > 0 || c.Genotype.IsInvalid() {
			continue
		}
		p := c.Genotype.Params[key]
		if _, text := p.Gene.Value().(string); text {
			c.Keys = []string{inPath + p.Spec.Name}
			fresh[api.BeforeParam(path, p.Spec.Name)] = true
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return out
}

// absent returns a test whose last call uses ids that nobody has created, or nil if it has no id that is a text.
func absent(test *testcase.Case) *testcase.Case {
	out := test.Clone()
	c := out.Actions[len(out.Actions)-1].(*action.Call)
	for _, p := range c.Genotype.Params {
		if _, text := p.Gene.Value().(string); text && p.Spec.In == openapi.InPath && len(c.Keys) == 0 {
			c.Keys = []string{inPath + p.Spec.Name}
			return out
		}
	}
	return nil
}

// makes reports whether an operation creates the element that its path names.
func makes(x *execute.Executor, op *api.Operation) bool {
	if op.Spec.Method == "POST" {
		return op.Chooses
	}
	return x.Tally[op.Index].Statuses[201] > 0 || op.Spec.Method == "PUT" && effects.Takes(x.Effects.Ground, op)
}

// bodyKeys returns the members of a body that may have to be new: texts that name the element that a POST creates. Ids
// that the system chooses do not count, because their form may be unknown.
func bodyKeys(x *execute.Executor, c *action.Call) (keys []string) {
	if c.Op.Spec.Method != "POST" || c.Genotype.Body == nil || len(c.Keys) > 0 || c.Genotype.IsInvalid() {
		return nil
	}
	members, _ := c.Genotype.Body.Value().(value.Object)
	for _, m := range members {
		if _, text := m.Value.(string); text && words.Names.Ends(m.Name) &&
			!effects.Gives(x.Effects.Ground, c.Op.Spec.Path, m.Name) && len(keys) < maxBodyKeys {
			keys = append(keys, inBody+m.Name)
		}
	}
	return keys
}

// namer makes names. It counts the executions with new names.
type namer struct{ executions int }

// named returns a test with new names for the next execution, and these names. It returns a test without keys
// unchanged.
func (a *namer) named(test *testcase.Case) (*testcase.Case, []execute.Name) {
	if !slices.ContainsFunc(test.Actions, func(a testcase.Action) bool { return len(a.(*action.Call).Keys) > 0 }) {
		return test, nil
	}
	a.executions++
	number := strconv.Itoa(leastNumber + rand.New(rand.NewPCG(3, uint64(a.executions))).IntN(numbers))
	out := test.Clone()
	var names []execute.Name
	for _, one := range out.Actions {
		c := one.(*action.Call)
		for _, key := range c.Keys {
			old, set := keyOf(c, key)
			if n, ok := renamed(out, c, key, old, number, set); ok {
				names = append(names, n)
			}
		}
	}
	return out, names
}

func texts(names []execute.Name) (out []string) {
	for _, n := range names {
		out = append(out, n.Text)
	}
	return out
}

// renamed gives a key of a call a new name, and all equal values of the test as well.
func renamed(test *testcase.Case, c *action.Call, key, old, number string, set func(string) bool) (execute.Name, bool) {
	if set == nil || strings.Contains(old, number) {
		return execute.Name{}, false
	}
	stem, rest := stemOf(old)
	if !set(stem + number + rest) {
		if stem = stem[:1]; !set(stem + number + rest) { // the gene may not accept so long a text
			return execute.Name{}, false
		}
	}
	setEqual(test, old, stem+number+rest)
	param, inPath := strings.CutPrefix(key, inPath)
	collection, word := c.Op.Spec.Path, suite.LowerCamel(api.Element(c.Op.Spec.Path), strings.TrimPrefix(key, inBody))
	if inPath {
		collection, word = api.BeforeParam(c.Op.Spec.Path, param), suite.LowerCamel(param)
	}
	for _, a := range test.Actions {
		other := a.(*action.Call)
		for i := range other.Genotype.Params {
			p := &other.Genotype.Params[i]
			if p.Spec.In == openapi.InPath && api.BeforeParam(other.Op.Spec.Path, p.Spec.Name) == collection &&
				p.Gene.Value() == old {
				gene.Assign(p.Gene, stem+number+rest)
			}
		}
	}
	return execute.Name{Stem: stem, Text: stem + number, Variable: word}, true
}

// keyOf returns the text of a key, and a function that sets it. The function is nil if the call has no such key.
func keyOf(c *action.Call, key string) (text string, set func(string) bool) {
	if param, ok := strings.CutPrefix(key, inPath); ok {
		i := slices.IndexFunc(c.Genotype.Params, func(p genotype.Param) bool {
			return p.Spec.In == openapi.InPath && p.Spec.Name == param
		})
		if i < 0 {
			return "", nil
		}
		g := c.Genotype.Params[i].Gene
		text, ok = g.Value().(string)
		if !ok {
			return "", nil
		}
		return text, func(s string) bool { return gene.Assign(g, s) && g.Value() == s }
	}
	b, name := c.Genotype.Body, strings.TrimPrefix(key, inBody)
	if b == nil {
		return "", nil
	}
	g := b.Contents[b.Media()]
	at := func() string {
		members, _ := g.Value().(value.Object)
		v, _ := members.Get(name)
		text, _ := v.(string)
		return text
	}
	if text = at(); text == "" {
		return "", nil
	}
	return text, func(s string) bool {
		return gene.Assign(g, genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: name}}, s)) && at() == s
	}
}

// stemOf returns the part of a value before the number of a name, and the part after it, such as the host of an email
// address.
func stemOf(text string) (stem, rest string) {
	if at := strings.LastIndexByte(text, '@'); at > 0 {
		text, rest = text[:at], text[at:]
	}
	stem = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._", r) {
			return r
		}
		return -1
	}, text)
	if stem = stem[:min(len(stem), maxStem)]; stem == "" {
		stem = "x"
	}
	return stem, rest
}
