package stations

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
	_ "time/tzdata" // the zones, wherever the service runs

	"github.com/gorilla/mux"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// reading is what a station measured.
type reading struct {
	ID int       `json:"id"`
	At time.Time `json:"at"`
	// Temperature is in degrees Celsius, if not asked for in Fahrenheit.
	Temperature float64 `json:"temperature"`
	Humidity    int     `json:"humidity"`

	text string // At, as it was sent
}

// readReading reads a reading. Its values are checked if that is asked for.
func (s *service) readReading(o *kit.Object, checked bool) (*reading, error) {
	out := &reading{}
	o.Need("at", "temperature", "humidity")
	o.Match(&out.text, "at", "a time", func(text string) bool {
		at, err := time.Parse(time.RFC3339, text)
		out.At = at.UTC()
		return err == nil && out.At.Year() >= 0 && out.At.Year() <= 9999 // what has a text in UTC
	})
	cold, hot, dry, wet := -90.0, 60.0, 0, 100
	if !checked {
		cold, hot, dry, wet = -1e6, 1e6, -1000000, 1000000
	}
	o.Float(&out.Temperature, "temperature", cold, hot)
	o.Int(&out.Humidity, "humidity", dry, wet)
	if err := o.Err(); err != nil {
		return nil, err
	}
	if out.Humidity == 0 && s.bugs.Has(ZeroRefused) {
		return nil, kit.Refuse(http.StatusBadRequest, "humidity is missing") // as by a check for the zero value
	}
	return out, nil
}

// add keeps a reading of a station, which has one of an instant only.
func (s *service) add(t *station, m *reading) error {
	if !t.Active {
		return kit.Refuse(http.StatusConflict, "the station is not active")
	}
	all := s.readings[t.Code]
	for _, old := range all {
		if old.text == m.text || old.At.Equal(m.At) && !s.bugs.Has(InstantsAsText) {
			return kit.Refuse(http.StatusConflict, "there is a reading of that time")
		}
	}
	s.lastReading++
	m.ID = s.lastReading
	all = append(slices.Clone(all), m)
	slices.SortStableFunc(all, func(a, b *reading) int { return a.At.Compare(b.At) })
	s.readings[t.Code] = all
	return nil
}

func (s *service) measure(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made, err := s.readReading(o, true)
	if err != nil {
		return err
	}
	if err := s.add(of, made); err != nil {
		return err
	}
	at := "/stations/" + of.Code + "/readings/" + strconv.Itoa(made.ID)
	if s.bugs.Has(ReadingLocation) {
		at = "/readings/" + strconv.Itoa(made.ID)
	}
	return kit.Created(w, at, made)
}

// takeOver takes several readings, or none if one of them does not fit.
func (s *service) takeOver(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	o.Need("readings")
	many, ok := o.Member("readings").([]any)
	if err := o.Err(); err != nil || !ok || len(many) < 1 || len(many) > 50 {
		return kit.Refuse(http.StatusBadRequest, "readings has to be 1 to 50 readings")
	}
	old, last := s.readings[of.Code], s.lastReading
	for _, one := range many {
		members, ok := one.(map[string]any)
		if !ok {
			err = kit.Refuse(http.StatusBadRequest, "a reading has to be an object")
			break
		}
		var made *reading
		if made, err = s.readReading(kit.Members(members), !s.bugs.Has(ImportUnchecked)); err != nil {
			break
		}
		if err = s.add(of, made); err != nil {
			break
		}
	}
	if err != nil {
		if !s.bugs.Has(ImportHalf) {
			s.readings[of.Code], s.lastReading = old, last
		}
		return err
	}
	return kit.JSON(w, http.StatusOK, map[string]int{"imported": len(many)})
}

// times reads a time of a query, the zero one where it is missing.
func times(q *kit.Query, name string) time.Time {
	at, _ := time.Parse(time.RFC3339, q.Match(name, "a time", func(text string) bool {
		_, err := time.Parse(time.RFC3339, text)
		return err == nil
	}))
	return at
}

func (s *service) listReadings(w http.ResponseWriter, r *http.Request) error {
	of, err := s.station(r)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(r)
	from, to := times(q, "from"), times(q, "to")
	unit, order := q.Choice("unit", "celsius", "fahrenheit"), q.Choice("order", "asc", "desc")
	limit := q.Int("limit", 50, 1, 200)
	if err := q.Err(); err != nil {
		return err
	}
	found := []*reading{}
	for _, m := range s.readings[of.Code] {
		if !(q.Has("from") && m.At.Before(from)) && !(q.Has("to") && !m.At.Before(to)) {
			found = append(found, m)
		}
	}
	total := len(found)
	if s.bugs.Has(TotalOfAll) {
		total = len(s.readings[of.Code])
	}
	if order == "desc" && !s.bugs.Has(LatestReversed) {
		slices.Reverse(found)
	}
	found = found[:min(limit, len(found))]
	if order == "desc" && s.bugs.Has(LatestReversed) {
		slices.Reverse(found)
	}
	if unit == "fahrenheit" {
		found = s.fahrenheit(found)
	}
	return kit.JSON(w, http.StatusOK, kit.Page[*reading]{Items: found, Total: total})
}

func (s *service) fahrenheit(of []*reading) []*reading {
	var out []*reading
	for _, m := range of {
		if !s.bugs.Has(FahrenheitInPlace) {
			copied := *m
			m = &copied
		}
		m.Temperature = math.Round((m.Temperature*9/5+32)*100) / 100
		out = append(out, m)
	}
	return append([]*reading{}, out...)
}

// reading returns the station and the reading of the path.
func (s *service) reading(r *http.Request) (*station, *reading, error) {
	of, err := s.station(r)
	if err != nil {
		return nil, nil, err
	}
	id, err := kit.ID(mux.Vars(r)["id"])
	if err != nil {
		return nil, nil, err
	}
	for _, m := range s.readings[of.Code] {
		if m.ID == id {
			return of, m, nil
		}
	}
	return nil, nil, kit.Refuse(http.StatusNotFound, "there is no such reading")
}

func (s *service) getReading(w http.ResponseWriter, r *http.Request) error {
	_, found, err := s.reading(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, found)
}

func (s *service) removeReading(w http.ResponseWriter, r *http.Request) error {
	of, found, err := s.reading(r)
	if err != nil {
		return err
	}
	s.readings[of.Code] = slices.DeleteFunc(slices.Clone(s.readings[of.Code]), func(m *reading) bool {
		return m == found
	})
	return kit.NoContent(w)
}
