package parcels

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// terms are what the price of a shipment is made of, beside the country.
type terms struct {
	Weight  int    `json:"weight_grams"`
	Service string `json:"service"`
	Fragile bool   `json:"fragile"`
	Insured *int   `json:"insured_value"`
}

// shipment is what is stored and shown of a shipment.
type shipment struct {
	n, address int
	Number     string    `json:"number"`
	Merchant   string    `json:"merchant"`
	Recipient  recipient `json:"recipient"` // as it was in the address book
	terms
	Reference *string `json:"reference"`
	Status    string  `json:"status"`
	Courier   *string `json:"courier"`
	Attempts  int     `json:"attempts"`
	Price     int     `json:"price"`
}

const (
	shipmentNumber  = "'PX' || (500000 + n)"
	shipmentColumns = "n, address, " + shipmentNumber + ", merchant, name, street, postcode, city, country, weight, " +
		"service, fragile, insured, reference, status, courier, attempts, price"
)

func scanShipment(row kit.Row, p *shipment) error {
	to := &p.Recipient
	return row.Scan(&p.n, &p.address, &p.Number, &p.Merchant, &to.Name, &to.Street, &to.Postcode, &to.City, &to.Country,
		&p.Weight, &p.Service, &p.Fragile, &p.Insured, &p.Reference, &p.Status, &p.Courier, &p.Attempts, &p.Price)
}

func services() []string { return []string{"standard", "express"} }

// price is what a parcel costs, in hundredths of a krone: by weight, twice of that
// for express, more abroad and with insurance.
func (t *terms) price(country string) int {
	out := 5900 + (t.Weight-1)/1000*1000
	if t.Service == "express" {
		out *= 2
	}
	if country != "NO" {
		out += 4000
	}
	if t.Insured != nil {
		out += (*t.Insured + 99) / 100
	}
	return out
}

// read reads the members that are there.
func (t *terms) read(o *kit.Object, lightest int) {
	o.Int(&t.Weight, "weight_grams", lightest, 30000)
	o.Choice(&t.Service, "service", services()...)
	o.Bool(&t.Fragile, "fragile")
	kit.Nullable(o, &t.Insured, "insured_value", func(to *int) { o.Int(to, "insured_value", 0, 1000000) })
}

// sees asks for the shipments that a user sees.
func (u *user) sees(r *rows) {
	switch u.role {
	case merchant:
		r.where("merchant = ?", u.name)
	case courier:
		r.where("courier = ?", u.name)
	}
}

// shipment returns the shipment of the path if the user sees it.
func (s *service) shipment(c *call) (shipment, error) {
	r := rows{}
	r.where(shipmentNumber+" = ?", c.Param("number"))
	c.user.sees(&r)
	return kit.One(s.db, scanShipment, "SELECT "+shipmentColumns+" FROM shipments WHERE gone = 0"+r.clause, r.args...)
}

func (s *service) listShipments(c *call) error {
	q := kit.ReadQuery(c.Request())
	status, by := q.Choice("status", statuses()...), q.Choice("service", services()...)
	carrier, text := q.Choice("courier", couriers()...), q.Text("search", 40)
	heaviest := q.Int("max_weight", 30000, 1, 30000)
	ordering := q.Choice("ordering", "weight_grams", "-weight_grams", "price", "-price")
	p := readPart(q)
	if err := q.Err(); err != nil {
		return err
	}
	r := rows{columns: shipmentColumns, table: "shipments", order: s.order(ordering)}
	r.where("gone = 0")
	for condition, value := range map[string]string{"status": status, "service": by, "courier": carrier} {
		if value != "" {
			r.where(condition+" = ?", value)
		}
	}
	if text != "" {
		r.where("(instr(name, ?) > 0 OR instr(coalesce(reference, ''), ?) > 0)", text, text)
	}
	if q.Has("max_weight") && s.bugs.Has(MaxWeightExclusive) {
		heaviest--
	}
	r.where("weight <= ?", heaviest)
	everyone := r
	c.user.sees(&r)
	found, err := find(s, c, scanShipment, r, p)
	if err != nil {
		return err
	}
	if s.bugs.Has(CountOfEveryone) {
		if found.Count, err = kit.Number(s.db, "SELECT count(*) FROM shipments WHERE TRUE"+everyone.clause,
			everyone.args...); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, found)
}

// order is the order of a list in the words of the database.
func (s *service) order(ordering string) string {
	field, down := strings.CutPrefix(ordering, "-")
	columns := map[string]string{"weight_grams": "weight", "price": "price", "": "n"}
	if down && !(field == "price" && s.bugs.Has(PriceAscending)) {
		return columns[field] + " DESC, n"
	}
	return columns[field] + ", n"
}

// send gives a shipment the recipient of an address of its merchant's.
func (s *service) send(p *shipment, to int) error {
	a, err := s.addressByID(to)
	if err != nil || a.Owner != p.Merchant && !s.bugs.Has(ForeignAddress) {
		return kit.Refuse(http.StatusUnprocessableEntity, "the merchant has no such address")
	}
	p.address, p.Recipient = a.ID, a.recipient
	return nil
}

// read reads the members that are there, with the recipient.
func (s *service) read(o *kit.Object, p *shipment, lightest int) error {
	p.terms.read(o, lightest)
	kit.Nullable(o, &p.Reference, "reference", func(to *string) { o.Text(to, "reference", 1, 40) })
	to := 0
	o.Int(&to, "address_id", 1, 1000000000)
	if err := o.Err(); err != nil || to == 0 {
		return err
	}
	return s.send(p, to)
}

func (s *service) createShipment(c *call) error {
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	p := shipment{Merchant: c.user.name, Status: registered, terms: terms{Service: "standard"}}
	o.Need("address_id", "weight_grams")
	if err := s.read(o, &p, 1); err != nil {
		return err
	}
	to := p.Recipient
	n, err := kit.Insert(s.db,
		"INSERT INTO shipments (merchant, address, name, street, postcode, city, country, weight, service, fragile, "+
			"insured, reference, status, price) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		p.Merchant, p.address, to.Name, to.Street, to.Postcode, to.City, to.Country, p.Weight, p.Service, p.Fragile,
		p.Insured, p.Reference, p.Status, p.price(to.Country))
	if err != nil {
		return err
	}
	p, err = kit.One(s.db, scanShipment, "SELECT "+shipmentColumns+" FROM shipments WHERE n = ?", n)
	if err != nil {
		return err
	}
	location := "/shipments/" + p.Number
	if s.bugs.Has(LocationByRow) {
		location = "/shipments/" + strconv.Itoa(n)
	}
	c.Response().Header().Set("Location", location)
	return c.JSON(http.StatusCreated, p)
}

func (s *service) getShipment(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// patchShipment changes a shipment that nobody has picked up.
func (s *service) patchShipment(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	lightest, insured := 1, p.Insured
	if s.bugs.Has(WeightUnchecked) {
		lightest = 0
	}
	if s.bugs.Has(FragileReset) {
		p.Fragile = false
	}
	if err := s.read(o, &p, lightest); err != nil {
		return err
	}
	if p.Status != registered {
		return kit.Refuse(http.StatusConflict, "the shipment is %s", p.Status)
	}
	if p.Insured == nil && s.bugs.Has(InsuredNullIgnored) {
		p.Insured = insured
	}
	if !s.bugs.Has(PriceNotUpdated) {
		p.Price = p.price(p.Recipient.Country)
	}
	return s.save(c, &p)
}

// save stores what is changed of a shipment, and shows it.
func (s *service) save(c *call, p *shipment) error {
	to := p.Recipient
	err := s.exec("UPDATE shipments SET address = ?, name = ?, street = ?, postcode = ?, city = ?, country "+
		"= ?, weight = ?, service = ?, fragile = ?, insured = ?, reference = ?, status = ?, courier = ?, attempts "+
		"= ?, price = ? WHERE n = ?",
		p.address, to.Name, to.Street, to.Postcode, to.City, to.Country, p.Weight, p.Service, p.Fragile, p.Insured,
		p.Reference, p.Status, p.Courier, p.Attempts, p.Price, p.n)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// deleteShipment deletes a shipment that is not on its way, nor was.
func (s *service) deleteShipment(c *call) error {
	p, err := s.shipment(c)
	if err != nil {
		return err
	}
	if p.Status != registered && p.Status != cancelled {
		return kit.Refuse(http.StatusConflict, "the shipment is %s", p.Status)
	}
	if err := s.exec("UPDATE shipments SET gone = 1 WHERE n = ?", p.n); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
