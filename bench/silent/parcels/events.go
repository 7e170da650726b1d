package parcels

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// The statuses of a shipment.
const (
	registered     = "registered"
	pickedUp       = "picked_up"
	inTransit      = "in_transit"
	outForDelivery = "out_for_delivery"
	delivered      = "delivered"
	returned       = "returned"
	cancelled      = "cancelled"
)

func statuses() []string {
	return []string{registered, pickedUp, inTransit, outForDelivery, delivered, returned, cancelled}
}

// The types of events that are no statuses.
const (
	arrived       = "arrived"
	attemptFailed = "attempt_failed"
)

// event is what a courier scans.
type event struct {
	Sequence int     `json:"sequence"` // from 1 for each shipment
	Type     string  `json:"type"`
	Place    string  `json:"place"`
	Note     *string `json:"note"`
}

// events returns those of a shipment.
func (s *service) events(p *shipment) ([]event, error) {
	all, err := kit.All(s.db, func(row kit.Row, e *event) error { return row.Scan(&e.Type, &e.Place, &e.Note) },
		"SELECT type, place, note FROM events WHERE shipment = ? ORDER BY n", p.n)
	for i := range all {
		all[i].Sequence = i + 1
	}
	return all, err
}

func (s *service) store(p *shipment, e *event) error {
	return s.exec("INSERT INTO events (shipment, type, place, note) VALUES (?, ?, ?, ?)", p.n, e.Type, e.Place, e.Note)
}

func (s *service) listEvents(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	all, err := s.events(&p)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"count": len(all), "results": all})
}

// move brings a shipment into the status that an event leads to.
func (s *service) move(p *shipment, e *event) error {
	from, to := map[string][]string{
		pickedUp: {registered}, arrived: {pickedUp, inTransit}, outForDelivery: {inTransit},
		attemptFailed: {outForDelivery}, delivered: {outForDelivery},
	}[e.Type], e.Type
	if e.Type == delivered && s.bugs.Has(DeliveredEarly) {
		from = append(from, pickedUp, inTransit)
	}
	if !slices.Contains(from, p.Status) {
		return kit.Refuse(http.StatusConflict, "the shipment is %s", p.Status)
	}
	last := 3
	if s.bugs.Has(ThirdAttemptGoesOn) {
		last = 4
	}
	switch e.Type {
	case arrived:
		to = inTransit
	case attemptFailed:
		to = inTransit
		if p.Attempts++; p.Attempts == last {
			to = returned
		}
	}
	p.Status = to
	return nil
}

// scan adds an event to a shipment. It answers with the shipment as it is then.
func (s *service) scan(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	var e event
	o.Need("type", "place")
	o.Choice(&e.Type, "type", pickedUp, arrived, outForDelivery, attemptFailed, delivered)
	o.Text(&e.Place, "place", 1, 40)
	kit.Nullable(o, &e.Note, "note", func(to *string) { o.Text(to, "note", 1, 200) })
	if err := o.Err(); err != nil {
		return err
	}
	if s.bugs.Has(RefusedScanStored) {
		if err := s.store(&p, &e); err != nil {
			return err
		}
		if err := s.move(&p, &e); err != nil {
			return err
		}
		return s.save(c, &p)
	}
	if err := s.move(&p, &e); err != nil {
		return err
	}
	if err := s.store(&p, &e); err != nil {
		return err
	}
	return s.save(c, &p)
}

// cancel cancels a shipment that nobody has picked up.
func (s *service) cancel(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	if p.Status != registered {
		return kit.Refuse(http.StatusConflict, "the shipment is %s", p.Status)
	}
	p.Status = cancelled
	return s.save(c, &p)
}

// assign says who carries a shipment, null for nobody.
func (s *service) assign(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	o.Need("courier")
	kit.Nullable(o, &p.Courier, "courier", func(to *string) { o.Choice(to, "courier", couriers()...) })
	if err := o.Err(); err != nil {
		return err
	}
	if slices.Contains([]string{delivered, returned, cancelled}, p.Status) {
		return kit.Refuse(http.StatusConflict, "the shipment is %s", p.Status)
	}
	return s.save(c, &p)
}

// seen is an event as everybody sees it.
type seen struct {
	Type  string `json:"type"`
	Place string `json:"place"`
}

// track tells everybody how far a shipment is.
func (s *service) track(c *call) error {
	clause := " AND gone = 0"
	if s.bugs.Has(TrackedAfterDelete) {
		clause = ""
	}
	p, err := kit.One(s.db, scanShipment,
		"SELECT "+shipmentColumns+" FROM shipments WHERE "+shipmentNumber+" = ?"+clause, c.Param("number"))
	if err != nil {
		return err
	}
	all, err := s.events(&p)
	if err != nil {
		return err
	}
	passed := []seen{}
	for _, e := range all {
		passed = append(passed, seen{e.Type, e.Place})
	}
	return c.JSON(http.StatusOK, map[string]any{
		"number": p.Number, "status": p.Status, "country": p.Recipient.Country,
		"attempts": p.Attempts, "events": passed,
	})
}

// quote tells everybody the price of a parcel. Nothing is stored.
func (s *service) quote(c *call) error {
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	t, country := terms{Service: "standard"}, "NO"
	o.Need("weight_grams")
	t.read(o, 1)
	o.Choice(&country, "country", countries()...)
	if err := o.Err(); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"price": t.price(country), "currency": "NOK"})
}

// summary counts the shipments that the user sees by their statuses.
func (s *service) summary(c *call) error {
	r := rows{}
	c.user.sees(&r)
	all, err := kit.All(s.db, scanShipment, "SELECT "+shipmentColumns+" FROM shipments WHERE gone = 0"+r.clause,
		r.args...)
	if err != nil {
		return err
	}
	by, revenue := map[string]int{}, 0
	for _, status := range statuses() {
		by[status] = 0
	}
	for _, p := range all {
		by[p.Status]++
		if p.Status != cancelled {
			revenue += p.Price
		}
	}
	return c.JSON(http.StatusOK, map[string]any{"total": len(all), "by_status": by, "revenue": revenue})
}
