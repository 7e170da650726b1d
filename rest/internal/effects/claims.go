package effects

import (
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/value"
)

// claim is a text that usually has to be unique in its collection, such as the e-mail address of a member.
type claim struct{ collection, member, text string }

// claims holds the claims of calls and of answers.
type claims struct {
	all map[claim]bool // sent by successful calls of any test
	own map[claim]bool // sent by successful calls of the current test
	// chosen holds the texts that the system gave to new elements. kinds counts them for each member: a member with
	// only a few different texts has a default, not a unique text.
	chosen map[claim]bool
	kinds  map[claim]int
}

// leastKinds is the number of different texts of a member from which on the system is known to choose a new text for
// each element.
const leastKinds = 3

func newClaims() claims {
	return claims{all: map[claim]bool{}, own: map[claim]bool{}, chosen: map[claim]bool{}, kinds: map[claim]int{}}
}

// note notes the claims of a successful call, and the texts that the system chose in its answer.
func (c *claims) note(x *link.Exchange) {
	for _, one := range claimsOf(x, bodyOf(x)) {
		c.own[one] = true
		if len(c.all) < maxFirst {
			c.all[one] = true
		}
	}
	if x.Call.Op.Spec.Method != http.MethodPost {
		return
	}
	answer, _ := x.Body()
	for _, one := range claimsOf(x, answer) {
		if !c.own[one] && !c.chosen[one] && len(c.chosen) < maxFirst {
			c.chosen[one] = true
			c.kinds[claim{one.collection, one.member, ""}]++
		}
	}
}

// disputed says why a call needs other tests because of its claims: it is refused because another test sent the same
// text, or it sends a text that the system gave to another element. A fresh system would give that text again.
func (c *claims) disputed(x *link.Exchange) Leaning {
	foreign, all := "", blamed(x, claimsOf(x, bodyOf(x)))
	for _, one := range all {
		switch {
		case c.own[one]:
			return Leaning{}
		case c.chosen[one] && c.given(one.collection, one.member) && !usedInBody(x.Uses, one.member):
			return leaningOf(x, "sends %q, which the system gives to others", one.text)
		case c.all[one] && foreign == "":
			foreign = one.text
		}
	}
	if foreign == "" && len(all) > 0 && x.Answer.Status/100 == 4 && words.Twice().Match(x.Answer.Body) {
		foreign = all[0].text // the earlier call with this text seems to have been answered with an error
	}
	if foreign == "" || !onlyOne(x) {
		return Leaning{}
	}
	return leaningOf(x, "is answered %d for %q, which another test sent before", x.Answer.Status, foreign)
}

// given reports whether the system gives each new element of a collection another text as the given member. Members
// that are ids do not count.
func (c *claims) given(collection, member string) bool {
	return c.kinds[claim{collection, member, ""}] >= leastKinds && !identifies(words.Plain(member), false)
}

// blamed returns the claims whose member the text of a refusal names, or all claims if it names none.
func blamed(x *link.Exchange, all []claim) (out []claim) {
	if success(x.Answer.Status) || len(all) < 2 {
		return all
	}
	said := words.Plain(string(x.Answer.Body[:min(len(x.Answer.Body), maxSaid)]))
	for _, one := range all {
		if strings.Contains(said, words.Plain(one.member)) {
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// maxSaid is the number of bytes of a refusal that are searched for names of members.
const maxSaid = 1000

// onlyOne reports whether a call was refused because a text has to be unique.
func onlyOne(x *link.Exchange) bool {
	switch x.Answer.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return words.Already().Match(x.Answer.Body)
	}
	return conflicts(x.Answer.Status)
}

// claimsOf lists the claims of a body for an element of the collection of the call.
func claimsOf(x *link.Exchange, body any) (out []claim) {
	if api.IsSafe(x.Call.Op.Spec.Method) || x.Call.Op.Spec.Method == http.MethodDelete {
		return nil
	}
	members, _ := body.(value.Object)
	for _, m := range members {
		if text, ok := m.Value.(string); ok && text != "" && words.Names.Ends(m.Name) {
			out = append(out, claim{keptIn(x.Call.Op), m.Name, text})
		}
	}
	return out
}
