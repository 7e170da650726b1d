package yard

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

// Booking asks for an appointment of a truck. Without a slot it is for the next hour.
type Booking struct {
	Number, Gate, Plate string
	Slot                *time.Time
}

// check returns the slot of a booking.
func (b Booking) check() (time.Time, error) {
	next := time.Now().UTC().Truncate(time.Hour).Add(time.Hour)
	slot := next
	if b.Slot != nil {
		slot = b.Slot.UTC()
	}
	switch {
	case b.Gate != "north" && b.Gate != "south":
		return slot, invalid("gate", "a gate is north or south")
	case !platePattern.MatchString(b.Plate):
		return slot, invalid("plate", "a plate has 3 to 10 letters, digits and dashes")
	case !slot.Equal(slot.Truncate(time.Hour)):
		return slot, invalid("slot", "a slot begins on the hour")
	case slot.Before(next) || slot.After(next.AddDate(0, 0, 14)):
		return slot, invalid("slot", "a slot is within two weeks")
	}
	return slot, nil
}

// Book makes an appointment.
func (y *Yard) Book(ctx context.Context, b Booking) (made db.Appointment, err error) {
	slot, err := b.check()
	if err != nil {
		return made, err
	}
	stopped, err := y.Maintenance(ctx)
	if err != nil {
		return made, err
	}
	if stopped {
		return made, refuse(http.StatusServiceUnavailable, "maintenance", "there are no appointments now")
	}
	c, err := y.Container(ctx, b.Number)
	if err != nil {
		return made, err
	}
	if c.State != db.ContainerStateInYard && c.State != db.ContainerStateReleased {
		return made, conflict("state", "the container is not in the yard")
	}
	if err := y.welcome(ctx, c); err != nil {
		return made, err
	}
	if err := y.passes(ctx, b, slot); err != nil {
		return made, err
	}
	if err := y.free(ctx, b.Gate, slot, Trusted(c.Tier, c.Level)); err != nil {
		return made, err
	}
	made, err = y.CreateAppointment(ctx, db.CreateAppointmentParams{
		ContainerID: c.ID, Gate: b.Gate, Slot: slot, Plate: b.Plate,
	})
	return made, unique(err, "appointment")
}

// welcome reports whether trucks for a carrier are let in.
func (y *Yard) welcome(ctx context.Context, c db.ContainerByNumberRow) error {
	if c.CarrierStatus == db.CarrierStatusSuspended {
		return refuse(http.StatusLocked, "suspended", "the carrier is suspended")
	}
	searched, err := y.PoliceHold(ctx, c.CarrierID)
	if err != nil {
		return err
	}
	if searched {
		return refuse(http.StatusForbidden, "police", "the police look at the carrier")
	}
	missed, err := y.NoShows(ctx, db.NoShowsParams{CarrierID: c.CarrierID, Since: time.Now().AddDate(0, 0, -30)})
	if err == nil && missed >= 3 && !Trusted(c.Tier, c.Level) {
		return conflict("no_shows", "trucks of the carrier did not come")
	}
	return err
}

// passes reports whether a truck passes a gate.
func (y *Yard) passes(ctx context.Context, b Booking, slot time.Time) error {
	closed, err := y.GateClosed(ctx, db.GateClosedParams{Gate: b.Gate, At: slot})
	if err != nil {
		return err
	}
	if closed {
		return conflict("gate", "the gate is closed then")
	}
	w, err := y.Watched(ctx, db.WatchedParams{Plate: b.Plate, Today: day(slot)})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return err
	case w.Level >= 4:
		return refuse(http.StatusForbidden, "barred", "the truck is barred")
	default:
		return conflict("inspection", "the truck has to be inspected")
	}
}

// free reports whether a slot has room, with more of it for trusted carriers.
func (y *Yard) free(ctx context.Context, gate string, slot time.Time, trusted bool) error {
	limit := int64(4)
	setting, err := y.Setting(ctx, "slot")
	if err != nil {
		return err
	}
	if n, err := strconv.ParseInt(setting, 10, 32); err == nil {
		limit = n
	}
	if trusted {
		limit += 2
	}
	used, err := y.SlotLoad(ctx, db.SlotLoadParams{Gate: gate, Slot: slot})
	if err == nil && used >= limit {
		return conflict("full", "the slot is full")
	}
	return err
}

// Appointment returns an appointment.
func (y *Yard) Appointment(ctx context.Context, id int64) (db.AppointmentRow, error) {
	a, err := y.Queries.Appointment(ctx, id)
	return a, found(err, "appointment")
}

// Cancel cancels an appointment.
func (y *Yard) Cancel(ctx context.Context, id int64) error {
	if _, err := y.Appointment(ctx, id); err != nil {
		return err
	}
	n, err := y.CancelAppointment(ctx, id)
	if err == nil && n == 0 {
		return conflict("state", "the appointment is over")
	}
	return err
}

// Arrive says that the truck of an appointment is here.
func (y *Yard) Arrive(ctx context.Context, id int64) (db.AppointmentRow, error) {
	a, err := y.Appointment(ctx, id)
	if err != nil {
		return a, err
	}
	if a.Status == db.AppointmentStatusNoShow || a.Slot.Add(time.Hour).Before(time.Now()) {
		return a, refuse(http.StatusGone, "late", "the slot is over")
	}
	by, err := y.held(ctx, a.ContainerID)
	if err != nil {
		return a, err
	}
	if by == "police" {
		return a, refuse(http.StatusUnavailableForLegalReasons, by, "the police keep the container")
	}
	n, err := y.ArriveAppointment(ctx, id)
	if err == nil && n == 0 {
		return a, conflict("state", "the truck is not expected")
	}
	a.Status = db.AppointmentStatusArrived
	return a, err
}
