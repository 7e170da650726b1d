package racetime

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/gin-gonic/gin"
)

var (
	codeForm = regexp.MustCompile(`^[A-Z]{2,8}[0-9]{4}$`)
	states   = []string{"draft", "open", "closed", "finished"}
	moves    = map[string][]string{"draft": {"open"}, "open": {"closed"}, "closed": {"open", "finished"}}
)

// Event is a race over a distance.
type Event struct {
	Code        string  `json:"eventCode"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
	Date        string  `json:"date"`
	Distance    int     `json:"distanceMeters"`
	Capacity    int     `json:"capacity"`
	State       string  `json:"state"`
	Confirmed   int     `json:"confirmed"`
	Waitlisted  int     `json:"waitlisted"`

	lastBib int
	times   map[int]*Time // by bib
	out     map[int]string
	keys    map[string]keyed // by idempotency key
}

// count is how many registrations of an event have a status.
func (s *service) count(e *Event, status string) int {
	n := 0
	for _, r := range s.registrations {
		if r.event == e && r.Status == status {
			n++
		}
	}
	return n
}

func (s *service) eventView(e *Event) *Event {
	e.Confirmed, e.Waitlisted = s.count(e, "confirmed"), s.count(e, "waitlisted")
	return e
}

func (s *service) listEvents(c *gin.Context) {
	state, ok := oneOf(c, "state", states)
	if !ok {
		return
	}
	from, hasFrom := c.GetQuery("from")
	to, hasTo := c.GetQuery("to")
	for _, name := range []string{"from", "to"} {
		if text, given := c.GetQuery(name); given && !isDay(text) {
			invalid(c, name)
			return
		}
	}
	offset, limit, ok := window(c)
	if !ok {
		return
	}
	found := []*Event{}
	for _, e := range s.events {
		if (e.State == "draft" && !me(c).staff()) || (state != "" && e.State != state) ||
			(hasFrom && e.Date < from) || (hasTo && e.Date > to) {
			continue
		}
		found = append(found, s.eventView(e))
	}
	slices.SortFunc(found, func(a, b *Event) int { return cmp.Compare(a.Date+a.Code, b.Date+b.Code) })
	c.JSON(200, gin.H{"items": cut(found, offset, limit), "total": len(found), "offset": offset, "limit": limit})
}

func (s *service) createEvent(c *gin.Context) {
	var in struct {
		Code        string   `json:"eventCode" binding:"required"`
		Name        string   `json:"name" binding:"required,min=3,max=80"`
		Description nullable `json:"description"`
		Date        string   `json:"date" binding:"required"`
		Distance    whole    `json:"distanceMeters" binding:"min=100,max=200000"`
		Capacity    whole    `json:"capacity" binding:"min=1,max=50000"`
		State       string   `json:"state" binding:"omitempty,oneof=draft open"`
	}
	in.State = "draft"
	if !bind(c, &in, "eventCode", "name", "description?", "date", "distanceMeters", "capacity", "state") {
		return
	}
	for _, field := range []struct {
		name string
		ok   bool
	}{
		{"eventCode", codeForm.MatchString(in.Code)},
		{"state", in.State != ""},
		{"description", in.Description.fits(1, 500)},
		{"date", isDay(in.Date)},
	} {
		if !field.ok {
			invalid(c, field.name)
			return
		}
	}
	if slices.ContainsFunc(s.events, func(e *Event) bool { return e.Code == in.Code }) {
		refuse(c, 409, "CODE_TAKEN", "there is an event with this code")
		return
	}
	e := &Event{
		Code:        in.Code,
		Name:        in.Name,
		Description: in.Description.text,
		Date:        in.Date,
		Distance:    int(in.Distance),
		Capacity:    int(in.Capacity),
		State:       in.State,
		times:       map[int]*Time{},
		out:         map[int]string{},
		keys:        map[string]keyed{},
	}
	s.events = append(s.events, e)
	c.JSON(201, s.eventView(e))
}

func (s *service) getEvent(c *gin.Context) { c.JSON(200, s.eventView(eventOf(c))) }

func (s *service) patchEvent(c *gin.Context) {
	e := eventOf(c)
	var in struct {
		Name        *string  `json:"name" binding:"omitempty,min=3,max=80"`
		Description nullable `json:"description"`
		Date        *string  `json:"date"`
		Capacity    *whole   `json:"capacity" binding:"omitempty,min=1,max=50000"`
	}
	if !bind(c, &in, "name", "description?", "date", "capacity") {
		return
	}
	if !in.Description.fits(1, 500) {
		invalid(c, "description")
		return
	}
	if in.Date != nil && !isDay(*in.Date) {
		invalid(c, "date")
		return
	}
	if e.State == "finished" {
		refuse(c, 409, "FINISHED", "the event is over")
		return
	}
	if in.Capacity != nil && int(*in.Capacity) < s.count(e, "confirmed") {
		refuse(c, 409, "CAPACITY_TOO_LOW", "more runners are confirmed")
		return
	}
	if in.Name != nil {
		e.Name = *in.Name
	}
	if in.Description.sent {
		e.Description = in.Description.text
	}
	if in.Date != nil {
		e.Date = *in.Date
	}
	if in.Capacity != nil {
		e.Capacity = int(*in.Capacity)
		if s.bug != 2 {
			s.fill(e)
		}
	}
	c.JSON(200, s.eventView(e))
}

func (s *service) deleteEvent(c *gin.Context) {
	e := eventOf(c)
	if e.State != "draft" {
		refuse(c, 409, "NOT_A_DRAFT", "the event is "+e.State)
		return
	}
	s.events = slices.DeleteFunc(s.events, func(x *Event) bool { return x == e })
	c.Status(204)
}

func (s *service) moveEvent(c *gin.Context) {
	e := eventOf(c)
	var in struct {
		State string `json:"state" binding:"required,oneof=draft open closed finished"`
	}
	if !bind(c, &in, "state") {
		return
	}
	if !slices.Contains(moves[e.State], in.State) {
		refuse(c, 409, "BAD_MOVE", "not from "+e.State+" to "+in.State)
		return
	}
	if in.State == "open" && len(e.times) > 0 {
		refuse(c, 409, "HAS_TIMES", "there are times already")
		return
	}
	e.State = in.State
	c.JSON(200, s.eventView(e))
}
