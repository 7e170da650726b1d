package hangarlog

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Aircraft is one of the fleet.
type Aircraft struct {
	Tail    string `json:"tail"`
	Model   string `json:"model"`
	Base    string `json:"base"`
	Minutes int    `json:"total_minutes"`
	Cycles  int    `json:"total_cycles"`
	Status  string `json:"status"`

	flights []*Flight
	checks  []*Check
}

// Flight is from one block to another.
type Flight struct {
	No       string    `json:"flight_no"`
	Tail     string    `json:"tail"`
	Off      time.Time `json:"off_block"`
	On       time.Time `json:"on_block"`
	Minutes  int       `json:"block_minutes"`
	Landings int       `json:"landings"`
	LoggedBy string    `json:"logged_by"`

	localDay string
	deleted  bool
	with     []*Component // those that were on board
}

// stamp is a time that remembers how it was written.
type stamp struct {
	input.Time
	text string
}

// UnmarshalJSON reads a time of RFC 3339.
func (s *stamp) UnmarshalJSON(raw []byte) error {
	s.text = string(raw)
	return s.Time.UnmarshalJSON(raw)
}

var (
	tails = regexp.MustCompile(`^[A-Z]{1,2}-[A-Z]{3,4}$`)
	bases = regexp.MustCompile(`^[A-Z]{3}$`)
)

func (a *app) aircraft(tail string) *Aircraft {
	for _, craft := range a.fleet {
		if craft.Tail == tail {
			return craft
		}
	}
	return nil
}

func (a *app) listAircraft(w http.ResponseWriter, r *http.Request) error {
	q := input.NewQuery(r)
	status := q.Word("status", "serviceable", "grounded")
	if err := q.Err(); err != nil {
		return err
	}
	out := slices.DeleteFunc(append([]*Aircraft{}, a.fleet...), func(craft *Aircraft) bool {
		return status != "" && craft.Status != status
	})
	slices.SortFunc(out, func(x, y *Aircraft) int { return cmp.Compare(x.Tail, y.Tail) })
	return send(w, http.StatusOK, map[string]any{"aircraft": out})
}

func (a *app) addAircraft(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Tail    string `json:"tail"`
		Model   string `json:"model"`
		Base    string `json:"base"`
		Minutes *int   `json:"total_minutes"`
		Cycles  *int   `json:"total_cycles"`
	}
	zero := 0
	if err := read(r, &in, func(c *input.Checks) {
		in.Minutes, in.Cycles = cmp.Or(in.Minutes, &zero), cmp.Or(in.Cycles, &zero)
		c.That(tails.MatchString(in.Tail), "tail", "must be like D-EVKA")
		c.Length(in.Model, "model", 1, 60)
		c.That(bases.MatchString(in.Base), "base", "must be like HAM")
		c.Range(*in.Minutes, "total_minutes", 0, 10_000_000)
		c.Range(*in.Cycles, "total_cycles", 0, 1_000_000)
	}); err != nil {
		return err
	}
	if a.aircraft(in.Tail) != nil {
		return clash("tail_taken", "%s is in the fleet", in.Tail)
	}
	craft := &Aircraft{Tail: in.Tail, Model: in.Model, Base: in.Base, Minutes: *in.Minutes, Cycles: *in.Cycles,
		Status: "serviceable"}
	a.fleet = append(a.fleet, craft)
	return send(w, http.StatusCreated, craft)
}

func (a *app) getAircraft(w http.ResponseWriter, r *http.Request) error {
	return send(w, http.StatusOK, craftOf(r))
}

// flown lists the flights that are not deleted, the earliest first.
func (craft *Aircraft) flown() []*Flight {
	out := slices.DeleteFunc(append([]*Flight{}, craft.flights...), func(f *Flight) bool { return f.deleted })
	slices.SortStableFunc(out, func(x, y *Flight) int { return x.Off.Compare(y.Off) })
	return out
}

func (a *app) listFlights(w http.ResponseWriter, r *http.Request) error {
	return send(w, http.StatusOK, map[string]any{"flights": craftOf(r).flown()})
}

type flightBody struct {
	Off      *stamp `json:"off_block"`
	On       *stamp `json:"on_block"`
	Landings *int   `json:"landings"`
}

func (in *flightBody) check(c *input.Checks) {
	c.Time(in.Off.Time, "off_block")
	c.Time(in.On.Time, "on_block")
	c.That(in.Off.Equal(in.Off.Truncate(time.Minute)), "off_block", "must be a whole minute")
	c.That(in.On.Equal(in.On.Truncate(time.Minute)), "on_block", "must be a whole minute")
	long := in.On.Sub(in.Off.Time.Time)
	c.That(0 < long && long <= 24*time.Hour, "on_block", "must be later than off_block, by 24 hours at most")
	c.Range(*in.Landings, "landings", 1, 50)
}

// free refuses a time in which the aircraft was on another flight.
func (a *app) free(craft *Aircraft, in flightBody, but *Flight) error {
	for _, f := range craft.flights {
		if f != but && (!f.deleted || a.bug == 5) && f.Off.Before(in.On.Time.Time) && in.Off.Before(f.On) {
			return clash("overlap", "%s was on flight %s", craft.Tail, f.No)
		}
	}
	return nil
}

func (f *Flight) set(in flightBody) {
	f.Off, f.On, f.localDay, f.Landings = in.Off.Time.Time, in.On.Time.Time, in.Off.text[1:11], *in.Landings
	f.Minutes = int(f.On.Sub(f.Off).Minutes())
}

// count adds to what the aircraft and the components have flown.
func (craft *Aircraft) count(with []*Component, minutes, cycles int) {
	craft.Minutes += minutes
	craft.Cycles += cycles
	for _, c := range with {
		c.Minutes += minutes
		c.Cycles += cycles
	}
}

func (a *app) logFlight(w http.ResponseWriter, r *http.Request) error {
	var in flightBody
	craft := craftOf(r)
	if err := read(r, &in, func(c *input.Checks) {
		c.That(in.Off != nil && in.On != nil, "off_block", "is missing, or on_block")
		c.That(in.Landings != nil, "landings", "is missing")
		if c.Err() == nil {
			in.check(c)
		}
	}); err != nil {
		return err
	}
	if craft.Status == "grounded" {
		return clash("grounded", "%s is grounded", craft.Tail)
	}
	if err := a.free(craft, in, nil); err != nil {
		return err
	}
	a.flights++
	f := &Flight{No: fmt.Sprintf("F-%06d", a.flights), Tail: craft.Tail, LoggedBy: caller(r).Name}
	f.set(in)
	for _, c := range a.components {
		if c.Tail != nil && *c.Tail == craft.Tail {
			f.with = append(f.with, c)
		}
	}
	craft.count(f.with, f.Minutes, f.Landings)
	craft.flights = append(craft.flights, f)
	return send(w, http.StatusCreated, f)
}

// flight finds a flight; those who change it must have logged it, or be a planner.
func flight(r *http.Request, changes bool) (*Flight, error) {
	for _, f := range craftOf(r).flown() {
		if f.No != chi.URLParam(r, "flight_no") {
			continue
		}
		if u := caller(r); changes && u.Role != "planner" && u.Name != f.LoggedBy {
			return nil, &failure{http.StatusForbidden, "forbidden", "the flight was logged by another pilot", ""}
		}
		return f, nil
	}
	return nil, gone("flight")
}

func (a *app) getFlight(w http.ResponseWriter, r *http.Request) error {
	f, err := flight(r, false)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, f)
}

func (a *app) correctFlight(w http.ResponseWriter, r *http.Request) error {
	f, err := flight(r, true)
	if err != nil {
		return err
	}
	var in flightBody
	if err := read(r, &in, func(c *input.Checks) {
		quoted := `"` + f.localDay
		in.Off = cmp.Or(in.Off, &stamp{input.Time{Time: f.Off}, quoted})
		in.On = cmp.Or(in.On, &stamp{input.Time{Time: f.On}, quoted})
		in.Landings = cmp.Or(in.Landings, &f.Landings)
		in.check(c)
	}); err != nil {
		return err
	}
	craft := craftOf(r)
	if err := a.free(craft, in, f); err != nil {
		return err
	}
	minutes, cycles := f.Minutes, f.Landings
	f.set(in)
	with := f.with
	if a.bug == 2 {
		with = nil
	}
	craft.count(with, f.Minutes-minutes, f.Landings-cycles)
	return send(w, http.StatusOK, f)
}

func (a *app) deleteFlight(w http.ResponseWriter, r *http.Request) error {
	f, err := flight(r, true)
	if err != nil {
		return err
	}
	f.deleted = true
	craftOf(r).count(f.with, -f.Minutes, -f.Landings)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// dayUse is what an aircraft did on a day.
type dayUse struct {
	Day      string `json:"day"`
	Flights  int    `json:"flights"`
	Minutes  int    `json:"minutes"`
	Landings int    `json:"landings"`
}

func (a *app) utilisation(w http.ResponseWriter, r *http.Request) error {
	q := input.NewQuery(r)
	month, _ := q.Text("month")
	_, err := time.Parse("2006-01", month)
	q.That(err == nil, "month", "must be like 2031-05")
	if err := q.Err(); err != nil {
		return err
	}
	days, total := []*dayUse{}, dayUse{}
	for _, f := range craftOf(r).flown() {
		on := f.Off.Format(time.DateOnly)
		if a.bug == 6 {
			on = f.localDay
		}
		if on[:7] != month {
			continue
		}
		i := slices.IndexFunc(days, func(d *dayUse) bool { return d.Day == on })
		if i < 0 {
			i, days = len(days), append(days, &dayUse{Day: on})
		}
		for _, d := range []*dayUse{days[i], &total} {
			d.Flights, d.Minutes, d.Landings = d.Flights+1, d.Minutes+f.Minutes, d.Landings+f.Landings
		}
	}
	return send(w, http.StatusOK, map[string]any{"tail": craftOf(r).Tail, "month": month, "days": days,
		"flights": total.Flights, "minutes": total.Minutes, "landings": total.Landings})
}
