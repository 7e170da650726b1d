package chargenet

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const (
	minGrid, maxGrid = 11, 2000
	maxType2         = 43 // kW
)

// location returns a location that is not withdrawn, or nil.
func (s *server) location(ref string) *Location {
	for _, l := range s.locations {
		if l.Ref == ref && l.Status == "open" {
			return l
		}
	}
	return nil
}

// ownLocation returns the location in the path, which must be of the party.
func (s *server) ownLocation(r *http.Request, p party) (*Location, error) {
	l := s.location(r.PathValue("location_ref"))
	switch {
	case l == nil:
		return nil, notFound("location")
	case l.Operator != p.Code:
		return nil, forbidden("the location is of another operator")
	}
	return l, nil
}

// powerKW is the sum of the strongest connectors of the EVSEs.
func (l *Location) powerKW() (sum int) {
	for _, e := range l.EVSEs {
		strongest := 0
		for _, c := range e.Connectors {
			strongest = max(strongest, c.MaxPowerKW)
		}
		sum += strongest
	}
	return sum
}

func (l *Location) evse(uid string) *EVSE {
	for _, e := range l.EVSEs {
		if e.UID == uid {
			return e
		}
	}
	return nil
}

func (e *EVSE) connector(no int) *Connector {
	for _, c := range e.Connectors {
		if c.No == no {
			return c
		}
	}
	return nil
}

func (s *server) listLocations(w http.ResponseWriter, r *http.Request, p party) error {
	q := input.NewQuery(r)
	operator, country := q.Word("operator", operators...), q.Word("country", countries...)
	provider, withdrawn := q.Word("accepts", providers...), q.Bool("include_withdrawn")
	limit, offset := window(q)
	if err := q.Err(); err != nil {
		return err
	}
	all := withdrawn != nil && *withdrawn
	if all && p.Role != "hub" {
		return forbidden("only the hub sees withdrawn locations")
	}
	list, open := []*Location{}, []*Location{}
	for _, l := range s.locations {
		if (operator == "" || l.Operator == operator) && (country == "" || l.Country == country) &&
			(provider == "" || slices.Contains(l.Accepts, provider)) {
			list = append(list, l)
			if all || l.Status == "open" {
				open = append(open, l)
			}
		}
	}
	if s.bug != 4 {
		return send(w, http.StatusOK, cut(open, limit, offset))
	}
	part := cut(list, limit, offset)
	part.Items = slices.DeleteFunc(part.Items, func(l *Location) bool { return !slices.Contains(open, l) })
	part.Total = len(open)
	return send(w, http.StatusOK, part)
}

func (s *server) createLocation(w http.ResponseWriter, r *http.Request, p party) error {
	var in struct {
		Name        string   `json:"name"`
		Country     string   `json:"country"`
		Accepts     []string `json:"accepts"`
		GridLimitKW int      `json:"grid_limit_kw"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Length(in.Name, "name", 3, 60)
	c.OneOf(in.Country, "country", countries...)
	c.Set(in.Accepts, "accepts", providers...)
	c.Range(in.GridLimitKW, "grid_limit_kw", minGrid, maxGrid)
	if err := c.Err(); err != nil {
		return err
	}
	s.placed[p.Code]++
	l := &Location{
		Ref: fmt.Sprintf("%s-%04d", p.Code, s.placed[p.Code]), Operator: p.Code, Name: in.Name, Country: in.Country,
		Accepts: in.Accepts, GridLimitKW: in.GridLimitKW, Status: "open", EVSEs: []*EVSE{},
	}
	s.locations = append(s.locations, l)
	return send(w, http.StatusCreated, l)
}

func (s *server) getLocation(w http.ResponseWriter, r *http.Request, _ party) error {
	l := s.location(r.PathValue("location_ref"))
	if l == nil {
		return notFound("location")
	}
	return send(w, http.StatusOK, l)
}

func (s *server) patchLocation(w http.ResponseWriter, r *http.Request, p party) error {
	l, err := s.ownLocation(r, p)
	if err != nil {
		return err
	}
	var in struct {
		Name        *string   `json:"name"`
		Accepts     *[]string `json:"accepts"`
		GridLimitKW *int      `json:"grid_limit_kw"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	changed := *l
	if in.Name != nil {
		c.Length(*in.Name, "name", 3, 60)
		changed.Name = *in.Name
	}
	if in.Accepts != nil {
		c.Set(*in.Accepts, "accepts", providers...)
		changed.Accepts = *in.Accepts
	}
	if in.GridLimitKW != nil {
		c.Range(*in.GridLimitKW, "grid_limit_kw", minGrid, maxGrid)
		changed.GridLimitKW = *in.GridLimitKW
	}
	if err := c.Err(); err != nil {
		return err
	}
	if changed.powerKW() > changed.GridLimitKW {
		return conflict("grid_limit", "the connectors need more than that")
	}
	*l = changed
	return send(w, http.StatusOK, l)
}

func (s *server) withdrawLocation(w http.ResponseWriter, r *http.Request, p party) error {
	l, err := s.ownLocation(r, p)
	if err != nil {
		return err
	}
	for _, e := range l.EVSEs {
		if e.Status != "available" {
			return conflict("location_in_use", e.UID+" is "+e.Status)
		}
	}
	l.Status = "withdrawn"
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *server) addEVSE(w http.ResponseWriter, r *http.Request, p party) error {
	l, err := s.ownLocation(r, p)
	if err != nil {
		return err
	}
	var in struct {
		Label string `json:"label"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Length(in.Label, "label", 1, 20)
	if err := c.Err(); err != nil {
		return err
	}
	if slices.ContainsFunc(l.EVSEs, func(e *EVSE) bool { return e.Label == in.Label }) {
		return conflict("label_taken", "another EVSE of the location has the label")
	}
	e := &EVSE{UID: fmt.Sprintf("%s-%d", l.Ref, len(l.EVSEs)+1), Label: in.Label, Status: "available",
		Connectors: []*Connector{}}
	l.EVSEs = append(l.EVSEs, e)
	return send(w, http.StatusCreated, e)
}

func (s *server) putConnector(w http.ResponseWriter, r *http.Request, p party) error {
	l, err := s.ownLocation(r, p)
	if err != nil {
		return err
	}
	e := l.evse(r.PathValue("evse_uid"))
	if e == nil {
		return notFound("EVSE")
	}
	no, err := strconv.Atoi(r.PathValue("connector_no"))
	if err != nil || no < 1 || no > 4 {
		return &input.Error{Field: "connector_no", Message: "must be from 1 to 4"}
	}
	wanted, err := readConnector(r)
	if err != nil {
		return err
	}
	wanted.No = no
	old := e.connector(no)
	before := e.Connectors
	e.Connectors = append(slices.DeleteFunc(slices.Clone(before), func(c *Connector) bool { return c == old }), wanted)
	if l.powerKW() > l.GridLimitKW {
		e.Connectors = before
		return conflict("grid_limit", "the connectors need more than the grid gives")
	}
	status := http.StatusCreated
	if old != nil {
		*old = *wanted
		e.Connectors, status = before, http.StatusOK
	}
	slices.SortFunc(e.Connectors, func(a, b *Connector) int { return a.No - b.No })
	return send(w, status, e.connector(no))
}

func readConnector(r *http.Request) (*Connector, error) {
	var in struct {
		Standard      string `json:"standard"`
		MaxPowerKW    int    `json:"max_power_kw"`
		PricePerKWh   int    `json:"price_per_kwh_cents"`
		IdlePerMinute int    `json:"idle_per_minute_cents"`
		Waived        *int   `json:"idle_minutes_waived"`
	}
	if err := input.Body(r, &in); err != nil {
		return nil, err
	}
	out := &Connector{Standard: in.Standard, MaxPowerKW: in.MaxPowerKW, PricePerKWh: in.PricePerKWh,
		IdlePerMinute: in.IdlePerMinute}
	if in.Waived != nil {
		out.IdleMinutesWaived = *in.Waived
	}
	var c input.Checks
	c.OneOf(in.Standard, "standard", "type2", "ccs", "chademo")
	c.Range(in.MaxPowerKW, "max_power_kw", 3, 400)
	c.Range(in.PricePerKWh, "price_per_kwh_cents", 1, 200)
	c.Range(in.IdlePerMinute, "idle_per_minute_cents", 0, 100)
	c.Range(out.IdleMinutesWaived, "idle_minutes_waived", 0, 120)
	c.That(in.Standard != "type2" || in.MaxPowerKW <= maxType2, "max_power_kw", "is at most 43 for type2")
	return out, c.Err()
}
