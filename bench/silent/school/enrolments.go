package school

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

const (
	enrolled = "enrolled"
	waiting  = "waiting"
)

// enrolment is a student in a course, or one who waits for a seat.
type enrolment struct {
	ID      int    `json:"id"`
	Course  string `json:"course"`
	Student string `json:"student"`
	Status  string `json:"status"`
	Note    string `json:"note"`
	Grade   *int   `json:"grade"`
	// Remark is of the teacher and for teachers.
	Remark *string `json:"remark,omitempty"`
}

// as is the enrolment as a user may see it.
func (e *enrolment) as(u *user) enrolment {
	out := *e
	if !u.teaches() {
		out.Remark = nil
	}
	return out
}

// count returns how many have a seat in a course, and how many wait for one.
func (s *service) count(course string) (taken, waits int) {
	for _, e := range s.enrolments {
		if e.Course == course && e.Status == enrolled {
			taken++
		} else if e.Course == course {
			waits++
		}
	}
	return taken, waits
}

// moveUp gives free seats to those who wait, in the order in which they came.
func (s *service) moveUp(c *course) {
	taken, _ := s.count(c.Code)
	for _, e := range s.enrolments {
		if e.Course == c.Code && e.Status == waiting && taken < c.Seats {
			e.Status = enrolled
			taken++
		}
	}
}

func (s *service) roster(c *call) error {
	if err := c.teaching(); err != nil {
		return err
	}
	of, err := s.find(c)
	if err != nil {
		return err
	}
	found := []enrolment{}
	for _, e := range s.enrolments {
		if e.Course == of.Code {
			found = append(found, e.as(c.user))
		}
	}
	return c.answer(http.StatusOK, found)
}

// who returns the student that a call enrols: students enrol themselves,
// teachers say whom.
func (s *service) who(c *call, named string) (string, error) {
	if c.user.teaches() {
		if !slices.ContainsFunc(s.people, func(u *user) bool { return u.Username == named && !u.teaches() }) {
			return "", kit.Refuse(http.StatusConflict, "there is no such student")
		}
		return named, nil
	}
	if named == "" {
		return c.user.Username, nil
	}
	other := named != c.user.Username
	known := slices.ContainsFunc(s.people, func(u *user) bool { return u.Username == named && !u.teaches() })
	if other && !(known && s.bugs.Has(EnrolsOthers)) {
		return "", kit.Refuse(http.StatusForbidden, "students enrol themselves")
	}
	return named, nil
}

// enrol gives a student a seat, or a place among those who wait for one.
func (s *service) enrol(c *call) error {
	of, err := s.find(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	made, named := &enrolment{Course: of.Code, Status: enrolled}, ""
	o.Text(&made.Note, "note", 0, 200)
	o.Text(&named, "student", 1, 30)
	if err := o.Err(); err != nil {
		return err
	}
	if made.Student, err = s.who(c, named); err != nil {
		return err
	}
	for _, e := range s.enrolments {
		if e.Course == of.Code && e.Student == made.Student && (e.Status == enrolled || !s.bugs.Has(WaitsTwice)) {
			return kit.Refuse(http.StatusConflict, "the student is enrolled or waits")
		}
	}
	taken, _ := s.count(of.Code)
	if s.bugs.Has(OneSeatMore) {
		taken--
	}
	if taken >= of.Seats {
		made.Status = waiting
	}
	if old := s.left[made.Student+" "+of.Code]; old != nil && s.bugs.Has(GradeSurvives) {
		made.Grade, made.Remark = old.Grade, old.Remark
	}
	s.last++
	made.ID = s.last
	s.enrolments = append(s.enrolments, made)
	return kit.Created(c.ResponseWriter, "/enrolments/"+strconv.Itoa(made.ID), made.as(c.user))
}

// listEnrolments lists enrolments after an id, and says after which the next
// page begins if there is one.
func (s *service) listEnrolments(c *call) error {
	q := kit.ReadQuery(c.Request)
	status, after, limit := q.Choice("status", enrolled, waiting), q.Int("after", 0, 0, 1000000),
		q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	if q.Has("after") && after > 0 && s.bugs.Has(CursorInclusive) {
		after--
	}
	out := struct {
		Items []enrolment `json:"items"`
		Next  int         `json:"next,omitempty"`
	}{Items: []enrolment{}}
	for _, e := range s.enrolments {
		if e.ID <= after || status != "" && e.Status != status || !c.user.teaches() && e.Student != c.user.Username {
			continue
		}
		if len(out.Items) == limit {
			out.Next = out.Items[limit-1].ID
			break
		}
		one := e.as(c.user)
		if s.bugs.Has(RemarkShown) {
			one.Remark = e.Remark
		}
		out.Items = append(out.Items, one)
	}
	return c.answer(http.StatusOK, out)
}

// enrolment returns the enrolment of the path, which is the student's own.
func (s *service) enrolment(c *call) (*enrolment, error) {
	id, err := kit.ID(chi.URLParam(c.Request, "id"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.enrolments, func(e *enrolment) bool { return e.ID == id })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such enrolment")
	}
	found := s.enrolments[i]
	if !c.user.teaches() && found.Student != c.user.Username {
		return nil, kit.Refuse(http.StatusForbidden, "another student's enrolment")
	}
	return found, nil
}

func (s *service) getEnrolment(c *call) error {
	found, err := s.enrolment(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, found.as(c.user))
}

// withdraw deletes an enrolment. The seat goes to who waits longest.
func (s *service) withdraw(c *call) error {
	found, err := s.enrolment(c)
	if err != nil {
		return err
	}
	s.left[found.Student+" "+found.Course] = found
	s.enrolments = slices.DeleteFunc(s.enrolments, func(e *enrolment) bool {
		return e == found || e.Student == found.Student && s.bugs.Has(WithdrawsAll)
	})
	if !s.bugs.Has(NobodyMovesUp) {
		s.moveUp(s.courses[found.Course])
	}
	return kit.NoContent(c.ResponseWriter)
}

// grade grades a student who has a seat.
func (s *service) grade(c *call) error {
	found, err := s.enrolment(c)
	if err != nil {
		return err
	}
	if err := c.teaching(); err != nil && !s.bugs.Has(GradeByStudent) {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	grade, remark := 0, ""
	o.Need("grade")
	o.Int(&grade, "grade", 0, 100)
	o.Text(&remark, "remark", 0, 200)
	if err := o.Err(); err != nil {
		return err
	}
	if found.Status != enrolled {
		return kit.Refuse(http.StatusConflict, "the student waits for a seat")
	}
	found.Grade, found.Remark = &grade, &remark
	return c.answer(http.StatusOK, found.as(c.user))
}
