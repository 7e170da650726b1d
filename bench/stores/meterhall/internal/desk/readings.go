package desk

import (
	"context"
	"errors"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

// Add puts a meter into the stock.
func (d *Desk) Add(ctx context.Context, m model.Meter) (model.Meter, error) {
	if !fits(m.Serial, 6, 12) {
		return m, invalid("serial", "a serial number has 6 to 12 characters")
	}
	if m.Digits < 4 || m.Digits > 8 || m.District == "" {
		return m, invalid("meter", "a meter has 4 to 8 digits and a district")
	}
	switch m.Kind {
	case "electricity", "gas", "heat":
	default:
		return m, invalid("kind", "the kind is electricity, gas or heat")
	}
	m.State = "stock"
	return m, taken(d.store.Create(ctx, &m), "meter")
}

// Meter returns a meter that is not retired.
func (d *Desk) Meter(ctx context.Context, serial string) (model.Meter, error) {
	m, err := d.store.Meter(ctx, serial)
	if err == nil && m.State == "retired" {
		return m, gone("retired", "the meter is retired")
	}
	return m, missing(err, "meter")
}

// Meters lists meters.
func (d *Desk) Meters(ctx context.Context, kind, state string, due bool) ([]model.Meter, error) {
	return d.store.Meters(ctx, kind, state, due, today())
}

// Tariffs lists the price list of a day.
func (d *Desk) Tariffs(ctx context.Context, kind string, day time.Time) ([]model.Tariff, error) {
	return d.store.Tariffs(ctx, kind, day)
}

// Read takes the reading of a customer.
func (d *Desk) Read(ctx context.Context, serial string, value int, on time.Time) (model.Reading, error) {
	m, err := d.Meter(ctx, serial)
	if err != nil {
		return model.Reading{}, err
	}
	switch m.State {
	case "stock":
		return model.Reading{}, conflict("stock", "the meter is not mounted")
	case "faulty":
		return model.Reading{}, locked("faulty", "the meter is faulty")
	}
	most := 1
	for range m.Digits {
		most *= 10
	}
	if value < 0 || value >= most || on.After(today()) {
		return model.Reading{}, invalid("reading", "no such value can be read now")
	}
	closed, err := d.store.Closed(ctx, on.Format("2006-01"))
	if err != nil {
		return model.Reading{}, err
	}
	if closed {
		return model.Reading{}, conflict("closed", "the books of the month are closed")
	}
	if err := d.plausible(ctx, m, value, on); err != nil {
		return model.Reading{}, err
	}
	r := model.Reading{MeterID: m.ID, TakenOn: on, Value: value, Source: "customer"}
	return r, taken(d.store.Create(ctx, &r), "reading")
}

// plausible holds a value against the readings of the meter before.
func (d *Desk) plausible(ctx context.Context, m model.Meter, value int, on time.Time) error {
	remote, err := d.store.RemoteSince(ctx, m.ID, on.AddDate(0, 0, -7))
	if err != nil {
		return err
	}
	if remote {
		return conflict("remote", "the meter is read from afar")
	}
	last, err := d.store.Before(ctx, m.ID, on)
	if errors.Is(err, store.ErrMissing) {
		return nil
	}
	if err != nil || value >= last.Value {
		return err
	}
	switch last.Source {
	case "remote":
		return conflict("contradiction", "the meter was read from afar with a higher value")
	case "estimate":
		return nil
	default:
		return invalid("backwards", "the last reading is higher")
	}
}

// Readings lists the readings of a meter.
func (d *Desk) Readings(ctx context.Context, serial, source string) ([]model.Reading, error) {
	m, err := d.Meter(ctx, serial)
	if err != nil {
		return nil, err
	}
	return d.store.Readings(ctx, m.ID, source)
}

// Usage returns what was used between two days, and how far that can be trusted.
func (d *Desk) Usage(ctx context.Context, serial string, from, to time.Time) (u store.Usage, trust string, err error) {
	m, err := d.Meter(ctx, serial)
	if err != nil {
		return u, "", err
	}
	if u, err = d.store.Usage(ctx, m.ID, from, to); err != nil {
		return u, "", err
	}
	switch {
	case u.Readings < 2:
		return u, "none", nil
	case u.Estimates*2 > u.Readings:
		return u, "estimated", nil
	default:
		return u, "measured", nil
	}
}

// Outages lists the outages of now.
func (d *Desk) Outages(ctx context.Context, district string) ([]store.CurrentOutage, error) {
	return d.store.Outages(ctx, district, time.Now().UTC())
}

// Imports is how the imports of the head end fare.
type Imports struct {
	State   string
	Clean   int64
	Failed  []store.Failed
	Stalled []model.Batch
}

// Imports reports on the imports.
func (d *Desk) Imports(ctx context.Context) (out Imports, err error) {
	if out.Clean, err = d.store.CleanImports(ctx); err != nil {
		return out, err
	}
	if out.Failed, err = d.store.FailedImports(ctx, 3); err != nil {
		return out, err
	}
	if out.Stalled, err = d.store.Stalled(ctx, time.Now().UTC().Add(-2*time.Hour)); err != nil {
		return out, err
	}
	switch {
	case len(out.Stalled) > 0:
		out.State = "stalled"
	case len(out.Failed) > 0:
		out.State = "degraded"
	case out.Clean == 0:
		out.State = "unknown"
	default:
		out.State = "healthy"
	}
	return out, nil
}
