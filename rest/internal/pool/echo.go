package pool

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// inPath reports whether a parameter is in the path.
func inPath(c *action.Call, param int) bool {
	return param != genotype.InBody && c.Genotype.Params[param].Spec.In == openapi.InPath
}

// echo copies the value of a path parameter into inputs outside of the path, usually into inputs of the same name,
// sometimes into any input. It reports whether it changed the call.
func echo(r *rand.Rand, c *action.Call) bool {
	var params []int
	for i := range c.Genotype.Params {
		if inPath(c, i) {
			params = append(params, i)
		}
	}
	if len(params) == 0 {
		return false
	}
	param := params[len(params)-1] // the last parameter names the resource of the call
	if r.IntN(len(params)+1) == 0 {
		param = params[r.IntN(len(params))]
	}
	if b := c.Genotype.Body; b != nil && !b.On {
		b.Set(true)
	}
	all := slices.DeleteFunc(action.Takers(c), func(t action.Taker) bool { return inPath(c, t.Param) })
	names := namesOf(c, param)
	about := slices.DeleteFunc(slices.Clone(all),
		func(t action.Taker) bool { return !slices.Contains(names, words.Plain(t.Name)) })
	if len(all) > 0 && (len(about) == 0 || chance.Seldom(r)) {
		if !chance.Seldom(r) {
			return false
		}
		about = all
	}
	if len(about) == 0 {
		return false
	}
	if r.IntN(2) == 0 || len(about) == len(all) {
		at := r.IntN(len(about))
		about = about[at : at+1]
	}
	changed := false
	for _, t := range about {
		changed = says(c, t, param) || changed
	}
	return changed
}

// says gives an input the value of a path parameter. It reports whether the input accepts it.
func says(c *action.Call, t action.Taker, param int) bool {
	v := c.Genotype.Params[param].Gene.Value()
	if !gene.Assign(t.Gene, v) {
		if s, ok := t.Gene.(gene.Switch); ok && value.IsAbsent(t.Value()) {
			s.Set(true)
		}
	}
	if value.IsAbsent(t.Value()) {
		return false
	}
	return c.Echo(t, param)
}

// namesOf lists the plain names that other inputs use for the value of a path parameter. For bookId in /books/{bookId}
// these are "bookid", "bookbookid" and "id".
func namesOf(c *action.Call, param int) []string {
	spec := c.Genotype.Params[param].Spec
	own := words.Plain(spec.Name)
	out := []string{own}
	before := api.BeforeParam(c.Op.Spec.Path, spec.Name)
	for _, noun := range api.Singulars(words.Plain(before[strings.LastIndexByte(before, '/')+1:])) {
		out = append(out, noun+"id", noun+own)
		if rest, ok := strings.CutPrefix(own, noun); ok && rest != "" {
			out = append(out, rest)
		}
	}
	return append(out, "id")
}
