package rules

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeCondition is the code of the rule about changes that succeed although their If-Match, or their body, names
// another version.
const CodeCondition = 1010

// unconditional looks for changes that succeed with an outdated version, or with an If-Match that no answer of the
// test had as its ETag.
func unconditional(x *oracle.Exchange) []oracle.Finding {
	if f := outdated(x); f != nil {
		return f
	}
	tag := x.Request.Header.Get("If-Match")
	if tag == "" || tag == "*" || x.Safe() || !x.Succeeded() {
		return nil
	}
	if !slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool {
		return p.In == "header" && p.Name == "If-Match"
	}) {
		return nil
	}
	was := func(b *oracle.Exchange) bool { return sameTag(b.Response.Header.Get("ETag"), tag) }
	if slices.ContainsFunc(x.Before, was) || !existed(x) || namesVersion(x, tag) {
		return nil
	}
	return one("", "it succeeds with an If-Match that names no version of it")
}

// sameTag compares entity tags weakly (RFC 9110, 8.8.3.2). Missing quotation marks do not count.
func sameTag(a, b string) bool { return opaque(a) == opaque(b) }

func opaque(tag string) string {
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
}

// namesVersion reports whether an answer had the tag as the version in its body, or the body of the call has a version
// that an answer had. The system may check these instead of the ETag.
func namesVersion(x *oracle.Exchange, tag string) bool {
	said, _ := sent(x)
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		o, _ := got(b)
		return slices.ContainsFunc(o, func(m value.Member) bool {
			v, sends := said.Get(m.Name)
			return words.Versions.Has(m.Name) && (text(m.Value) == opaque(tag) || sends && same(v, m.Value))
		})
	})
}

// existed reports whether an earlier answer showed the resource of a call, so that it has a version.
func existed(x *oracle.Exchange) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.Path() == x.Path() && b.Succeeded() && b.Response.Header.Get("ETag") != ""
	})
}

// outdated looks for changes that succeed with an earlier version in their body, although the schema declares a status
// for that. If the version becomes the sent one, clients choose it, and it does not count.
func outdated(x *oracle.Exchange) []oracle.Finding {
	said, ok := sent(x)
	now, both := got(x)
	conflicts := slices.ContainsFunc(x.Operation.Responses, func(r *response) bool {
		return r.Status == "409" || r.Status == "412"
	})
	if !replaces(x) || !x.Succeeded() || x.Invalid != nil || !ok || !both || !conflicts {
		return nil
	}
	was, seen := viewed(x.Before, x)
	for _, m := range said {
		last, had := was.Get(m.Name)
		is, shown := now.Get(m.Name)
		if !seen || !had || !shown || !words.Versions.Has(m.Name) || same(m.Value, last) || same(m.Value, is) ||
			same(last, is) {
			continue
		}
		if slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool { return shownAs(b, x, m) }) {
			return one(m.Name, "it succeeds with a %s that is not the latest any more", m.Name)
		}
	}
	return nil
}

// shownAs reports whether an answer about the same resource showed the value of a member.
func shownAs(b, x *oracle.Exchange, m value.Member) bool {
	if b.Path() != x.Path() && !made(b, x.Path(), x.Operation.Path) || !b.Succeeded() {
		return false
	}
	o, _ := got(b)
	v, shown := o.Get(m.Name)
	return shown && same(m.Value, v)
}

// CodeStaleTag is the code of the rule about entity tags that stay the same when their resource changes.
const CodeStaleTag = 1015

// staleTag looks for two answers with the same strong entity tag and different values, and for 304 about a resource
// that has changed.
func staleTag(x *oracle.Exchange) []oracle.Finding {
	tag := x.Response.Header.Get("ETag")
	if x.Request.Method != http.MethodGet {
		return nil
	}
	if x.Status() == http.StatusNotModified {
		return unmodified(x)
	}
	if !reads(x) || len(tag) < 3 || tag[0] != '"' {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if !reads(b) || b.Request.Target != x.Request.Target || b.User != x.User ||
			b.Response.Header.Get("ETag") != tag {
			continue
		}
		if first(b, x, settled) != "" {
			of := x.Operation
			if w, k := lastChange(x.Before); k > i && about(w.Path(), x.Path()) {
				of = w.Operation
			}
			return []oracle.Finding{{Of: of, Reason: "the ETag is the same as before, and what it is of is not"}}
		}
	}
	return nil
}

// unmodified looks for 304 about a resource that was seen with another entity tag than the one that the call sent,
// with no change since.
func unmodified(x *oracle.Exchange) []oracle.Finding {
	asked := x.Request.Header.Get("If-None-Match")
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if !reads(b) || b.Request.Target != x.Request.Target || b.User != x.User {
			continue
		}
		if now := b.Response.Header.Get("ETag"); len(asked) > 2 && asked[0] == '"' && len(now) > 2 && now[0] == '"' &&
			!strings.Contains(asked, now) {
			return []oracle.Finding{{Detail: "304",
				Reason: "the answer is 304 to an If-None-Match that names another version"}}
		}
		return nil
	}
	return nil
}
