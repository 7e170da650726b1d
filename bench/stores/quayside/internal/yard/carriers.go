package yard

import (
	"context"
	"net/http"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

func checkName(name string) error {
	if n := utf8.RuneCountInString(name); n < 2 || n > 80 || !readable(name) {
		return invalid("name", "a name has 2 to 80 characters")
	}
	return nil
}

// Open makes a carrier.
func (y *Yard) Open(ctx context.Context, code, name string) (db.Carrier, error) {
	if !codePattern.MatchString(code) {
		return db.Carrier{}, invalid("code", "a code has four letters")
	}
	if err := checkName(name); err != nil {
		return db.Carrier{}, err
	}
	c, err := y.CreateCarrier(ctx, db.CreateCarrierParams{Code: code, Name: name})
	return c, unique(err, "carrier")
}

// Carrier returns a carrier that is not archived.
func (y *Yard) Carrier(ctx context.Context, code string) (db.Carrier, error) {
	c, err := y.CarrierByCode(ctx, code)
	if err != nil {
		return c, found(err, "carrier")
	}
	if c.ArchivedAt != nil {
		return c, refuse(http.StatusGone, "archived", "the carrier is archived")
	}
	return c, nil
}

// Rename changes the name of a carrier.
func (y *Yard) Rename(ctx context.Context, code, name string) (db.Carrier, error) {
	if err := checkName(name); err != nil {
		return db.Carrier{}, err
	}
	n, err := y.RenameCarrier(ctx, db.RenameCarrierParams{Code: code, Name: name})
	if err != nil {
		return db.Carrier{}, err
	}
	c, err := y.Carrier(ctx, code)
	if err == nil && n == 0 {
		return c, refuse(http.StatusLocked, "revoked", "the carrier has no licence")
	}
	return c, err
}

// Trusted reports whether a carrier has privileges.
func Trusted(tier string, level int32) bool { return tier == "gold" && level > 1000 }

// Announcement is a container that is to come.
type Announcement struct {
	Number, Size, Carrier string
	Reefer                bool
	GrossKg               int
}

// Announce makes a container.
func (y *Yard) Announce(ctx context.Context, a Announcement) (db.Container, error) {
	switch {
	case !numberPattern.MatchString(a.Number):
		return db.Container{}, invalid("number", "a number has four letters and seven digits")
	case a.Size != "20" && a.Size != "40" && a.Size != "45":
		return db.Container{}, invalid("size", "a size is 20, 40 or 45")
	case a.GrossKg < 2000 || a.GrossKg > 40000:
		return db.Container{}, invalid("grossKg", "a container weighs 2000 to 40000 kg")
	case !codePattern.MatchString(a.Carrier):
		return db.Container{}, invalid("carrier", "a code has four letters")
	}
	c, err := y.Carrier(ctx, a.Carrier)
	if err != nil {
		return db.Container{}, err
	}
	switch c.Status {
	case db.CarrierStatusSuspended:
		return db.Container{}, refuse(http.StatusLocked, "suspended", "the carrier is suspended")
	case db.CarrierStatusRevoked:
		return db.Container{}, refuse(http.StatusForbidden, "revoked", "the carrier has no licence")
	}
	if c.Quota != nil {
		n, err := y.CountContainers(ctx, c.ID)
		if err != nil {
			return db.Container{}, err
		}
		if n >= int64(*c.Quota) && !Trusted(c.Tier, c.Level) {
			return db.Container{}, refuse(http.StatusTooManyRequests, "quota", "the carrier has its share of the yard")
		}
	}
	made, err := y.CreateContainer(ctx, db.CreateContainerParams{
		Number: a.Number, Size: a.Size, Reefer: a.Reefer, GrossKg: int32(a.GrossKg), CarrierID: c.ID,
	})
	return made, unique(err, "container")
}
