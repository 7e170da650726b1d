package office

import (
	"context"
	"errors"
	"net/http"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

// Join makes a member, unless the address is on the black list.
func (o *Office) Join(ctx context.Context, name, email string) (store.Member, error) {
	if err := checkText("name", name, 2, 80); err != nil {
		return store.Member{}, err
	}
	if err := checkEmail(email); err != nil {
		return store.Member{}, err
	}
	reason, err := o.store.Blacklisted(ctx, email)
	switch {
	case err == nil && reason == "chargebacks":
		return store.Member{}, refuse(http.StatusPaymentRequired, "chargebacks", "there is something to pay first")
	case err == nil:
		return store.Member{}, refuse(http.StatusForbidden, "blacklisted", "the address cannot join")
	case !errors.Is(err, store.ErrMissing):
		return store.Member{}, err
	}
	id, err := o.store.AddMember(ctx, name, email)
	if err != nil {
		return store.Member{}, taken(err, "member")
	}
	return o.Member(ctx, id)
}

// Member returns a member.
func (o *Office) Member(ctx context.Context, id int64) (store.Member, error) {
	m, err := o.store.Member(ctx, id)
	return m, missing(err, "member")
}

// Members lists members.
func (o *Office) Members(ctx context.Context, text, tier string) ([]store.Member, error) {
	switch tier {
	case "", "any", "none", "friend", "silver", "gold":
	default:
		return nil, invalid("tier", "there is no such tier")
	}
	if err := checkText("text", text, 0, 80); err != nil {
		return nil, err
	}
	return o.store.Members(ctx, text, tier)
}

// Rename changes the name of a member. Blocked members keep theirs.
func (o *Office) Rename(ctx context.Context, id int64, name string) (store.Member, error) {
	if err := checkText("name", name, 2, 80); err != nil {
		return store.Member{}, err
	}
	m, err := o.unblocked(ctx, id)
	if err != nil {
		return m, err
	}
	m.Name = name
	return m, o.store.RenameMember(ctx, id, name)
}

// unblocked returns a member who may do something.
func (o *Office) unblocked(ctx context.Context, id int64) (store.Member, error) {
	m, err := o.Member(ctx, id)
	if err == nil && m.BlockedUntil.Valid && m.BlockedUntil.Time.After(now()) {
		return m, refuse(http.StatusLocked, "blocked", "the member is blocked")
	}
	return m, err
}

// Leave deletes a member, who may not have points worth a gift.
func (o *Office) Leave(ctx context.Context, id int64) error {
	m, err := o.Member(ctx, id)
	if err != nil {
		return err
	}
	if m.Tier == "gold" && m.Points >= 1000 {
		return conflict("gift", "the member has a gift to take first")
	}
	n, err := o.store.DeleteMember(ctx, id)
	if err == nil && n == 0 {
		return conflict("tickets", "the member has tickets")
	}
	return err
}

// OrdersOf lists the orders of a member.
func (o *Office) OrdersOf(ctx context.Context, id int64) ([]store.Order, error) {
	if _, err := o.Member(ctx, id); err != nil {
		return nil, err
	}
	return o.store.OrdersOf(ctx, id)
}

// Regular is a member with what the house thanks them with.
type Regular struct {
	store.Regular
	Thanks string
}

// Regulars lists members with paid orders for at least some shows.
func (o *Office) Regulars(ctx context.Context, least int) ([]Regular, error) {
	found, err := o.store.Regulars(ctx, least)
	if err != nil {
		return nil, err
	}
	out := []Regular{}
	for _, r := range found {
		thanks := "card"
		switch {
		case r.Points > 1000 && (r.Tier == "gold" || r.Tier == "silver"):
			thanks = "gala"
		case r.Shows >= 3 || r.Seats >= 10:
			thanks = "drinks"
		}
		out = append(out, Regular{r, thanks})
	}
	return out, nil
}
