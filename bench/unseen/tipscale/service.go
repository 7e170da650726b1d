package tipscale

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// actor is who calls.
type actor struct{ role, haulier string }

// sees tells whether the things of a haulier are there for the actor.
func (a actor) sees(haulier string) bool { return a.role != "haulier" || a.haulier == haulier }

// refusal is an error of the service.
type refusal struct {
	status              int
	code, detail, field string
}

func (r *refusal) Error() string { return r.code + ": " + r.detail }

func notFound(what string) error         { return &refusal{404, "not-found", "no such " + what, ""} }
func conflict(code, detail string) error { return &refusal{409, code, detail, ""} }
func unfit(field, detail string) error   { return &refusal{422, "invalid", detail, field} }

// service has the rules. It is not safe for concurrent use.
type service struct {
	*store
	bug int
}

// findVehicle returns a vehicle that is not retired.
func (s *service) findVehicle(a actor, plate string) (*Vehicle, error) {
	v := s.vehicles[plain(plate)]
	if v == nil || v.retired || !a.sees(v.Haulier) {
		return nil, notFound("vehicle")
	}
	return v, nil
}

func (s *service) addVehicle(plate, haulier string, most Weight) (*Vehicle, error) {
	plate = plain(plate)
	if n := len(plate); n < 4 || n > 9 || strings.Trim(plate, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return nil, unfit("plate", "must have 4 to 9 letters and digits")
	}
	if v := s.vehicles[plate]; v != nil && !v.retired {
		return nil, conflict("plate-taken", plate+" is registered")
	}
	s.vehicles[plate] = &Vehicle{Plate: plate, Haulier: haulier, MaxGrossKg: most.kg()}
	return s.vehicles[plate], nil
}

func (s *service) onSite(plate string) bool {
	return slices.ContainsFunc(s.tickets, func(t *Ticket) bool { return t.Plate == plate && t.Status == "on_site" })
}

func (s *service) retireVehicle(v *Vehicle) error {
	if s.onSite(v.Plate) {
		return conflict("on-site", v.Plate+" is on site")
	}
	v.retired = true
	return nil
}

func (s *service) findContract(a actor, no string) (*Contract, error) {
	c := s.contract(no)
	if c == nil || !a.sees(c.Haulier) {
		return nil, notFound("contract")
	}
	return c, nil
}

func (s *service) listContracts(a actor, material, validOn string) []*Contract {
	return slices.DeleteFunc(append([]*Contract{}, s.contracts...), func(c *Contract) bool {
		return !a.sees(c.Haulier) || material != "" && c.Material != material ||
			validOn != "" && (validOn < c.ValidFrom || validOn > c.ValidTo)
	})
}

func (s *service) addContract(c *Contract) error {
	if c.ValidTo < c.ValidFrom {
		return unfit("valid_to", "must not be before valid_from")
	}
	c.Version = 1
	s.insertContract(c)
	return nil
}

// contractPatch has the fields that change.
type contractPatch struct {
	price, quota  *int
	validTo, note *string
}

func (s *service) changeContract(c *Contract, p contractPatch, match string) error {
	if p.validTo != nil && *p.validTo < c.ValidFrom {
		return unfit("valid_to", "must not be before valid_from")
	}
	if match != "" && match != "*" && match != c.etag() {
		return &refusal{412, "stale", "the contract has version " + c.etag(), ""}
	}
	if p.quota != nil && *p.quota < c.UsedKg {
		return conflict("quota-used", fmt.Sprintf("%d kg are used", c.UsedKg))
	}
	if p.price != nil {
		c.Price = *p.price
	}
	if p.quota != nil {
		c.QuotaKg = *p.quota
	}
	if p.validTo != nil {
		c.ValidTo = *p.validTo
	}
	if p.note != nil {
		c.Note = *p.note
	} else if s.bug == 4 {
		c.Note = ""
	}
	c.Version++
	return nil
}

func (c *Contract) etag() string { return fmt.Sprintf("%q", fmt.Sprint(c.Version)) }

// use adds kilograms to what a contract has used.
func (s *service) use(no string, kg int) {
	c := s.contract(no)
	c.UsedKg += kg
	if s.bug != 5 {
		c.Version++
	}
}

func (s *service) findTicket(a actor, no string) (*Ticket, error) {
	t := s.ticket(no)
	if t == nil || !a.sees(t.Haulier) {
		return nil, notFound("ticket")
	}
	return t, nil
}

func (s *service) weighIn(plate, contract string, gross Weight, at time.Time) (*Ticket, error) {
	v := s.vehicles[plain(plate)]
	if v == nil || v.retired && s.bug != 7 {
		return nil, unfit("plate", "no such vehicle")
	}
	c := s.contract(contract)
	if c == nil {
		return nil, unfit("contract_no", "no such contract")
	}
	heavy := gross.kg() > v.MaxGrossKg
	if s.bug == 8 {
		heavy = gross.Value > float64(v.MaxGrossKg)
	}
	switch day := dayOf(at); {
	case c.Haulier != v.Haulier:
		return nil, conflict("other-haulier", c.No+" is for "+c.Haulier)
	case day < c.ValidFrom || day > c.ValidTo:
		return nil, conflict("not-valid", c.No+" is not valid on "+day)
	case heavy:
		return nil, conflict("overloaded", fmt.Sprintf("%s may have %d kg", v.Plate, v.MaxGrossKg))
	case s.onSite(v.Plate):
		return nil, conflict("on-site", v.Plate+" is on site")
	}
	t := &Ticket{
		Plate: v.Plate, Haulier: v.Haulier, ContractNo: c.No, Material: c.Material, Status: "on_site", InAt: at.UTC(),
		Weights: Weights{Gross: gross.kg()},
	}
	s.insertTicket(t)
	return t, nil
}

func (s *service) weighOut(t *Ticket, tare Weight, deduction int, at time.Time) error {
	if t.Status != "on_site" {
		return conflict("not-on-site", "the ticket is "+t.Status)
	}
	if at.Before(t.InAt) {
		return unfit("weighed_out_at", "must not be before weighed_in_at")
	}
	kg := tare.kg()
	net := t.Weights.Gross - kg - deduction
	if net < 1 {
		return unfit("tare", "nothing is left of the gross weight")
	}
	c := s.contract(t.ContractNo)
	if c.UsedKg+net > c.QuotaKg {
		return conflict("quota-exceeded", fmt.Sprintf("%d kg are left", c.QuotaKg-c.UsedKg))
	}
	charge := (net*c.Price + 500) / 1000
	if s.bug == 1 {
		charge = net * c.Price / 1000
	}
	at = at.UTC()
	t.Status, t.OutAt, t.ChargeCents = "completed", &at, &charge
	t.Weights.Tare, t.Weights.Deduction, t.Weights.Net = &kg, &deduction, &net
	s.use(c.No, net)
	return nil
}

func (s *service) voidTicket(t *Ticket, reason string) error {
	if t.Status == "void" {
		return conflict("void", "the ticket is void")
	}
	if t.Status == "completed" && s.bug != 2 {
		s.use(t.ContractNo, -*t.Weights.Net)
	}
	t.Status, t.VoidReason = "void", reason
	return nil
}

// ticketFilter says which tickets a list has. Empty fields fit all.
type ticketFilter struct {
	status, plate, contract, day string
	afterAt                      time.Time // with afterNo, of the last ticket of the page before
	afterNo                      string
}

func (s *service) listTickets(a actor, f ticketFilter) []*Ticket {
	return slices.DeleteFunc(append([]*Ticket{}, s.tickets...), func(t *Ticket) bool {
		if f.afterNo != "" {
			last := Ticket{No: f.afterNo, InAt: f.afterAt}
			past := last.before(t.InAt, t.No)
			if s.bug == 6 {
				past = last.InAt.After(t.InAt)
			}
			if !past {
				return true
			}
		}
		return !a.sees(t.Haulier) || f.status != "" && t.Status != f.status ||
			f.plate != "" && t.Plate != plain(f.plate) ||
			f.contract != "" && t.ContractNo != f.contract || f.day != "" && dayOf(t.InAt) != f.day
	})
}

// day sums the completed loads of a day.
func (s *service) day(day string) Day {
	d := Day{Day: day, ByMaterial: []*MaterialSum{}}
	for _, m := range materials {
		sum := &MaterialSum{Material: m}
		for _, t := range s.tickets {
			if t.Status != "completed" || t.Material != m {
				continue
			}
			out := dayOf(*t.OutAt)
			if s.bug == 3 {
				out = t.OutAt.Format(time.DateOnly)
			}
			if out == day {
				sum.Loads++
				sum.NetKg += *t.Weights.Net
				sum.ChargeCents += *t.ChargeCents
			}
		}
		if sum.Loads > 0 {
			d.ByMaterial = append(d.ByMaterial, sum)
			d.Loads += sum.Loads
			d.NetKg += sum.NetKg
		}
	}
	return d
}
