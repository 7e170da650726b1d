package office

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

// Wish says what somebody wants to buy.
type Wish struct {
	Performance, Member int64 // no member: 0
	Seats               int
	Email, Voucher      string
}

// Quote is what seats cost.
type Quote struct {
	Cents, Full int
	Voucher     sql.NullString
	Member      sql.NullInt64
}

// Quote returns what seats cost now.
func (o *Office) Quote(ctx context.Context, w Wish) (Quote, error) {
	p, err := o.Performance(ctx, w.Performance)
	if err != nil {
		return Quote{}, err
	}
	return o.price(ctx, w, p)
}

// price returns what seats of a performance cost: by the rules, the tier of the member and the voucher.
func (o *Office) price(ctx context.Context, w Wish, p store.Performance) (q Quote, err error) {
	if w.Seats < 1 || w.Seats > 20 {
		return q, invalid("seats", "an order is for 1 to 20 seats")
	}
	q.Full = p.BaseCents * w.Seats
	percent, err := o.store.BestRule(ctx, p.Genre, w.Seats, now())
	if err != nil {
		return q, err
	}
	q.Cents = q.Full * int(percent) / 100
	if w.Member != 0 {
		m, err := o.unblocked(ctx, w.Member)
		if err != nil {
			return q, err
		}
		q.Member = sql.NullInt64{Int64: m.ID, Valid: true}
		if err := o.loyalty(ctx, m, &q); err != nil {
			return q, err
		}
	}
	if w.Voucher == "" {
		return q, nil
	}
	return q, o.redeem(ctx, w.Voucher, p, &q)
}

// loyalty lowers a price for a member.
func (o *Office) loyalty(ctx context.Context, m store.Member, q *Quote) error {
	switch m.Tier {
	case "gold":
		q.Cents = q.Cents * 85 / 100
		if m.Points > 1000 {
			q.Cents -= min(500, q.Cents)
		}
	case "silver":
		q.Cents = q.Cents * 90 / 100
	case "friend":
		on, percent, err := o.store.Flag(ctx, "friends-discount")
		if err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
		if on && m.ID%100 < percent {
			q.Cents = q.Cents * 95 / 100
		}
	}
	return nil
}

// redeem lowers a price by a voucher.
func (o *Office) redeem(ctx context.Context, code string, p store.Performance, q *Quote) error {
	if err := checkText("voucher", code, 1, 20); err != nil {
		return err
	}
	v, err := o.store.Voucher(ctx, code)
	switch {
	case errors.Is(err, store.ErrMissing):
		return invalid("voucher", "there is no such voucher")
	case err != nil:
		return err
	case v.ValidTo.AddDate(0, 0, 1).Before(now()):
		return refuse(http.StatusGone, "voucher", "the voucher has expired")
	case v.UsesLeft == 0:
		return conflict("voucher", "the voucher is used up")
	case v.Genre.Valid && v.Genre.String != p.Genre:
		return invalid("voucher", "the voucher is for another genre")
	case q.Cents < v.Least:
		return invalid("voucher", "the order is too small for the voucher")
	}
	q.Voucher = sql.NullString{String: v.Code, Valid: true}
	if v.Kind == "percent" {
		q.Cents -= q.Cents * v.Value / 100
	} else {
		q.Cents -= min(v.Value, q.Cents)
	}
	return nil
}

// sellable reports whether somebody may buy seats of a performance now.
func (o *Office) sellable(ctx context.Context, w Wish, p store.Performance) error {
	switch p.State {
	case "planned":
		return conflict("sale", "the sale has not begun")
	case "postponed":
		return refuse(http.StatusLocked, "postponed", "the performance is postponed")
	case "cancelled":
		return refuse(http.StatusGone, "cancelled", "the performance is cancelled")
	}
	if p.SaleFrom.Valid && p.SaleFrom.Time.After(now()) {
		if w.Member == 0 {
			return conflict("sale", "the sale has not begun")
		}
		m, err := o.Member(ctx, w.Member)
		if err != nil {
			return err
		}
		early, err := o.store.Presale(ctx, p.ID, m.Tier)
		if err != nil {
			return err
		}
		if !early {
			return conflict("presale", "the sale for the tier has not begun")
		}
	}
	frauds, err := o.store.Frauds(ctx, w.Email)
	if err == nil && frauds > 0 {
		return refuse(http.StatusForbidden, "fraud", "the address cannot buy")
	}
	return err
}

// Order reserves seats for 20 minutes.
func (o *Office) Order(ctx context.Context, w Wish) (made store.Order, err error) {
	if err := checkEmail(w.Email); err != nil {
		return made, err
	}
	err = o.store.Within(ctx, func(s *store.Store) error {
		o := New(s)
		if err := s.Lock(ctx, w.Performance); err != nil {
			return err
		}
		p, err := o.Performance(ctx, w.Performance)
		if err != nil {
			return err
		}
		if err := o.sellable(ctx, w, p); err != nil {
			return err
		}
		q, err := o.price(ctx, w, p)
		if err != nil {
			return err
		}
		if p.Sold+w.Seats > p.Capacity {
			return conflict("full", "there are not enough seats")
		}
		if q.Voucher.Valid {
			n, err := s.UseVoucher(ctx, q.Voucher.String)
			if err != nil {
				return err
			}
			if n == 0 {
				return conflict("voucher", "the voucher is used up")
			}
		}
		at := now()
		made = store.Order{PerformanceID: p.ID, MemberID: q.Member, Email: w.Email, Seats: w.Seats, Cents: q.Cents,
			Voucher: q.Voucher, State: "reserved", MadeAt: at, ReservedUntil: at.Add(20 * time.Minute)}
		made.ID, err = s.AddOrder(ctx, made)
		return err
	})
	return made, err
}

// Find returns an order. Those that were found to be fraud are with the lawyers.
func (o *Office) Find(ctx context.Context, id int64) (store.Order, error) {
	order, err := o.store.Order(ctx, id)
	if err == nil && order.State == "fraud" {
		return order, refuse(http.StatusUnavailableForLegalReasons, "fraud", "the order is being looked at")
	}
	return order, missing(err, "order")
}

// Pay pays an order.
func (o *Office) Pay(ctx context.Context, id int64, cents int) (store.Order, error) {
	order, err := o.Find(ctx, id)
	switch {
	case err != nil:
		return order, err
	case order.State == "reserved" && order.ReservedUntil.Before(now()):
		return order, refuse(http.StatusGone, "late", "the seats are no longer reserved")
	case cents != order.Cents:
		return order, invalid("cents", "the order costs another amount")
	}
	closed, err := o.store.Closed(ctx, month(now()))
	if err != nil {
		return order, err
	}
	if closed {
		return order, conflict("books", "the books of the month are closed")
	}
	n, err := o.store.Move(ctx, id, "reserved", "paid")
	if err != nil {
		return order, err
	}
	if n == 0 {
		return order, conflict("state", "the order is "+order.State)
	}
	order.State = "paid"
	if order.MemberID.Valid {
		return order, o.store.AddPoints(ctx, order.MemberID.Int64, order.Cents/100)
	}
	return order, nil
}

// Drop cancels an order that is not paid.
func (o *Office) Drop(ctx context.Context, id int64) error {
	order, err := o.Find(ctx, id)
	if err != nil {
		return err
	}
	n, err := o.store.Move(ctx, id, "reserved", "cancelled")
	if err == nil && n == 0 {
		return conflict("state", "the order is "+order.State)
	}
	return err
}

// Refund gives back what was paid for a performance that does not take place.
func (o *Office) Refund(ctx context.Context, id int64) (store.Order, error) {
	order, err := o.Find(ctx, id)
	if err != nil {
		return order, err
	}
	if order.State != "paid" {
		return order, conflict("state", "the order is "+order.State)
	}
	p, err := o.Performance(ctx, order.PerformanceID)
	if err != nil {
		return order, err
	}
	if p.State != "cancelled" && p.State != "postponed" {
		return order, conflict("performance", "the performance takes place")
	}
	used, err := o.store.Scanned(ctx, id)
	if err != nil {
		return order, err
	}
	if used {
		return order, conflict("used", "a ticket was used")
	}
	refunding, err := o.store.Refunding(ctx, id)
	if err != nil {
		return order, err
	}
	if refunding {
		return order, refuse(http.StatusLocked, "refunding", "a batch refunds the order")
	}
	closed, err := o.store.Closed(ctx, month(order.MadeAt))
	if err != nil {
		return order, err
	}
	if closed {
		return order, conflict("books", "the books of the month are closed")
	}
	n, err := o.store.Move(ctx, id, "paid", "refunded")
	if err == nil && n == 0 {
		return order, conflict("changed", "the order was changed meanwhile")
	}
	order.State = "refunded"
	return order, err
}
