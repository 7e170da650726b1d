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

// slot is a named part of a call. The elements of a list have the name of the list.
type slot struct {
	gene.Gene
	name  string // as in the schema
	outer int    // index of the part that contains it, -1 for none
	param int
}

// parts lists the slots of a call on first use.
type parts struct {
	call   *action.Call
	listed []slot // nil if not listed yet, or if the call changed since
}

// usualParts is the number of parts that most calls do not exceed.
const usualParts = 16

// all returns the parts of the call, outer parts first. It contains optional parts that are off, but not the parts
// inside them.
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

// below lists the parts in a gene. at is the index of the part to which the gene belongs, -1 for none.
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

// plain makes the names of one thing in Go, JSON and databases comparable.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// isPlain reports whether text is the result of [plain] for a name, without allocating it.
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

// fitting returns how many of the last steps of a path are the names of a part and of the parts that contain it.
func fitting(all []slot, at int, steps []string) (n int) {
	for ; n < len(steps) && at >= 0 && isPlain(steps[len(steps)-1-n], all[at].name); at = all[at].outer {
		n++
	}
	return n
}

// named returns the parts that a complaint names: the parts that fit most steps of field.
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

// given returns the parts whose value is the given text.
func given(all []slot, text string) (out []slot) {
	for _, s := range all {
		if v := s.Value(); action.IsScalar(v) && !value.IsAbsent(v) && fmt.Sprint(v) == text {
			out = append(out, s)
		}
	}
	return out
}

// maxSlots is the largest number of parts that one complaint changes.
const maxSlots = 20

// Apply changes a call so that it meets complaints, as far as its genes can. It does not change parts that meet them. A
// part that gets a certain value keeps it and follows no earlier answer. It reports whether it changed anything.
func Apply(r *rand.Rand, c *action.Call, complaints []refusal.Complaint) bool {
	return apply(r, c, complaints, func(refusal.Kind) bool { return true })
}

// apply is like Apply. keep tells for which kinds of complaints a part keeps its new value.
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
