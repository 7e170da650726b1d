package groundstation

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

type passInput struct {
	Satellite    int       `json:"satellite"`
	Antenna      string    `json:"antenna"`
	Band         string    `json:"band"`
	Start        time.Time `json:"start"`
	Duration     string    `json:"duration"`
	MaxElevation float64   `json:"max_elevation"`
	Priority     *int      `json:"priority"`
	Notes        string    `json:"notes"`
}

type passPatch struct {
	Start        *time.Time `json:"start"`
	Duration     *string    `json:"duration"`
	MaxElevation *float64   `json:"max_elevation"`
	Priority     *int       `json:"priority"`
	Notes        *string    `json:"notes"`
}

// checkPass verifies the field rules of a pass, then its clashes.
func (s *store) checkPass(p *Pass, c caller) error {
	x, a := s.satellites[p.Satellite], s.antennas[p.Antenna]
	if !slices.Contains(x.Bands, p.Band) || !slices.Contains(a.Bands, p.Band) {
		return invalid("band", "must be supported by satellite and antenna")
	}
	if p.length() < minPass || p.length() > maxPass {
		return invalid("duration", "must be from 1m to 20m")
	}
	if p.MaxElevation <= a.MinElevation || p.MaxElevation > 90 {
		return invalid("max_elevation", "must be above the antenna's min_elevation and at most 90")
	}
	if p.Priority < 1 || p.Priority > 5 {
		return invalid("priority", "must be from 1 to 5")
	}
	if p.Band == "X" && (p.MaxElevation < 10 || p.length() < 3*time.Minute) {
		return invalid("band", "X needs a max_elevation of 10 or more and a duration of 3m or more")
	}
	if p.Band == "UHF" && p.Priority > 3 {
		return invalid("priority", "must be at most 3 in band UHF")
	}
	if p.Priority == 5 && c.Role != "planner" {
		return forbidden("priority 5 is for planners")
	}
	if len(p.Notes) > 200 {
		return invalid("notes", "must have at most 200 characters")
	}
	if p.Start.Before(s.now().Add(leadTime)) {
		return invalid("start", "must be 30 minutes or more ahead")
	}
	if p.Start.After(s.now().Add(horizon)) {
		return invalid("start", "must be at most 14 days ahead")
	}
	if s.outageOn(p.Antenna, p.Start, p.End) != nil {
		return conflict("outage", "the antenna has an outage then")
	}
	for _, q := range s.passes {
		if q.ID != p.ID && q.Satellite == p.Satellite && q.in(Requested, Confirmed, Running) &&
			p.Start.Before(q.End) && q.Start.Before(p.End) {
			return conflict("satellite_busy", fmt.Sprintf("overlaps pass %d of the satellite", q.ID))
		}
	}
	_, err := s.antennaClashes(p)
	return err
}

// antennaClashes gives the confirmed passes on the same antenna which leave
// less than the slew time before or after p, and an error if p cannot bump them.
func (s *store) antennaClashes(p *Pass) (out []*Pass, err error) {
	gap := time.Duration(s.antennas[p.Antenna].SlewMinutes) * time.Minute
	after := gap
	if s.bug == 4 {
		after = 0
	}
	for _, q := range s.passes {
		if q.ID == p.ID || q.Antenna != p.Antenna || !q.in(Confirmed, Running) ||
			!p.Start.Before(q.End.Add(gap)) || !q.Start.Before(p.End.Add(after)) {
			continue
		}
		if q.Status == Running || q.Priority >= p.Priority {
			return nil, conflict("antenna_busy", fmt.Sprintf("clashes with pass %d on the antenna", q.ID))
		}
		out = append(out, q)
	}
	return out, nil
}

func (s *store) addPass(in passInput, c caller) (*Pass, error) {
	x := s.satellites[in.Satellite]
	if x == nil {
		return nil, invalid("satellite", "is unknown")
	}
	if c.Role == "mission" && c.Mission != x.Mission {
		return nil, forbidden("satellite belongs to another mission")
	}
	a := s.antennas[in.Antenna]
	if a == nil {
		return nil, invalid("antenna", "is unknown")
	}
	d, err := parseDuration(in.Duration)
	if err != nil {
		return nil, invalid("duration", err.Error())
	}
	if in.Start.IsZero() {
		return nil, invalid("start", "is required")
	}
	p := &Pass{Satellite: x.Norad, Mission: x.Mission, Antenna: a.Code, Band: in.Band, Start: in.Start.UTC(),
		End: in.Start.UTC().Add(d), Duration: formatDuration(d), MaxElevation: in.MaxElevation,
		Priority: 2, Status: Requested, Notes: in.Notes}
	set(&p.Priority, in.Priority)
	if err := checkReady(x, a); err != nil {
		return nil, err
	}
	if err := s.checkPass(p, c); err != nil {
		return nil, err
	}
	open := 0
	for _, q := range s.passes {
		if q.Satellite == x.Norad && q.Status == Requested {
			open++
		}
	}
	if open >= maxOpen {
		return nil, conflict("too_many_requests", "the satellite has 5 passes waiting for confirmation")
	}
	p.ID = len(s.passes) + 1
	s.passes = append(s.passes, p)
	return p, nil
}

func (s *store) patchPass(p *Pass, in passPatch, c caller) error {
	if p.Status != Requested {
		return conflict("wrong_state", "only requested passes can be changed")
	}
	q := *p
	set(&q.Duration, in.Duration)
	d, err := parseDuration(q.Duration)
	if err != nil {
		return invalid("duration", err.Error())
	}
	set(&q.Start, in.Start)
	q.Start = q.Start.UTC()
	q.End, q.Duration = q.Start.Add(d), formatDuration(d)
	set(&q.MaxElevation, in.MaxElevation)
	set(&q.Priority, in.Priority)
	if s.bug == 6 {
		q.Notes = ""
	}
	set(&q.Notes, in.Notes)
	if err := s.checkPass(&q, c); err != nil {
		return err
	}
	*p = q
	return nil
}

func checkReady(x *Satellite, a *Antenna) error {
	if x.Status == "suspended" {
		return conflict("satellite_suspended", "new elements are needed after repeated failures")
	}
	if a.Status != "active" {
		return conflict("antenna_not_active", "antenna is in "+a.Status)
	}
	return nil
}

func (s *store) pass(id int, c caller) (*Pass, error) {
	for _, p := range s.passes {
		if p.ID == id && (c.Role != "mission" || c.Mission == p.Mission) {
			return p, nil
		}
	}
	return nil, notFound("pass")
}

type passFilter struct {
	Satellite       int
	Antenna, Status string
	From, To        time.Time
	Sort            string
}

func (s *store) listPasses(f passFilter, c caller) []Pass {
	out := []Pass{}
	for _, p := range s.passes {
		if (c.Role == "mission" && c.Mission != p.Mission) ||
			(f.Satellite != 0 && p.Satellite != f.Satellite) ||
			(f.Antenna != "" && p.Antenna != f.Antenna) ||
			(f.Status != "" && p.Status != f.Status) ||
			(!f.From.IsZero() && p.Start.Before(f.From)) ||
			(!f.To.IsZero() && !p.Start.Before(f.To)) {
			continue
		}
		out = append(out, *p)
	}
	key, desc := strings.CutPrefix(f.Sort, "-")
	sort.SliceStable(out, func(i, j int) bool {
		if desc {
			i, j = j, i
		}
		a, b := out[i], out[j]
		switch key {
		case "start":
			return a.Start.Before(b.Start)
		case "priority":
			return a.Priority < b.Priority
		case "duration":
			if s.bug == 3 {
				return a.Duration < b.Duration
			}
			return a.length() < b.length()
		}
		return a.ID < b.ID
	})
	return out
}
