package effects

import (
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/value"
)

// claim is a text that usually has to differ from those of all others, such as the address of a
// member.
type claim struct{ collection, member, text string }

// claims are what calls and answers claimed.
type claims struct {
	all map[claim]bool // that calls of any test sent with success
	own map[claim]bool // that those of the test at hand did
	// chosen are those that the system gave to what it made, and kinds counts them, without
	// their texts: what has only few is no name, but a default.
	chosen map[claim]bool
	kinds  map[claim]int
}

// leastKinds is how many texts a system gives under a name before it is known to choose one for each
// element.
const leastKinds = 3

func newClaims() claims {
	return claims{all: map[claim]bool{}, own: map[claim]bool{}, chosen: map[claim]bool{}, kinds: map[claim]int{}}
}

// note notes what a call claimed that succeeded, and what the system chose beside that.
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

// disputed says whether a call claims what another test did, and is refused for that, or what
// the system gives to other elements: on a fresh one it gives it again.
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
		foreign = all[0].text // who sent it was answered with an error, it seems
	}
	if foreign == "" || !onlyOne(x) {
		return Leaning{}
	}
	return leaningOf(x, "is answered %d for %q, which another test sent before", x.Answer.Status, foreign)
}

// given reports whether the system gives the elements of a collection texts of its own under a name.
func (c *claims) given(collection, member string) bool {
	return c.kinds[claim{collection, member, ""}] >= leastKinds && !identifies(words.Plain(member), false)
}

// blamed returns those of some claims whose member a refusal names, or else all.
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

// maxSaid is how many bytes of a refusal are searched for names.
const maxSaid = 1000

// onlyOne reports whether a call is refused because something has to be the only one.
func onlyOne(x *link.Exchange) bool {
	switch x.Answer.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return words.Already().Match(x.Answer.Body)
	}
	return conflicts(x.Answer.Status)
}

// claimsOf lists what a body claims for an element of the collection of a call.
func claimsOf(x *link.Exchange, body any) (out []claim) {
	if reads(x.Call.Op) || x.Call.Op.Spec.Method == http.MethodDelete {
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
