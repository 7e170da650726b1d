package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "steps".
const (
	CodeStepTwice = 1012 // a step succeeds twice, although the first one leaves the state that it begins in
	CodeMisplaced = 1040 // a step succeeds in a state in which its description does not allow it
	CodeExcluded  = 1048 // a change succeeds in a state that its description excludes
	CodeSeveral   = 1047 // several elements have a state that only one may have
)

// stepped says that acts succeed only in the states that their descriptions allow, and that a state which one element
// alone may have is that of one.
func stepped(m *model) Relation {
	return Relation{
		Name:     "steps",
		Law:      "An act succeeds only in the states that its description allows, and leaves the one it begins in.",
		Scenario: "act that reaches a state, act",
		Rules: []*oracle.Rule{
			{Code: CodeStepTwice, Name: "step that is made twice", Check: m.judge(stepTwice),
				Explanation: "A step led out of a state, and is accepted again in the state that it led to, " +
					"where the schema has a 409."},
			{Code: CodeMisplaced, Name: "step from another state", OptIn: true, Check: misplaced,
				Explanation: "The description says in which states something can be done, and it " +
					"is accepted in another one."},
			{Code: CodeExcluded, Name: "step in an excluded state", Check: m.read(excludedState),
				Explanation: "The description says in which states something is refused, and it " +
					"is accepted in one of them."},
			{Code: CodeSeveral, Name: "several where one may be", Check: severalOf,
				Explanation: "The description says that a member is true of one element at most, and it is of two."},
		},
	}
}

// stepTwice looks for a POST below a resource that changed the state of the resource, and that succeeds again without
// a change, although the schema says that it can be refused with 409. It judges the read after the second POST. A step
// that changes something else then is made in parts.
func stepTwice(s *scene) []oracle.Finding {
	b, acts := s.last()
	if b == nil || len(acts) != 1 || !isStep(acts[0], s) {
		return nil
	}
	second := acts[0]
	prior, i := lastChange(s.Before[:second.index])
	if prior == nil || i > b.index || !equal(prior, second.Exchange) || !prior.Succeeded() {
		return nil
	}
	before, ok := viewed(s.Before[:i], s.Exchange)
	then, _ := got(b.Exchange)
	after, _ := got(s.Exchange)
	if words.Repeatable().MatchString(second.Operation.Text) {
		return nil
	}
	for _, d := range differencesOf(then, after) {
		if !words.Restless().MatchString(d.top) {
			return nil
		}
	}
	said, _ := sent(second.Exchange)
	for _, d := range differencesOf(before, then) {
		if v, chosen := said.Get(d.member); chosen && same(v, d.now) {
			continue // the client sets it, so that the second time changes nothing
		}
		if ok && isState(d.was) && d.member == d.top && !words.Restless().MatchString(d.member) &&
			!words.Prose.Has(d.member) {
			return []oracle.Finding{{Of: second.Operation, Reason: "it is accepted again once " + d.member +
				" has changed, and not refused with 409"}}
		}
	}
	return nil
}

// isStep reports whether an act is a successful POST below the resource of a read, for which the schema declares 409.
func isStep(a *act, s *scene) bool {
	if _, key := keyOf(a.Exchange); key != "" {
		return false // it may be repeated
	}
	return a.Request.Method == "POST" && a.Succeeded() && a.User == s.User && a.Invalid == nil &&
		api.LastParam(a.Operation.Path) == "" && strings.HasPrefix(a.Path(), s.Path()+"/") &&
		slices.ContainsFunc(a.Operation.Responses, func(r *response) bool { return r.Status == "409" })
}

// inState hands the states of the resources on the path of an accepted act to a judgement, the nearest first: members
// with choices that the act does not set to the value that they have.
func inState(x *oracle.Exchange, judge func(state value.Member, choices []string, template string) []oracle.Finding,
) []oracle.Finding {
	if x.Safe() || !x.Succeeded() || x.Status() == 202 || x.Invalid != nil || !refusable(x.Operation) {
		return nil
	}
	said, _ := sent(x)
	for at, template := x.Path(), x.Operation.Path; len(template) > 1; at, template = path.Dir(at), path.Dir(template) {
		was, seen := view(x.Before, at, template, x.User)
		i := slices.IndexFunc(x.Operations, func(op *operation) bool {
			return op.Method == "GET" && op.Path == template
		})
		if !seen || i < 0 || api.LastParam(template) == "" {
			continue
		}
		for _, m := range was {
			choices := choicesOf(x.Operations[i], m.Name)
			set, _ := said.Get(m.Name)
			state := text(m.Value)
			if len(choices) < 2 || sentence.OfWho(m.Name) || !slices.Contains(choices, strings.ToLower(state)) ||
				sentence.State(text(set)) == sentence.State(state) {
				continue
			}
			if f := judge(m, choices, template); f != nil {
				return f
			}
		}
	}
	return nil
}

// misplaced looks for a change that is accepted in another state than those that its description names: "Ship an open
// order", "Cancel a booking that is requested or confirmed".
func misplaced(x *oracle.Exchange) []oracle.Finding {
	own := entityOf(x)
	now, _ := got(x)
	return inState(x, func(m value.Member, choices []string, template string) []oracle.Finding {
		state := strings.ToLower(text(m.Value))
		reached, _ := now.Get(m.Name)
		allowed := slices.DeleteFunc(allowedIn(x.Operation.Text, api.Noun(template), choices), func(c string) bool {
			return c != state && c == strings.ToLower(text(reached))
		})
		if template != own.template || len(allowed) == 0 || slices.Contains(allowed, state) {
			return nil
		}
		return one("in "+state, "it is accepted where %s is %s, and its description allows it for %s", m.Name, state,
			strings.Join(allowed, ", "))
	})
}

// refusable reports whether the schema declares that an operation can be refused because of the state of the resource.
func refusable(op *operation) bool {
	return slices.ContainsFunc(op.Responses, func(r *response) bool {
		return r.Status == "409" || r.Status == "422" || r.Status == "412"
	})
}

// allowedIn returns the choices of a state in which a text allows an operation. They stand before the noun of the
// resource, or in a clause after it.
func allowedIn(told, noun string, choices []string) (out []string) {
	if noun == "" {
		return nil
	}
	for _, line := range sentence.Lowered(told) {
		if words.MoreThanStates().MatchString(line) {
			continue
		}
		for _, c := range choices {
			word := `(?:` + strings.NewReplacer("_", "[ _-]", "-", "[ _-]").Replace(regexp.QuoteMeta(c)) + `)`
			before := regexp.MustCompile(`\b(?:an?|only) (?:[a-z_-]+(?:,| or|, or) )*` + word +
				`(?:(?:,| or|, or) [a-z_-]+)* ` + regexp.QuoteMeta(noun) + `s?\b`)
			after := regexp.MustCompile(`\b` + regexp.QuoteMeta(noun) +
				`s? (?:that|which|who) (?:is|are) (?:[a-z _-]+(?:,| or|, or) )?` + word + `\b`)
			if (before.MatchString(line) || after.MatchString(line)) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// excludedState looks for a change that is accepted although a resource on its path is in a state that the description
// excludes: "The poll has to be open", "Answered 409 if it is closed".
func excludedState(laws *sentence.Laws, x *oracle.Exchange) []oracle.Finding {
	if x.Safe() || len(laws.Named(x.Operation, sentence.Within))+len(laws.Named(x.Operation, sentence.Except)) == 0 {
		return nil
	}
	return inState(x, func(m value.Member, choices []string, template string) []oracle.Finding {
		state := sentence.State(text(m.Value))
		var allowed []string
		excluded := ""
		for _, law := range laws.Of(x.Operation) {
			fits := (law.Noun == "" || law.Noun == api.Noun(template)) &&
				!slices.ContainsFunc(law.Names, func(name string) bool {
					return !slices.ContainsFunc(choices, func(c string) bool { return sentence.State(c) == name })
				})
			named := slices.Contains(law.Names, state)
			if fits && law.Kind == sentence.Within {
				allowed = append(allowed, law.Names...)
			}
			if fits && (law.Kind == sentence.Within && !named || law.Kind == sentence.Except && named) {
				excluded = law.Sentence
			}
		}
		if excluded == "" || slices.Contains(allowed, state) {
			return nil
		}
		return one("excluded in "+text(m.Value), "it is accepted where %s is %s, which its description excludes: %s",
			m.Name, text(m.Value), excluded)
	})
}

// severalOf looks for two elements of a list that both have a state which only one may have, such as "default": a
// member that is true.
func severalOf(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	if !ok || !reads(x) || x.Invalid != nil || len(list) < 2 {
		return nil
	}
	for _, m := range object(list[0]) {
		_, isBool := m.Value.(bool)
		for i, e := range list {
			if isBool && slices.ContainsFunc(list[:i], func(other any) bool {
				return bothAre(object(e), object(other), m.Name)
			}) && onlyOneIs(x, m.Name) {
				return one(m.Name, "%s is true of two elements, and the description says that it is of one at most",
					m.Name)
			}
		}
	}
	return nil
}

// onlyOneIs reports whether the descriptions of the operations on a list and its elements say that a member is true of
// only one element.
func onlyOneIs(x *oracle.Exchange, member string) bool {
	word := strings.TrimPrefix(words.Plain(member), "is")
	all := saysOf(x.Operation, member)
	for _, op := range x.Operations {
		if op.Path == x.Operation.Path || path.Dir(op.Path) == x.Operation.Path {
			all += "\n" + op.Text
		}
	}
	return slices.ContainsFunc(sentence.Lowered(all), func(line string) bool {
		return words.AtMostOne().MatchString(line) && slices.Contains(sentence.Words(line), word)
	})
}

// bothAre reports whether a member is true of two elements of the same owner: their persons and their references are
// equal.
func bothAre(a, b value.Object, member string) bool {
	v, _ := a.Get(member)
	w, _ := b.Get(member)
	if v != true || w != true {
		return false
	}
	return !slices.ContainsFunc(a, func(m value.Member) bool {
		other, _ := b.Get(m.Name)
		plain := words.Plain(m.Name)
		return plain != "id" && (words.Person.Has(plain) || strings.HasSuffix(plain, "id")) && !same(m.Value, other)
	})
}
