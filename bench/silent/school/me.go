package school

import (
	"math"
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// profile is a user with what the user has done.
type profile struct {
	user
	// Courses is in how many courses the user has a seat, Average the mean of the
	// grades, nil for none.
	Courses int      `json:"courses"`
	Average *float64 `json:"average"`
}

func (s *service) profile(u *user) profile {
	out := profile{user: *u}
	sum, n := 0, 0
	for _, e := range s.enrolments {
		if e.Student != u.Username {
			continue
		}
		if e.Status == enrolled {
			out.Courses++
		}
		if e.Grade != nil {
			sum += *e.Grade
		}
		if e.Grade != nil || s.bugs.Has(AverageOfAll) {
			n++
		}
	}
	if n > 0 {
		mean := math.Round(float64(sum)/float64(n)*10) / 10
		out.Average = &mean
	}
	return out
}

func (s *service) getMe(c *call) error { return c.answer(http.StatusOK, s.profile(c.user)) }

func (s *service) patchMe(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	with := *c.user
	if s.bugs.Has(RemindersReset) {
		with.Reminders = true // the default of a new user
	}
	o.Text(&with.Name, "name", 1, 60)
	o.Bool(&with.Reminders, "reminders")
	if err := o.Err(); err != nil {
		return err
	}
	*c.user = with
	return s.getMe(c)
}
