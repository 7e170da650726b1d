package sentence

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Rounding is what a text says of a number that is rounded.
type Rounding struct {
	Terms   []string // the words of the text in the singular
	Weights []string // those for the weights of a weighted mean
	Mean    bool     // of several numbers
	Ratio   bool     // of two numbers
	Rate    *big.Rat // of another number, nil for none
	Way     string   // "up" or "down", "" to the nearest
	Half    string   // the way of a half: "up", "down" or "even", "" if the text does not say it
	Digits  int      // the decimals that are left
	Minor   bool     // the unit is a hundredth of a unit of money
}

// RoundingOf reads the description of a rounded number. It returns nil if the text describes no rounding, or leaves its
// direction or its unit open.
func RoundingOf(text string) *Rounding {
	way, half := words.Rounds().FindStringSubmatch(text), words.Halves().FindStringSubmatch(text)
	if way == nil && half == nil || words.Apiece().MatchString(text) ||
		way != nil && way[1]+way[2] == "" && half == nil {
		return nil
	}
	r := &Rounding{Terms: singulars(text), Ratio: words.Ratio().MatchString(text) && !words.Times().MatchString(text)}
	r.Mean = slices.ContainsFunc(r.Terms, words.Middles.Has) && !slices.Contains(r.Terms, "median")
	if by := words.Weighted().FindStringSubmatch(text); by != nil {
		r.Weights = singulars(by[1])
	}
	if rate := words.Rate().FindStringSubmatch(text); rate != nil {
		r.Rate, _ = new(big.Rat).SetString(rate[1])
		r.Rate.Quo(r.Rate, big.NewRat(100, 1))
	}
	if half != nil {
		r.Half = strings.ToLower(half[1])
	}
	if way == nil {
		return r
	}
	r.Way = strings.ToLower(way[1])
	unit, behind := api.Singular(way[2]), strings.ToLower(way[3])
	n, err := strconv.Atoi(unit)
	if words.Digits.Has(unit) {
		n, err = words.Digits.Index(unit)+1, nil
	}
	switch {
	case err == nil && behind != "" && behind != "of":
		r.Digits = n
	case err == nil || words.Coarse.Has(unit):
		return nil
	default:
		r.Digits = words.Fractions.Index(unit) + 1
		r.Minor = words.Minor.Has(unit)
	}
	return r
}

// Roundings returns the roundings that the texts of an operation describe, by the name of the rounded member of its
// answers. Roundings in the description of the operation itself, which need not name the member, have the name "". It
// returns nil if no text describes a rounding.
func Roundings(op *openapi.Operation) (said map[string][]*Rounding) {
	note := func(member, text string) {
		if r := RoundingOf(text); r != nil {
			if said == nil {
				said = map[string][]*Rounding{}
			}
			said[member] = append(said[member], r)
		}
	}
	for _, sentence := range All(op.Text) {
		note("", sentence)
	}
	known := map[string]bool{}
	for _, answer := range op.Responses {
		for _, m := range answer.Content {
			if answer.Status[0] == '2' {
				eachMember(m.Schema, maxDepth, func(name, description string) {
					if !known[name] {
						note(name, description)
					}
					known[name] = true
				})
			}
		}
	}
	return said
}

// eachMember visits the members in a schema at some depth, those of an object before those below them.
func eachMember(s *openapi.Schema, depth int, visit func(name, description string)) {
	if s == nil || depth == 0 {
		return
	}
	s = message.Flatten(s)
	for _, p := range s.Properties {
		if p.Schema != nil {
			visit(p.Name, message.Flatten(p.Schema).Description)
		}
	}
	for _, p := range s.Properties {
		eachMember(p.Schema, depth-1, visit)
	}
	eachMember(message.Items(s), depth-1, visit)
}

// parts matches the words in the name of a member.
var parts = lazyregexp.New(`[A-Z]?[a-z]+|[A-Z]+`)

// Head returns the words in the name of a member, in the singular and without its unit: net and weight for
// net_weights_kg, price for price_cents_per_kwh.
func Head(member string) (out []string) {
	for _, part := range parts().FindAllString(member, -1) {
		part = strings.ToLower(part)
		if part == "per" && len(out) > 0 {
			break
		}
		if len(part) > 2 && !words.Units.Has(part) && !words.Units.Has(part+"s") {
			out = append(out, api.Singular(part))
		}
	}
	return out
}

// Named reports whether the words of a text name a member of an object. The words have to contain the name of the
// member, such as net_weight_kg, or each word of its [Head], such as net and weight.
func Named(terms []string, member string) bool {
	head := Head(member)
	return slices.Contains(terms, api.Singular(member)) ||
		len(head) > 0 && !slices.ContainsFunc(head, func(w string) bool { return !slices.Contains(terms, w) })
}

// About reports whether the text describes the rounding of a member. The text has to begin with the [Head] of the
// member, behind articles, and must not contain its full name further on.
func (r *Rounding) About(member string) bool {
	head, all := Head(member), r.Terms
	for len(all) > 0 && words.Articles.Has(all[0]) {
		all = all[1:]
	}
	full := api.Singular(member)
	return len(head) > 0 && len(all) > len(head) && (slices.Equal(all[:len(head)], head) || all[0] == full) &&
		!slices.Contains(all[1:], full)
}

// Judge reports whether a shown number is an exact value, rounded as the text says, or that value rounded in another
// way. Both are false if it is neither, or is negative.
func (r *Rounding) Judge(shown, exact *big.Rat) (right, wrong bool) {
	digits := r.Digits
	if r.Minor && !shown.IsInt() {
		digits = 2
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	units := new(big.Rat).Mul(exact, unit)
	down := new(big.Rat).SetInt(new(big.Int).Div(units.Num(), units.Denom()))
	above := unit.Sub(unit.Mul(unit, shown), down)
	isUp := above.Cmp(big.NewRat(1, 1)) == 0
	if units.Sign() < 0 || units.IsInt() || !isUp && above.Sign() != 0 {
		return exact.Cmp(shown) == 0, false
	}
	half := units.Sub(units, down).Cmp(big.NewRat(1, 2))
	up := r.Way == "up" || r.Way == "" && (half > 0 || half == 0 &&
		(r.Half == "up" || r.Half == "even" && down.Num().Bit(0) == 1))
	open := r.Way == "" && half == 0 && r.Half == ""
	return open || up == isUp, !open && up != isUp
}
