package derive

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// demand is a complaint about parts of one call.
type demand struct {
	r   *rand.Rand
	c   *refusal.Complaint
	all []slot
}

// meet changes a part so that it meets the demand. It reports whether it did.
func (d demand) meet(s slot) bool {
	switch d.c.Kind {
	case refusal.Required:
		return d.appear(s.Gene)
	case refusal.Unwanted:
		return leaveOut(s.Gene)
	case refusal.Least, refusal.Most, refusal.Above, refusal.Below, refusal.Long, refusal.Short:
		return d.bound(s.Gene)
	case refusal.After, refusal.Before, refusal.Equal:
		return d.relate(s)
	case refusal.OneOf:
		return !slices.Contains(d.c.Values, fmt.Sprint(s.Value())) && d.choose(s.Gene)
	case refusal.Pattern:
		return d.match(s.Gene)
	case refusal.Format:
		return assign(s.Gene, formatted(d.r, d.c.Values)...)
	case refusal.Type:
		return assign(s.Gene, d.typed()...) || len(d.typed()) > 0 && leaveOut(s.Gene) // the schema has another type
	}
	if !d.appear(s.Gene) {
		genotype.Usual(d.r, s.Gene)
	}
	return true
}

// leaveOut switches a part off, and reports whether it was on.
func leaveOut(g gene.Gene) bool {
	s, ok := g.(gene.Switch)
	return ok && s.Set(false)
}

// assign gives a gene the first of the values that it accepts.
func assign(g gene.Gene, values ...any) bool {
	return slices.ContainsFunc(values, func(v any) bool { return gene.Assign(g, v) })
}

// appear gives a part a value that is not empty, and switches it on if it is off. It reports whether it changed the
// part.
func (d demand) appear(g gene.Gene) bool {
	if s, ok := g.(gene.Switch); ok && s.Set(true) {
		if w, ok := g.(gene.Wrapper); ok && w.Inner() != nil {
			genotype.Usual(d.r, w.Inner())
		}
		return true
	}
	switch v := g.Value().(type) {
	case string:
		if strings.TrimSpace(v) != "" {
			return false
		}
	case []any:
		if len(v) > 0 {
			return false
		}
	case value.Object:
		if len(v) > 0 {
			return false
		}
	case int64, float64, json.Number:
		if fmt.Sprint(v) != "0" {
			return false // some validators treat zero as missing
		}
	}
	genotype.Usual(d.r, g)
	return true
}

// unknown are the limits to try if a refusal does not tell the limit. It is read-only.
var unknown = []float64{1, 2, 3, 5, 8, 10, 18, 32, 100, 1000}

// bound makes a part keep a limit: on a number, on the length of a text, or on the number of elements of a list. For a
// text, the limit is one of length unless the text is a number or a moment.
func (d demand) bound(g gene.Gene) bool {
	limit, known := unknown[d.r.IntN(len(unknown))], false
	if len(d.c.Values) > 0 {
		if f, err := strconv.ParseFloat(d.c.Values[0], 64); err == nil {
			limit, known = f, true
		}
	}
	up := d.c.Kind == refusal.Least || d.c.Kind == refusal.Above || d.c.Kind == refusal.Long
	switch v := g.Value().(type) {
	case string:
		if at, layout, ok := moment(v); ok && known && limit >= leastYear && limit <= greatestYear {
			return d.year(g, at, layout, d.steps(limit), up)
		}
		if f, err := strconv.ParseFloat(v, 64); err == nil && d.c.Kind != refusal.Long &&
			d.c.Kind != refusal.Short && known {
			return d.number(g, f, limit)
		}
		return d.length(g, utf8.RuneCountInString(v), d.steps(limit), up, func(n int) any { return resized(d.r, v, n) })
	case []any:
		return d.elements(g, v, d.steps(limit), up)
	case int64:
		return d.number(g, float64(v), limit)
	case float64:
		return d.number(g, v, limit)
	case json.Number:
		f, err := v.Float64()
		return err == nil && d.number(g, f, limit)
	}
	return d.appear(g)
}

// maxLength is the largest length to which a part is extended.
const maxLength = 5000

// leastYear and greatestYear bound the limits that are taken as the year of a moment.
const leastYear, greatestYear = 1000, 9999

// year moves a moment to the year of the limit, unless it meets the limit.
func (d demand) year(g gene.Gene, at time.Time, layout string, limit int, up bool) bool {
	if up && at.Year() >= limit || !up && at.Year() <= limit {
		return false
	}
	return assign(g, at.AddDate(limit-at.Year(), 0, 0).Format(layout))
}

// moment parses a text as a moment. It returns the layout of the text.
func moment(text string) (at time.Time, layout string, ok bool) {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, time.DateTime, "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, layout, true
		}
	}
	return at, "", false
}

// steps returns a limit as a count: one beyond the limit for the kinds Above and Below.
func (d demand) steps(limit float64) int {
	switch d.c.Kind {
	case refusal.Above:
		limit++
	case refusal.Below:
		limit--
	}
	return int(max(0, min(limit, maxLength)))
}

// length resizes a text to the limit, unless its length meets the limit.
func (d demand) length(g gene.Gene, now, limit int, up bool, of func(n int) any) bool {
	if up && now >= limit || !up && now <= limit {
		return false
	}
	return assign(g, of(limit))
}

// resized returns a text of n characters: text, cut or with random letters appended.
func resized(r *rand.Rand, text string, n int) string {
	runes := []rune(text)
	for len(runes) < n {
		runes = append(runes, rune('a'+r.IntN('z'-'a'+1)))
	}
	return string(runes[:n])
}

// elements changes the number of elements of a list to the limit, unless it meets the limit.
func (d demand) elements(g gene.Gene, list []any, limit int, up bool) bool {
	if !up {
		return len(list) > limit && gene.Assign(g, list[:limit])
	}
	if len(list) >= limit {
		return false
	}
	for range 50 {
		g.Randomize(d.r)
		more, _ := g.Value().([]any)
		if list = append(list, more...); len(list) >= limit && gene.Assign(g, list[:limit]) {
			return true
		}
	}
	return len(list) > 0
}

// number moves a number to the limit, unless it meets the limit.
func (d demand) number(g gene.Gene, now, limit float64) bool {
	next := limit
	switch d.c.Kind {
	case refusal.Least, refusal.Long:
		if now >= limit {
			return false
		}
	case refusal.Most, refusal.Short:
		if now <= limit {
			return false
		}
	case refusal.Above:
		if now > limit {
			return false
		}
		next = math.Floor(limit) + 1
	default:
		if now < limit {
			return false
		}
		next = math.Ceil(limit) - 1
	}
	return assign(g, int64(next), next, strconv.FormatFloat(next, 'f', -1, 64))
}

// choose gives a part one of the values that the refusal lists.
func (d demand) choose(g gene.Gene) bool {
	for _, at := range d.r.Perm(len(d.c.Values)) {
		if assign(g, readings(d.c.Values[at])...) {
			return true
		}
	}
	return false
}

// readings returns the values that a text in a message may mean.
func readings(text string) []any {
	out := []any{text}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		out = append(out, n)
	} else if f, err := strconv.ParseFloat(text, 64); err == nil {
		out = append(out, f)
	}
	if b, err := strconv.ParseBool(text); err == nil {
		out = append(out, b)
	}
	return out
}

// match gives a part a text that matches the regular expression of the refusal.
func (d demand) match(g gene.Gene) bool {
	if len(d.c.Values) == 0 {
		return false
	}
	re, err := gene.NewRegex(d.c.Values[0])
	if err != nil {
		return false
	}
	re.Randomize(d.r)
	return assign(g, re.Value())
}

// sized are the names of number types such as u32, i64 and usize.
var sized = lazyregexp.New(`^[iuf](?:\d+|size)$`)

// typed returns values of the type that the refusal names, nil for lists, objects and unknown types.
func (d demand) typed() []any {
	n := int64(1 + d.r.IntN(9))
	text := strconv.FormatInt(n, 10)
	name := strings.ToLower(strings.Join(d.c.Values, ""))
	switch {
	case strings.HasPrefix(name, "bool"):
		return []any{n%2 == 0, strconv.FormatBool(n%2 == 0)}
	case strings.HasPrefix(name, "str"):
		return []any{resized(d.r, "", 8)}
	case name == "array" || name == "list" || name == "object" || name == "map" || name == "dictionary":
		return nil
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"), strings.HasPrefix(name, "num"),
		strings.HasPrefix(name, "float"),
		name == "double" || name == "decimal" || name == "long" || name == "short" || name == "byte" ||
			name == "single" || sized().MatchString(name):
		return []any{n, float64(n), text}
	}
	return nil
}

// relate makes a part equal to another part, or puts it before or after that part.
func (d demand) relate(s slot) bool {
	if len(d.c.Values) == 0 {
		return false
	}
	var other any = d.c.Values[0]
	about := named(d.all, d.c.Values[0])
	if len(about) > 0 {
		other = about[0].Value()
	}
	if d.c.Kind == refusal.Equal {
		return assign(s.Gene, append([]any{other}, readings(d.c.Values[0])...)...)
	}
	days := 1 + d.r.IntN(5)
	if d.c.Kind == refusal.Before {
		days = -days
	}
	switch v := other.(type) {
	case int64:
		return len(about) > 0 && assign(s.Gene, v+int64(days))
	case float64:
		return len(about) > 0 && assign(s.Gene, v+float64(days))
	case string:
		return d.shift(s, v, days)
	}
	return false
}

// shift gives a part a moment some days after another moment. If the other moment is unknown, the moment lies far in
// the future, or in the past for negative days.
func (d demand) shift(s slot, from string, days int) bool {
	if at, layout, ok := moment(from); ok {
		return assign(s.Gene, at.AddDate(0, 0, days).Format(layout))
	}
	for _, layout := range []string{time.TimeOnly, "15:04"} {
		if at, err := time.Parse(layout, from); err == nil {
			return assign(s.Gene, at.Add(time.Duration(days)*time.Hour).Format(layout))
		}
	}
	year := 2099
	if days < 0 {
		year = 2001
	}
	at := time.Date(year, 5, 17, 10, 20, 30, 0, time.UTC)
	return assign(s.Gene, at.Format(time.RFC3339), at.Format(time.DateOnly))
}
