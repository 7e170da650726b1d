package parcels

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// recipient is who a parcel goes to, and where.
type recipient struct {
	Name     string `json:"name"`
	Street   string `json:"street"`
	Postcode string `json:"postcode"`
	City     string `json:"city"`
	Country  string `json:"country"`
}

// address is an entry of the address book of its owner.
type address struct {
	ID    int    `json:"id"`
	Owner string `json:"owner"`
	Label string `json:"label"` // no other one of the owner has it
	recipient
	Phone *string `json:"phone"`
	// IsDefault is true of one address of an owner at most.
	IsDefault bool `json:"is_default"`
}

const addressColumns = "id, owner, label, name, street, postcode, city, country, phone, is_default"

func scanAddress(row kit.Row, a *address) error {
	return row.Scan(&a.ID, &a.Owner, &a.Label, &a.Name, &a.Street, &a.Postcode, &a.City,
		&a.Country, &a.Phone, &a.IsDefault)
}

// read reads a whole address.
func (a *address) read(c *call) error {
	o, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	o.Need("label", "name", "street", "postcode", "city")
	o.Text(&a.Label, "label", 1, 40)
	o.Text(&a.Name, "name", 1, 60)
	o.Text(&a.Street, "street", 1, 80)
	o.Text(&a.Postcode, "postcode", 2, 10)
	o.Text(&a.City, "city", 1, 40)
	a.Country = "NO"
	o.Choice(&a.Country, "country", countries()...)
	kit.Nullable(o, &a.Phone, "phone", func(to *string) { o.Text(to, "phone", 3, 20) })
	o.Bool(&a.IsDefault, "is_default")
	return o.Err()
}

func countries() []string { return []string{"NO", "SE", "DK"} }

// address returns an address that the user sees: the dispatcher sees those of all.
func (s *service) address(c *call) (address, error) {
	id, err := kit.ID(c.Param("address"))
	if err != nil {
		return address{}, err
	}
	found, err := s.addressByID(id)
	if err == nil && c.user.role != dispatcher && found.Owner != c.user.name {
		err = kit.Refuse(http.StatusNotFound, "there is none")
	}
	return found, err
}

func (s *service) addressByID(id int) (address, error) {
	return kit.One(s.db, scanAddress, "SELECT "+addressColumns+" FROM addresses WHERE id = ?", id)
}

func (s *service) listAddresses(c *call) error {
	q := kit.ReadQuery(c.Request())
	country := q.Choice("country", countries()...)
	p := readPart(q)
	if err := q.Err(); err != nil {
		return err
	}
	r := rows{columns: addressColumns, table: "addresses", order: "id"}
	if c.user.role != dispatcher {
		r.where("owner = ?", c.user.name)
	}
	if country != "" {
		r.where("country = ?", country)
	}
	found, err := find(s, c, scanAddress, r, p)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

// alone refuses a label that another address of the owner has.
func (s *service) alone(a *address) error {
	n, err := kit.Number(s.db, "SELECT count(*) FROM addresses WHERE owner = ? AND label = ? AND id <> ?",
		a.Owner, a.Label, a.ID)
	if err == nil && n > 0 {
		return kit.Refuse(http.StatusConflict, "another address has this label")
	}
	return err
}

// prefer takes from the other addresses of an owner that one is the default.
func (s *service) prefer(a *address) error {
	if !a.IsDefault || s.bugs.Has(DefaultTwice) {
		return nil
	}
	return s.exec("UPDATE addresses SET is_default = 0 WHERE owner = ? AND id <> ?", a.Owner, a.ID)
}

func (s *service) createAddress(c *call) error {
	a := address{Owner: c.user.name}
	if err := a.read(c); err != nil {
		return err
	}
	if err := s.alone(&a); err != nil {
		return err
	}
	var err error
	a.ID, err = kit.Insert(s.db, "INSERT INTO addresses (owner, label, name, street, postcode, city, country, phone, "+
		"is_default) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		a.Owner, a.Label, a.Name, a.Street, a.Postcode, a.City, a.Country, a.Phone, a.IsDefault)
	if err != nil {
		return err
	}
	if err := s.prefer(&a); err != nil {
		return err
	}
	c.Response().Header().Set("Location", fmt.Sprintf("/addresses/%d", a.ID))
	return c.JSON(http.StatusCreated, a)
}

func (s *service) getAddress(c *call) error {
	a, err := s.address(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, a)
}

// putAddress replaces all of an address but its owner.
func (s *service) putAddress(c *call) error {
	old, err := s.address(c)
	if err != nil {
		return err
	}
	a := address{ID: old.ID, Owner: old.Owner}
	if err := a.read(c); err != nil {
		return err
	}
	if err := s.alone(&a); err != nil {
		return err
	}
	country := a.Country
	if s.bugs.Has(CountryNotUpdated) {
		country = old.Country
	}
	err = s.exec("UPDATE addresses SET label = ?, name = ?, street = ?, postcode = ?, city = ?, country = ?, phone = "+
		"?, is_default = ? WHERE id = ?",
		a.Label, a.Name, a.Street, a.Postcode, a.City, country, a.Phone, a.IsDefault, a.ID)
	if err != nil {
		return err
	}
	if s.bugs.Has(RecipientFollows) {
		err = s.exec("UPDATE shipments SET name = ?, street = ?, postcode = ?, city = ?, country = ? WHERE address = ?",
			a.Name, a.Street, a.Postcode, a.City, a.Country, a.ID)
		if err != nil {
			return err
		}
	}
	if err := s.prefer(&a); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, a)
}

// deleteAddress deletes an address. The shipments to it stay as they are.
func (s *service) deleteAddress(c *call) error {
	a, err := s.address(c)
	if err != nil {
		return err
	}
	if err := s.exec("DELETE FROM addresses WHERE id = ?", a.ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
