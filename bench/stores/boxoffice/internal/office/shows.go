package office

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

// Announce makes a show. Without a promoter it is the house's own.
func (o *Office) Announce(ctx context.Context, w store.Show) (store.Show, error) {
	if err := checkText("title", w.Title, 1, 120); err != nil {
		return w, err
	}
	if !isGenre(w.Genre) {
		return w, invalid("genre", "there is no such genre")
	}
	if w.AgeMin < 0 || w.AgeMin > 18 {
		return w, invalid("ageMin", "an age is from 0 to 18")
	}
	if w.PromoterID.Valid {
		p, err := o.store.Promoter(ctx, w.PromoterID.Int64)
		switch {
		case errors.Is(err, store.ErrMissing):
			return w, invalid("promoter", "there is no such promoter")
		case err != nil:
			return w, err
		case p.State == "blocked":
			return w, refuse(http.StatusForbidden, "promoter", "the promoter is blocked")
		case p.State == "insolvent":
			return w, refuse(http.StatusGone, "promoter", "the promoter is insolvent")
		}
	}
	id, err := o.store.AddShow(ctx, w)
	w.ID = id
	return w, taken(err, "show")
}

// Show returns a show that is not archived.
func (o *Office) Show(ctx context.Context, id int64) (store.Show, error) {
	w, err := o.store.Show(ctx, id)
	if err == nil && w.ArchivedAt.Valid {
		return w, refuse(http.StatusGone, "archived", "the show is archived")
	}
	return w, missing(err, "show")
}

// Shows lists shows.
func (o *Office) Shows(ctx context.Context, genre, title string) ([]store.Show, error) {
	if genre != "" && !isGenre(genre) {
		return nil, invalid("genre", "there is no such genre")
	}
	if err := checkText("title", title, 0, 120); err != nil {
		return nil, err
	}
	return o.store.Shows(ctx, genre, title)
}

// Plan makes a performance of a show.
func (o *Office) Plan(ctx context.Context, p store.Performance) (store.Performance, error) {
	if p.StartsAt.Year() < 2000 || p.StartsAt.Year() > 2100 {
		return p, invalid("startsAt", "a performance is from 2000 to 2100")
	}
	if p.Capacity < 1 || p.Capacity > 5000 || p.BaseCents < 0 || p.BaseCents > 100_000 {
		return p, invalid("capacity", "a performance has 1 to 5000 seats for up to 100000 cents")
	}
	if _, err := o.Show(ctx, p.ShowID); err != nil {
		return p, err
	}
	reason, err := o.store.Blackout(ctx, p.StartsAt)
	if err == nil {
		return p, conflict("blackout", "the house is closed: "+reason)
	}
	if !errors.Is(err, store.ErrMissing) {
		return p, err
	}
	id, err := o.store.AddPerformance(ctx, p)
	if err != nil {
		return p, taken(err, "performance")
	}
	return o.Performance(ctx, id)
}

// Performance returns a performance.
func (o *Office) Performance(ctx context.Context, id int64) (store.Performance, error) {
	p, err := o.store.Performance(ctx, id)
	return p, missing(err, "performance")
}

// Performances lists the performances of a show.
func (o *Office) Performances(ctx context.Context, show int64) ([]store.Performance, error) {
	if _, err := o.Show(ctx, show); err != nil {
		return nil, err
	}
	return o.store.Performances(ctx, show)
}

// StartSale puts a performance on sale, from a time on or at once. Promoters need an account for what is earned.
func (o *Office) StartSale(ctx context.Context, id int64, from time.Time) (store.Performance, error) {
	p, err := o.Performance(ctx, id)
	if err != nil {
		return p, err
	}
	if p.PromoterID.Valid {
		promoter, err := o.store.Promoter(ctx, p.PromoterID.Int64)
		if err != nil {
			return p, err
		}
		if !promoter.IBAN.Valid || promoter.State != "active" {
			return p, conflict("account", "the promoter cannot be paid")
		}
	}
	n, err := o.store.StartSale(ctx, id, from)
	if err != nil {
		return p, err
	}
	if n == 0 {
		return p, conflict("state", "the performance is "+p.State)
	}
	p.State, p.SaleFrom = "onsale", sql.NullTime{Time: from, Valid: true}
	return p, nil
}

// Cancel cancels a performance, unless people are inside or are being refunded.
func (o *Office) Cancel(ctx context.Context, id int64) (store.Performance, error) {
	p, err := o.Performance(ctx, id)
	if err != nil {
		return p, err
	}
	inside, err := o.store.Inside(ctx, id)
	if err != nil {
		return p, err
	}
	if inside > 0 {
		return p, conflict("inside", "people are inside")
	}
	running, err := o.store.BatchesFor(ctx, id)
	if err != nil {
		return p, err
	}
	if running > 0 {
		return p, refuse(http.StatusLocked, "refunds", "refunds are running")
	}
	n, err := o.store.CancelPerformance(ctx, id)
	if err == nil && n == 0 {
		return p, conflict("state", "the performance is cancelled")
	}
	p.State = "cancelled"
	return p, err
}

// Statement is what a promoter earned in a month.
type Statement struct {
	Promoter store.Promoter
	Lines    []store.Line
	Cents    int64
	Fee      int64
	Final    bool
}

// Statement adds up what a promoter earned in a month.
func (o *Office) Statement(ctx context.Context, promoter int64, of string) (out Statement, err error) {
	if _, err := time.Parse("2006-01", of); err != nil {
		return out, invalid("month", "a month is written 2006-01")
	}
	if out.Promoter, err = o.store.Promoter(ctx, promoter); err != nil {
		return out, missing(err, "promoter")
	}
	if out.Lines, err = o.store.Statement(ctx, promoter, of); err != nil {
		return out, err
	}
	if out.Final, err = o.store.Closed(ctx, of); err != nil {
		return out, err
	}
	for _, line := range out.Lines {
		out.Cents += line.Cents
	}
	percent := out.Promoter.FeePercent
	if out.Cents > 10_000 && percent > 5 {
		percent -= 2
	}
	out.Fee = out.Cents * percent / 100
	return out, nil
}

// Batch is a batch of refunds with how urgent it is.
type Batch struct {
	store.Batch
	Urgency string
}

// Batches lists the batches of refunds that somebody has to look at.
func (o *Office) Batches(ctx context.Context) ([]Batch, error) {
	found, err := o.store.Batches(ctx)
	if err != nil {
		return nil, err
	}
	out := []Batch{}
	for _, b := range found {
		urgency := "low"
		switch {
		case b.State == "running" && b.StartedAt.Before(now().Add(-24*time.Hour)):
			urgency = "high"
		case b.State == "failed", b.Lost > 0:
			urgency = "medium"
		}
		out = append(out, Batch{b, urgency})
	}
	return out, nil
}
