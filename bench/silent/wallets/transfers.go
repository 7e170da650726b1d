package wallets

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// transfer is money that goes from one wallet to another.
type transfer struct {
	ID       string  `json:"id"`
	Object   string  `json:"object"`
	From     string  `json:"from"`
	To       string  `json:"to"`
	Amount   cents   `json:"amount"`
	Currency string  `json:"currency"`
	Message  *string `json:"message"`
	Due      *string `json:"due"`
	Status   string  `json:"status"`
	// Note is for the sender only.
	Note string `json:"note,omitempty"`

	sender, receiver string // the owners of the wallets
}

// The statuses of a transfer.
const (
	pending   = "pending"
	confirmed = "confirmed"
	cancelled = "cancelled"
)

// sends reports whether a user may do what the sender may.
func (c *call) sends(t *transfer) bool { return c.user.officer || t.sender == c.user.name }

// transfer returns the one that the path names to who has to do with it.
func (s *service) transfer(c *call) (*transfer, error) {
	i := slices.IndexFunc(s.transfers, func(t *transfer) bool {
		return t.ID == chi.URLParam(c.Request, "transfer") && (c.sends(t) || t.receiver == c.user.name)
	})
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such transfer")
	}
	return s.transfers[i], nil
}

// shown is a transfer as a user sees it.
func (s *service) shown(c *call, t *transfer) transfer {
	out := *t
	if !c.sends(t) && !s.bugs.Has(NoteShown) {
		out.Note = ""
	}
	return out
}

// read reads a new transfer.
func (t *transfer) read(r *http.Request) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	o.Need("from", "to", "amount")
	o.Text(&t.From, "from", 1, 40)
	o.Text(&t.To, "to", 1, 40)
	readAmount(o, &t.Amount, "amount", isAmount)
	kit.Nullable(o, &t.Message, "message", func(to *string) { o.Text(to, "message", 1, 100) })
	kit.Nullable(o, &t.Due, "due", func(to *string) { o.Date(to, "due") })
	o.Text(&t.Note, "note", 1, 100)
	return o.Err()
}

func (s *service) createTransfer(c *call) error {
	t := &transfer{Object: "transfer", Status: pending}
	if err := t.read(c.Request); err != nil {
		return err
	}
	asked := fmt.Sprint(t.From, " ", t.To, " ", t.Amount, text(t.Message), text(t.Due), t.Note)
	return s.once(c, asked, func() (any, error) {
		from, to := s.known(t.From), s.known(t.To)
		switch {
		case !c.sees(from):
			return nil, kit.Refuse(http.StatusUnprocessableEntity, "you have no wallet %s", t.From)
		case to == nil || to == from:
			return nil, kit.Refuse(http.StatusUnprocessableEntity, "there is no other wallet %s", t.To)
		case from.Currency != to.Currency:
			return nil, kit.Refuse(http.StatusUnprocessableEntity, "the wallets have other currencies")
		case from.Status != active || to.Status != active:
			return nil, kit.Refuse(http.StatusConflict, "a wallet is frozen")
		}
		room := from.Available
		if s.bugs.Has(PendingNotReserved) {
			room = from.Balance
		}
		if t.Amount > room {
			return nil, kit.Refuse(http.StatusConflict, "there is only %v", room)
		}
		from.Available -= t.Amount
		t.Currency, t.sender, t.receiver = from.Currency, from.Owner, to.Owner
		t.ID = s.id("tr")
		s.transfers = append(s.transfers, t)
		return *t, nil
	})
}

func (s *service) listTransfers(c *call) error {
	q := kit.ReadQuery(c.Request)
	status, with := q.Choice("status", pending, confirmed, cancelled), q.Text("wallet", 40)
	least := q.Match("min_amount", "an amount such as 12.50", isAmount)
	order := q.Choice("order", "newest", "oldest")
	p := readSpan(q)
	if err := q.Err(); err != nil {
		return err
	}
	var found []transfer
	for _, t := range s.transfers {
		large := t.Amount >= parse(least)
		if s.bugs.Has(LeastAsText) {
			large = t.Amount.String() >= least
		}
		if (c.sends(t) || t.receiver == c.user.name) && (status == "" || t.Status == status) &&
			(with == "" || t.From == with || t.To == with) && (least == "" || large) {
			found = append(found, s.shown(c, t))
		}
	}
	if order != "oldest" || s.bugs.Has(OldestIgnored) {
		slices.Reverse(found)
	}
	return part(s, c, found, p, func(t transfer) string { return t.ID })
}

func (s *service) getTransfer(c *call) error {
	t, err := s.transfer(c)
	if err != nil {
		return err
	}
	return c.answer(s.shown(c, t))
}

// open returns the transfer that the path names to its sender, while it is in a status.
func (s *service) open(c *call, statuses ...string) (*transfer, error) {
	t, err := s.transfer(c)
	if err != nil {
		return nil, err
	}
	if !c.sends(t) {
		return nil, kit.Refuse(http.StatusForbidden, "this is for the sender")
	}
	if !slices.Contains(statuses, t.Status) {
		return nil, kit.Refuse(http.StatusConflict, "the transfer is %s", t.Status)
	}
	return t, nil
}

// confirm moves the money.
func (s *service) confirm(c *call) error {
	from := []string{pending}
	if s.bugs.Has(ConfirmedTwice) {
		from = append(from, confirmed)
	}
	t, err := s.open(c, from...)
	if err != nil {
		return err
	}
	sender, receiver := s.known(t.From), s.known(t.To)
	if sender == nil || receiver == nil || sender.Status != active || receiver.Status != active {
		return kit.Refuse(http.StatusConflict, "a wallet is frozen")
	}
	if t.Status == pending {
		sender.Available += t.Amount // is not reserved any more, but goes
	}
	t.Status = confirmed
	s.book(sender, out, -t.Amount, t.ID)
	s.book(receiver, out, t.Amount, t.ID)
	return c.answer(t)
}

// cancel ends a transfer without moving the money.
func (s *service) cancel(c *call) error {
	t, err := s.open(c, pending)
	if err != nil {
		return err
	}
	if from := s.known(t.From); !s.bugs.Has(CancelledReserves) {
		from.Available += t.Amount
	}
	t.Status = cancelled
	return c.answer(t)
}
