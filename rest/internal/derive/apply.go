package derive

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// slot is a part of a call that has a name. Elements of a list have that of the list.
type slot struct {
	gene.Gene
	name  string // as the schema spells it
	outer int    // the index of the part around it, -1 for none
	param int
}

// parts are the slots of a call. They are listed when they are asked for.
type parts struct {
	call   *action.Call
	listed []slot // nil if they are not listed, or if the call changed since
}

// usualParts is how many parts most calls have at most.
const usualParts = 16

// all returns the parts of the call, outer ones first. Those that are off are there, what
// would be in them is not.
func (p *parts) all() []slot {
	if p.listed != nil {
		return p.listed
	}
	p.listed = make([]slot, 0, usualParts)
	for i, param := range p.call.Genotype.Params {
		p.listed = append(p.listed, slot{param.Gene, param.Spec.Name, -1, i})
		p.below(param.Gene, len(p.listed)-1, i)
	}
	if body := p.call.Genotype.Body; body != nil {
		p.below(body, -1, genotype.InBody)
	}
	return p.listed
}

// below lists the parts in a gene, which is that of the part at an index or below it, -1 for none.
func (p *parts) below(g gene.Gene, at, param int) {
	switch g := g.(type) {
	case gene.Record:
		for name, child := range g.Members() {
			p.listed = append(p.listed, slot{child, name, at, param})
			p.below(child, len(p.listed)-1, param)
		}
	case gene.Wrapper: // around the same part
		if inner := g.Inner(); inner != nil {
			p.below(inner, at, param)
		}
	case gene.Parent:
		for child := range g.Children() {
			inner := at
			if at >= 0 {
				inner = len(p.listed)
				p.listed = append(p.listed, slot{child, p.listed[at].name, p.listed[at].outer, param})
			}
			p.below(child, inner, param)
		}
	}
}

// plain makes names comparable: Go, JSON and database names of one thing are alike.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// isPlain reports whether [plain] makes a text of a name, without making it.
func isPlain(text, name string) bool {
	for _, r := range name {
		if r == '_' || r == '-' || r == ' ' {
			continue
		}
		first, size := utf8.DecodeRuneInString(text)
		if size == 0 || first != unicode.ToLower(r) {
			return false
		}
		text = text[size:]
	}
	return text == ""
}

// fitting counts the last steps of a path that are the names of a part and of those around it.
func fitting(all []slot, at int, steps []string) (n int) {
	for ; n < len(steps) && at >= 0 && isPlain(steps[len(steps)-1-n], all[at].name); at = all[at].outer {
		n++
	}
	return n
}

// named returns the parts that a complaint names, those that fit in the most steps.
func named(all []slot, field string) (out []slot) {
	steps := strings.Split(plain(field), "/")
	most := 1
	for i := range all {
		fits := fitting(all, i, steps)
		if fits > most {
			out, most = nil, fits
		}
		if fits == most {
			out = append(out, all[i])
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

// Apply changes a call so that it meets complaints, as far as its genes allow that. It leaves alone what meets them.
// What gets a certain value keeps it, whatever earlier answers have. It reports whether it changed anything.
func Apply(r *rand.Rand, c *action.Call, complaints []refusal.Complaint) bool {
	return apply(r, c, complaints, func(refusal.Kind) bool { return true })
}

// apply does so, and has keep say what keeps its value.
func apply(r *rand.Rand, c *action.Call, complaints []refusal.Complaint, keep func(refusal.Kind) bool) bool {
	changed, parts := false, parts{call: c}
	for i := range complaints {
		changed = reach(r, &parts, &complaints[i]) || changed
		all := parts.all()
		var about []slot
		if complaints[i].Field != "" {
			about = named(all, complaints[i].Field)
		} else {
			about = given(all, complaints[i].Given)
		}
		for _, s := range about[:min(len(about), maxSlots)] {
			d := demand{r, &complaints[i], all}
			if d.meet(s) {
				changed, parts.listed = true, nil
				if len(complaints[i].Values) > 0 && keep(complaints[i].Kind) {
					c.Keep(action.Taker{Gene: s.Gene, Name: plain(s.name), Param: s.param})
				}
			}
		}
	}
	return changed
}
