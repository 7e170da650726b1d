package pagerota

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

var (
	severities = []string{"sev1", "sev2", "sev3", "sev4"} // the worst first
	statuses   = []string{"triggered", "acknowledged", "resolved"}
	sortings   = []string{"newest", "severity"}
	dedupForm  = regexp.MustCompile(`^[A-Za-z0-9:/_.-]{1,80}$`)
)

// incident is something that went wrong.
type incident struct {
	Ref         string            `json:"ref"`
	Team        string            `json:"team"`
	Title       string            `json:"title"`
	Severity    string            `json:"severity"`
	Status      string            `json:"status"`
	DedupKey    string            `json:"dedup_key,omitempty"`
	Labels      map[string]string `json:"labels"`
	OccurredAt  time.Time         `json:"occurred_at"`
	Occurrences int               `json:"occurrences"`
	Assignee    *string           `json:"assignee"`
	Resolution  *string           `json:"resolution"`
	ResolvedBy  *string           `json:"resolved_by"`
	NoteCount   int               `json:"note_count"`
	CreatedBy   string            `json:"created_by"`

	team  *team
	notes []*note
}

// note is what somebody wrote about an incident.
type note struct {
	ID     int    `json:"note_id"`
	Author string `json:"author"`
	Text   string `json:"text"`
}

func (i *incident) open() bool { return i.Status != "resolved" }

// openWithKey is the open incident of a team with a key, nil if there is none.
func (s *service) openWithKey(t *team, key string) *incident {
	for _, i := range s.incidents {
		if i.team == t && i.DedupKey == key && (i.open() || s.bug == 1) {
			return i
		}
	}
	return nil
}

func (s *service) listIncidents(c *call) (int, any, *failure) {
	q := c.URL.Query()
	status, f1 := queryChoice(q, "status", statuses)
	severity, f2 := queryChoice(q, "severity", severities)
	sorting, f3 := queryChoice(q, "sort", sortings)
	page, f4 := queryNumber(q, "page", 1, 100000, 1)
	size, f5 := queryNumber(q, "per_page", 1, 100, 20)
	if f := cmp.Or(f1, f2, f3, f4, f5); f != nil {
		return 0, nil, f
	}
	matches := func(i *incident) bool { return severity == "" || i.Severity == severity }
	found, total := []*incident{}, 0
	for _, i := range s.incidents {
		switch {
		case !sees(c.user, i.team),
			q.Has("team") && i.Team != q.Get("team"),
			q.Has("assignee") && (i.Assignee == nil || *i.Assignee != q.Get("assignee")),
			status != "" && i.Status != status,
			!matches(i) && s.bug != 4:
		default:
			found = append(found, i)
			if matches(i) {
				total++
			}
		}
	}
	slices.Reverse(found)
	if sorting == "severity" {
		slices.SortStableFunc(found, func(a, b *incident) int { return cmp.Compare(a.Severity, b.Severity) })
	}
	from := min((page-1)*size, len(found))
	to := min(from+size, len(found))
	out := slices.DeleteFunc(slices.Clone(found[from:to]), func(i *incident) bool { return !matches(i) })
	c.w.Header().Set("X-Total-Count", strconv.Itoa(total))
	if to < len(found) {
		q.Set("page", strconv.Itoa(page+1))
		c.w.Header().Set("Link", fmt.Sprintf(`<%s?%s>; rel="next"`, c.URL.Path, q.Encode()))
	}
	return http.StatusOK, out, nil
}

func (s *service) createIncident(c *call) (int, any, *failure) {
	in, f := readBody(c.Request, "team", "title", "severity", "occurred_at", "dedup_key", "labels")
	if f != nil {
		return 0, nil, f
	}
	i := &incident{
		Team:        in.pattern("team", slugForm),
		Title:       in.text("title", 3, 120),
		Severity:    in.choice("severity", severities),
		OccurredAt:  in.time("occurred_at"),
		Labels:      map[string]string{},
		notes:       []*note{},
		Status:      "triggered",
		Occurrences: 1,
		CreatedBy:   c.user.Name,
	}
	if in.has("dedup_key") {
		i.DedupKey = in.pattern("dedup_key", dedupForm)
	}
	if in.has("labels") {
		i.Labels = in.labels("labels")
	}
	if in.failed != nil {
		return 0, nil, in.failed
	}
	i.team = s.teamBySlug(i.Team)
	if i.team == nil || !sees(c.user, i.team) {
		return 0, nil, invalid("team", "is not a team")
	}
	if i.DedupKey != "" {
		if known := s.openWithKey(i.team, i.DedupKey); known != nil {
			known.Occurrences++
			return http.StatusOK, known, nil
		}
	}
	if x := s.shiftAt(i.team, i.OccurredAt); x != nil {
		i.Assignee = &x.Username
	}
	i.Ref = fmt.Sprintf("INC-%d", len(s.incidents)+1)
	s.incidents = append(s.incidents, i)
	c.w.Header().Set("Location", "/api/v2/incidents/"+i.Ref)
	return http.StatusCreated, i, nil
}

func (s *service) getIncident(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	return http.StatusOK, i, nil
}

func (s *service) patchIncident(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	in, f := readBody(c.Request, "title", "severity", "labels")
	if f != nil {
		return 0, nil, f
	}
	next := *i
	if in.has("title") {
		next.Title = in.text("title", 3, 120)
	}
	if in.has("severity") {
		next.Severity = in.choice("severity", severities)
	}
	if in.has("labels") {
		next.Labels = in.labels("labels")
	}
	if in.failed != nil {
		return 0, nil, in.failed
	}
	if !i.open() {
		return 0, nil, fail(http.StatusConflict, "resolved", "%s is resolved", i.Ref)
	}
	*i = next
	return http.StatusOK, i, nil
}

func (s *service) acknowledge(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	if i.Status != "triggered" {
		return 0, nil, fail(http.StatusConflict, "not_triggered", "%s is %s", i.Ref, i.Status)
	}
	i.Status = "acknowledged"
	i.Assignee = &c.user.Name
	return http.StatusOK, i, nil
}

func (s *service) resolve(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	in, f := readBody(c.Request, "resolution")
	if f != nil {
		return 0, nil, f
	}
	resolution := in.text("resolution", 3, 300)
	if in.failed != nil {
		return 0, nil, in.failed
	}
	if !i.open() {
		return 0, nil, fail(http.StatusConflict, "resolved", "%s is resolved", i.Ref)
	}
	i.Status = "resolved"
	i.Resolution, i.ResolvedBy = &resolution, &c.user.Name
	return http.StatusOK, i, nil
}

func (s *service) reopen(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	if i.open() {
		return 0, nil, fail(http.StatusConflict, "not_resolved", "%s is %s", i.Ref, i.Status)
	}
	if i.DedupKey != "" && s.bug != 1 {
		if other := s.openWithKey(i.team, i.DedupKey); other != nil {
			return 0, nil, fail(http.StatusConflict, "duplicate", "%s is open with the same key", other.Ref)
		}
	}
	i.Status, i.Assignee = "triggered", nil
	i.ResolvedBy = nil
	if s.bug != 2 {
		i.Resolution = nil
	}
	return http.StatusOK, i, nil
}

func (s *service) listNotes(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if s.bug == 6 {
		if i = s.incidentByRef(c); i != nil {
			f = nil
		}
	}
	if f != nil {
		return 0, nil, f
	}
	return http.StatusOK, map[string]any{"notes": slices.Clone(i.notes)}, nil
}

func (s *service) addNote(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	in, f := readBody(c.Request, "text")
	if f != nil {
		return 0, nil, f
	}
	text := in.text("text", 1, 500)
	if in.failed != nil {
		return 0, nil, in.failed
	}
	s.lastNote++
	n := &note{s.lastNote, c.user.Name, text}
	i.notes = append(i.notes, n)
	i.NoteCount++
	return http.StatusCreated, n, nil
}

func (s *service) deleteNote(c *call) (int, any, *failure) {
	i, f := s.incident(c)
	if f != nil {
		return 0, nil, f
	}
	id, _ := number(c, "note_id")
	for k, n := range i.notes {
		if n.ID != id {
			continue
		}
		if n.Author != c.user.Name {
			return 0, nil, fail(http.StatusForbidden, "not_yours", "%s wrote this note", n.Author)
		}
		i.notes = slices.Delete(i.notes, k, k+1)
		if s.bug != 3 {
			i.NoteCount--
		}
		return http.StatusNoContent, nil, nil
	}
	return 0, nil, missing("note")
}
