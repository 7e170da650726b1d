package derive

import (
	"math/rand/v2"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// triesOfPlace is how often a part is tried for a complaint that names no part.
const triesOfPlace = 2

// place returns a complaint with a part that it may be about, if it names only a format or a type: "URL is not valid.",
// "must be a valid email". Each possible part has its turn. ok is false if no part is left, or if the operation
// succeeded before: such vague complaints are only worth calls while nothing else leads to a success.
func (p *Repairs) place(parts *parts, c refusal.Complaint, succeeded bool) (refusal.Complaint, bool) {
	says := c.Kind == refusal.Other || c.Kind == refusal.Format || c.Kind == refusal.Type
	if says && c.Field != "" && len(named(parts.all(), c.Field)) == 0 && familyOf(c.Field) != "" {
		c.Kind, c.Values, c.Field, c.Given = refusal.Format, []string{c.Field}, "", ""
	}
	if !c.Unplaced() {
		return c, true
	}
	if succeeded {
		return c, false
	}
	for _, path := range meant(parts.call, parts.all(), &c) {
		c.Field = path
		if p.tries[tryOf(parts.call, &c)] < triesOfPlace {
			return c, true
		}
	}
	return c, false
}

// meant returns the paths of the parts that a complaint without a part may be about: parts that accept a text of its
// format, and whose name and value suggest no other format. Parts whose name suggests the format come first, then parts
// that are present, then absent parts.
func meant(call *action.Call, all []slot, c *refusal.Complaint) []string {
	var ranked [3][]string
	d := demand{rand.New(rand.NewPCG(1, 1)), c, all} // works on copies
	for i, s := range all {
		rank, ok := d.suits(call, s)
		path := pathOf(all, i)
		if !ok || slices.Contains(ranked[rank], path) {
			continue
		}
		s.Gene = s.Gene.Clone()
		if d.meet(s) {
			if _, isText := s.Value().(string); isText {
				ranked[rank] = append(ranked[rank], path)
			}
		}
	}
	return slices.Concat(ranked[0], ranked[1], ranked[2])
}

// pathOf returns the plain names of a part and of the parts that contain it.
func pathOf(all []slot, at int) string {
	path := plain(all[at].name)
	for at = all[at].outer; at >= 0; at = all[at].outer {
		path = plain(all[at].name) + "/" + path
	}
	return path
}

// suits reports whether a complaint without a part may be about a part. A smaller rank is tried earlier.
func (d demand) suits(call *action.Call, s slot) (rank int, ok bool) {
	v := s.Value()
	text, isText := v.(string)
	want, named := familyOf(d.c.Values[0]), familyOf(genotype.Implied(s.name))
	switch {
	case !isText && !value.IsAbsent(v), s.param != genotype.InBody && call.Genotype.Params[s.param].InPath():
		return 0, false
	case named != "" && named != want, familyOfText(text) != "":
		return 0, false // the part has another format, or has this format already
	case named != "":
		return 0, true
	case isText:
		return 1, true
	}
	return 2, true
}

// familyOf returns the family of formats that a word means, "" for none.
func familyOf(word string) string {
	at := words.Family().FindStringSubmatchIndex(word)
	for i, name := range words.Family().SubexpNames() {
		if at != nil && name != "" && at[2*i] >= 0 {
			return name
		}
	}
	return ""
}

var uuid = lazyregexp.New(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// familyOfText returns the family of formats of a text, "" for none.
func familyOfText(text string) string {
	if _, err := mail.ParseAddress(text); err == nil {
		return "mail"
	}
	if u, err := url.Parse(text); err == nil && u.Scheme != "" && u.Host != "" {
		return "url"
	}
	if _, err := netip.ParseAddr(text); err == nil {
		return "address"
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return "number"
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, time.DateTime, time.TimeOnly, "15:04"} {
		if _, err := time.Parse(layout, text); err == nil {
			return "moment"
		}
	}
	if uuid().MatchString(text) {
		return "uuid"
	}
	return ""
}
