package api

import (
	"math/rand/v2"
	"net/http"

	"github.com/evoke-go/evoke/internal/chance"
)

const (
	// unfit is how many refusals it counts for that a user has nothing which the
	// security of an operation asks for.
	unfit = 3
	// admittedShare is how large the share of the admitted calls of a user has to be,
	// as a part of the largest such share, for the user not to count as refused.
	admittedShare = 0.5
)

// Admission is what an operation knows of who may call it: how many calls of each user
// it refused for want of a credential or of a right, and how many it did not. The nil
// Admission knows nothing.
type Admission struct {
	visitors []visitor // nobody, and then the users
	spare    int       // how many of them, the last ones, are seldom used
}

// visitor counts the calls of one user.
type visitor struct{ admitted, refused float64 }

// share estimates which share of the calls of a user is admitted.
func (v visitor) share() float64 { return (1 + v.admitted) / (1 + v.admitted + v.refused) }

// NewAdmission returns what is known before the first call. fits says of each user
// whether it has what the operation asks for. anyone says that the operation asks for
// nothing. The last users, as many as spare says, count as refused whatever is answered.
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

// Refuses reports whether a status refuses who makes a call, and not what it sends.
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

// Admits reports whether a user is one of those whose calls are mostly admitted.
// Everybody is, as long as that is not known of anybody, but those who are spare.
func (a *Admission) Admits(user int) bool {
	if a == nil || user+1 >= len(a.visitors) {
		return true
	}
	return user+1 < len(a.visitors)-a.spare && a.visitors[user+1].share() >= admittedShare*a.best()
}

// best returns the largest share of admitted calls.
func (a *Admission) best() float64 {
	out := 0.0
	for _, v := range a.visitors[:len(a.visitors)-a.spare] {
		out = max(out, v.share())
	}
	return out
}

// Turns reports whether the operation has refused a user several times and never
// admitted it, or asks for what the user has not, so that it does not help the user to
// log in anew.
func (a *Admission) Turns(user int) bool {
	if a == nil || user < 0 || user+1 >= len(a.visitors) {
		return false
	}
	v := a.visitors[user+1]
	return v.admitted == 0 && v.refused >= unfit
}

// Others reports whether there are users, other than a given one, whose calls are
// mostly admitted.
func (a *Admission) Others(user int) bool {
	for i := 1; i < len(a.visitors); i++ {
		if i != user+1 && a.Admits(i-1) {
			return true
		}
	}
	return false
}

// Draw returns a user: mostly one whose calls are admitted, seldom one whose calls are
// refused. Nobody is drawn at the rate of nobody where nobody is admitted. It does not
// return the user to leave out, for which any number below -1 stands for none, unless
// there is no other.
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

// pick draws one of the weights that have the sign of their sum.
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
