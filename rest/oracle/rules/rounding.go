package rules

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// roundings has what each operation says of rounded numbers, read once.
type roundings map[*operation]map[string][]*sentence.Rounding

// of returns what an operation says of rounded numbers.
func (r roundings) of(op *operation) map[string][]*sentence.Rounding {
	if _, done := r[op]; !done {
		r[op] = sentence.Roundings(op)
	}
	return r[op]
}

// misrounded looks for a number in an answer that is not its exact value rounded as a text says, though it is one of
// the two numbers around that value, or the plain mean where the text has a weighted one.
func (r roundings) misrounded(s *scene) []oracle.Finding {
	own := r.of(s.Operation)
	said := func(a *act) bool { return a.accepted() && r.of(a.Operation)[""] != nil }
	if v, has := s.Got(); has && s.Succeeded() && (own != nil || slices.ContainsFunc(s.acts, said)) {
		for _, f := range figuresIn(v, []value.Object{object(v)}, maxLists) {
			told := r.ofActs(s, f)
			if all := own[f.Name]; all != nil {
				told = all[0]
			}
			if told != nil {
				if found := (&roundedFigure{s, told, f}).judge(); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// figureIn is a number with the objects in lists that it is in, the innermost last. The first is the whole value.
type figureIn struct {
	value.Member
	n      *big.Rat
	within []value.Object
}

// element returns the innermost object.
func (f *figureIn) element() value.Object { return f.within[len(f.within)-1] }

// figuresIn returns the numbers in a value that at most so many lists lie around.
func figuresIn(v any, within []value.Object, lists int) (out []figureIn) {
	switch v := v.(type) {
	case []any:
		for i := 0; lists > 0 && i < len(v); i++ {
			out = append(out, figuresIn(v[i], append(slices.Clip(within), object(v[i])), lists-1)...)
		}
	case value.Object:
		for _, m := range v {
			if n, numeric := value.Rat(m.Value); numeric {
				out = append(out, figureIn{m, n, within})
			}
			out = append(out, figuresIn(m.Value, within, lists)...)
		}
	}
	return out
}

// ofActs returns what the operation of a call, or of acts on the only element that an answer is about or names, says of
// a number. It returns nil if that is nothing.
func (r roundings) ofActs(s *scene, f figureIn) (told *sentence.Rounding) {
	says := func(op *operation) *sentence.Rounding {
		all := r.of(op)[""]
		if i := slices.IndexFunc(all, func(t *sentence.Rounding) bool { return t.About(f.Name) }); i >= 0 {
			return all[i]
		}
		return nil
	}
	if t := says(s.Operation); t != nil {
		return t
	}
	shown, of := f.within[0], entity{}
	if _, isList := elements(s.Exchange); isList && s.Safe() && len(f.within) > 1 {
		shown = f.within[1]
	}
	for _, a := range s.acts {
		t := says(a.Operation)
		if t == nil || !a.accepted() || a.entity != entityOf(s.Exchange) && !a.entity.foundIn(shown) {
			continue
		}
		if told != nil && (of != a.entity || told != t) {
			return nil
		}
		told, of = t, a.entity
	}
	return told
}

// roundedFigure is a number in the last answer with what a text says of it.
type roundedFigure struct {
	*scene
	*sentence.Rounding
	figureIn
}

// operand is a number that an exact value may be computed from, or is. It is linked if it belongs to the element and is
// exact itself.
type operand struct {
	name   string
	n      *big.Rat
	linked bool
}

const (
	// unlikely bounds chance: less than one of unlikely numbers that other formulas explain is judged.
	unlikely = 50
	// halves is how many times its units a number has halves of units in the decade around it, about 2 ln 10: a formula
	// of its magnitude is in the half beside it in one of that many cases.
	halves = 4
	// around bounds the magnitude of a formula: a decade around the number.
	around = 3
)

// judge compares a number with the formulas for it.
func (t *roundedFigure) judge() []oracle.Finding {
	var all, plain []operand
	if t.Mean {
		all, plain = t.means()
	} else {
		all = t.formulas()
	}
	tried, wrong := int64(0), false
	for _, e := range all {
		right, off := t.Judge(t.n, e.n)
		if right {
			return nil
		}
		if e.linked {
			tried, wrong = tried+1, wrong || off
		}
	}
	units := new(big.Rat).Quo(t.n, new(big.Rat).Mul(rounded(t.Value), big.NewRat(2, 1)))
	rare := units.Cmp(big.NewRat(tried*unlikely, halves)) > 0
	isPlain := func(e operand) bool { right, _ := t.Judge(t.n, e.n); return right }
	switch {
	case wrong && (rare || len(all) == 1 && (t.Rate != nil || t.percentage())): // it has no unknown factor
		return one(t.Name+" rounded", "%s is rounded in another way than its description says", t.Name)
	case rare && slices.ContainsFunc(plain, isPlain):
		return one(t.Name+" plain", "%s is the plain mean, and its description says that it is weighted", t.Name)
	}
	return nil
}

// percentage reports whether the number is how many per cent a number is of another.
func (t *roundedFigure) percentage() bool { return strings.HasPrefix(words.Plain(t.Name), "percent") }

// formulas returns the formulas for the number: the rate of a number that the text names, or the quotient or the
// product of two, with each factor between units that leads to the magnitude of the number.
func (t *roundedFigure) formulas() (out []operand) {
	all := t.operands()
	for i, x := range all {
		if t.Rate != nil {
			out = append(out, operand{x.name, new(big.Rat).Mul(x.n, t.Rate), x.linked})
			continue
		}
		quotient := t.Ratio || t.percentage()
		for j, y := range all {
			if x.name == y.name || y.n.Sign() == 0 || !quotient && j < i || t.percentage() && x.n.Cmp(y.n) > 0 {
				continue
			}
			v := new(big.Rat).Mul(x.n, y.n)
			if quotient {
				v.Quo(x.n, y.n)
			}
			for _, k := range t.factors() {
				e := new(big.Rat).Mul(v, k)
				least := new(big.Rat).Quo(t.n, big.NewRat(around, 1))
				most := new(big.Rat).Mul(t.n, big.NewRat(around, 1))
				if t.percentage() || e.Cmp(least) >= 0 && e.Cmp(most) <= 0 {
					out = append(out, operand{x.name, e, x.linked && y.linked})
				}
			}
		}
	}
	return out
}

// factors returns the factors between units: powers of ten, and of minutes and hours.
func (t *roundedFigure) factors() (out []*big.Rat) {
	if t.percentage() {
		return []*big.Rat{big.NewRat(100, 1)}
	}
	for _, n := range []int64{60, 3600, 10, 100, 1000, 10_000, 100_000, 1_000_000} {
		out = append(out, big.NewRat(n, 1), big.NewRat(1, n))
	}
	return append(out, big.NewRat(1, 1))
}

// operands returns the numbers that the text names: those of the element, and of each other name those that the test
// showed so far.
func (t *roundedFigure) operands() (out []operand) {
	add := func(f figureIn, linked bool) {
		i := slices.IndexFunc(out, func(o operand) bool { return o.name == f.Name && o.n.Cmp(f.n) == 0 })
		if i >= 0 {
			out[i].linked = out[i].linked || linked && t.exact(f.n)
		} else if f.Name != t.Name && sentence.Named(t.Terms, f.Name) {
			out = append(out, operand{f.Name, f.n, linked && t.exact(f.n)})
		}
	}
	for _, f := range figuresIn(t.element(), t.within, 0) {
		add(f, true)
	}
	near := slices.Clone(out)
	var own []string
	for _, o := range t.within {
		own = append(own, idsWith(t.Exchange, o)...)
	}
	for _, b := range append(slices.Clip(t.Before), t.Exchange) {
		said, _ := b.Sent()
		told, _ := b.Got()
		for _, f := range figuresIn([]any{said, told}, nil, maxLists) {
			if b.Succeeded() && !slices.ContainsFunc(near, func(o operand) bool { return o.name == f.Name }) {
				add(f, slices.ContainsFunc(idsWith(b, f.element()), func(id string) bool {
					return slices.Contains(own, id)
				}))
			}
		}
	}
	return out
}

// exact reports whether a number is not rounded itself: it is whole, or a client sent it.
func (t *roundedFigure) exact(n *big.Rat) bool {
	return n.IsInt() || slices.ContainsFunc(append(slices.Clip(t.Before), t.Exchange), func(b *oracle.Exchange) bool {
		v, _ := b.Sent()
		return slices.ContainsFunc(figuresIn(v, nil, maxLists), func(f figureIn) bool { return f.n.Cmp(n) == 0 })
	})
}

// idsWith returns the values in the path of a call and in an object that may be ids.
func idsWith(x *oracle.Exchange, o value.Object) (out []string) {
	template := strings.Split(x.Operation.Path, "/")
	for i, part := range strings.Split(below(x.Path(), x.Base), "/") {
		if i < len(template) && strings.HasPrefix(template[i], "{") {
			out = append(out, part)
		}
	}
	for _, m := range o {
		s, isText := m.Value.(string)
		if isText && !isTime(s) && strings.ContainsFunc(s, unicode.IsDigit) || !isText && words.Keys.Ends(m.Name) {
			out = append(out, text(m.Value))
		}
	}
	return out
}

// means returns the means of numbers that the text names. If it says that they are weighted, it returns the plain ones
// too.
func (t *roundedFigure) means() (all, plain []operand) {
	for _, rows := range t.rows() {
		for _, x := range rows[0] {
			mean, ok := meanOf(rows, x.Name, "")
			rough := func(row value.Object) bool {
				v, _ := row.Get(x.Name)
				n, _ := value.Rat(v)
				return !t.exact(n)
			}
			if !ok || !t.averages(x) || slices.ContainsFunc(rows, rough) {
				continue
			}
			if t.Weights == nil {
				all = append(all, operand{x.Name, mean, true})
			}
			for _, w := range rows[0] {
				if weighted, ok := meanOf(rows, x.Name, w.Name); ok && sentence.Named(t.Weights, w.Name) {
					all = append(all, operand{x.Name, weighted, true})
					plain = append(plain, operand{x.Name, mean, true})
				}
			}
		}
	}
	return all, plain
}

// averages reports whether the number may be the mean of a member.
func (t *roundedFigure) averages(m value.Member) bool {
	of, _ := words.Middles.Cut(t.Name)
	return !sentence.Named(t.Weights, m.Name) && (words.Plain(m.Name) == of || sentence.Named(t.Terms, m.Name))
}

// meanOf returns the mean of a member of objects, weighted by another one unless that is "". It returns false if one of
// them lacks a number.
func meanOf(rows []value.Object, member, weight string) (*big.Rat, bool) {
	sum, all := new(big.Rat), new(big.Rat)
	for _, row := range rows {
		v, _ := row.Get(member)
		x, ok := value.Rat(v)
		n, both := big.NewRat(1, 1), true
		if weight != "" {
			w, _ := row.Get(weight)
			n, both = value.Rat(w)
		}
		if !ok || !both {
			return nil, false
		}
		sum.Add(sum, new(big.Rat).Mul(x, n))
		all.Add(all, n)
	}
	if all.Sign() <= 0 {
		return nil, false
	}
	return sum.Quo(sum, all), true
}

// rows returns the groups of objects that the element is about: those in its lists, those whose ids are in these, and
// what acts on it sent.
func (t *roundedFigure) rows() (out [][]value.Object) {
	_, isList := elements(t.Exchange)
	for _, m := range t.element() {
		list, _ := m.Value.([]any)
		var rows []value.Object
		for _, e := range list {
			o := object(e)
			if id, isText := e.(string); isText {
				o = t.withID(id)
			}
			if o != nil {
				rows = append(rows, o)
			}
		}
		if len(rows) > 0 && len(rows) == len(list) && !(isList && t.Safe() && len(t.within) == 1) {
			out = append(out, rows)
		}
	}
	if rows := t.sentTo(); len(rows) > 0 {
		out = append(out, rows)
	}
	return out
}

// withID returns the object with numbers and an id that the test showed last. It returns nil if there is none.
func (t *roundedFigure) withID(id string) value.Object {
	for _, b := range slices.Backward(t.Before) {
		v, _ := b.Got()
		for _, f := range figuresIn([]any{v}, nil, maxLists) {
			has := func(m value.Member) bool { return m.Value == any(id) }
			if b.Succeeded() && slices.ContainsFunc(f.element(), has) {
				return f.element()
			}
		}
	}
	return nil
}

// sentTo returns what the acts of one operation sent to an element that the test made, the last of each user for PUT.
// It returns nil if other acts followed.
func (t *roundedFigure) sentTo() (out []value.Object) {
	e := entityOf(t.Exchange)
	if _, isList := elements(t.Exchange); isList {
		e = listedIn(t.Exchange, keyIn(t.element(), elementOf(t.Exchange)))
	}
	maker := t.acts.maker(e)
	if maker == nil || !reads(t.Exchange) {
		return nil
	}
	var by []*act
	for _, a := range t.acts.between(maker.index, len(t.Before)) {
		body, _ := sent(a.Exchange)
		switch {
		case !about(below(a.Path(), a.Base), e.at), by == nil && !slices.ContainsFunc(body, t.averages):
			continue
		case by != nil && a.Operation != by[0].Operation || !a.accepted():
			return nil
		}
		again := func(b *act) bool { return a.kind == replace && b.entity == a.entity && b.User == a.User }
		if i := slices.IndexFunc(by, again); i >= 0 {
			out[i] = body
		} else {
			by, out = append(by, a), append(out, body)
		}
	}
	return out
}
