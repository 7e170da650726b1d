package stations

import (
	"maps"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// alarm tells when a station measures more than a temperature.
type alarm struct {
	Station string  `json:"station"`
	Above   float64 `json:"above"`
	Enabled bool    `json:"enabled"`
}

// summary sums up one day of a station, from midnight to midnight in its zone.
func (s *service) summary(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(r)
	q.Need("day")
	day := q.Date("day")
	if err := q.Err(); err != nil {
		return err
	}
	zone, err := time.LoadLocation(of.Zone)
	if err != nil {
		return err
	}
	if s.bugs.Has(DayInUTC) {
		zone = time.UTC
	}
	out := struct {
		Day   string   `json:"day"`
		Count int      `json:"count"`
		Min   *float64 `json:"min"`
		Max   *float64 `json:"max"`
		Mean  *float64 `json:"mean"`
	}{Day: day}
	var all []float64
	sum := 0.0
	for _, m := range s.readings[of.Code] {
		if m.At.In(zone).Format(time.DateOnly) == day {
			all = append(all, m.Temperature)
			sum += m.Temperature
		}
	}
	if out.Count = len(all); out.Count > 0 {
		least, most, mean := slices.Min(all), slices.Max(all), sum/float64(len(all))
		if mean = math.Round(mean*10) / 10; s.bugs.Has(MeanCut) {
			mean = float64(int(sum) / len(all))
		}
		out.Min, out.Max, out.Mean = &least, &most, &mean
	}
	return kit.JSON(w, http.StatusOK, out)
}

func (s *service) getAlarm(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	found := s.alarms[of.Code]
	if found == nil {
		return kit.Refuse(http.StatusNotFound, "the station has no alarm")
	}
	return kit.JSON(w, http.StatusOK, found)
}

// putAlarm sets the alarm of a station.
func (s *service) putAlarm(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := &alarm{Station: of.Code, Enabled: true}
	o.Need("above")
	o.Float(&made.Above, "above", -90, 60)
	o.Bool(&made.Enabled, "enabled")
	if err := o.Err(); err != nil {
		return err
	}
	s.alarms[of.Code] = made
	return kit.JSON(w, http.StatusOK, made)
}

func (s *service) removeAlarm(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	if s.alarms[of.Code] == nil {
		return kit.Refuse(http.StatusNotFound, "the station has no alarm")
	}
	delete(s.alarms, of.Code)
	return kit.NoContent(w)
}

// firing lists the enabled alarms whose stations measured more last.
func (s *service) firing(w http.ResponseWriter, _ *http.Request) error {
	out := []*alarm{}
	for _, code := range slices.Sorted(maps.Keys(s.alarms)) {
		a, all := s.alarms[code], s.readings[code]
		if a.Enabled && len(all) > 0 && all[len(all)-1].Temperature > a.Above {
			out = append(out, a)
		}
	}
	return kit.JSON(w, http.StatusOK, out)
}
