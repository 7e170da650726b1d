package gavel

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Registration lets a bidder bid in a sale.
type Registration struct {
	Sale      string `json:"saleRef"`
	Paddle    int    `json:"paddle"`
	Account   string `json:"account"`
	Limit     int    `json:"spendingLimit"`
	Committed int    `json:"committed"`
}

// Bid is an offer for a lot.
type Bid struct {
	ID      string `json:"bidId"`
	Sale    string `json:"saleRef"`
	Lot     int    `json:"lotNo"`
	Paddle  *int   `json:"paddle"`
	Amount  int    `json:"amount"`
	Leading bool   `json:"leading"`

	by *Registration
}

// Statement is what a buyer has to pay for a sale.
type Statement struct {
	No      string `json:"statementNo"`
	Sale    string `json:"saleRef"`
	Account string `json:"account"`
	Lines   []Line `json:"lines"`
	Total   int    `json:"total"`
	Paid    int    `json:"paid"`
	Balance int    `json:"balance"`
	Status  string `json:"status"`

	references []string
}

// Line is a lot of a statement.
type Line struct {
	Lot     int `json:"lotNo"`
	Hammer  int `json:"hammerPrice"`
	Premium int `json:"premium"`
}

func (s *Sale) registration(account string) *Registration {
	for _, r := range s.registrations {
		if r.Account == account {
			return r
		}
	}
	return nil
}

// seen is a registration with what its bids that lead add up to.
func (h *house) seen(s *Sale, r *Registration) Registration {
	out := *r
	for _, l := range s.lots {
		if n := len(l.bids); n > 0 && l.bids[n-1].by == r && (l.Status != "withdrawn" || h.bug == 4) {
			out.Committed += l.bids[n-1].Amount
		}
	}
	return out
}

func (h *house) register(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	var in struct {
		Limit int `json:"spendingLimit"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	var check input.Checks
	check.Range(in.Limit, "spendingLimit", 1, most)
	if err := check.Err(); err != nil {
		return reply{}, err
	}
	if s.Status != "open" {
		return conflict("not_open", "the sale is "+s.Status)
	}
	if s.registration(c.name) != nil {
		return conflict("registered", "there is a paddle for this sale already")
	}
	r := &Registration{Sale: s.Ref, Paddle: 101 + len(s.registrations), Account: c.name, Limit: in.Limit}
	s.registrations = append(s.registrations, r)
	return created(h.seen(s, r))
}

func (h *house) getRegistration(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	for _, r := range s.registrations {
		if strconv.Itoa(r.Paddle) == c.PathValue("paddle") && (c.role == "clerk" || r.Account == c.name) {
			return ok(h.seen(s, r))
		}
	}
	return missing("registration")
}

// step is how much a bid has to be above the one before.
func (h *house) step(current int) int {
	switch {
	case current < 100_00, h.bug == 1 && current == 100_00:
		return 5_00
	case current < 500_00:
		return 20_00
	}
	return 50_00
}

// bidView shows the paddles of others to the clerk alone.
func bidView(c *call, l *Lot, b *Bid) Bid {
	out := *b
	if c.role == "clerk" || b.by.Account == c.name {
		out.Paddle = &b.by.Paddle
	}
	out.Leading = l.Status != "withdrawn" && l.bids[len(l.bids)-1] == b
	return out
}

func (h *house) listBids(c *call) (reply, error) {
	_, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	var out []Bid
	for _, b := range slices.Backward(l.bids) {
		out = append(out, bidView(c, l, b))
	}
	return list(out)
}

func (h *house) placeBid(c *call) (reply, error) {
	s, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	var in struct {
		Amount int `json:"amount"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	id := sentKey{c.name, c.Header.Get("Idempotency-Key")}
	if h.bug == 3 {
		id.account = ""
	}
	var check input.Checks
	check.Range(in.Amount, "amount", 1, most)
	if c.Header["Idempotency-Key"] != nil {
		check.Length(id.key, "Idempotency-Key", 8, 64)
	}
	if err := check.Err(); err != nil {
		return reply{}, err
	}
	if first := h.sent[id]; first != nil {
		if first.Sale != s.Ref || first.Lot != l.No || first.Amount != in.Amount {
			return conflict("key_reused", "the key belongs to another bid")
		}
		return ok(bidView(c, l, first))
	}
	r := s.registration(c.name)
	if s.Status != "open" || l.Status != "listed" {
		return conflict("not_open", "the sale is "+s.Status+" and the lot "+l.Status)
	}
	if r == nil {
		return conflict("not_registered", "register for the sale first")
	}
	if n := len(l.bids); n > 0 && l.bids[n-1].by == r {
		return conflict("already_leading", "the highest bid is yours")
	}
	if in.Amount < l.Asking {
		return conflict("bid_too_low", fmt.Sprintf("at least %d is asked", l.Asking))
	}
	if in.Amount+h.seen(s, r).Committed > r.Limit {
		return conflict("limit_exceeded", "that is more than the spending limit")
	}
	h.bids++
	b := &Bid{ID: fmt.Sprintf("B%05d", h.bids), Sale: s.Ref, Lot: l.No, Amount: in.Amount, by: r}
	l.bids = append(l.bids, b)
	l.BidCount++
	l.Current = &b.Amount
	l.Asking = b.Amount + h.step(b.Amount)
	if id.key != "" {
		h.sent[id] = b
	}
	return created(bidView(c, l, b))
}

// closeSale knocks the lots down and makes the statements, in the order of the paddles.
func (h *house) closeSale(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	if s.Status != "open" {
		return conflict("not_open", "the sale is "+s.Status)
	}
	s.Status = "closed"
	lines := map[*Registration][]Line{}
	for _, l := range s.lots {
		switch {
		case l.Status == "withdrawn":
		case l.Current == nil, l.Reserve != nil && *l.Current < *l.Reserve:
			l.Status = "passed"
		default:
			l.Status, l.Hammer = "sold", l.Current
			buyer := l.bids[len(l.bids)-1].by
			lines[buyer] = append(lines[buyer], Line{l.No, *l.Hammer, h.premium(s, *l.Hammer)})
		}
	}
	for _, r := range s.registrations {
		if len(lines[r]) == 0 {
			continue
		}
		st := &Statement{No: fmt.Sprintf("ST-%04d", len(h.statements)+1), Sale: s.Ref, Account: r.Account,
			Lines: lines[r], Status: "unpaid"}
		for _, l := range st.Lines {
			st.Total += l.Hammer + l.Premium
		}
		st.Balance = st.Total
		h.statements = append(h.statements, st)
	}
	return ok(s)
}

func (h *house) premium(s *Sale, hammer int) int {
	thousandths := hammer * int(s.Premium*10)
	if h.bug == 6 {
		return thousandths / 1000
	}
	return (thousandths + 500) / 1000
}

func (h *house) listStatements(c *call) (reply, error) {
	var out []*Statement
	for _, st := range h.statements {
		if c.role == "clerk" || st.Account == c.name {
			out = append(out, st)
		}
	}
	return list(out)
}

func (h *house) statement(c *call) *Statement {
	for _, st := range h.statements {
		if st.No == c.PathValue("statementNo") && (c.role == "clerk" || st.Account == c.name) {
			return st
		}
	}
	return nil
}

func (h *house) getStatement(c *call) (reply, error) {
	st := h.statement(c)
	if st == nil {
		return missing("statement")
	}
	return ok(st)
}

func (h *house) pay(c *call) (reply, error) {
	st := h.statement(c)
	if st == nil {
		return missing("statement")
	}
	var in struct {
		Amount    int    `json:"amount"`
		Reference string `json:"reference"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	var check input.Checks
	check.Range(in.Amount, "amount", 1, most)
	check.Length(in.Reference, "reference", 3, 40)
	if err := check.Err(); err != nil {
		return reply{}, err
	}
	if slices.Contains(st.references, in.Reference) {
		return conflict("payment_known", "a payment with this reference is booked")
	}
	if in.Amount > st.Balance {
		return conflict("too_much", fmt.Sprintf("only %d is left to pay", st.Balance))
	}
	st.references = append(st.references, in.Reference)
	st.Paid += in.Amount
	st.Balance -= in.Amount
	st.Status = "partly_paid"
	if st.Balance == 0 {
		st.Status = "paid"
	}
	return created(st)
}

func (h *house) listWatched(c *call) (reply, error) {
	var out []*Lot
	for _, id := range h.watched[c.name] {
		for _, s := range h.sales {
			if s.Ref == id.sale {
				out = append(out, h.view(c, s.lots[id.no-1]))
			}
		}
	}
	return list(out)
}

func (h *house) watch(c *call) (reply, error) {
	s, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	if id := (lotID{s.Ref, l.No}); !slices.Contains(h.watched[c.name], id) {
		h.watched[c.name] = append(h.watched[c.name], id)
	}
	return none()
}

func (h *house) unwatch(c *call) (reply, error) {
	s, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	h.watched[c.name] = slices.DeleteFunc(h.watched[c.name], func(id lotID) bool {
		return id.no == l.No && (id.sale == s.Ref || h.bug == 7)
	})
	return none()
}
