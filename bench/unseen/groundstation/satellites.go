package groundstation

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

func (s *store) addSatellite(in Satellite) (*Satellite, error) {
	if n := len(strings.TrimSpace(in.Name)); n < 2 || n > 40 {
		return nil, invalid("name", "must have 2 to 40 characters")
	}
	if !slices.Contains(missions, in.Mission) {
		return nil, invalid("mission", "is unknown")
	}
	if err := checkBands(in.Bands); err != nil {
		return nil, err
	}
	if in.DailyLimitMinutes < 10 || in.DailyLimitMinutes > 240 {
		return nil, invalid("daily_limit_minutes", "must be from 10 to 240")
	}
	t, err := parseTLE1(in.TLELine1)
	if err != nil {
		return nil, invalid("tle_line1", err.Error())
	}
	if s.satellites[t.Norad] != nil {
		return nil, conflict("duplicate", fmt.Sprintf("satellite %d exists already", t.Norad))
	}
	for _, o := range s.satellites {
		if o.Mission == in.Mission && strings.EqualFold(o.Name, in.Name) {
			return nil, conflict("duplicate_name", "the mission has a satellite of that name")
		}
	}
	in.Norad, in.TLEEpoch, in.Status = t.Norad, t.Epoch, "active"
	in.ConsecutiveFailures, in.TotalBytes = 0, 0
	s.satellites[in.Norad] = &in
	return &in, nil
}

func (s *store) listSatellites(mission, sortBy string) []Satellite {
	out := []Satellite{}
	for _, x := range s.satellites {
		if mission == "" || x.Mission == mission {
			out = append(out, *x)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		switch sortBy {
		case "name":
			return strings.ToLower(out[i].Name) < strings.ToLower(out[j].Name)
		case "-norad":
			return out[i].Norad > out[j].Norad
		}
		return out[i].Norad < out[j].Norad
	})
	return out
}

func (s *store) replaceTLE(x *Satellite, line string) error {
	t, err := parseTLE1(line)
	if err != nil {
		return invalid("tle_line1", err.Error())
	}
	if t.Norad != x.Norad && s.bug != 2 {
		return invalid("tle_line1", fmt.Sprintf("is of satellite %d", t.Norad))
	}
	if t.Epoch.Before(x.TLEEpoch) {
		return conflict("older_tle", "the stored elements are newer")
	}
	x.TLELine1, x.TLEEpoch = line, t.Epoch
	x.Status, x.ConsecutiveFailures = "active", 0
	return nil
}
