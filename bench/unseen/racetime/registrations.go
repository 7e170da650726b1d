package racetime

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"
)

var statuses = []string{"confirmed", "waitlisted", "withdrawn"}

// Registration is a runner's place in an event, or on its waiting list.
type Registration struct {
	ID        string   `json:"registrationId"`
	EventCode string   `json:"eventCode"`
	Runner    string   `json:"runner"`
	Status    string   `json:"status"`
	Bib       *int     `json:"bib"`
	BirthYear int      `json:"birthYear"`
	Sex       string   `json:"sex"`
	Category  string   `json:"category"`
	Club      *string  `json:"club"`
	ShirtSize string   `json:"shirtSize"`
	Contact   *Contact `json:"emergencyContact,omitempty"`

	event *Event
}

// category is a letter for the sex and the decade of the age in the year of the event.
func (r *Registration) category() string {
	date, _ := day(r.event.Date)
	switch age := date.Year() - r.BirthYear; {
	case age < 20:
		return r.Sex + "U20"
	case age >= 60:
		return r.Sex + "60"
	default:
		return r.Sex + strconv.Itoa(age/10*10)
	}
}

// view is what somebody may see of a registration.
func (s *service) view(r *Registration, p *Person) Registration {
	out := *r
	if s.bug != 8 {
		out.Category = r.category()
	}
	if !p.staff() && p.Handle != r.Runner {
		out.Contact = nil
	}
	return out
}

// fill gives free places to those who wait, the longest first.
func (s *service) fill(e *Event) {
	free := e.Capacity - s.count(e, "confirmed")
	for _, r := range s.registrations {
		if free > 0 && r.event == e && r.Status == "waitlisted" {
			r.Status = "confirmed"
			s.giveBib(r)
			free--
		}
	}
}

func (s *service) giveBib(r *Registration) {
	r.event.lastBib++
	bib := r.event.lastBib
	if s.bug == 6 {
		bib = s.count(r.event, "confirmed")
	}
	r.Bib = &bib
}

func (s *service) listRegistrations(c *gin.Context) {
	e := eventOf(c)
	status, ok := oneOf(c, "status", statuses)
	if !ok {
		return
	}
	offset, limit, ok := window(c)
	if !ok {
		return
	}
	category, byCategory := c.GetQuery("category")
	club, byClub := c.GetQuery("club")
	found, total := []Registration{}, 0
	for _, r := range s.registrations {
		v := s.view(r, me(c))
		if s.bug == 5 {
			v.Contact = r.Contact
		}
		if r.event != e || (status != "" && r.Status != status) || (byCategory && v.Category != category) ||
			(byClub && (v.Club == nil || *v.Club != club)) {
			continue
		}
		if s.bug == 4 {
			total++
		}
		if status == "" && r.Status == "withdrawn" {
			continue
		}
		found = append(found, v)
	}
	if s.bug != 4 {
		total = len(found)
	}
	c.JSON(200, gin.H{"items": cut(found, offset, limit), "total": total, "offset": offset, "limit": limit})
}

func (s *service) myRegistrations(c *gin.Context) {
	items := []Registration{}
	for _, r := range s.registrations {
		if r.Runner == me(c).Handle {
			items = append(items, s.view(r, me(c)))
		}
	}
	c.JSON(200, gin.H{"items": items})
}

func (s *service) register(c *gin.Context) {
	e := eventOf(c)
	var in struct {
		Runner    *string  `json:"runner"`
		BirthYear whole    `json:"birthYear" binding:"min=1920,max=2025"`
		Sex       string   `json:"sex" binding:"required,oneof=F M X"`
		Club      nullable `json:"club"`
		ShirtSize string   `json:"shirtSize" binding:"required,oneof=S M L XL"`
		Contact   *Contact `json:"emergencyContact" binding:"required"`
	}
	in.ShirtSize = "M"
	if !bind(c, &in, "runner", "birthYear", "sex", "club?", "shirtSize", "emergencyContact") {
		return
	}
	if !in.Club.fits(2, 40) {
		invalid(c, "club")
		return
	}
	runner := me(c)
	switch {
	case runner.Role == "runner" && in.Runner != nil && *in.Runner != runner.Handle:
		refuse(c, 403, "NOT_YOU", "runners register themselves")
		return
	case runner.Role == "organiser" && in.Runner == nil:
		invalid(c, "runner")
		return
	case runner.Role == "organiser":
		if runner = runnerCalled(*in.Runner); runner == nil {
			invalid(c, "runner")
			return
		}
	}
	if e.State != "open" {
		refuse(c, 409, "NOT_OPEN", "the event is "+e.State)
		return
	}
	for _, r := range s.registrations {
		if r.event == e && r.Runner == runner.Handle && r.Status != "withdrawn" {
			refuse(c, 409, "ALREADY_REGISTERED", runner.Handle+" is registered")
			return
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "registration %d", len(s.registrations)))
	sum[6], sum[8] = sum[6]&0x0f|0x40, sum[8]&0x3f|0x80
	r := &Registration{
		ID:        fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]),
		EventCode: e.Code,
		Runner:    runner.Handle,
		Status:    "waitlisted",
		BirthYear: int(in.BirthYear),
		Sex:       in.Sex,
		Club:      in.Club.text,
		ShirtSize: in.ShirtSize,
		Contact:   in.Contact,
		event:     e,
	}
	r.Category = r.category()
	if s.count(e, "confirmed") < e.Capacity {
		r.Status = "confirmed"
	}
	s.registrations = append(s.registrations, r)
	if r.Status == "confirmed" {
		s.giveBib(r)
	}
	c.JSON(201, s.view(r, me(c)))
}

func (s *service) getRegistration(c *gin.Context) { c.JSON(200, s.view(registrationOf(c), me(c))) }

// mine refuses those who may not change a registration.
func mine(c *gin.Context, r *Registration) bool {
	if p := me(c); p.Role != "organiser" && p.Handle != r.Runner {
		refuse(c, 403, "NOT_YOURS", "it is the registration of somebody else")
		return false
	}
	return true
}

func (s *service) patchRegistration(c *gin.Context) {
	r := registrationOf(c)
	if !mine(c, r) {
		return
	}
	var in struct {
		Club      nullable `json:"club"`
		ShirtSize *string  `json:"shirtSize" binding:"omitempty,oneof=S M L XL"`
		Contact   *Contact `json:"emergencyContact"`
	}
	if !bind(c, &in, "club?", "shirtSize", "emergencyContact") {
		return
	}
	if !in.Club.fits(2, 40) {
		invalid(c, "club")
		return
	}
	switch {
	case r.Status == "withdrawn":
		refuse(c, 409, "WITHDRAWN", "the registration was withdrawn")
		return
	case r.event.State != "open":
		refuse(c, 409, "NOT_OPEN", "the event is "+r.event.State)
		return
	}
	if in.Club.sent && (in.Club.text != nil || s.bug != 7) {
		r.Club = in.Club.text
	}
	if in.ShirtSize != nil {
		r.ShirtSize = *in.ShirtSize
	}
	if in.Contact != nil {
		r.Contact = in.Contact
	}
	c.JSON(200, s.view(r, me(c)))
}

func (s *service) withdraw(c *gin.Context) {
	r := registrationOf(c)
	if !mine(c, r) {
		return
	}
	switch {
	case r.Status == "withdrawn":
		refuse(c, 409, "WITHDRAWN", "the registration was withdrawn")
		return
	case r.event.State == "finished":
		refuse(c, 409, "FINISHED", "the event is over")
		return
	case r.Bib != nil && r.event.times[*r.Bib] != nil:
		refuse(c, 409, "HAS_TIME", "the runner has a time")
		return
	}
	r.Status = "withdrawn"
	s.fill(r.event)
	c.Status(204)
}

// confirmed is the confirmed registration with a bib, nil if there is none.
func (s *service) confirmed(e *Event, bib int) *Registration {
	at := slices.IndexFunc(s.registrations, func(r *Registration) bool {
		return r.event == e && r.Status == "confirmed" && *r.Bib == bib
	})
	if at < 0 {
		return nil
	}
	return s.registrations[at]
}
