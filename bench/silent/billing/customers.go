package billing

import (
	"net/http"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// customer is who is billed.
type customer struct {
	ID    int    `json:"id" gorm:"primaryKey;autoIncrement"`
	Agent string `json:"agent"`
	Name  string `json:"name"`
	// Email is of one customer only, whatever its case.
	Email   string `json:"email"`
	Phone   string `json:"phone"`
	Country string `json:"country"`
	// Discount is in percent, of invoices that are made from now on.
	Discount int `json:"discount"`
	// CreditLimit is what the customer may owe, in cents. Accountants set it.
	CreditLimit int            `json:"creditLimit"`
	DeletedAt   gorm.DeletedAt `json:"-"`
}

const firstCredit = 100000

func (c *customer) read(o *kit.Object) {
	o.Text(&c.Name, "name", 1, 60)
	o.Email(&c.Email, "email")
	o.Text(&c.Phone, "phone", 0, 20)
	o.Choice(&c.Country, "country", "DE", "FR", "NO")
	o.Int(&c.Discount, "discount", 0, 50)
}

// unique refuses the address of another customer.
func (s *service) unique(of *customer) error {
	same := s.db.Model(&customer{}).Where("id <> ?", of.ID)
	if s.bugs.Has(EmailsByCase) {
		same = same.Where("email = ?", of.Email)
	} else {
		same = same.Where("lower(email) = ?", strings.ToLower(of.Email))
	}
	var n int64
	if err := same.Count(&n).Error; err != nil {
		return err
	}
	if n > 0 {
		return kit.Refuse(http.StatusConflict, "a customer has this address")
	}
	return nil
}

// named returns the customer that the path names.
func (s *service) named(c *call) (*customer, error) {
	id, err := c.id()
	if err != nil {
		return nil, err
	}
	found, err := one[customer](s.db, id)
	if err != nil {
		return nil, err
	}
	return found, c.sees(found.Agent)
}

// list answers with a part of what a query finds.
func list[T any](c *call, s *service, query *gorm.DB, offset, limit int) error {
	var n int64
	if err := query.Session(&gorm.Session{}).Count(&n).Error; err != nil {
		return err
	}
	if s.bugs.Has(OffsetOfPages) {
		offset *= limit
	}
	page := kit.Page[T]{Items: []T{}, Total: int(n)}
	if err := query.Session(&gorm.Session{}).Offset(offset).Limit(limit).Find(&page.Items).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, page)
}

func (s *service) listCustomers(c *call) error {
	q := kit.ReadQuery(c.Request)
	search, sort := q.Text("search", 60), q.Choice("sort", "id", "name", "-name")
	offset, limit := q.Int("offset", 0, 0, 100000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	query := s.db.Model(&customer{})
	if !c.user.isAccountant() {
		query = query.Where("agent = ?", c.user.Name)
	}
	if search != "" {
		query = query.Where("instr(lower(name), lower(?)) > 0", search)
	}
	switch sort {
	case "name":
		query = query.Order("name, id")
	case "-name":
		query = query.Order("name DESC, id")
	default:
		query = query.Order("id")
	}
	return list[customer](c, s, query, offset, limit)
}

func (s *service) createCustomer(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	made := &customer{Agent: c.user.Name, CreditLimit: firstCredit}
	o.Need("name", "email", "country")
	made.read(o)
	if s.bugs.Has(CreditLimitTaken) {
		o.Int(&made.CreditLimit, "creditLimit", 0, 100000000)
	}
	if err := o.Err(); err != nil {
		return err
	}
	if err := s.unique(made); err != nil {
		return err
	}
	if err := s.db.Create(made).Error; err != nil {
		return err
	}
	return kit.Created(c.Writer, "/customers/"+strconv.Itoa(made.ID), made)
}

func (s *service) getCustomer(c *call) error {
	found, err := s.named(c)
	if err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

func (s *service) putCustomer(c *call) error {
	old, err := s.named(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	with := &customer{ID: old.ID, Agent: old.Agent, CreditLimit: old.CreditLimit}
	o.Need("name", "email", "country")
	with.read(o)
	if err := o.Err(); err != nil {
		return err
	}
	if err := s.unique(with); err != nil {
		return err
	}
	if s.bugs.Has(PutKeepsPhone) {
		err = s.db.Omit("discount").Updates(with).Error // leaves out what is ""
		if err == nil {
			err = s.db.Model(with).Update("discount", with.Discount).Error
		}
	} else {
		err = s.db.Save(with).Error
	}
	if err != nil {
		return err
	}
	return s.getCustomer(c)
}

func (s *service) patchCustomer(c *call) error {
	found, err := s.named(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	with := *found
	if s.bugs.Has(PatchDropsPhone) {
		with.Phone = ""
	}
	with.read(o)
	if err := o.Err(); err != nil {
		return err
	}
	if err := s.unique(&with); err != nil {
		return err
	}
	if s.bugs.Has(ZeroDiscountKept) {
		err = s.db.Omit("phone").Updates(&with).Error // leaves out what is 0
		if err == nil {
			err = s.db.Model(&with).Update("phone", with.Phone).Error
		}
	} else {
		err = s.db.Save(&with).Error
	}
	if err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, with)
}

// deleteCustomer deletes a customer and its drafts. Who was sent an invoice
// stays.
func (s *service) deleteCustomer(c *call) error {
	found, err := s.named(c)
	if err != nil {
		return err
	}
	var n int64
	sent := s.db.Model(&invoice{}).Where("customer = ? AND status <> 'draft'", found.ID)
	if err := sent.Count(&n).Error; err != nil {
		return err
	}
	if n > 0 {
		return kit.Refuse(http.StatusConflict, "the customer has invoices")
	}
	if err := s.db.Where("customer = ?", found.ID).Delete(&invoice{}).Error; err != nil {
		return err
	}
	if err := s.db.Delete(found).Error; err != nil {
		return err
	}
	return kit.NoContent(c.Writer)
}

// putCredit sets what a customer may owe. Only accountants may.
func (s *service) putCredit(c *call) error {
	if !c.user.isAccountant() && !s.bugs.Has(CreditByAgents) {
		return kit.Refuse(http.StatusForbidden, "only accountants set limits")
	}
	found, err := s.named(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Need("creditLimit")
	o.Int(&found.CreditLimit, "creditLimit", 0, 100000000)
	if err := o.Err(); err != nil {
		return err
	}
	if err := s.db.Save(found).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

// balance is the sum of a customer's invoices.
func (s *service) balance(c *call) error {
	found, err := s.named(c)
	if err != nil {
		return err
	}
	out := struct {
		Invoices int `json:"invoices"`
		Billed   int `json:"billed"`
		Paid     int `json:"paid"`
		Open     int `json:"open"`
	}{}
	of := s.db.Model(&invoice{}).Where("customer = ?", found.ID)
	if s.bugs.Has(DeletedInvoiceInBalance) {
		of = of.Unscoped()
	}
	const sums = "count(*) AS invoices, coalesce(sum(total), 0) AS billed, coalesce(sum(paid), 0) AS paid"
	if err := of.Select(sums).Scan(&out).Error; err != nil {
		return err
	}
	out.Open = out.Billed - out.Paid
	return kit.JSON(c.Writer, http.StatusOK, out)
}
