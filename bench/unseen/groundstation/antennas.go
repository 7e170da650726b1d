package groundstation

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

func (s *store) addAntenna(a Antenna) (*Antenna, error) {
	if !antennaCode.MatchString(a.Code) {
		return nil, invalid("code", "must look like KIR-1")
	}
	if err := checkAntenna(&a); err != nil {
		return nil, err
	}
	if _, dup := s.antennas[a.Code]; dup {
		return nil, conflict("duplicate", "antenna "+a.Code+" exists already")
	}
	a.Status, a.BookedMinutes = "active", 0
	s.antennas[a.Code] = &a
	return &a, nil
}

func checkAntenna(a *Antenna) error {
	if n := len(strings.TrimSpace(a.Name)); n < 3 || n > 60 {
		return invalid("name", "must have 3 to 60 characters")
	}
	if a.MinElevation < 0 || a.MinElevation > 30 {
		return invalid("min_elevation", "must be from 0 to 30")
	}
	if a.SlewMinutes < 0 || a.SlewMinutes > 30 {
		return invalid("slew_minutes", "must be from 0 to 30")
	}
	return checkBands(a.Bands)
}

func (s *store) antenna(code string) (*Antenna, error) {
	if a := s.antennas[code]; a != nil {
		return a, nil
	}
	return nil, notFound("antenna " + code)
}

func (s *store) listAntennas(band, status string) []Antenna {
	out := []Antenna{}
	for _, a := range s.antennas {
		if (band == "" || slices.Contains(a.Bands, band)) && (status == "" || a.Status == status) {
			out = append(out, *a)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Code < out[j].Code })
	return out
}

type antennaPatch struct {
	MinElevation *float64 `json:"min_elevation"`
	SlewMinutes  *int     `json:"slew_minutes"`
	Status       *string  `json:"status"`
}

func (s *store) patchAntenna(a *Antenna, in antennaPatch) error {
	if a.Status == "retired" {
		return conflict("retired", "a retired antenna cannot be changed")
	}
	b := *a
	set(&b.MinElevation, in.MinElevation)
	set(&b.SlewMinutes, in.SlewMinutes)
	set(&b.Status, in.Status)
	if err := checkAntenna(&b); err != nil {
		return err
	}
	if !slices.Contains([]string{"active", "maintenance", "retired"}, b.Status) {
		return invalid("status", "must be active, maintenance or retired")
	}
	for _, p := range s.passes {
		if b.Status == "retired" && p.Antenna == a.Code && p.in(Requested, Confirmed, Running) {
			return conflict("open_passes", fmt.Sprintf("pass %d is still open on this antenna", p.ID))
		}
	}
	*a = b
	return nil
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

type outageInput struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Reason string    `json:"reason"`
	Force  bool      `json:"force"`
}

func (s *store) addOutage(code string, in outageInput) (*Outage, []int, error) {
	if _, err := s.antenna(code); err != nil {
		return nil, nil, err
	}
	if in.From.IsZero() || !in.To.After(in.From) || in.To.Sub(in.From) > maxOutage {
		return nil, nil, invalid("to", "must be after from, by at most 7 days")
	}
	if strings.TrimSpace(in.Reason) == "" {
		return nil, nil, invalid("reason", "is required")
	}
	o := &Outage{Antenna: code, From: in.From.UTC(), To: in.To.UTC(), Reason: in.Reason}
	if s.outageOn(code, o.From, o.To) != nil {
		return nil, nil, conflict("outage_overlap", "another outage of the antenna overlaps")
	}
	o.ID = len(s.outages) + 1
	if s.bug == 8 {
		s.outages = append(s.outages, o)
	}
	var hit []*Pass
	for _, p := range s.passes {
		if p.Antenna != code || !p.Start.Before(o.To) || !o.From.Before(p.End) {
			continue
		}
		if p.Status == Running || (p.Status == Confirmed && !in.Force) {
			return nil, nil, conflict("passes_in_window", fmt.Sprintf("pass %d is %s in the window", p.ID, p.Status))
		}
		if p.Status == Confirmed {
			hit = append(hit, p)
		}
	}
	bumped := []int{}
	for _, p := range hit {
		s.bump(p)
		bumped = append(bumped, p.ID)
	}
	if s.bug != 8 {
		s.outages = append(s.outages, o)
	}
	return o, bumped, nil
}

func (s *store) outageOn(code string, from, to time.Time) *Outage {
	for _, o := range s.outages {
		if o.Antenna == code && from.Before(o.To) && o.From.Before(to) {
			return o
		}
	}
	return nil
}

func (s *store) listOutages(code string) ([]Outage, error) {
	if _, err := s.antenna(code); err != nil {
		return nil, err
	}
	out := []Outage{}
	for _, o := range s.outages {
		if o.Antenna == code {
			out = append(out, *o)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].From.Before(out[j].From) })
	return out, nil
}
