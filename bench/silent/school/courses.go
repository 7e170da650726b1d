package school

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// course is what students enrol in.
type course struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Level string `json:"level"`
	Seats int    `json:"seats"`
	// Fee is in cents.
	Fee int `json:"fee"`
	// Starts is a time as it was sent, with its offset.
	Starts string `json:"starts"`
	// Published courses are seen by students.
	Published bool `json:"published"`
	// Version is the number of changes of the course itself.
	Version int `json:"version"`

	at time.Time // Starts
}

// shown is a course as clients see it.
type shown struct {
	course
	Taken   int `json:"taken"`
	Waiting int `json:"waiting"`
}

func (s *service) show(c *course) shown {
	taken, waiting := s.count(c.Code)
	if s.bugs.Has(TakenCountsWaiting) {
		taken += waiting
	}
	return shown{*c, taken, waiting}
}

func levels() []string { return []string{"beginner", "intermediate", "advanced"} }

var code = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)

// read reads all of a course but its code.
func (s *service) read(o *kit.Object, code string) *course {
	out := &course{Code: code, Seats: 25, Version: 1}
	if s.bugs.Has(SeatsDefault) {
		out.Seats = 20
	}
	o.Need("title", "level", "starts")
	o.Text(&out.Title, "title", 1, 80)
	o.Choice(&out.Level, "level", levels()...)
	o.Int(&out.Seats, "seats", 1, 200)
	o.Int(&out.Fee, "fee", 0, 1000000)
	o.Bool(&out.Published, "published")
	o.Match(&out.Starts, "starts", "a time", isTime)
	if o.Err() != nil {
		return nil
	}
	out.at, _ = parseTime(out.Starts)
	if s.bugs.Has(OffsetDropped) {
		out.Starts = out.at.Format("2006-01-02T15:04:05") + "Z"
	}
	return out
}

// timely has the form of RFC 3339, of which time.Parse takes more.
var timely = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

func parseTime(text string) (time.Time, bool) {
	text = strings.ToUpper(text)
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil && timely.MatchString(text)
}

func isTime(text string) bool {
	_, ok := parseTime(text)
	return ok
}

// find returns the course of the path. Students do not find drafts.
func (s *service) find(c *call) (*course, error) {
	name := chi.URLParam(c.Request, "course")
	if !code.MatchString(name) {
		return nil, kit.Refuse(http.StatusBadRequest, "the code has to be like ABC-1234")
	}
	found := s.courses[name]
	if found == nil || !found.Published && !c.user.teaches() {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such course")
	}
	return found, nil
}

// listCourses lists courses by their start.
func (s *service) listCourses(c *call) error {
	q := kit.ReadQuery(c.Request)
	level, search, open := q.Choice("level", levels()...), q.Text("search", 80), q.Choice("open", "true", "false")
	from := time.Time{}
	text := q.Match("from", "a time", isTime)
	if err := q.Err(); err != nil {
		return err
	}
	if text != "" {
		from, _ = parseTime(text)
	}
	found := []shown{}
	for _, one := range s.courses {
		full, _ := s.count(one.Code)
		switch {
		case !one.Published && !c.user.teaches(), level != "" && one.Level != level:
		case text != "" && one.at.Before(from), open != "" && (open == "true") != (full < one.Seats):
		case !strings.Contains(strings.ToLower(one.Title), strings.ToLower(search)):
		default:
			found = append(found, s.show(one))
		}
	}
	slices.SortFunc(found, func(a, b shown) int {
		if s.bugs.Has(StartsAsText) {
			return cmp.Or(cmp.Compare(a.Starts, b.Starts), cmp.Compare(a.Code, b.Code))
		}
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.Code, b.Code))
	})
	return c.answer(http.StatusOK, found)
}

func (s *service) createCourse(c *call) error {
	if err := c.teaching(); err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	name := ""
	o.Need("code")
	o.Match(&name, "code", "like ABC-1234", code.MatchString)
	made := s.read(o, name)
	if err := o.Err(); err != nil {
		return err
	}
	if s.courses[name] != nil {
		return kit.Refuse(http.StatusConflict, "the code is taken")
	}
	s.courses[name] = made
	return kit.Created(c.ResponseWriter, "/courses/"+name, s.show(made))
}

func (s *service) getCourse(c *call) error {
	found, err := s.find(c)
	if name := chi.URLParam(c.Request, "course"); s.bugs.Has(DraftsByCode) && s.courses[name] != nil {
		found, err = s.courses[name], nil
	}
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, s.show(found))
}

// putCourse replaces a course. New seats go to who waits.
func (s *service) putCourse(c *call) error {
	if err := c.teaching(); err != nil {
		return err
	}
	old, err := s.find(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	known := old.Version
	o.Int(&known, "version", 1, 1000000)
	made := s.read(o, old.Code)
	if err := o.Err(); err != nil {
		return err
	}
	if known != old.Version && !s.bugs.Has(VersionIgnored) {
		return kit.Refuse(http.StatusConflict, "somebody changed the course meanwhile")
	}
	made.Version = old.Version + 1
	if taken, _ := s.count(old.Code); made.Seats < taken {
		if s.bugs.Has(RefusedSeatsStored) {
			// the rest was set before seats are held against what is taken
			made.Seats, made.Version = old.Seats, old.Version
			s.courses[old.Code] = made
		}
		return kit.Refuse(http.StatusConflict, "more seats are taken")
	}
	s.courses[old.Code] = made
	s.moveUp(made)
	return c.answer(http.StatusOK, s.show(made))
}

// deleteCourse deletes a course with its enrolments.
func (s *service) deleteCourse(c *call) error {
	if err := c.teaching(); err != nil {
		return err
	}
	found, err := s.find(c)
	if err != nil {
		return err
	}
	delete(s.courses, found.Code)
	s.enrolments = slices.DeleteFunc(s.enrolments, func(e *enrolment) bool { return e.Course == found.Code })
	return kit.NoContent(c.ResponseWriter)
}
