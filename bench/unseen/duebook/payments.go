package duebook

import (
	"fmt"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Payment is money that came for an invoice.
type Payment struct {
	PaymentID string `json:"paymentId"`
	InvoiceID string `json:"invoiceId"`
	Amount    int    `json:"amountCents"`
	PaidOn    string `json:"paidOn"`
	Reference string `json:"reference,omitempty"`
	Reversed  bool   `json:"reversed"`

	company string
}

type payIn struct {
	Amount    int     `json:"amountCents"`
	PaidOn    string  `json:"paidOn"`
	Reference *string `json:"reference"`
}

func (b *book) paymentsOf(i *Invoice) []*Payment {
	return b.payments.where(func(p *Payment) bool { return p.InvoiceID == i.InvoiceID })
}

func (b *book) listPayments(c call) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	return ok(map[string]any{"payments": b.paymentsOf(i)})
}

// fits checks that an amount can be taken off an invoice.
func (b *book) fits(i *Invoice, amount int) error {
	if err := i.mustBe("issued"); err != nil {
		return err
	}
	if open := b.shown(i).Open; amount > open {
		return conflict("tooMuch", fmt.Sprintf("%d cents are open", open))
	}
	return nil
}

func (b *book) pay(c call, in payIn) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	p := &Payment{InvoiceID: i.InvoiceID, Amount: in.Amount, PaidOn: in.PaidOn, Reference: orElse(in.Reference, ""),
		company: c.Company}
	var ch input.Checks
	ch.Range(p.Amount, "amountCents", 1, 2000000000)
	ch.That(isDay(p.PaidOn), "paidOn", "must be a date such as 2031-03-02")
	ch.Length(p.Reference, "reference", 0, 60)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	if err := b.fits(i, p.Amount); err != nil {
		return answer{}, err
	}
	p.PaymentID = b.payments.nextID()
	b.payments.put(p.PaymentID, p)
	b.settle(i)
	first := *p // a replayed answer is the first one, whatever happened to the payment
	return created(&first)
}

func (b *book) reverse(c call) (answer, error) {
	p := b.payments.byID[c.PathValue("paymentId")]
	if p == nil || p.company != c.Company {
		return answer{}, notFound("payment")
	}
	if p.Reversed {
		return answer{}, conflict("reversed", "the payment is reversed")
	}
	p.Reversed = true
	i := b.invoices.byID[p.InvoiceID]
	if b.bug == 3 { // the status is not looked at again
		i.Revision++
	} else {
		b.settle(i)
	}
	return ok(p)
}

func (b *book) credit(c call, in struct {
	Amount int    `json:"amountCents"`
	Reason string `json:"reason"`
}) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	var ch input.Checks
	ch.Range(in.Amount, "amountCents", 1, 2000000000)
	ch.Length(in.Reason, "reason", 3, 200)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	if err := b.fits(i, in.Amount); err != nil {
		return answer{}, err
	}
	i.credits = append(i.credits, in.Amount)
	b.credits++
	b.settle(i)
	return created(map[string]any{"creditNo": fmt.Sprintf("CN-%04d", b.credits), "invoiceId": i.InvoiceID,
		"amountCents": in.Amount, "reason": in.Reason, "openCents": b.shown(i).Open})
}
