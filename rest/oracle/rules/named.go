package rules

import (
	"fmt"
	"iter"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "one name, one thing". CodeLocation is a code of EvoMaster.
const (
	CodeStaleTag  = 1015 // a version or an entity tag stays the same when its content changes
	CodeCondition = 1010 // a change succeeds although it names another version
	CodeDoneAgain = 1019 // a call with the same Idempotency-Key makes a second element
	CodeSameID    = 1020 // two elements have the same id
	CodeTwice     = 1013 // a second element is made with a value that has to be unique
	CodeLocation  = 907  // a Location does not lead to the created element
)

// oneThing says that an id, a version, an entity tag, an idempotency key, a unique value and an address name one thing
// each, whatever was between two uses of it.
func oneThing(m *model) Relation {
	return Relation{
		Name:     "one name, one thing",
		Law:      "A name has one content: an id, a version, an entity tag, a key of idempotency, an address.",
		Scenario: "act, observe, act, observe",
		Rules: []*oracle.Rule{
			{Code: CodeStaleTag, Name: "ETag of another version", Check: m.judge(staleTag),
				Explanation: "An entity tag or a version names one content (RFC 9110, 8.8.3). Caches show the old " +
					"one, and If-Match lets changes through."},
			{Code: CodeCondition, Name: "version ignored", Severity: oracle.High,
				Check: m.judge(func(s *scene) []oracle.Finding {
					return append(unconditional(s.Exchange), superseded(s)...)
				}),
				Explanation: "If-Match, or a version in the body, keeps clients from overwriting what they have " +
					"not seen (RFC 9110, 13.1.1)."},
			{Code: CodeDoneAgain, Name: "call that is done again", Severity: oracle.High, Check: doneAgain,
				Explanation: "Clients that get no answer send a call again with the same key, and it is done once."},
			{Code: CodeSameID, Name: "id of another element", Severity: oracle.High,
				Check:       func(x *oracle.Exchange) []oracle.Finding { return append(idTwice(x), misnamed(x)...) },
				Explanation: "Two elements have one id, so one of them cannot be reached, or is lost."},
			{Code: CodeTwice, Name: "creation that is made twice", Check: madeTwice,
				Explanation: "The schema says that two elements may not have the same value, and a call " +
					"makes a second one that has. Or a change gives an element a value for which none is made."},
			{Code: CodeLocation, Name: "wrong Location", Check: mislocated,
				Explanation: "The Location of 201 names what was made (RFC 9110, 15.3.2). Clients follow it."},
		},
	}
}

// staleTag looks for two equal observations with one strong entity tag, or with one version after a change, and
// different contents. It also looks for 304 about content that has changed.
func staleTag(s *scene) []oracle.Finding {
	if s.Request.Method == http.MethodGet && s.Status() == http.StatusNotModified {
		return unmodified(s.Exchange)
	}
	for _, b := range slices.Backward(s.looks) {
		if slices.ContainsFunc(s.Before[b.index:], func(c *oracle.Exchange) bool {
			return deletes(c, below(s.Path(), s.Base))
		}) {
			return nil // what is there now is another thing
		}
		of, w := s.Operation, (*act)(nil)
		if acts := s.acts.between(b.index, len(s.Before)); len(acts) > 0 {
			w = acts[len(acts)-1]
			if about(w.Path(), s.Path()) {
				of = w.Operation
			}
		}
		tag := s.Response.Header.Get("ETag")
		strong := len(tag) > 2 && tag[0] == '"' && b.Response.Header.Get("ETag") == tag
		if strong && first(b.Exchange, s.Exchange, settled) != "" {
			return []oracle.Finding{{Of: of, Reason: "the ETag is the same as before, and what it is of is not"}}
		}
		if w == nil || w.Path() != s.Path() || !w.accepted() || !replaces(w.Exchange) {
			continue
		}
		if m := lockOf(s.Exchange, b.Exchange); m != "" && slices.ContainsFunc(differences(b.Exchange, s.Exchange),
			func(d difference) bool { return sends(w.Exchange, d.top) }) {
			return []oracle.Finding{{Of: of, Detail: m, Reason: m + " is the same as before, and what it is of is not"}}
		}
	}
	return nil
}

// lockOf returns the name of the version that two answers about an element show with the same value, "" for none. What
// clients give to a new element as its version is a value as any other.
func lockOf(x, b *oracle.Exchange) string {
	now, _ := got(x)
	was, _ := got(b)
	for _, m := range now {
		v, had := was.Get(m.Name)
		if !words.Versions.Has(m.Name) || !had || !same(v, m.Value) || text(v) == "" ||
			slices.ContainsFunc(x.Operations, func(op *operation) bool {
				return op.Method == "POST" && op.Path == path.Dir(x.Operation.Path) && inputsOf(op).get(m.Name) != nil
			}) {
			continue
		}
		return m.Name
	}
	return ""
}

// sends reports whether the body of a call has a member.
func sends(x *oracle.Exchange, member string) bool {
	said, _ := sent(x)
	_, has := said.Get(member)
	return has
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
			return one("304", "the answer is 304 to an If-None-Match that names another version")
		}
		return nil
	}
	return nil
}

// unconditional looks for changes that succeed with an If-Match that no answer of the test had as its ETag, or with an
// outdated version in their body.
func unconditional(x *oracle.Exchange) []oracle.Finding {
	if f := outdated(x); f != nil || x.Safe() || !x.Succeeded() {
		return f
	}
	tag, existed := x.Request.Header.Get("If-Match"), false
	if tag == "" || tag == "*" || !slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool {
		return p.In == "header" && p.Name == "If-Match"
	}) {
		return nil
	}
	for _, b := range x.Before {
		is := b.Response.Header.Get("ETag")
		o, _ := got(b)
		if opaque(is) == opaque(tag) || slices.ContainsFunc(o, func(m value.Member) bool {
			said, _ := sent(x) // the system may check a version in a body instead
			v, sends := said.Get(m.Name)
			return words.Versions.Has(m.Name) && (text(m.Value) == opaque(tag) || sends && same(v, m.Value))
		}) {
			return nil
		}
		existed = existed || b.Path() == x.Path() && b.Succeeded() && is != ""
	}
	if !existed {
		return nil
	}
	return one("", "it succeeds with an If-Match that names no version of it")
}

// superseded looks for a change that succeeds with an If-Match that names a version which its element had before the
// last act on it. The answer to the act has another tag, of the same user, or a number as well.
func superseded(s *scene) []oracle.Finding {
	tag := opaque(s.Request.Header.Get("If-Match"))
	declared := slices.ContainsFunc(s.Operation.Parameters, func(p *parameter) bool {
		return p.In == "header" && p.Name == "If-Match"
	})
	of, had := entityOf(s.Exchange), false
	if tag == "" || tag == "*" || strings.Contains(tag, ",") || !declared || s.Safe() || !s.Succeeded() ||
		len(s.acts) == 0 {
		return nil
	}
	last := s.acts[len(s.acts)-1]
	for _, b := range s.Before[:last.index] {
		is := opaque(b.Response.Header.Get("ETag"))
		_, shows := s.acts.shows(b, of)
		had = had || shows && is == tag && (b.User == last.User || value.IsNumber(tag))
	}
	is := opaque(last.Response.Header.Get("ETag"))
	if _, shows := s.acts.shows(last.Exchange, of); !shows || !had || !last.accepted() || last.kind == create ||
		is == "" || is == tag || value.IsNumber(tag) != value.IsNumber(is) {
		return nil
	}
	return one("before "+last.Operation.Name(), "it succeeds with an If-Match that names the version before %s",
		last.Operation.Name())
}

// opaque returns a tag as it is compared: weakly (RFC 9110, 8.8.3.2), and missing quotation marks do not count.
func opaque(tag string) string {
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
}

// outdated looks for changes that succeed with an earlier version in their body, although the schema declares a status
// for that. If the version becomes the sent one, clients choose it, and it does not count.
func outdated(x *oracle.Exchange) []oracle.Finding {
	said, _ := sent(x)
	now, ok := got(x)
	was, seen := viewed(x.Before, x)
	if !seen || !ok || !replaces(x) || !x.Succeeded() || x.Invalid != nil ||
		!slices.ContainsFunc(x.Operation.Responses, func(r *response) bool {
			return r.Status == "409" || r.Status == "412"
		}) {
		return nil
	}
	for _, m := range said {
		last, had := was.Get(m.Name)
		is, shown := now.Get(m.Name)
		if !had || !shown || !words.Versions.Has(m.Name) || same(m.Value, last) || same(m.Value, is) ||
			same(last, is) {
			continue
		}
		if slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
			o, _ := got(b)
			v, shown := o.Get(m.Name)
			return shown && same(m.Value, v) && b.Succeeded() && (b.Path() == x.Path() ||
				made(b, x.Path(), x.Operation.Path))
		}) {
			return one(m.Name, "it succeeds with a %s that is not the latest any more", m.Name)
		}
	}
	return nil
}

// doneAgain looks for two equal creations with the same idempotency key of which the second makes a new element. Only
// the deletion of the first element may be between.
func doneAgain(x *oracle.Exchange) []oracle.Finding {
	if f := append(keyTwice(x), keyOfOther(x)...); f != nil {
		return f
	}
	name, key := keyOf(x)
	if key == "" || verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil {
		return nil
	}
	now, _ := got(x)
	id := keyIn(now, elementOf(x))
	if id == "" {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		_, other := keyOf(b)
		if equal(b, x) && other == key && b.Succeeded() {
			was, _ := got(b)
			if first := keyIn(was, elementOf(b)); first != "" && first != id {
				return one(name, "the same call with the same %s makes a second one", name)
			}
		}
		if changes(b) && b.Request.Method == "DELETE" {
			return nil
		}
	}
	return nil
}

// keyTwice looks for a call that succeeds with the idempotency key of an earlier one of the same user with another
// body, where the description says that it is refused.
func keyTwice(x *oracle.Exchange) []oracle.Finding {
	name, key := keyOf(x)
	if key == "" || !x.Succeeded() || x.Invalid != nil || !words.OtherBody().MatchString(x.Operation.Text) {
		return nil
	}
	for _, b := range x.Before {
		if _, other := keyOf(b); repeats(b, x) && other == key && b.Succeeded() && !equal(b, x) {
			said, _ := sent(b)
			if now, ok := sent(x); ok && (!sameMembers(said, now) || lacksMore(x.Operation, said, now) ||
				lacksMore(x.Operation, now, said)) {
				return one(name+" of another body", "it succeeds with the %s of a call with another body, which the "+
					"description refuses", name)
			}
		}
	}
	return nil
}

// mislocated looks for a Location that names another element than the created one, that leads to no operation of the
// schema, or that answers with "not found".
func mislocated(x *oracle.Exchange) []oracle.Finding {
	if x.Status() == http.StatusCreated && x.Request.Method == "POST" {
		return locatedWrong(x)
	}
	w, _ := lastChange(x.Before)
	if x.Request.Method != "GET" || x.Status() != 404 && x.Status() != 405 && x.Status() != 410 && x.Status() != 501 ||
		w == nil || w.Status() != http.StatusCreated || w.User != x.User {
		return nil
	}
	l := w.Response.Header.Get("Location")
	if l == "" || below(oracle.PathOf(l), w.Base) != below(x.Path(), x.Base) {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: "leads nowhere",
		Reason: fmt.Sprintf("GET of its Location answers %d", x.Status())}}
}

// locatedWrong compares the Location of a 201 with the answer and with the schema.
func locatedWrong(x *oracle.Exchange) []oracle.Finding {
	l := x.Response.Header.Get("Location")
	at := below(oracle.PathOf(l), x.Base)
	reader := readerOf(x.Operations, x.Operation.Path)
	if l == "" || strings.Contains(strings.ToLower(l), "%2f") || !strings.HasPrefix(at, "/") || reader == nil {
		return nil
	}
	if !slices.ContainsFunc(x.Operations, func(op *operation) bool { return op.Method == "GET" && fits(op.Path, at) }) {
		return one("no such path", "the path of its Location is none of the schema, which has GET %s", reader.Path)
	}
	o, ok := got(x)
	if !ok || !fits(reader.Path, at) {
		return nil
	}
	param, last := api.LastParam(reader.Path), path.Base(at)
	if own, has := o.Get(param); has && isScalar(own) && text(own) != last {
		return one("another id", "its Location names another %s than the answer", param)
	}
	if id, _ := o.Get("id"); isScalar(id) && text(id) != last &&
		!slices.ContainsFunc(o, func(m value.Member) bool { return text(m.Value) == last }) {
		return one("another id", "its Location names another id than the answer")
	}
	return nil
}

// fits reports whether a path matches a template.
func fits(template, at string) bool {
	want, is := strings.Split(strings.Trim(template, "/"), "/"), strings.Split(strings.Trim(at, "/"), "/")
	return slices.EqualFunc(want, is, func(w, i string) bool { return strings.Contains(w, "{") || w == i })
}

// misnamed looks for answers that name another element than the path of their call, where another answer of the
// operation names the one of its path.
func misnamed(x *oracle.Exchange) []oracle.Finding {
	said, _ := sent(x)
	for param, at := range echoes(x) {
		if _, renames := said.Get(at.Name); renames || at.Value == nil || same(at.Value, param.Value) ||
			strings.EqualFold(text(at.Value), text(param.Value)) {
			continue
		}
		known := slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
			for other, is := range echoes(b) {
				if b.Operation == x.Operation && other.Name == param.Name && text(is.Value) == text(other.Value) &&
					text(is.Value) == text(at.Value) {
					return true
				}
			}
			return false
		})
		if known && answered(x, at.Name, text(param.Value)) {
			return one("answer "+at.Name, "its answer names %s %s, and its path another one", at.Name, text(at.Value))
		}
	}
	return nil
}

// echoes returns the parameters of the path of a successful call with the members of its answer that are called alike.
func echoes(x *oracle.Exchange) iter.Seq2[value.Member, value.Member] {
	return func(yield func(param, at value.Member) bool) {
		o, shown := got(x)
		parts := strings.Split(below(x.Path(), x.Base), "/")
		for i, part := range strings.Split(x.Operation.Path, "/") {
			param := words.Plain(strings.Trim(part, "{}"))
			if !shown || !x.Succeeded() || !strings.HasPrefix(part, "{") || i >= len(parts) || len(param) < 3 {
				continue
			}
			for _, m := range o {
				if words.Plain(m.Name) == param && isScalar(m.Value) &&
					!yield(value.Member{Name: param, Value: parts[i]}, m) {
					return
				}
			}
		}
	}
}

// lacksMore reports whether a body lacks a member of another body that has another value than its default there.
func lacksMore(op *operation, body, than value.Object) bool {
	return slices.ContainsFunc(than, func(m value.Member) bool {
		_, has := body.Get(m.Name)
		s := inputsOf(op).get(m.Name)
		return !has && !(s != nil && s.HasDefault && same(s.Default, m.Value))
	})
}

// answered reports whether an earlier answer has a value in a member, so that the value is no alias.
func answered(x *oracle.Exchange, member, v string) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		o, _ := got(b)
		is, _ := o.Get(member)
		list, _ := elements(b)
		return text(is) == v || slices.ContainsFunc(list, func(e any) bool {
			is, _ := object(e).Get(member)
			return text(is) == v
		})
	})
}
