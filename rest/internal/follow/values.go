package follow

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// values gives a call the values that its act is to have. It returns false if the call does not take them.
type values func(*scene.Scene, *action.Call) bool

// written gives a call values that may be stored incorrectly: only one of its members, long texts in all of them, an
// odd value in one of them, or any others.
func written(s *scene.Scene, c *action.Call) bool {
	if s.Ops.Verb(c.Op) == "PATCH" && s.N%3 != 2 {
		only(s.R, c)
		return true
	}
	kind := s.Digit(4)
	takers := slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return len(oddFor(s, l)) == 0 })
	if kind == 0 || len(takers) == 0 {
		vary(s.R, c)
		return true
	}
	one := s.R.IntN(len(takers))
	for i, l := range takers {
		switch all := oddFor(s, l); {
		case kind == 1: // the longest one
			gene.Assign(l.Gene, all[0])
		case i == one:
			gene.Assign(l.Gene, all[s.R.IntN(len(all))])
		}
	}
	return true
}

// lengths are the lengths of long texts that are sent, in characters: programs and columns of databases truncate at
// round lengths. odd are texts that programs tend to damage: digits with leading zeros, and letters beyond ASCII. They
// are read-only.
var (
	lengths = []int{300, 250, 150, 90, 60, 40, 30, 20, 12}
	odd     = []string{"0071", "Ærø Łódź", "000"}
)

// zone is an offset from UTC that few programs use.
const zone = "+05:30"

// oddFor returns values of an input that programs tend to damage: another offset for an instant, and for a text the
// longest one that it accepts, odd ones, and names of users. An input that is called like a person gets names alone.
func oddFor(s *scene.Scene, l genotype.Leaf) (out []string) {
	t := text(l.Gene)
	if n := len("2006-01-02T15:04:05"); len(t) > n && t[len(time.DateOnly)] == 'T' {
		out = append(out, t[:n]+zone)
	} else if gene.Assign(l.Clone(), word) {
		if len(s.Names) > 0 && words.Person.Has(l.Name) {
			return s.Names
		}
		for _, n := range lengths {
			if long := strings.Repeat("long text ", n/10+1)[:n-1] + "z"; gene.Assign(l.Clone(), long) {
				out = append(out, long)
				break
			}
		}
		out = slices.Concat(out, odd, s.Names)
	}
	return slices.DeleteFunc(out, func(t string) bool { return !gene.Assign(l.Clone(), t) })
}

// limits returns the least and the greatest number that the schema allows for an input, and false for a bool.
func limits(_ *scene.Scene, c *action.Call, l genotype.Leaf) (out []any) {
	of := schemaOf(c.Op.Spec, l.Name)
	if of == nil {
		return nil
	}
	if of.Is("boolean") {
		out = append(out, false)
	}
	for _, limit := range []string{of.Minimum.String(), of.Maximum.String()} {
		if v, err := value.ParseJSON([]byte(limit)); err == nil && limit != "" && gene.Assign(l.Clone(), v) {
			out = append(out, v)
		}
	}
	return out
}

// mutate gives all inputs of the body of a call other values.
func mutate(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		l.Mutate(r, 0)
	}
}

// flags makes all bools in a call true, beside other texts.
func flags(s *scene.Scene, c *action.Call) bool {
	full(c)
	sent := false
	for _, l := range members(c) {
		sent = gene.Assign(l.Gene, true) || sent
	}
	renew(s.R, c)
	return sent
}

// unowned sends a member that answers have and clients cannot write, with a value that a program hardly assigns itself.
func unowned(s *scene.Scene, c *action.Call) bool {
	if s.Valid || c.Genotype.Body == nil {
		return false
	}
	var given value.Object
	for _, answer := range c.Op.Spec.Responses {
		for _, content := range answer.Content {
			if content.Schema == nil || !strings.HasPrefix(answer.Status, "2") {
				continue
			}
			for _, p := range message.Flatten(content.Schema).Properties {
				own := schemaOf(c.Op.Spec, p.Name)
				if v := unusual(s, p.Schema); !value.IsAbsent(v) && (own == nil || own.ReadOnly) &&
					strings.ToLower(p.Name) != "id" {
					given = append(given, value.Member{Name: p.Name, Value: v})
				}
			}
		}
	}
	if len(given) == 0 {
		return false
	}
	m := given[s.Digit(len(given))]
	renew(s.R, c) // unique values may exist already
	c.Genotype.Invalid = genotype.Added(m.Name, m.Value)
	return true
}

// unusual returns a value that a program hardly assigns to a member itself, such as the name of a user. It returns
// value.Absent if there is none.
func unusual(s *scene.Scene, of *openapi.Schema) any {
	if of == nil {
		return value.Absent
	}
	of = message.Flatten(of)
	switch {
	case len(of.Enum) > 0:
		return of.Enum[s.R.IntN(len(of.Enum))]
	case of.Is("boolean"):
		return true
	case of.Is("integer"), of.Is("number"):
		return int64(4711)
	case of.Is("string") && of.Format == "":
		return append([]string{word}, s.Names...)[s.R.IntN(1+len(s.Names))]
	}
	return value.Absent
}

// outdated makes a call conditional on a version that its resource never had.
func outdated(_ *scene.Scene, c *action.Call) bool {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InHeader && strings.EqualFold(p.Spec.Name, "If-Match") {
			own(c, i)
			return gene.Assign(p.Gene, `"evoke"`)
		}
	}
	return false
}

// few fills the lists of numbers in the body of a call with the first numbers that a service assigns.
func few(c *action.Call, n int) (sent bool) {
	for _, p := range fields(c.Op.Spec) {
		var list []any
		for k := range n {
			list = append(list, int64(k+1))
		}
		sent = send(c, p.Name, list) || sent
	}
	return sent
}

// nought returns the empty values that an input accepts: null, false, 0 or "".
func nought(_ *scene.Scene, c *action.Call, l genotype.Leaf) (out []any) {
	if s := schemaOf(c.Op.Spec, l.Name); s != nil && s.Nullable {
		out = append(out, nil)
	}
	for _, v := range []any{false, int64(0), ""} {
		if g := l.Clone(); gene.Assign(g, v) && !value.IsAbsent(g.Value()) {
			return append(out, v)
		}
	}
	return out
}

// extremes returns values that programs tend to refuse although the schema allows them: small and large numbers, and
// days long ago and far ahead.
func extremes(l genotype.Leaf) (out []any) {
	for _, v := range []any{int64(0), int64(-1), int64(1 << 20), "1990-01-01", "2190-01-01", "1990-01-01T00:00:00Z",
		"2190-01-01T00:00:00Z"} {
		_, isText := v.(string)
		if g := l.Clone(); gene.Assign(g, v) && (!isText || !gene.Assign(g, word)) {
			out = append(out, v)
		}
	}
	return out
}

// aside is the offset of another time zone, in seconds.
const aside = 2 * 60 * 60

// elsewhere returns an instant in another zone. It returns false if a text is none.
func elsewhere(text string) (string, bool) {
	t, err := time.Parse(time.RFC3339Nano, text)
	to := time.UTC
	if _, offset := t.Zone(); offset == 0 {
		to = time.FixedZone("", aside)
	}
	return t.In(to).Format(time.RFC3339Nano), err == nil
}

// spellings returns values with the same meaning as that of an input: the same instant with another offset, or the same
// letters in the other case.
func spellings(_ *scene.Scene, _ *action.Call, l genotype.Leaf) []any {
	v := text(l.Gene)
	local, _, _ := strings.Cut(v, "@")
	all := []string{strings.ToUpper(v), strings.ToUpper(local) + v[len(local):], strings.ToLower(v)}
	if t, ok := elsewhere(v); ok {
		all = []string{t}
	}
	for _, other := range all {
		if other != v && gene.Assign(l.Clone(), other) {
			return []any{other}
		}
	}
	return nil
}
