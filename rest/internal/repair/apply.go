// Package repair changes calls in the way that the answers to refused calls demand, and
// knows what of that helped.
package repair

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// slot is a part of a call that has a name. Elements of a list have that of the list.
type slot struct {
	gene.Gene
	path  []string // plain names
	name  string   // as the schema spells the last of them
	param int
}

// slots returns the parts of a call, outer ones first. Those that are off are there, what
// would be in them is not.
func slots(c *action.Call) (out []slot) {
	for i, p := range c.Genotype.Params {
		out = below(out, slot{p.Gene, []string{plain(p.Spec.Name)}, p.Spec.Name, i})
	}
	if c.Genotype.Body != nil {
		out = below(out, slot{c.Genotype.Body, nil, "", genotype.InBody})
	}
	return out
}

func below(out []slot, s slot) []slot {
	if len(s.path) > 0 {
		out = append(out, s)
	}
	switch g := s.Gene.(type) {
	case gene.Record:
		for name, child := range g.Members() {
			path := append(s.path[:len(s.path):len(s.path)], plain(name))
			out = below(out, slot{child, path, name, s.param})
		}
	case gene.Parent:
		for child := range g.Children() {
			inner := below(nil, slot{child, s.path, s.name, s.param})
			if _, wrapper := s.Gene.(gene.Wrapper); wrapper && len(inner) > 0 && len(s.path) > 0 {
				inner = inner[1:] // the same part
			}
			out = append(out, inner...)
		}
	}
	return out
}

// plain makes names comparable: Go, JSON and database names of one thing are alike.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// named returns the parts that a complaint names, those that fit in the most steps.
func named(all []slot, field string) (out []slot) {
	steps := strings.Split(plain(field), "/")
	most := 1
	for _, s := range all {
		fits := 0
		for fits < min(len(steps), len(s.path)) && steps[len(steps)-1-fits] == s.path[len(s.path)-1-fits] {
			fits++
		}
		if fits > most {
			out, most = nil, fits
		}
		if fits == most {
			out = append(out, s)
		}
	}
	return out
}

// given returns the parts that have a text as their value.
func given(all []slot, text string) (out []slot) {
	for _, s := range all {
		if v := s.Value(); action.IsScalar(v) && !value.IsAbsent(v) && fmt.Sprint(v) == text {
			out = append(out, s)
		}
	}
	return out
}

// maxSlots is how many parts of a call one complaint changes.
const maxSlots = 20

// Apply changes a call so that it meets complaints, as far as its genes allow that. It
// leaves alone what meets them. What gets a certain value keeps it, whatever earlier answers have. It reports whether it changed
// anything.
func Apply(r *rand.Rand, c *action.Call, complaints []refusal.Complaint) bool {
	return apply(r, c, complaints, func(refusal.Kind) bool { return true })
}

// apply does so, and has keep say what keeps its value.
func apply(r *rand.Rand, c *action.Call, complaints []refusal.Complaint, keep func(refusal.Kind) bool) bool {
	changed := false
	for i := range complaints {
		changed = reach(r, c, &complaints[i]) || changed
		all := slots(c)
		about := given(all, complaints[i].Given)
		if complaints[i].Field != "" {
			about = named(all, complaints[i].Field)
		}
		for _, s := range about[:min(len(about), maxSlots)] {
			d := demand{r, &complaints[i], all}
			if d.meet(s) {
				changed = true
				if len(complaints[i].Values) > 0 && keep(complaints[i].Kind) {
					c.Keep(action.Taker{Gene: s.Gene, Name: s.path[len(s.path)-1], Param: s.param})
				}
			}
		}
	}
	return changed
}
