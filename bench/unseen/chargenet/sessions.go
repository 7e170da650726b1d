package chargenet

import (
	"net/http"
	"slices"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const maxMeter = 1_000_000_000 // Wh

func (s *server) listSessions(w http.ResponseWriter, r *http.Request, p party) error {
	q := input.NewQuery(r)
	status := q.Word("status", "active", "stopped", "released")
	ref, _ := q.Text("location_ref")
	contract, _ := q.Text("contract_id")
	from, to := q.Time("from"), q.Time("to")
	limit, offset := window(q)
	if err := q.Err(); err != nil {
		return err
	}
	list := []*Session{}
	for _, x := range s.sessions {
		mine := p.sees(x.Operator, x.Provider) || s.bug == 7 && ref != ""
		late := !to.IsZero() && !x.StartedAt.Before(to.Time)
		if s.bug == 6 {
			late = !to.IsZero() && x.StartedAt.After(to.Time)
		}
		if mine && !late && !x.StartedAt.Before(from.Time) && (status == "" || x.Status == status) &&
			(ref == "" || x.LocationRef == ref) && (contract == "" || x.ContractID == contract) {
			list = append(list, x)
		}
	}
	return send(w, http.StatusOK, cut(list, limit, offset))
}

type sessionInput struct {
	ContractID  string     `json:"contract_id"`
	LocationRef string     `json:"location_ref"`
	EVSEUID     string     `json:"evse_uid"`
	ConnectorNo int        `json:"connector_no"`
	StartedAt   input.Time `json:"started_at"`
	MeterStart  int        `json:"meter_start_wh"`
}

func (s *server) startSession(w http.ResponseWriter, r *http.Request, p party) error {
	var in sessionInput
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Range(in.ConnectorNo, "connector_no", 1, 4)
	c.Time(in.StartedAt, "started_at")
	c.Range(in.MeterStart, "meter_start_wh", 0, maxMeter)
	if err := c.Err(); err != nil {
		return err
	}
	contract := s.contract(in.ContractID, p)
	if contract == nil {
		return unusable("contract_id", "no such contract")
	}
	l := s.location(in.LocationRef)
	if s.bug == 10 {
		l = s.locationEver(in.LocationRef)
	}
	if l == nil {
		return unusable("location_ref", "no such location")
	}
	e := l.evse(in.EVSEUID)
	if e == nil {
		return unusable("evse_uid", "the location has no such EVSE")
	}
	connector := e.connector(in.ConnectorNo)
	if connector == nil {
		return unusable("connector_no", "the EVSE has no such connector")
	}
	if err := s.mayStart(contract, l, e, in.StartedAt); err != nil {
		return err
	}
	x := &Session{
		ID: number("S", len(s.sessions)+1), ContractID: contract.ID, Provider: p.Code, Operator: l.Operator,
		LocationRef: l.Ref, EVSEUID: e.UID, ConnectorNo: connector.No, Status: "active", StartedAt: in.StartedAt,
		MeterStart: in.MeterStart, Readings: []Reading{}, evse: e, connector: connector, prices: *connector,
	}
	s.sessions = append(s.sessions, x)
	e.Status = "charging"
	delete(s.views, contract.ID)
	return send(w, http.StatusCreated, x)
}

// mayStart says why a session cannot start.
func (s *server) mayStart(c *Contract, l *Location, e *EVSE, at input.Time) error {
	v := s.view(c)
	most := c.MaxSessions
	if s.bug == 9 {
		most++
	}
	switch {
	case !slices.Contains(l.Accepts, c.Provider):
		return conflict("provider_not_accepted", "the location does not accept "+c.Provider)
	case c.Status != "active":
		return conflict("contract_blocked", "the contract is blocked")
	case v.OpenSessions >= most:
		return conflict("contract_busy", "the contract has as many active sessions as it may")
	case c.BudgetWh != nil && v.UsedWh >= *c.BudgetWh:
		return conflict("budget_spent", "the energy of the contract is used")
	case e.Status != "available":
		return conflict("evse_in_use", "the EVSE is "+e.Status)
	case at.Before(e.freeFrom):
		return conflict("evse_in_use", "the EVSE was in use at that time")
	}
	return nil
}

// session returns the session in the path, which the party must see.
func (s *server) session(r *http.Request, p party) (*Session, error) {
	for _, x := range s.sessions {
		if x.ID == r.PathValue("session_id") && p.sees(x.Operator, x.Provider) {
			return x, nil
		}
	}
	return nil, notFound("session")
}

func (s *server) getSession(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.session(r, p)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, x)
}

// measure reads a value of the meter, which must follow the last one.
func (x *Session) measure(r *http.Request) (out Reading, err error) {
	if err := input.Body(r, &out); err != nil {
		return out, err
	}
	var c input.Checks
	c.Time(out.At, "at")
	c.Range(out.MeterWh, "meter_wh", 0, maxMeter)
	switch last := x.last(); {
	case c.Err() != nil:
		return out, c.Err()
	case x.Status != "active":
		return out, conflict("session_not_active", "the session is "+x.Status)
	case !out.At.After(last.At.Time):
		return out, conflict("out_of_order", "there is a reading of that time or later")
	case out.MeterWh < last.MeterWh:
		return out, conflict("meter_went_back", "the meter had more already")
	}
	x.Readings = append(x.Readings, out)
	x.EnergyWh = out.MeterWh - x.MeterStart
	return out, nil
}

func (s *server) addReading(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.session(r, p)
	if err != nil {
		return err
	}
	if _, err := x.measure(r); err != nil {
		return err
	}
	return send(w, http.StatusCreated, x)
}

func (s *server) stopSession(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.session(r, p)
	if err != nil {
		return err
	}
	last, err := x.measure(r)
	if err != nil {
		return err
	}
	x.Status, x.StoppedAt, x.evse.Status = "stopped", &last.At, "occupied"
	return send(w, http.StatusOK, x)
}

func (s *server) releaseSession(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.session(r, p)
	if err != nil {
		return err
	}
	var in struct {
		At input.Time `json:"at"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Time(in.At, "at")
	switch {
	case c.Err() != nil:
		return c.Err()
	case x.Status != "stopped":
		return conflict("session_not_stopped", "the session is "+x.Status)
	case in.At.Before(x.StoppedAt.Time):
		return conflict("out_of_order", "the session was stopped later")
	}
	x.Status, x.ReleasedAt = "released", &in.At
	x.evse.Status, x.evse.freeFrom = "available", in.At.Time
	record := s.charge(x)
	x.RecordNo = record.No
	s.records = append(s.records, record)
	return send(w, http.StatusCreated, record)
}

// charge makes the record of a session that was released.
func (s *server) charge(x *Session) *Record {
	prices := x.prices
	if s.bug == 2 {
		prices = *x.connector
	}
	out := &Record{
		No: number("R", len(s.records)+1), SessionID: x.ID, ContractID: x.ContractID, Operator: x.Operator,
		Provider: x.Provider, LocationRef: x.LocationRef, Month: x.ReleasedAt.Format("2006-01"),
		EnergyWh: x.EnergyWh, ChargingMinutes: begun(x.StoppedAt.Sub(x.StartedAt.Time)),
		IdleMinutes: begun(x.ReleasedAt.Sub(x.StoppedAt.Time)),
	}
	half := 500
	if s.bug == 3 {
		half = 0
	}
	out.EnergyCents = (x.EnergyWh*prices.PricePerKWh + half) / 1000
	out.IdleCents = max(0, out.IdleMinutes-prices.IdleMinutesWaived) * prices.IdlePerMinute
	out.NetCents = out.EnergyCents + out.IdleCents
	if x.EnergyWh > 0 || s.bug == 11 {
		average := out.NetCents * 1000 / x.EnergyWh
		out.AverageCents = &average
	}
	return out
}

// begun returns the minutes that have begun.
func begun(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }
