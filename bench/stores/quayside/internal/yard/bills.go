package yard

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

// Bill is what a container costs so far.
type Bill struct {
	Rated        bool
	Days         int
	StorageCents int64
	PowerCents   int64
	OpenCents    int64
	Charges      []db.Charge
}

// Bill adds up what a container costs. Without a price list the days are not rated.
func (y *Yard) Bill(ctx context.Context, number string) (b Bill, err error) {
	c, err := y.Container(ctx, number)
	if err != nil {
		return b, err
	}
	if b.Charges, err = y.Charges(ctx, c.ID); err != nil {
		return b, err
	}
	for _, charge := range b.Charges {
		if !charge.Waived && charge.SettledOn == nil {
			b.OpenCents += int64(charge.Cents)
		}
	}
	if c.ArrivedAt == nil {
		return b, nil
	}
	b.Days = int(time.Since(*c.ArrivedAt)/(24*time.Hour)) + 1
	b.StorageCents, b.Rated, err = y.rate(ctx, "storage", c, b.Days)
	if err != nil || !c.Reefer {
		return b, err
	}
	b.PowerCents, _, err = y.rate(ctx, "power", c, b.Days)
	return b, err
}

// rate returns what days cost by the price list of the day of arrival, and whether there is one.
func (y *Yard) rate(ctx context.Context, kind string, c db.ContainerByNumberRow, days int) (int64, bool, error) {
	r, err := y.RateOn(ctx, db.RateOnParams{Kind: kind, Size: c.Size, Day: day(*c.ArrivedAt)})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	paid := days - int(r.FreeDays)
	if paid <= 0 {
		return 0, true, nil
	}
	cents := int64(paid) * int64(r.DayCents)
	switch {
	case Trusted(c.Tier, c.Level):
		cents = cents * 80 / 100
	case c.Tier == "silver" || c.Tier == "gold":
		cents = cents * 95 / 100
	}
	return cents, true, nil
}

// Place is a block with how full it is.
type Place struct {
	db.YardRow
	Condition string
}

// Places lists the blocks of the yard.
func (y *Yard) Places(ctx context.Context) ([]Place, error) {
	rows, err := y.Yard(ctx)
	if err != nil {
		return nil, err
	}
	out := []Place{}
	for _, row := range rows {
		condition := "free"
		switch {
		case row.ClosedFrom != nil && !row.ClosedFrom.After(day(time.Now())):
			condition = "closed"
		case row.Used >= int64(row.Capacity):
			condition = "full"
		case row.Used*10 >= int64(row.Capacity)*8:
			condition = "tight"
		}
		out = append(out, Place{row, condition})
	}
	return out, nil
}

// Manifests is how the imports of manifests fare.
type Manifests struct {
	Problems []db.ManifestProblemsRow
	Unknown  int64
	Alarm    bool
}

// Manifests reports on manifests with at least some problems.
func (y *Yard) Manifests(ctx context.Context, least int32) (m Manifests, err error) {
	if m.Problems, err = y.ManifestProblems(ctx, least); err != nil {
		return m, err
	}
	if m.Unknown, err = y.UnknownManifestLines(ctx); err != nil {
		return m, err
	}
	for _, p := range m.Problems {
		if p.Status == "applied" && p.Problems > 1 {
			m.Alarm = true
		}
	}
	return m, nil
}
