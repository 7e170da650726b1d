package yard

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

// Container returns a container with its carrier.
func (y *Yard) Container(ctx context.Context, number string) (db.ContainerByNumberRow, error) {
	c, err := y.ContainerByNumber(ctx, number)
	return c, found(err, "container")
}

// Remove deletes a container that was only announced.
func (y *Yard) Remove(ctx context.Context, number string) error {
	if _, err := y.Container(ctx, number); err != nil {
		return err
	}
	n, err := y.RemoveContainer(ctx, number)
	if err == nil && n == 0 {
		return conflict("busy", "the container is here, held or expected")
	}
	return err
}

// Store puts a container into a block of the yard, or onto the apron without one.
func (y *Yard) Store(ctx context.Context, number, block string) (c db.ContainerByNumberRow, err error) {
	err = y.within(ctx, func(y *Yard) error {
		if c, err = y.Container(ctx, number); err != nil {
			return err
		}
		if c.State != db.ContainerStateAnnounced {
			return conflict("state", "the container was here already")
		}
		now := time.Now().UTC().Truncate(time.Second)
		c.ArrivedAt = &now
		if block != "" {
			if err := y.fits(ctx, c, block); err != nil {
				return err
			}
			c.BlockCode = &block
		} else if c.Reefer {
			return invalid("block", "a reefer needs a block")
		}
		n, err := y.StoreContainer(ctx, db.StoreContainerParams{ID: c.ID, BlockCode: c.BlockCode, ArrivedAt: &now})
		if err == nil && n == 0 {
			return conflict("state", "the container moved meanwhile")
		}
		c.State = db.ContainerStateInYard
		return err
	})
	return c, err
}

// fits reports whether a block can take a container.
func (y *Yard) fits(ctx context.Context, c db.ContainerByNumberRow, code string) error {
	b, err := y.BlockForUpdate(ctx, code)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return invalid("block", "there is no such block")
	case err != nil:
		return err
	case b.ClosedFrom != nil && !b.ClosedFrom.After(day(time.Now())):
		return conflict("closed", "the block is closed")
	case c.Reefer && !b.Reefer:
		return conflict("power", "the block has no power")
	case c.GrossKg > b.MaxKg:
		return conflict("weight", "the container is too heavy for the block")
	}
	used, err := y.BlockLoad(ctx, &code)
	if err != nil {
		return err
	}
	if used >= int64(b.Capacity) {
		return conflict("full", "the block is full")
	}
	classes, err := y.DangerousClasses(ctx, c.ID)
	if err == nil && slices.Contains(classes, 1) {
		return refuse(http.StatusForbidden, "explosive", "explosives are not stored")
	}
	return err
}

// held says which authority keeps a container.
func (y *Yard) held(ctx context.Context, id int64) (string, error) {
	holds, err := y.Holds(ctx, id)
	if err != nil {
		return "", err
	}
	for _, h := range holds {
		if h.LiftedAt == nil {
			return h.Authority, nil
		}
	}
	return "", nil
}

// Release lets a container go by truck.
func (y *Yard) Release(ctx context.Context, number string) (db.ContainerByNumberRow, error) {
	c, err := y.Container(ctx, number)
	if err != nil {
		return c, err
	}
	by, err := y.held(ctx, c.ID)
	if err != nil {
		return c, err
	}
	switch by {
	case "police":
		return c, refuse(http.StatusUnavailableForLegalReasons, by, "the police keep the container")
	case "customs", "veterinary":
		return c, conflict(by, "the container has to be looked at")
	}
	if c.CarrierStatus != db.CarrierStatusActive {
		return c, refuse(http.StatusLocked, "carrier", "the carrier is "+string(c.CarrierStatus))
	}
	owed, err := y.OpenCharges(ctx, c.ID)
	if err != nil {
		return c, err
	}
	if owed > 0 {
		return c, refuse(http.StatusPaymentRequired, "charges", "charges are open")
	}
	n, err := y.ReleaseContainer(ctx, c.ID)
	if err == nil && n == 0 {
		return c, conflict("state", "the container is not in the yard")
	}
	c.State = db.ContainerStateReleased
	return c, err
}

// Load puts a container onto a vessel.
func (y *Yard) Load(ctx context.Context, number string, imo int32) (db.ContainerByNumberRow, error) {
	c, err := y.Container(ctx, number)
	if err != nil {
		return c, err
	}
	v, err := y.Vessel(ctx, imo)
	switch {
	case err != nil:
		return c, found(err, "vessel")
	case past(v.DepartsAt):
		return c, refuse(http.StatusGone, "departed", "the vessel has left")
	case v.CutOff.Before(time.Now()):
		return c, conflict("cut_off", "the vessel takes no more")
	case v.Berth == nil:
		return c, conflict("berth", "the vessel has no berth")
	}
	classes, err := y.DangerousClasses(ctx, c.ID)
	if err != nil {
		return c, err
	}
	for _, class := range classes {
		if class == 1 || class == 7 {
			return c, refuse(http.StatusForbidden, "dangerous", "the vessel does not take the goods")
		}
	}
	by, err := y.held(ctx, c.ID)
	if err != nil {
		return c, err
	}
	if by != "" && by != "veterinary" {
		return c, conflict(by, "the container is held")
	}
	n, err := y.LoadContainer(ctx, db.LoadContainerParams{ID: c.ID, VesselImo: &imo})
	if err == nil && n == 0 {
		return c, conflict("state", "the container is not in the yard")
	}
	c.State, c.VesselImo, c.BlockCode = db.ContainerStateLoaded, &imo, nil
	return c, err
}

// Depart lets a container leave on the truck that came for it.
func (y *Yard) Depart(ctx context.Context, number string) (c db.ContainerByNumberRow, err error) {
	err = y.within(ctx, func(y *Yard) error {
		if c, err = y.Container(ctx, number); err != nil {
			return err
		}
		trucks, err := y.FinishAppointments(ctx, c.ID)
		if err != nil {
			return err
		}
		if trucks == 0 {
			return conflict("truck", "no truck has come")
		}
		n, err := y.DepartContainer(ctx, c.ID)
		if err == nil && n == 0 {
			return conflict("state", "the container is not released")
		}
		c.State, c.BlockCode = db.ContainerStateDeparted, nil
		return err
	})
	return c, err
}
