package ground

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// claims are texts that usually have to differ from those of all others, such as the address
// of a member: by collection, member and text.
type claims struct {
	all map[string]bool // that calls of any test sent with success
	own map[string]bool // that those of the test at hand did
	// chosen are those that the system gave to what it made, and kinds counts them by
	// collection and member: what has only few is no name, but a default.
	chosen map[string]bool
	kinds  map[string]int
}

// leastKinds is how many texts a system gives under a name before it is known to choose one for each
// element.
const leastKinds = 3

func newClaims() claims {
	return claims{all: map[string]bool{}, own: map[string]bool{}, chosen: map[string]bool{}, kinds: map[string]int{}}
}

// note notes what a call claimed that succeeded, and what the system chose beside that.
func (c *claims) note(x *Exchange) {
	sent := claimsOf(x, bodyOf(x))
	for _, claim := range sent {
		c.own[claim] = true
		if len(c.all) < maxFirst {
			c.all[claim] = true
		}
	}
	answer, _ := x.answered()
	for _, claim := range claimsOf(x, answer) {
		if !c.own[claim] && !c.chosen[claim] && x.Call.Op.Spec.Method == http.MethodPost && len(c.chosen) < maxFirst {
			c.chosen[claim] = true
			c.kinds[kindOf(claim)]++
		}
	}
}

// disputed says whether a call claims what another test did, and is refused for that, or what
// the system gives to other elements: on a fresh one it gives it again.
func disputed(g *Ground, x *Exchange) Leaning {
	foreign, all := "", blamed(x, claimsOf(x, bodyOf(x)))
	for _, claim := range all {
		text := claim[strings.LastIndexByte(claim, '\n')+1:]
		switch {
		case g.claims.own[claim]:
			return Leaning{}
		case g.claims.chosen[claim] && Gives(g, keptIn(x.Call.Op), memberOf(claim)) && !usedInBody(x.Uses, memberOf(claim)):
			return Leaning{Why: fmt.Sprintf("%s sends %q, which the system gives to others", x.Call.Op.Spec.Name(), text), Step: x.Step, Param: genotype.InBody}
		case g.claims.all[claim] && foreign == "":
			foreign = text
		}
	}
	if foreign == "" && len(all) > 0 && x.Answer.Status/100 == 4 && twice.Match(x.Answer.Body) {
		foreign = all[0][strings.LastIndexByte(all[0], '\n')+1:] // who sent it was answered with an error, it seems
	}
	if foreign == "" || !onlyOne(x) {
		return Leaning{}
	}
	return Leaning{Why: fmt.Sprintf("%s is answered %d for %q, which another test sent before", x.Call.Op.Spec.Name(), x.Answer.Status, foreign), Step: x.Step, Param: genotype.InBody}
}

// Gives reports whether the system gives the elements of a collection texts of its own under a
// name, each another one.
func Gives(g *Ground, collection, member string) bool {
	return g != nil && g.claims.kinds[collection+"\n"+member] >= leastKinds
}

// kindOf is a claim without its text.
func kindOf(claim string) string { return claim[:strings.LastIndexByte(claim, '\n')] }

func memberOf(claim string) string { return strings.Split(claim, "\n")[1] }

// blamed returns those of some claims whose member a refusal names, or else all.
func blamed(x *Exchange, all []string) (out []string) {
	if success(x.Answer.Status) || len(all) < 2 {
		return all
	}
	said := api.PlainName(string(x.Answer.Body[:min(len(x.Answer.Body), maxSaid)]))
	for _, claim := range all {
		if strings.Contains(said, api.PlainName(memberOf(claim))) {
			out = append(out, claim)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// maxSaid is how many bytes of a refusal are searched for names.
const maxSaid = 1000

// notUnique says that something is there already, and twice that it is the text of something.
var (
	notUnique = regexp.MustCompile(`(?i)\b(?:already|taken|in use|duplicated?|unique|exists)\b`)
	twice     = regexp.MustCompile(`(?i)\b(?:taken|in use|duplicated?|unique)\b`)
)

// onlyOne reports whether a call is refused because something has to be the only one.
func onlyOne(x *Exchange) bool {
	switch x.Answer.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return notUnique.Match(x.Answer.Body)
	}
	return conflicts(x.Answer.Status)
}

// claimsOf lists what a body claims for an element of the collection of a call.
func claimsOf(x *Exchange, body any) (out []string) {
	if reads(x.Call.Op) || x.Call.Op.Spec.Method == http.MethodDelete {
		return nil
	}
	members, _ := body.(value.Object)
	for _, m := range members {
		if text, ok := m.Value.(string); ok && text != "" && api.Naming(api.PlainName(m.Name)) {
			out = append(out, keptIn(x.Call.Op)+"\n"+m.Name+"\n"+text)
		}
	}
	return out
}
