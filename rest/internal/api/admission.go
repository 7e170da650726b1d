package api

import (
	"math/rand/v2"
	"net/http"

	"github.com/evoke-go/evoke/internal/chance"
)

const (
	// unfit is the number of refusals with which a user starts who has no credential that the security of the operation
	// asks for.
	unfit = 3
	// admittedShare is the part of the largest share of admitted calls that a user's own share has to reach, so that
	// the user does not count as refused.
	admittedShare = 0.5
)

// Admission knows who may call an operation: how many calls of each user it refused for a missing credential or right,
// and how many it did not. A nil Admission knows nothing.
type Admission struct {
	visitors []visitor // the anonymous caller, then the users
	spare    int       // number of users, the last ones, that are seldom used
}

// visitor counts the calls of one user or of the anonymous caller.
type visitor struct{ admitted, refused float64 }

// share estimates the share of a user's calls that are admitted, above 0 and at most 1.
func (v visitor) share() float64 { return (1 + v.admitted) / (1 + v.admitted + v.refused) }

// NewAdmission returns the state before the first call. fits says for each user whether the user has the credentials
// that the operation asks for. anyone says that the operation asks for none. The last users, as many as spare, always
// count as refused.
func NewAdmission(fits []bool, anyone bool, spare int) *Admission {
	a := &Admission{visitors: make([]visitor, 1+len(fits)), spare: spare}
	for i, fit := range fits {
		if !fit {
			a.visitors[1+i].refused = unfit
		}
	}
	if !anyone {
		a.visitors[0].refused = unfit
	}
	return a
}

// Refuses reports whether a status refuses the caller, and not the content of the call.
func Refuses(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// Answered counts the answer to a call of a user, or of nobody if user is -1.
func (a *Admission) Answered(user, status int) {
	if a == nil || user+1 >= len(a.visitors) || status == 0 {
		return
	}
	if v := &a.visitors[user+1]; Refuses(status) {
		v.refused++
	} else {
		v.admitted++
	}
}

// Admits reports whether calls of a user are mostly admitted. As long as that is known of no user, it returns true for
// all users that are not spare.
func (a *Admission) Admits(user int) bool {
	if a == nil || user+1 >= len(a.visitors) {
		return true
	}
	return user+1 < len(a.visitors)-a.spare && a.visitors[user+1].share() >= admittedShare*a.bestShare()
}

// bestShare returns the largest share of admitted calls.
func (a *Admission) bestShare() float64 {
	out := 0.0
	for _, v := range a.visitors[:len(a.visitors)-a.spare] {
		out = max(out, v.share())
	}
	return out
}

// Turns reports whether the operation refused a user several times and never admitted the user, or asks for a
// credential that the user does not have. Then another log-in does not help.
func (a *Admission) Turns(user int) bool {
	if a == nil || user < 0 || user+1 >= len(a.visitors) {
		return false
	}
	v := a.visitors[user+1]
	return v.admitted == 0 && v.refused >= unfit
}

// Others reports whether calls of any other user are mostly admitted.
func (a *Admission) Others(user int) bool {
	for i := 1; i < len(a.visitors); i++ {
		if i != user+1 && a.Admits(i-1) {
			return true
		}
	}
	return false
}

// Draw returns a user (-1 for the anonymous caller): mostly a user whose calls are admitted, rarely a user whose calls
// are refused. nobody is the weight of the anonymous caller relative to the users, if its calls are admitted. Draw
// avoids the user leaveOut unless there is no other; any number below -1 leaves out nobody.
func (a *Admission) Draw(r *rand.Rand, nobody float64, leaveOut int) int {
	weights := make([]float64, len(a.visitors))
	var good, poor float64
	for i, v := range a.visitors {
		switch user := i - 1; {
		case user == leaveOut:
		case !a.Admits(user):
			weights[i] = -1
			poor++
		case user < 0:
			weights[i] = v.share() * nobody * float64(len(a.visitors)-1-a.spare)
			good += weights[i]
		default:
			weights[i] = v.share()
			good += weights[i]
		}
	}
	if poor > 0 && (good == 0 || chance.Rarely(r)) {
		return pick(r, weights, -poor, leaveOut)
	}
	return pick(r, weights, good, leaveOut)
}

// pick draws the user of one of the weights that have the sign of sum, in proportion to the weights. It returns
// otherwise if there is none.
func pick(r *rand.Rand, weights []float64, sum float64, otherwise int) int {
	at := r.Float64() * sum
	last := otherwise
	for i, w := range weights {
		if w*sum <= 0 {
			continue
		}
		last = i - 1
		if at -= w; at*sum < 0 {
			break
		}
	}
	return last
}
