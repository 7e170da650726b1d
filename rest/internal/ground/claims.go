package ground

import (
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/value"
)

// claims are what calls that made something sent where one usually has to differ from
// all others, such as the address of a member: by path, member and text.
type claims struct {
	all map[string]bool // of the calls of all tests
	own map[string]bool // of those of the test at hand
}

func newClaims() claims { return claims{all: map[string]bool{}, own: map[string]bool{}} }

// note notes what a call claimed that made something.
func (c *claims) note(x *Exchange) {
	for _, claim := range claimsOf(x) {
		c.own[claim] = true
		if len(c.all) < maxFirst {
			c.all[claim] = true
		}
	}
}

// foreign returns what a refused call claims and another test did, "" where the test at
// hand did as well, or nobody.
func (c *claims) foreign(x *Exchange) string {
	out := ""
	for _, claim := range claimsOf(x) {
		if c.own[claim] {
			return ""
		}
		if c.all[claim] && out == "" {
			out = claim[strings.LastIndexByte(claim, '\n')+1:]
		}
	}
	return out
}

// claimsOf lists the claims of a call.
func claimsOf(x *Exchange) (out []string) {
	if x.Call.Op.Spec.Method != http.MethodPost || !x.Encoded.HasBody && !x.Encoded.JSONBody {
		return nil
	}
	members, _ := bodyOf(x).(value.Object)
	for _, m := range members {
		if text, ok := m.Value.(string); ok && api.Naming(api.PlainName(m.Name)) {
			out = append(out, x.Call.Op.Spec.Path+"\n"+m.Name+"\n"+text)
		}
	}
	return out
}
