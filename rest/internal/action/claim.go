package action

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Given is a plain value of an answer.
type Given struct {
	Header bool // Name is the name of a header, or else a JSON pointer into the body
	Name   string
	Value  any // a text or a whole number
}

// Source is the source of the value of an input. With an operation, the value is in the latest answer of this
// operation, and Before and After are the texts that the input has around the value. Without an operation, the value is
// the id of an element of a collection, or a parameter of the path of the same call.
type Source struct {
	Operation     string
	Header        bool
	Name          string
	Before, After string
	// Collection is the collection of the element whose id the input takes. Earlier calls of the test tell the id: the
	// latest one that the call does not name elsewhere.
	Collection string
	// Made is 1 for the element of the collection that the test created last, 2 for the one before it, and so on. It is
	// 0 for any element that an answer showed.
	Made int
}

// Echoes reports whether the source is a parameter of the path of the same call.
func (s *Source) Echoes() bool { return s.Operation == "" && s.Collection == "" }

// Echo makes an input outside of the path take the value that a parameter of the path has in the request. It reports
// whether the input has a place for a claim.
func (c *Call) Echo(t Taker, param int) bool {
	return c.Claim(t, Source{Name: c.Genotype.Params[param].Spec.Name})
}

// Claim says that an input of a call takes a value of an earlier answer, or of the path of the call. It does the same
// as a link of the schema, for a relation that only the program knows. If there is no such answer, the input has its
// own value.
type Claim struct {
	In   string // "query voucher", or "body"
	At   string // JSON pointer into the body
	From Source
}

// claims has the claims of a call. It is a gene whose mutations only remove claims.
type claims []Claim

// Claims returns the claims of the call.
func (c *Call) Claims() []Claim { return c.claims }

// SetClaims sets the claims of the call.
func (c *Call) SetClaims(list []Claim) { c.claims = list }

// Claim makes an input take its value from a source. It returns false for an input without a place for a claim, such as
// an element of a list.
func (c *Call) Claim(t Taker, from Source) bool {
	claim, ok := c.claimOf(t)
	if !ok {
		return false
	}
	claim.From = from
	c.disclaim(t)
	c.claims = append(slices.Clip(c.claims), claim)
	return true
}

// claimOf returns a claim of an input without a source. It returns false if the input has no place for a claim.
func (c *Call) claimOf(t Taker) (Claim, bool) {
	if t.Param != genotype.InBody {
		return Claim{In: c.Genotype.Params[t.Param].Label()}, t.within == ""
	}
	at := ""
	if t.within != "" {
		at = strings.TrimPrefix(t.within, "/") + "/" + t.Name
	}
	return Claim{In: archivedBody, At: at}, !strings.ContainsAny(t.Name, "/~")
}

// disclaim removes the claim of an input.
func (c *Call) disclaim(t Taker) {
	if len(c.claims) == 0 {
		return
	}
	own, _ := c.claimOf(t)
	same := func(k Claim) bool { return k.In == own.In && k.At == own.At }
	if slices.ContainsFunc(c.claims, same) {
		c.claims = slices.DeleteFunc(slices.Clone(c.claims), same)
	}
}

// Claiming reports whether any of the calls claims a value of an earlier answer.
func Claiming(calls []testcase.Action) bool {
	return slices.ContainsFunc(calls, func(a testcase.Action) bool {
		return slices.ContainsFunc(a.(*Call).claims, func(k Claim) bool { return k.From.Operation != "" })
	})
}

// Clone returns the same claims, since they are never changed in place.
func (g *claims) Clone() gene.Gene { c := *g; return &c }

// Randomize removes all claims.
func (g *claims) Randomize(*rand.Rand) { *g = nil }

// Mutate removes a claim.
func (g *claims) Mutate(r *rand.Rand, _ float64) {
	if n := len(*g); n > 0 {
		i := r.IntN(n)
		*g = slices.Delete(slices.Clone(*g), i, i+1)
	}
}

// claimWeight is the weight of a claim. It is small, because later calls mostly depend on the claim.
const claimWeight = 0.2

// Weight returns the weight of the claims.
func (g *claims) Weight() float64 { return claimWeight * float64(len(*g)) }

// Value returns the claims as plain data.
func (g *claims) Value() any { return g.plain() }

func (g *claims) plain() []any {
	out := make([]any, len(*g))
	for i, k := range *g {
		from, name := "body", k.From.Name
		switch {
		case k.From.Collection != "":
			from, name = "element", k.From.Collection
		case k.From.Echoes():
			from = "equals"
		case k.From.Header:
			from = "header"
		}
		plain := value.Object{{Name: "in", Value: k.In}}
		for _, m := range []value.Member{{Name: "at", Value: k.At}, {Name: "answer", Value: k.From.Operation},
			{Name: from, Value: name}, {Name: "before", Value: k.From.Before}, {Name: "after", Value: k.From.After}} {
			if m.Value != "" || m.Name == from {
				plain = append(plain, m)
			}
		}
		if k.From.Made > 0 {
			plain = append(plain, value.Member{Name: archivedMade, Value: int64(k.From.Made)})
		}
		out[i] = plain
	}
	return out
}

// archivedMade tells, in a claim of an element, which of the elements that the test created it is.
const archivedMade = "made"

// claimsOf reverses Value.
func claimsOf(plain any) (out claims) {
	list, _ := plain.([]any)
	for _, claim := range list {
		f := genotype.Fields{Value: claim}
		text := func(name string) string {
			s, _ := f.Get(name).(string)
			return s
		}
		k := Claim{In: text("in"), At: text("at"), From: Source{Operation: text("answer"), Name: text("body"),
			Before: text("before"), After: text("after")}}
		header, equals, element := text("header"), text("equals"), text("element")
		switch {
		case element != "":
			made, _ := f.Get(archivedMade).(int64)
			k.From = Source{Collection: element, Made: int(made)}
		case equals != "":
			k.From = Source{Name: equals}
		case header != "":
			k.From.Header, k.From.Name = true, header
		}
		if k.In != "" && (k.From.Operation != "" || equals != "" || element != "") {
			out = append(out, k)
		}
	}
	return out
}

// Text returns the value as a text. It returns false for an empty text.
func (g *Given) Text() (string, bool) {
	switch v := g.Value.(type) {
	case string:
		return v, v != ""
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}
