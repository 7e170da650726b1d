package pagerota

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"time"
	_ "time/tzdata" // the zones, wherever the service runs
)

var (
	slugForm  = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)
	timeZones = []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"}
)

// team is a group of people who share being on call.
type team struct {
	Slug     string   `json:"slug"`
	Name     string   `json:"name"`
	TimeZone string   `json:"time_zone"`
	Private  bool     `json:"private"`
	Members  []string `json:"members"`

	shifts []*shift
}

// shift is a time during which a member is on call.
type shift struct {
	ID       int       `json:"shift_id"`
	Team     string    `json:"team"`
	Username string    `json:"username"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

func (s *service) listTeams(c *call) (int, any, *failure) {
	seen := []*team{}
	for _, t := range s.teams {
		if sees(c.user, t) {
			seen = append(seen, t)
		}
	}
	slices.SortFunc(seen, func(a, b *team) int { return cmp.Compare(a.Slug, b.Slug) })
	return http.StatusOK, map[string]any{"teams": seen}, nil
}

func (s *service) createTeam(c *call) (int, any, *failure) {
	in, f := readBody(c.Request, "slug", "name", "time_zone", "private")
	if f != nil {
		return 0, nil, f
	}
	t := &team{
		Slug:     in.pattern("slug", slugForm),
		Name:     in.text("name", 1, 60),
		TimeZone: "UTC",
		Members:  []string{c.user.Name},
	}
	if in.has("time_zone") {
		t.TimeZone = in.choice("time_zone", timeZones)
	}
	if in.has("private") {
		t.Private = in.flag("private")
	}
	if in.failed != nil {
		return 0, nil, in.failed
	}
	if s.teamBySlug(t.Slug) != nil {
		return 0, nil, fail(http.StatusConflict, "slug_taken", "there is a team %s already", t.Slug)
	}
	s.teams = append(s.teams, t)
	return http.StatusCreated, t, nil
}

func (s *service) getTeam(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	return http.StatusOK, t, nil
}

func (s *service) patchTeam(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	in, f := readBody(c.Request, "name", "time_zone", "private")
	if f != nil {
		return 0, nil, f
	}
	next := *t
	if in.has("name") {
		next.Name = in.text("name", 1, 60)
	}
	if in.has("time_zone") {
		next.TimeZone = in.choice("time_zone", timeZones)
	}
	if in.has("private") {
		next.Private = in.flag("private")
	}
	if in.failed != nil {
		return 0, nil, in.failed
	}
	*t = next
	return http.StatusOK, t, nil
}

func (s *service) addMember(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	u, ok := userNamed(c.PathValue("username"))
	if !ok {
		return 0, nil, missing("user")
	}
	if u.Role == "viewer" {
		return 0, nil, fail(http.StatusConflict, "not_a_responder", "%s cannot be on call", u.Name)
	}
	if !slices.Contains(t.Members, u.Name) {
		t.Members = append(t.Members, u.Name)
		slices.Sort(t.Members)
	}
	return http.StatusOK, t, nil
}

func (s *service) removeMember(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	name := c.PathValue("username")
	at := slices.Index(t.Members, name)
	if at < 0 {
		return 0, nil, missing("member")
	}
	t.Members = slices.Delete(t.Members, at, at+1)
	if s.bug != 8 {
		t.shifts = slices.DeleteFunc(t.shifts, func(x *shift) bool { return x.Username == name })
	}
	for _, i := range s.incidents {
		if i.team == t && i.open() && i.Assignee != nil && *i.Assignee == name {
			i.Assignee = nil
		}
	}
	return http.StatusNoContent, nil, nil
}

// dayBounds are the times at which a day begins and ends in a zone.
func dayBounds(day, zone string) (from, to time.Time, ok bool) {
	at, err := time.LoadLocation(zone)
	if err != nil {
		return from, to, false
	}
	from, err = time.ParseInLocation(time.DateOnly, day, at)
	if err != nil {
		return from, to, false
	}
	return from, from.AddDate(0, 0, 1), true
}

func (s *service) listShifts(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	q := c.URL.Query()
	var from, to time.Time
	if q.Has("day") {
		zone := t.TimeZone
		if s.bug == 7 {
			zone = "UTC"
		}
		var ok bool
		if from, to, ok = dayBounds(q.Get("day"), zone); !ok {
			return 0, nil, invalid("day", "wants a day such as 2031-03-02")
		}
	}
	out := []*shift{}
	for _, x := range t.shifts {
		if q.Has("username") && x.Username != q.Get("username") {
			continue
		}
		if q.Has("day") && !(x.StartsAt.Before(to) && x.EndsAt.After(from)) {
			continue
		}
		out = append(out, x)
	}
	return http.StatusOK, map[string]any{"shifts": out}, nil
}

func (s *service) createShift(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	if c.user.Role != "manager" && !slices.Contains(t.Members, c.user.Name) {
		return 0, nil, fail(http.StatusForbidden, "forbidden", "only members plan the shifts of a team")
	}
	in, f := readBody(c.Request, "username", "starts_at", "ends_at")
	if f != nil {
		return 0, nil, f
	}
	x := &shift{
		Team:     t.Slug,
		Username: in.text("username", 1, 64),
		StartsAt: in.time("starts_at"),
		EndsAt:   in.time("ends_at"),
	}
	if in.failed == nil && !x.EndsAt.After(x.StartsAt) {
		in.refuse("ends_at", "is not after starts_at")
	}
	if in.failed == nil && x.EndsAt.Sub(x.StartsAt) > 7*24*time.Hour {
		in.refuse("ends_at", "is more than 7 days after starts_at")
	}
	if in.failed != nil {
		return 0, nil, in.failed
	}
	if !slices.Contains(t.Members, x.Username) {
		return 0, nil, fail(http.StatusConflict, "not_a_member", "%s is not in the team", x.Username)
	}
	for _, other := range t.shifts {
		if x.StartsAt.Before(other.EndsAt) && other.StartsAt.Before(x.EndsAt) {
			return 0, nil, fail(http.StatusConflict, "overlap", "shift %d is at the same time", other.ID)
		}
	}
	s.lastShift++
	x.ID = s.lastShift
	t.shifts = append(t.shifts, x)
	slices.SortFunc(t.shifts, func(a, b *shift) int { return a.StartsAt.Compare(b.StartsAt) })
	return http.StatusCreated, x, nil
}

func (s *service) deleteShift(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	id, _ := number(c, "shift_id")
	for k, x := range t.shifts {
		if x.ID == id {
			t.shifts = slices.Delete(t.shifts, k, k+1)
			return http.StatusNoContent, nil, nil
		}
	}
	return 0, nil, missing("shift")
}

// shiftAt is the shift of a team at a time, nil if nobody is on call.
func (s *service) shiftAt(t *team, at time.Time) *shift {
	for _, x := range t.shifts {
		if at.Before(x.StartsAt) {
			continue
		}
		if at.Before(x.EndsAt) || s.bug == 5 && at.Equal(x.EndsAt) {
			return x
		}
	}
	return nil
}

func (s *service) onCall(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	at, ok := parseTime(c.URL.Query().Get("at"))
	if !ok {
		return 0, nil, invalid("at", "wants a time such as 2031-03-02T08:00:00Z, from 2020 to 2099")
	}
	out := map[string]any{"team": t.Slug, "at": at, "username": nil, "shift_id": nil}
	if x := s.shiftAt(t, at); x != nil {
		out["username"], out["shift_id"] = x.Username, x.ID
	}
	return http.StatusOK, out, nil
}

func (s *service) teamStats(c *call) (int, any, *failure) {
	t, f := s.team(c)
	if f != nil {
		return 0, nil, f
	}
	open, resolved, occurrences, bySeverity := 0, 0, 0, map[string]int{}
	for _, level := range severities {
		bySeverity[level] = 0
	}
	for _, i := range s.incidents {
		if i.team != t {
			continue
		}
		occurrences += i.Occurrences
		if i.open() {
			open++
			bySeverity[i.Severity]++
		} else {
			resolved++
		}
	}
	return http.StatusOK, map[string]any{
		"team":             t.Slug,
		"open":             open,
		"resolved":         resolved,
		"occurrences":      occurrences,
		"open_by_severity": bySeverity,
	}, nil
}
