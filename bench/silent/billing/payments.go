package billing

import (
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// payment is a part of an invoice that was paid.
type payment struct {
	ID      int    `json:"id" gorm:"primaryKey;autoIncrement"`
	Invoice int    `json:"invoice"`
	Amount  int    `json:"amount"`
	Method  string `json:"method"`
}

func (s *service) listPayments(c *call) error {
	of, err := s.billed(c)
	if of == nil || (err != nil && !s.bugs.Has(ForeignPayments)) {
		return err
	}
	out := []payment{}
	if err := s.db.Where("invoice = ?", of.ID).Order("id").Find(&out).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, out)
}

func (s *service) getPayment(c *call) error {
	id, err := c.id()
	if err != nil {
		return err
	}
	found, err := one[payment](s.db, id)
	if err != nil {
		return err
	}
	of, err := one[invoice](s.db, found.Invoice)
	if err != nil {
		return err
	}
	if err := c.sees(of.Agent); err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

// pay takes a payment of at most what is open of an invoice that was sent.
func (s *service) pay(c *call) error {
	of, err := s.billed(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	made := &payment{Invoice: of.ID, Method: "transfer"}
	o.Need("amount")
	o.Int(&made.Amount, "amount", 1, 1000000000)
	o.Choice(&made.Method, "method", "transfer", "card", "cash")
	if err := o.Err(); err != nil {
		return err
	}
	if of.Status != "sent" {
		return kit.Refuse(http.StatusConflict, "the invoice is not to be paid")
	}
	fits := of.Paid+made.Amount <= of.Total
	if fits || s.bugs.Has(RefusedPaymentStays) {
		if err := s.db.Create(made).Error; err != nil {
			return err
		}
	}
	if !fits {
		return kit.Refuse(http.StatusConflict, "this is more than is open")
	}
	if of.Paid += made.Amount; of.Paid == of.Total {
		of.Status = "paid"
	}
	if err := s.db.Omit("Lines").Save(of).Error; err != nil {
		return err
	}
	return kit.Created(c.Writer, "/payments/"+strconv.Itoa(made.ID), made)
}
