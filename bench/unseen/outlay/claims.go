package outlay

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
)

var (
	statuses   = []string{"draft", "submitted", "approved", "rejected", "paid"}
	centres    = []string{"LAB", "SALES"}
	categories = []string{"travel", "lodging", "meals", "other"}
	currencies = []string{"EUR", "USD", "GBP", "JPY"}
	receiptNo  = regexp.MustCompile(`^R-[0-9]{6}$`)
	requestKey = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)
)

const (
	maxLines     = 20
	mealsPerDay  = 6000
	noReceiptTil = 2500
)

// Claim is what an employee wants back.
type Claim struct {
	No       string    `json:"claim_no"`
	Title    string    `json:"title"`
	Purpose  string    `json:"purpose"`
	Owner    string    `json:"owner"`
	Centre   string    `json:"cost_centre"`
	Status   string    `json:"status"`
	Lines    []*Line   `json:"lines"`
	Total    int       `json:"total_eur"`
	Decision *Decision `json:"decision,omitempty"`
	Payout   string    `json:"payout_id,omitempty"`

	lastLine int
}

// Line is one thing that was paid for.
type Line struct {
	No        int    `json:"line_no"`
	Date      string `json:"date"`
	Category  string `json:"category"`
	Amount    int    `json:"amount"`
	Currency  string `json:"currency"`
	AmountEUR int    `json:"amount_eur"`
	Receipt   string `json:"receipt,omitempty"`
	Note      string `json:"note,omitempty"`
}

// Decision is what the manager says.
type Decision struct {
	Outcome string `json:"outcome"`
	By      string `json:"by"`
	Comment string `json:"comment,omitempty"`
}

// euros converts minor units of a currency into cents, half a cent upwards. The yen has no minor unit.
func euros(amount int, currency string) int {
	switch currency {
	case "USD":
		return (amount*90 + 50) / 100
	case "GBP":
		return (amount*115 + 50) / 100
	case "JPY":
		return (amount*62 + 50) / 100
	}
	return amount
}

func (c *Claim) sum() {
	c.Total = 0
	for _, l := range c.Lines {
		c.Total += l.AmountEUR
	}
}

// sees reports whether the user may know of a claim.
func (c *Claim) sees(u user) bool {
	switch u.Role {
	case "employee":
		return c.Owner == u.Name
	case "manager":
		return c.Centre == u.Centre && c.Status != "draft"
	}
	return c.Status != "draft"
}

func (s *server) find(r *http.Request, u user) (*Claim, error) {
	for _, c := range s.claims {
		if c.No == r.PathValue("claim_no") && c.sees(u) {
			return c, nil
		}
	}
	return nil, missing("claim")
}

// editable returns a claim that the user may change.
func (s *server) editable(r *http.Request, u user) (*Claim, error) {
	if err := only(u, "employee"); err != nil {
		return nil, err
	}
	c, err := s.find(r, u)
	if err != nil {
		return nil, err
	}
	if c.Status != "draft" && c.Status != "rejected" {
		return nil, conflict("claim_closed", "the claim is "+c.Status)
	}
	return c, nil
}

// edited makes a draft of a claim that was rejected.
func (c *Claim) edited() {
	c.Status = "draft"
	c.Decision = nil
}

func (s *server) listClaims(r *http.Request, u user) (answer, error) {
	q := r.URL.Query()
	status, err := queryOneOf(q, "status", statuses)
	if err != nil {
		return answer{}, err
	}
	centre, err := queryOneOf(q, "cost_centre", centres)
	if err != nil {
		return answer{}, err
	}
	order, err := queryOneOf(q, "sort", []string{"claim_no", "-claim_no", "total_eur", "-total_eur"})
	if err != nil {
		return answer{}, err
	}
	least, err := queryInt(q, "min_total", 0, 100000000, 0)
	if err != nil {
		return answer{}, err
	}
	page, err := queryInt(q, "page", 1, 1000, 1)
	if err != nil {
		return answer{}, err
	}
	size, err := queryInt(q, "page_size", 1, 50, 20)
	if err != nil {
		return answer{}, err
	}
	found := []*Claim{}
	for _, c := range s.claims {
		visible := c.sees(u)
		if s.bug == 2 && u.Role == "manager" {
			visible = c.Centre == u.Centre
		}
		if visible && (status == "" || c.Status == status) && (centre == "" || c.Centre == centre) &&
			(!q.Has("owner") || c.Owner == q.Get("owner")) && c.Total >= least {
			found = append(found, c)
		}
	}
	switch order {
	case "-claim_no":
		slices.Reverse(found)
	case "total_eur":
		slices.SortStableFunc(found, func(a, b *Claim) int { return a.Total - b.Total })
	case "-total_eur":
		slices.SortStableFunc(found, func(a, b *Claim) int { return b.Total - a.Total })
	}
	from, to := min((page-1)*size, len(found)), min(page*size, len(found))
	return answer{status: 200, body: map[string]any{
		"items": found[from:to], "total": len(found), "page": page, "page_size": size,
	}}, nil
}

func (s *server) createClaim(r *http.Request, u user) (answer, error) {
	if err := only(u, "employee"); err != nil {
		return answer{}, err
	}
	b, err := readForm(r, "title", "purpose")
	if err != nil {
		return answer{}, err
	}
	c := &Claim{Title: b.text("title", must, 3, 80), Purpose: b.text("purpose", may, 0, 200), Owner: u.Name,
		Centre: u.Centre, Status: "draft", Lines: []*Line{}}
	if b.err != nil {
		return answer{}, b.err
	}
	key := r.Header.Get("Idempotency-Key")
	if key != "" {
		if !requestKey.MatchString(key) {
			return answer{}, invalid("Idempotency-Key", "must match "+requestKey.String())
		}
		if s.bug != 4 {
			key = u.Name + " " + key
		}
		text, _ := json.Marshal(b.fields)
		if before, ok := s.keys[key]; ok && slices.Contains(s.claims, before.claim) {
			if before.body != string(text) {
				return answer{}, conflict("key_reused", "the key was used for another claim")
			}
			return answer{status: 200, body: before.claim}, nil
		}
		s.keys[key] = keyed{string(text), c}
	}
	s.created++
	c.No = fmt.Sprintf("EC-%05d", s.created)
	s.claims = append(s.claims, c)
	return answer{status: 201, body: c, location: "/claims/" + c.No}, nil
}

func (s *server) getClaim(r *http.Request, u user) (answer, error) {
	c, err := s.find(r, u)
	if err != nil {
		return answer{}, err
	}
	return answer{status: 200, body: c}, nil
}

func (s *server) patchClaim(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	b, err := readForm(r, "title", "purpose")
	if err != nil {
		return answer{}, err
	}
	title, purpose := b.text("title", may, 3, 80), b.text("purpose", may, 0, 200)
	if b.err != nil {
		return answer{}, b.err
	}
	if b.has("title") {
		c.Title = title
	}
	if b.has("purpose") {
		c.Purpose = purpose
	}
	c.edited()
	return answer{status: 200, body: c}, nil
}

func (s *server) deleteClaim(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	if c.Status != "draft" {
		return answer{}, conflict("claim_closed", "the claim is "+c.Status)
	}
	s.claims = slices.DeleteFunc(s.claims, func(x *Claim) bool { return x == c })
	return answer{status: 204}, nil
}

// readLine reads a line over an old one, whose fields stay if they are left out.
func readLine(r *http.Request, old Line) (Line, error) {
	b, err := readForm(r, "date", "category", "amount", "currency", "receipt", "note")
	if err != nil {
		return old, err
	}
	need := old.No == 0
	x := Line{No: old.No, Date: b.date("date", need), Category: b.oneOf("category", need, categories),
		Amount: b.integer("amount", need, 1, 1000000), Currency: b.oneOf("currency", may, currencies),
		Receipt: b.match("receipt", may, receiptNo), Note: b.text("note", may, 0, 200)}
	if b.err != nil {
		return old, b.err
	}
	if !b.has("date") {
		x.Date = old.Date
	}
	if !b.has("category") {
		x.Category = old.Category
	}
	if !b.has("amount") {
		x.Amount = old.Amount
	}
	if !b.has("currency") {
		x.Currency = old.Currency
	}
	if !b.has("receipt") {
		x.Receipt = old.Receipt
	}
	if !b.has("note") {
		x.Note = old.Note
	}
	x.AmountEUR = euros(x.Amount, x.Currency)
	return x, nil
}

// checkReceipt refuses a receipt of another line.
func (s *server) checkReceipt(x Line, self *Line) error {
	for _, c := range s.claims {
		for _, l := range c.Lines {
			if l != self && x.Receipt != "" && l.Receipt == x.Receipt {
				return conflict("receipt_used", "the receipt is in a claim already")
			}
		}
	}
	return nil
}

// checkMeals refuses meals above the limit of a day.
func (c *Claim) checkMeals(x Line) error {
	sum := x.AmountEUR
	for _, l := range c.Lines {
		if l.No != x.No && l.Category == "meals" && l.Date == x.Date {
			sum += l.AmountEUR
		}
	}
	if x.Category == "meals" && sum > mealsPerDay {
		return conflict("meals_limit", "more than 60.00 EUR for meals on "+x.Date)
	}
	return nil
}

func (s *server) addLine(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	x, err := readLine(r, Line{Currency: "EUR"})
	if err != nil {
		return answer{}, err
	}
	if len(c.Lines) == maxLines {
		return answer{}, conflict("too_many_lines", "a claim has at most 20 lines")
	}
	if err := s.checkReceipt(x, nil); err != nil {
		return answer{}, err
	}
	if err := c.checkMeals(x); err != nil {
		return answer{}, err
	}
	c.lastLine++
	x.No = c.lastLine
	c.Lines = append(c.Lines, &x)
	c.sum()
	c.edited()
	return answer{status: 201, body: x, location: fmt.Sprintf("/claims/%s/lines/%d", c.No, x.No)}, nil
}

// line returns a line of the path.
func (c *Claim) line(r *http.Request) (*Line, error) {
	n, err := strconv.Atoi(r.PathValue("line_no"))
	for _, l := range c.Lines {
		if err == nil && l.No == n {
			return l, nil
		}
	}
	return nil, missing("line")
}

func (s *server) patchLine(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	l, err := c.line(r)
	if err != nil {
		return answer{}, err
	}
	x, err := readLine(r, *l)
	if err != nil {
		return answer{}, err
	}
	if err := s.checkReceipt(x, l); err != nil {
		return answer{}, err
	}
	if s.bug != 5 || x.Date == l.Date {
		if err := c.checkMeals(x); err != nil {
			return answer{}, err
		}
	}
	*l = x
	if s.bug != 1 {
		c.sum()
	}
	c.edited()
	return answer{status: 200, body: x}, nil
}

func (s *server) deleteLine(r *http.Request, u user) (answer, error) {
	c, err := s.editable(r, u)
	if err != nil {
		return answer{}, err
	}
	l, err := c.line(r)
	if err != nil {
		return answer{}, err
	}
	c.Lines = slices.DeleteFunc(c.Lines, func(x *Line) bool { return x == l })
	c.sum()
	c.edited()
	return answer{status: 204}, nil
}
