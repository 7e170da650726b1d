package stations

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// station is where is measured.
type station struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	Region string `json:"region"`
	// Zone is the time zone whose days the station has.
	Zone     string `json:"zone"`
	Altitude int    `json:"altitude"`
	// Active stations measure.
	Active bool   `json:"active"`
	Notes  string `json:"notes"`

	version int // the number of the change that made it so
}

func (t *station) tag() string { return fmt.Sprintf("%q", fmt.Sprintf("v%d", t.version)) }

func (t *station) read(o *kit.Object) {
	o.Text(&t.Name, "name", 1, 60)
	o.Choice(&t.Region, "region", regions()...)
	o.Choice(&t.Zone, "zone", "UTC", "Europe/Oslo", "America/New_York")
	o.Int(&t.Altitude, "altitude", -500, 9000)
	o.Bool(&t.Active, "active")
	o.Text(&t.Notes, "notes", 0, 200)
}

func regions() []string { return []string{"north", "northwest", "south"} }

// fresh reads a station that replaces all of another one or none.
func (s *service) fresh(r *http.Request, code string) (*station, error) {
	o, err := kit.Body(r)
	if err != nil {
		return nil, err
	}
	out := &station{Code: code, Active: true}
	o.Need("name", "region", "zone")
	if code == "" {
		o.Need("code")
		o.Match(&out.Code, "code", "like ABC-1234", s.code.MatchString)
	}
	out.read(o)
	if !out.Active && r.Method == http.MethodPost && s.bugs.Has(FalseTakenForMissing) {
		out.Active = true // as by a default for the zero value
	}
	if old := s.stations[code]; old != nil && !o.Has("notes") && s.bugs.Has(PutKeepsNotes) {
		out.Notes = old.Notes
	}
	return out, o.Err()
}

// store keeps a station as it is now.
func (s *service) store(t *station) {
	s.changes++
	t.version = s.changes
	s.stations[t.Code] = t
}

func (s *service) show(w http.ResponseWriter, status int, t *station) error {
	w.Header().Set("ETag", t.tag())
	return kit.JSON(w, status, t)
}

// list answers with the stations from one code on, and with the code after which
// the next page begins if there is one.
func (s *service) list(w http.ResponseWriter, r *http.Request) error {
	q := kit.ReadQuery(r)
	region, after := q.Choice("region", regions()...), q.Text("after", 8)
	limit := q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	var found []*station
	for _, code := range slices.Sorted(maps.Keys(s.stations)) {
		t := s.stations[code]
		fits := region == "" || t.Region == region || s.bugs.Has(RegionByPrefix) && strings.HasPrefix(t.Region, region)
		if fits && code > after {
			found = append(found, t)
		}
	}
	page := struct {
		Items []*station `json:"items"`
		Next  string     `json:"next,omitempty"`
	}{append([]*station{}, found[:min(limit, len(found))]...), ""}
	if len(found) > limit {
		page.Next = found[limit-1].Code
		if s.bugs.Has(CursorSkips) {
			page.Next = found[limit].Code
		}
	}
	return kit.JSON(w, http.StatusOK, page)
}

func (s *service) create(w http.ResponseWriter, r *http.Request) error {
	made, err := s.fresh(r, "")
	if err != nil {
		return err
	}
	if s.stations[made.Code] != nil {
		return kit.Refuse(http.StatusConflict, "the code is taken")
	}
	s.store(made)
	w.Header().Set("Location", "/stations/"+made.Code)
	return s.show(w, http.StatusCreated, made)
}

// get answers 304 to who knows the station as it is.
func (s *service) get(w http.ResponseWriter, r *http.Request) error {
	found, err := s.station(r)
	if err != nil {
		return err
	}
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimSpace(known); known == "*" || strings.TrimPrefix(known, "W/") == found.tag() {
			w.Header().Set("ETag", found.tag())
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	return s.show(w, http.StatusOK, found)
}

// match holds If-Match against the station of a code, which need not be there.
func (s *service) match(r *http.Request, code string) error {
	if t := s.stations[code]; t != nil {
		return kit.Match(r, t.tag())
	}
	if r.Header.Get("If-Match") != "" {
		return kit.Refuse(http.StatusPreconditionFailed, "there is no such station")
	}
	return nil
}

// put makes a station or replaces it.
func (s *service) put(w http.ResponseWriter, r *http.Request) error {
	code, err := s.named(r)
	if err != nil {
		return err
	}
	made, err := s.fresh(r, code)
	if err != nil {
		return err
	}
	if err := s.match(r, code); err != nil {
		return err
	}
	status := http.StatusOK
	if s.stations[code] == nil {
		status = http.StatusCreated
		w.Header().Set("Location", "/stations/"+code)
	}
	s.store(made)
	return s.show(w, status, made)
}

func (s *service) patch(w http.ResponseWriter, r *http.Request) error {
	old, err := s.station(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	with := *old
	with.read(o)
	if err := o.Err(); err != nil {
		return err
	}
	if err := s.match(r, old.Code); err != nil {
		return err
	}
	s.store(&with)
	if s.bugs.Has(PatchKeepsTag) {
		with.version = old.version
	}
	return s.show(w, http.StatusOK, &with)
}

// remove deletes a station with its readings and its alarm.
func (s *service) remove(w http.ResponseWriter, r *http.Request) error {
	found, err := s.station(r)
	if err != nil {
		return err
	}
	if err := s.match(r, found.Code); err != nil && !s.bugs.Has(DeleteIgnoresIfMatch) {
		return err
	}
	s.changes++
	delete(s.stations, found.Code)
	delete(s.alarms, found.Code)
	if !s.bugs.Has(ReadingsOutliveStation) {
		delete(s.readings, found.Code)
	}
	return kit.NoContent(w)
}
