package desk

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

// Order asks for a contract. Without a tariff it is for basic supply.
type Order struct {
	Customer uint
	Serial   string
	Tariff   string
	StartsOn time.Time
	Deposit  bool
}

// Sign makes a contract and mounts the meter.
func (d *Desk) Sign(ctx context.Context, o Order) (c model.Contract, err error) {
	err = d.store.Within(ctx, func(s *store.Store) error {
		tx := &Desk{s}
		customer, err := tx.creditworthy(ctx, o)
		if err != nil {
			return err
		}
		meter, err := tx.mountable(ctx, o)
		if err != nil {
			return err
		}
		c = model.Contract{CustomerID: customer.ID, MeterID: meter.ID, State: "active", StartsOn: o.StartsOn}
		if o.Tariff != "" {
			tariff, err := tx.tariff(ctx, o.Tariff, meter.Kind, customer.Segment, o.StartsOn)
			if err != nil {
				return err
			}
			c.TariffCode = &tariff.Code
			if tariff.Months > 0 {
				until := o.StartsOn.AddDate(0, tariff.Months, 0)
				c.BoundUntil = &until
			}
		}
		if err := s.Create(ctx, &c); err != nil {
			return err
		}
		mounted, err := s.Mount(ctx, meter.ID)
		if err == nil && !mounted {
			return conflict("meter", "the meter is gone")
		}
		return err
	})
	return c, err
}

// creditworthy returns the customer of an order.
func (d *Desk) creditworthy(ctx context.Context, o Order) (model.Customer, error) {
	c, err := d.Customer(ctx, o.Customer)
	if err != nil {
		return c, err
	}
	if c.Status == "suspended" {
		return c, locked("suspended", "the customer is suspended")
	}
	if c.CreditClass == nil || c.Segment == "business" || o.Deposit {
		return c, nil
	}
	if *c.CreditClass == "D" || *c.CreditClass == "E" {
		return c, Refusal{http.StatusPaymentRequired, "deposit", "a deposit is needed"}
	}
	return c, nil
}

// mountable returns the meter of an order.
func (d *Desk) mountable(ctx context.Context, o Order) (model.Meter, error) {
	m, err := d.Meter(ctx, o.Serial)
	if err != nil {
		return m, err
	}
	switch m.State {
	case "mounted":
		return m, conflict("in_use", "the meter is mounted")
	case "faulty":
		return m, locked("faulty", "the meter is faulty")
	}
	if m.CalibratedUntil != nil && m.CalibratedUntil.Before(o.StartsOn) {
		return m, conflict("calibration", "the meter has to be calibrated before")
	}
	out, err := d.store.PlannedOutage(ctx, m.District, o.StartsOn)
	if err == nil && out {
		return m, conflict("outage", "nothing can be mounted on that day")
	}
	return m, err
}

// tariff returns a tariff that a segment can have.
func (d *Desk) tariff(ctx context.Context, code, kind, segment string, day time.Time) (model.Tariff, error) {
	t, err := d.store.Tariff(ctx, code, kind, day)
	switch {
	case errors.Is(err, store.ErrMissing):
		return t, invalid("tariff", "there is no such tariff on that day")
	case err != nil:
		return t, err
	case t.Withdrawn:
		return t, gone("withdrawn", "the tariff is withdrawn")
	case t.Audience != "all" && t.Audience != segment:
		return t, forbidden("audience", "the tariff is for others")
	}
	return t, nil
}

// Contract returns a contract.
func (d *Desk) Contract(ctx context.Context, id uint) (model.Contract, error) {
	c, err := d.store.Contract(ctx, id)
	return c, missing(err, "contract")
}

// open returns a contract that can be changed.
func (d *Desk) open(ctx context.Context, id uint) (model.Contract, error) {
	c, err := d.Contract(ctx, id)
	switch {
	case err != nil:
		return c, err
	case c.State == "terminated":
		return c, conflict("terminated", "the contract has ended")
	case c.State == "disputed":
		return c, locked("disputed", "the contract is disputed")
	}
	return c, nil
}

// Terminate ends a contract on a day.
func (d *Desk) Terminate(ctx context.Context, id uint, on time.Time) (c model.Contract, err error) {
	err = d.store.Within(ctx, func(s *store.Store) error {
		if c, err = (&Desk{s}).open(ctx, id); err != nil {
			return err
		}
		if on.Before(c.StartsOn) {
			return invalid("day", "the contract begins later")
		}
		if c.BoundUntil != nil && on.Before(*c.BoundUntil) {
			return conflict("bound", "the contract is bound until "+c.BoundUntil.Format(time.DateOnly))
		}
		overdue, err := s.Overdue(ctx, id)
		if err != nil {
			return err
		}
		if overdue > 0 {
			return conflict("debts", "an invoice is overdue")
		}
		c.State, c.EndsOn = "terminated", &on
		if err := s.Save(ctx, &c); err != nil {
			return err
		}
		return s.Unmount(ctx, c.MeterID)
	})
	return c, err
}

// Switch gives a contract another tariff, from today on.
func (d *Desk) Switch(ctx context.Context, id uint, code string) (model.Contract, error) {
	c, err := d.open(ctx, id)
	if err != nil {
		return c, err
	}
	if c.TariffCode != nil && *c.TariffCode == code {
		return c, conflict("same", "the contract has that tariff")
	}
	t, err := d.tariff(ctx, code, c.Meter.Kind, c.Customer.Segment, today())
	if err != nil {
		return c, err
	}
	if c.Tariff != nil && c.Tariff.UnitMilli > t.UnitMilli && c.BoundUntil != nil && today().Before(*c.BoundUntil) {
		return c, conflict("bound", "a cheaper tariff has to wait")
	}
	c.TariffCode, c.Tariff = &t.Code, &t
	return c, d.store.Save(ctx, &c)
}

// Redeem uses a voucher for a contract.
func (d *Desk) Redeem(ctx context.Context, id uint, code string) (c model.Contract, err error) {
	err = d.store.Within(ctx, func(s *store.Store) error {
		if c, err = (&Desk{s}).open(ctx, id); err != nil {
			return err
		}
		v, err := s.Voucher(ctx, code)
		switch {
		case err != nil:
			return missing(err, "voucher")
		case v.ExpiresOn.Before(today()):
			return gone("expired", "the voucher has expired")
		case v.Kind != nil && *v.Kind != c.Meter.Kind:
			return invalid("kind", "the voucher is for "+*v.Kind)
		}
		used, err := s.Redeem(ctx, v.Code, c.ID)
		if err != nil {
			return err
		}
		if !used {
			return conflict("used", "the voucher was used")
		}
		c.CreditCents += v.Cents
		return s.Save(ctx, &c)
	})
	return c, err
}
