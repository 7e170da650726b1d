package desk

import (
	"context"
	"errors"
	"strings"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

// Register makes a customer, unless compliance blocks the domain of the address.
func (d *Desk) Register(ctx context.Context, name, email, segment string) (model.Customer, error) {
	_, domain, found := strings.Cut(email, "@")
	if !found || domain == "" {
		return model.Customer{}, invalid("email", "the address has no domain")
	}
	if !fits(name, 2, 80) {
		return model.Customer{}, invalid("name", "a name has 2 to 80 characters")
	}
	if segment != "private" && segment != "business" {
		return model.Customer{}, invalid("segment", "the segment is private or business")
	}
	block, err := d.store.Blocked(ctx, domain)
	switch {
	case err == nil && strings.HasPrefix(block.Reason, "fraud"):
		return model.Customer{}, forbidden("fraud", "the address is being looked at")
	case err == nil:
		return model.Customer{}, invalid("blocked_domain", "another address is needed")
	case !errors.Is(err, store.ErrMissing):
		return model.Customer{}, err
	}
	c := model.Customer{Name: name, Email: strings.ToLower(email), Segment: segment, Status: "active"}
	return c, taken(d.store.Create(ctx, &c), "customer")
}

// Customer returns a customer. Those closed by the archive are gone.
func (d *Desk) Customer(ctx context.Context, id uint) (model.Customer, error) {
	c, err := d.store.Customer(ctx, id)
	if err != nil {
		return c, missing(err, "customer")
	}
	if c.Status == "closed" {
		return c, gone("closed", "the customer is archived")
	}
	return c, nil
}

// Customers lists customers.
func (d *Desk) Customers(ctx context.Context, f store.CustomerFilter) ([]model.Customer, error) {
	return d.store.Customers(ctx, f)
}

// Rename changes the name of a customer.
func (d *Desk) Rename(ctx context.Context, id uint, name string) (model.Customer, error) {
	c, err := d.Customer(ctx, id)
	if err != nil {
		return c, err
	}
	if c.Status == "suspended" {
		return c, locked("suspended", "the customer is suspended")
	}
	if !fits(name, 2, 80) {
		return c, invalid("name", "a name has 2 to 80 characters")
	}
	c.Name = name
	return c, d.store.Save(ctx, &c)
}

// Remove deletes a customer who has no contracts and no debts.
func (d *Desk) Remove(ctx context.Context, id uint) error {
	if _, err := d.Customer(ctx, id); err != nil {
		return err
	}
	owes, err := d.store.Owes(ctx, id)
	if err != nil {
		return err
	}
	if owes {
		return conflict("debts", "an invoice is overdue")
	}
	removed, err := d.store.RemoveCustomer(ctx, id)
	if err == nil && !removed {
		return conflict("contracts", "there are contracts")
	}
	return err
}

// Offer is a tariff for a customer with what it costs for them.
type Offer struct {
	Tariff    model.Tariff
	UnitMilli int
}

// Offers returns special offers, for customers who take part.
func (d *Desk) Offers(ctx context.Context, id uint) ([]Offer, error) {
	c, err := d.Customer(ctx, id)
	if err != nil {
		return nil, err
	}
	flag, err := d.store.Flag(ctx, "special-offers")
	if err != nil && !errors.Is(err, store.ErrMissing) {
		return nil, err
	}
	if !flag.Enabled || int(c.ID%100) >= flag.Rollout {
		return []Offer{}, nil
	}
	tariffs, err := d.store.Offers(ctx, c, today())
	if err != nil {
		return nil, err
	}
	offers := []Offer{}
	for _, t := range tariffs {
		price := t.UnitMilli
		switch {
		case c.Loyalty != nil && *c.Loyalty > 5000:
			price = price * 90 / 100
		case c.Loyalty != nil && *c.Loyalty >= 1000:
			price = price * 95 / 100
		}
		offers = append(offers, Offer{t, price})
	}
	return offers, nil
}

// Debt is a debtor with what happens next.
type Debt struct {
	store.Debtor
	Next string
}

// Debts lists the customers with at least some unpaid invoices.
func (d *Desk) Debts(ctx context.Context, least int) ([]Debt, error) {
	debtors, err := d.store.Debtors(ctx, least)
	if err != nil {
		return nil, err
	}
	out := []Debt{}
	for _, debtor := range debtors {
		next := "remind"
		switch {
		case debtor.OwedCents > 100_000:
			next = "court"
		case debtor.Reminders == 3:
			next = "suspend"
		}
		out = append(out, Debt{debtor, next})
	}
	return out, nil
}
