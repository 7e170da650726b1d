package outlay

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Budget is what a cost centre may spend.
type Budget struct {
	Centre   string `json:"cost_centre"`
	Limit    int    `json:"limit"`
	Reserved int    `json:"reserved"`
	Spent    int    `json:"spent"`
	// Available is worked out for answers.
	Available int `json:"available"`
}

// Payout is money that finance has sent.
type Payout struct {
	ID        string   `json:"payout_id"`
	Claims    []string `json:"claims"`
	Total     int      `json:"total_eur"`
	ValueDate string   `json:"value_date"`
}

func (s *server) budget(centre string) *Budget {
	for _, b := range s.budgets {
		if b.Centre == centre {
			return b
		}
	}
	return nil
}

func (b *Budget) free() int { return b.Limit - b.Reserved - b.Spent }

func (s *server) submit(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	if len(c.Lines) == 0 {
		return answer{}, conflict("claim_empty", "the claim has no lines")
	}
	for _, l := range c.Lines {
		if l.AmountEUR > noReceiptTil && l.Receipt == "" {
			return answer{}, conflict("receipt_missing", fmt.Sprintf("line %d needs a receipt", l.No))
		}
	}
	b := s.budget(c.Centre)
	if c.Total > b.free() {
		return answer{}, conflict("over_budget", "the cost centre has not that much left")
	}
	b.Reserved += c.Total
	c.Status = "submitted"
	if s.bug != 3 {
		c.Decision = nil
	}
	return answer{status: 200, body: c}, nil
}

func (s *server) withdraw(r *http.Request, u user) (answer, error) {
	if err := only(u, "employee"); err != nil {
		return answer{}, err
	}
	c, err := s.find(r, u)
	if err != nil {
		return answer{}, err
	}
	if c.Status != "submitted" {
		return answer{}, conflict("claim_not_submitted", "the claim is "+c.Status)
	}
	c.edited()
	if s.bug != 7 {
		s.budget(c.Centre).Reserved -= c.Total
	}
	return answer{status: 200, body: c}, nil
}

func (s *server) decide(r *http.Request, u user) (answer, error) {
	if err := only(u, "manager"); err != nil {
		return answer{}, err
	}
	c, err := s.find(r, u)
	if err != nil {
		return answer{}, err
	}
	b, err := readForm(r, "outcome", "comment")
	if err != nil {
		return answer{}, err
	}
	d := &Decision{b.oneOf("outcome", must, []string{"approved", "rejected"}), u.Name, b.text("comment", may, 3, 200)}
	if d.Outcome == "rejected" && !b.has("comment") {
		b.fail("comment", "is needed for a rejection")
	}
	if b.err != nil {
		return answer{}, b.err
	}
	if c.Status != "submitted" {
		return answer{}, conflict("claim_not_submitted", "the claim is "+c.Status)
	}
	c.Status, c.Decision = d.Outcome, d
	if d.Outcome == "rejected" {
		s.budget(c.Centre).Reserved -= c.Total
	}
	return answer{status: 200, body: c}, nil
}

var claimNo = regexp.MustCompile(`^EC-[0-9]{5}$`)

func (s *server) pay(r *http.Request, u user) (answer, error) {
	if err := only(u, "finance"); err != nil {
		return answer{}, err
	}
	b, err := readForm(r, "claims", "value_date")
	if err != nil {
		return answer{}, err
	}
	p := &Payout{ID: fmt.Sprintf("po-%d", 7001+len(s.payouts)), Claims: []string{},
		ValueDate: b.date("value_date", must)}
	list, _ := b.fields["claims"].([]any)
	if len(list) < 1 || len(list) > 20 {
		b.fail("claims", "must be a list of 1 to 20 claims")
	}
	for _, v := range list {
		no, _ := v.(string)
		if !claimNo.MatchString(no) || slices.Contains(p.Claims, no) {
			b.fail("claims", "must be numbers of claims, each once")
		}
		p.Claims = append(p.Claims, no)
	}
	if b.err != nil {
		return answer{}, b.err
	}
	var due []*Claim
	for _, no := range p.Claims {
		i := slices.IndexFunc(s.claims, func(c *Claim) bool { return c.No == no && c.sees(u) })
		if i < 0 {
			return answer{}, invalid("claims", "has the unknown claim "+no)
		}
		c := s.claims[i]
		if c.Status != "approved" {
			return answer{}, conflict("claim_not_approved", no+" is "+c.Status)
		}
		if s.bug == 6 {
			s.settle(c, p)
		}
		due = append(due, c)
	}
	for _, c := range due {
		if s.bug != 6 {
			s.settle(c, p)
		}
	}
	s.payouts = append(s.payouts, p)
	return answer{status: 201, body: p, location: "/payouts/" + p.ID}, nil
}

// settle books an approved claim as paid.
func (s *server) settle(c *Claim, p *Payout) {
	c.Status, c.Payout = "paid", p.ID
	p.Total += c.Total
	b := s.budget(c.Centre)
	b.Reserved -= c.Total
	b.Spent += c.Total
}

func (s *server) listPayouts(_ *http.Request, u user) (answer, error) {
	if err := only(u, "finance"); err != nil {
		return answer{}, err
	}
	return answer{status: 200, body: map[string]any{"items": append([]*Payout{}, s.payouts...)}}, nil
}

func (s *server) getPayout(r *http.Request, u user) (answer, error) {
	if err := only(u, "finance"); err != nil {
		return answer{}, err
	}
	for _, p := range s.payouts {
		if p.ID == r.PathValue("payout_id") {
			return answer{status: 200, body: p}, nil
		}
	}
	return answer{}, missing("payout")
}

func (s *server) listBudgets(_ *http.Request, u user) (answer, error) {
	out := []Budget{}
	for _, b := range s.budgets {
		if u.Role == "finance" || u.Centre == b.Centre {
			x := *b
			x.Available = b.free()
			out = append(out, x)
		}
	}
	return answer{status: 200, body: map[string]any{"items": out}}, nil
}

func (s *server) putBudget(r *http.Request, u user) (answer, error) {
	if err := only(u, "finance"); err != nil {
		return answer{}, err
	}
	b := s.budget(r.PathValue("cost_centre"))
	if b == nil {
		return answer{}, missing("cost centre")
	}
	f, err := readForm(r, "limit")
	if err != nil {
		return answer{}, err
	}
	limit := f.integer("limit", must, 0, 100000000)
	if f.err != nil {
		return answer{}, f.err
	}
	if limit < b.Reserved+b.Spent {
		return answer{}, conflict("limit_too_low", "more than that is reserved or spent")
	}
	b.Limit = limit
	x := *b
	x.Available = b.free()
	return answer{status: 200, body: x}, nil
}

// Share is what a category has of a month.
type Share struct {
	Category string `json:"category"`
	Lines    int    `json:"lines"`
	Amount   int    `json:"amount_eur"`
}

func (s *server) report(r *http.Request, u user) (answer, error) {
	if u.Role == "employee" {
		return answer{}, forbidden("not for employees")
	}
	month := r.PathValue("month")
	first, err := time.Parse("2006-01", month)
	if err != nil || len(month) != 7 || !strings.HasPrefix(month, "203") {
		return answer{}, missing("month")
	}
	centre, err := queryOneOf(r.URL.Query(), "cost_centre", centres)
	if err != nil {
		return answer{}, err
	}
	if u.Role == "manager" {
		if centre != "" && centre != u.Centre {
			return answer{}, forbidden("not your cost centre")
		}
		centre = u.Centre
	}
	last := first.AddDate(0, 1, -1)
	inMonth := func(date string) bool {
		day, _ := time.Parse(time.DateOnly, date)
		if s.bug == 8 {
			return !day.Before(first) && day.Before(last)
		}
		return !day.Before(first) && !day.After(last)
	}
	shares, total := []Share{}, 0
	for _, category := range categories {
		x := Share{Category: category}
		for _, c := range s.claims {
			for _, l := range c.Lines {
				if (c.Status == "approved" || c.Status == "paid") && (centre == "" || c.Centre == centre) &&
					l.Category == category && inMonth(l.Date) {
					x.Lines++
					x.Amount += l.AmountEUR
				}
			}
		}
		if x.Lines > 0 {
			shares = append(shares, x)
			total += x.Amount
		}
	}
	return answer{status: 200, body: map[string]any{"month": month, "by_category": shares, "total_eur": total}}, nil
}
