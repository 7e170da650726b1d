package commonroom

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Meetup is a date to which people of a room come.
type Meetup struct {
	MeetupID string     `json:"meetupId"`
	Room     string     `json:"room"`
	Host     string     `json:"host"`
	Title    string     `json:"title"`
	StartsAt input.Time `json:"startsAt"`
	Seats    int        `json:"seats"`
	Going    []string   `json:"going"`
	Waiting  []string   `json:"waiting"`

	written string // the day as the host wrote it
}

var dayForm = regexp.MustCompile(`^20\d\d-\d\d-\d\d$`)

// start reads a time of a body.
func (m *Meetup) start(text string, ch *input.Checks) {
	var t input.Time
	if t.UnmarshalText([]byte(text)) != nil {
		ch.That(false, "startsAt", "must be a time such as 2031-05-03T18:30:00Z")
		return
	}
	ch.Time(t, "startsAt")
	t.Time = t.Truncate(time.Second)
	m.StartsAt, m.written = t, text[:10]
}

// fill gives free seats to who waits, the first of them first.
func (m *Meetup) fill() {
	n := min(m.Seats-len(m.Going), len(m.Waiting))
	m.Going = append(m.Going, m.Waiting[:n]...)
	m.Waiting = slices.Clone(m.Waiting[n:])
	if m.Waiting == nil {
		m.Waiting = []string{}
	}
}

func (s *community) listMeetups(c *gin.Context, r *Room) error {
	q := input.NewQuery(c.Request)
	day, given := q.Text("day")
	if given {
		_, err := time.Parse(time.DateOnly, day)
		q.That(err == nil && dayForm.MatchString(day), "day", "must be a date such as 2031-05-03")
	}
	if err := q.Err(); err != nil {
		return err
	}
	out := []*Meetup{}
	for _, m := range s.meetups {
		on := m.StartsAt.Format(time.DateOnly)
		if s.bug == 5 { // the day of the offset that the host sent
			on = m.written
		}
		if m.Room == r.Slug && (!given || on == day) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b *Meetup) int { return cmp.Compare(a.StartsAt.Unix(), b.StartsAt.Unix()) })
	return shown(c, gin.H{"meetups": out})
}

func (s *community) addMeetup(c *gin.Context, r *Room) error {
	var in struct {
		Title    string `json:"title"`
		StartsAt string `json:"startsAt"`
		Seats    int    `json:"seats"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	m := &Meetup{Room: r.Slug, Host: me(c).handle, Title: in.Title, Seats: in.Seats}
	m.Going, m.Waiting = []string{}, []string{}
	var ch input.Checks
	ch.Length(m.Title, "title", 3, 100)
	m.start(in.StartsAt, &ch)
	ch.Range(m.Seats, "seats", 1, 500)
	if err := ch.Err(); err != nil {
		return err
	}
	s.counts.meetups++
	m.MeetupID = fmt.Sprintf("mt%03d", s.counts.meetups)
	s.meetups = append(s.meetups, m)
	return made(c, "/meetups/"+m.MeetupID, m)
}

func (s *community) getMeetup(c *gin.Context, m *Meetup) error { return shown(c, m) }

func mustHost(c *gin.Context, m *Meetup) error {
	if !me(c).moderator && m.Host != me(c).handle {
		return forbidden("this is for the host and moderators")
	}
	return nil
}

func (s *community) patchMeetup(c *gin.Context, m *Meetup) error {
	var in struct {
		Title    *string `json:"title"`
		StartsAt *string `json:"startsAt"`
		Seats    *int    `json:"seats"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	if err := mustHost(c, m); err != nil {
		return err
	}
	var ch input.Checks
	changed := *m
	if in.Title != nil {
		changed.Title = *in.Title
		ch.Length(changed.Title, "title", 3, 100)
	}
	if in.StartsAt != nil {
		changed.start(*in.StartsAt, &ch)
	}
	if in.Seats != nil {
		changed.Seats = *in.Seats
		ch.Range(changed.Seats, "seats", 1, 500)
	}
	if err := ch.Err(); err != nil {
		return err
	}
	if changed.Seats < len(m.Going) {
		return conflict("seats_taken", fmt.Sprintf("%d seats are taken", len(m.Going)))
	}
	if s.bug != 6 { // bug 6: nobody moves up
		changed.fill()
	}
	*m = changed
	return shown(c, m)
}

func (s *community) deleteMeetup(c *gin.Context, m *Meetup) error {
	if err := mustHost(c, m); err != nil {
		return err
	}
	s.meetups = without(s.meetups, m)
	return done(c)
}

func (s *community) join(c *gin.Context, m *Meetup) error {
	who := me(c).handle
	switch {
	case slices.Contains(m.Going, who) || slices.Contains(m.Waiting, who):
	case len(m.Going) < m.Seats:
		m.Going = append(m.Going, who)
	default:
		m.Waiting = append(m.Waiting, who)
	}
	return shown(c, m)
}

func (s *community) leave(c *gin.Context, m *Meetup) error {
	who := me(c).handle
	m.Going, m.Waiting = without(m.Going, who), without(m.Waiting, who)
	m.fill()
	return shown(c, m)
}
