package desk

import (
	"context"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

// Bill is an invoice with the fee for reminders.
type Bill struct {
	model.Invoice
	FeeCents int
}

// bill adds the fee of an invoice.
func bill(in model.Invoice) Bill {
	b := Bill{Invoice: in}
	if in.State == "overdue" && in.DueOn.Before(today().AddDate(0, 0, -14)) {
		b.FeeCents = 250 + in.Reminders*500
	}
	return b
}

// Invoices lists the invoices of a contract.
func (d *Desk) Invoices(ctx context.Context, contract uint, state string) ([]Bill, error) {
	if _, err := d.Contract(ctx, contract); err != nil {
		return nil, err
	}
	invoices, err := d.store.Invoices(ctx, contract, state)
	if err != nil {
		return nil, err
	}
	bills := []Bill{}
	for _, in := range invoices {
		bills = append(bills, bill(in))
	}
	return bills, nil
}

// Invoice returns an invoice.
func (d *Desk) Invoice(ctx context.Context, id uint) (Bill, error) {
	in, err := d.store.Invoice(ctx, id)
	if err != nil {
		return Bill{}, missing(err, "invoice")
	}
	if in.State == "cancelled" {
		return Bill{}, gone("cancelled", "the invoice is cancelled")
	}
	return bill(in), nil
}

// Pay pays an invoice, or part of it. Overdue invoices are paid at once.
func (d *Desk) Pay(ctx context.Context, id uint, cents int) (Bill, error) {
	b, err := d.Invoice(ctx, id)
	if err != nil {
		return b, err
	}
	rest := b.Cents - b.PaidCents
	switch {
	case b.State == "paid":
		return b, conflict("paid", "the invoice is paid")
	case cents <= 0 || cents > rest:
		return b, invalid("amount", "the invoice is about another amount")
	case b.State == "overdue" && cents < rest:
		return b, conflict("parts", "an overdue invoice is paid at once")
	}
	state := b.State
	if cents == rest {
		state = "paid"
	}
	done, err := d.store.Pay(ctx, b.Invoice, cents, state)
	if err != nil {
		return b, err
	}
	if !done {
		return b, conflict("changed", "the invoice was changed meanwhile")
	}
	return d.Invoice(ctx, id)
}
