package gavel

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Sale is an auction.
type Sale struct {
	Ref      string  `json:"saleRef"`
	Title    string  `json:"title"`
	Currency string  `json:"currency"`
	HeldOn   string  `json:"heldOn"`
	Premium  float64 `json:"premiumPercent"`
	Status   string  `json:"status"`
	LotCount int     `json:"lotCount"`

	lots          []*Lot
	registrations []*Registration
}

// Lot is offered in a sale. Amounts are in cents.
type Lot struct {
	Sale      string `json:"saleRef"`
	No        int    `json:"lotNo"`
	Inventory string `json:"inventoryCode"`
	Title     string `json:"title"`
	Category  string `json:"category"`
	Consignor string `json:"consignor"`
	Estimate  Range  `json:"estimate"`
	Starting  int    `json:"startingPrice"`
	Reserve   *int   `json:"reserve,omitempty"`
	Current   *int   `json:"currentBid"`
	Asking    int    `json:"askingPrice"`
	BidCount  int    `json:"bidCount"`
	Status    string `json:"status"`
	Hammer    *int   `json:"hammerPrice"`

	bids []*Bid
}

// Range is an estimate.
type Range struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

var (
	currencies  = []string{"EUR", "CHF", "GBP"}
	categories  = []string{"furniture", "painting", "jewellery", "book", "other"}
	lotStatuses = []string{"listed", "withdrawn", "sold", "passed"}
	inventory   = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)
)

const most = 100_000_000 // cents

// sale finds a sale that the caller may see.
func (h *house) sale(c *call) *Sale {
	for _, s := range h.sales {
		if s.Ref == c.PathValue("saleRef") && s.seenBy(c) {
			return s
		}
	}
	return nil
}

func (s *Sale) seenBy(c *call) bool { return s.Status != "draft" || c.role != "bidder" }

// lot finds a lot that the caller may see.
func (h *house) lot(c *call) (*Sale, *Lot) {
	s := h.sale(c)
	if s == nil {
		return nil, nil
	}
	for _, l := range s.lots {
		if strconv.Itoa(l.No) == c.PathValue("lotNo") {
			return s, l
		}
	}
	return s, nil
}

func (h *house) listSales(c *call) (reply, error) {
	var out []*Sale
	for _, s := range h.sales {
		if s.seenBy(c) {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *Sale) int { return cmp.Compare(a.HeldOn, b.HeldOn) })
	return list(out)
}

func (h *house) newSale(c *call) (reply, error) {
	var in struct {
		Title    string   `json:"title"`
		Currency string   `json:"currency"`
		HeldOn   string   `json:"heldOn"`
		Premium  *float64 `json:"premiumPercent"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	var check input.Checks
	check.Length(in.Title, "title", 1, 100)
	check.OneOf(in.Currency, "currency", currencies...)
	day, err := time.Parse(time.DateOnly, in.HeldOn)
	check.That(err == nil && 2000 <= day.Year() && day.Year() < 2100, "heldOn", "must be a day such as 2031-05-20")
	premium := 20.0
	if in.Premium != nil {
		premium = *in.Premium
	}
	check.That(0 <= premium && premium <= 30 && 2*premium == math.Trunc(2*premium), "premiumPercent",
		"must be from 0 to 30 in steps of 0.5")
	if err := check.Err(); err != nil {
		return reply{}, err
	}
	s := &Sale{Ref: fmt.Sprintf("S%04d", len(h.sales)+1), Title: in.Title, Currency: in.Currency, HeldOn: in.HeldOn,
		Premium: premium, Status: "draft"}
	h.sales = append(h.sales, s)
	return created(s)
}

func (h *house) getSale(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	return ok(s)
}

func (h *house) openSale(c *call) (reply, error) {
	switch s := h.sale(c); {
	case s == nil:
		return missing("sale")
	case s.Status != "draft":
		return conflict("not_draft", "the sale is "+s.Status)
	case s.LotCount == 0:
		return conflict("no_lots", "the sale has nothing to offer")
	default:
		s.Status = "open"
		return ok(s)
	}
}

// lotDraft is the body of a new lot.
type lotDraft struct {
	Inventory string    `json:"inventoryCode"`
	Title     string    `json:"title"`
	Category  *string   `json:"category"`
	Consignor string    `json:"consignor"`
	Estimate  rangeBody `json:"estimate"`
	Starting  int       `json:"startingPrice"`
	Reserve   *int      `json:"reserve"`
}

// draftBody is one within a list.
type draftBody struct{ lotDraft }

// UnmarshalJSON is as strict as the body of a request.
func (d *draftBody) UnmarshalJSON(raw []byte) error { return nested(raw, &d.lotDraft) }

type rangeBody struct{ Range }

// UnmarshalJSON wants both numbers.
func (r *rangeBody) UnmarshalJSON(raw []byte) error { return nested(raw, &r.Range) }

// nested reads an object within a body.
func nested(raw []byte, v any) error {
	return input.Body(&http.Request{Body: io.NopCloser(bytes.NewReader(raw))}, v)
}

// fits says what is wrong with a lot.
func (l *Lot) fits() error {
	var check input.Checks
	check.That(inventory.MatchString(l.Inventory), "inventoryCode", "must be like ABC-0123")
	check.Length(l.Title, "title", 1, 120)
	check.OneOf(l.Category, "category", categories...)
	check.OneOf(l.Consignor, "consignor", "oak", "elm")
	check.Range(l.Estimate.Low, "estimate", 1, most)
	check.Range(l.Estimate.High, "estimate", l.Estimate.Low, most)
	check.Range(l.Starting, "startingPrice", 1, l.Estimate.Low)
	if l.Reserve != nil {
		check.Range(*l.Reserve, "reserve", 1, l.Estimate.Low)
	}
	return check.Err()
}

// add puts a lot into a sale.
func (h *house) add(s *Sale, in lotDraft) (*Lot, error) {
	l := &Lot{Sale: s.Ref, No: len(s.lots) + 1, Inventory: in.Inventory, Title: in.Title, Category: "other",
		Consignor: in.Consignor, Estimate: in.Estimate.Range, Starting: in.Starting, Reserve: in.Reserve,
		Asking: in.Starting, Status: "listed"}
	if in.Category != nil {
		l.Category = *in.Category
	}
	if err := l.fits(); err != nil {
		return nil, err
	}
	if s.Status != "draft" {
		_, err := conflict("not_draft", "the sale is "+s.Status)
		return nil, err
	}
	for _, other := range h.sales {
		for _, o := range other.lots {
			if o.Inventory == in.Inventory && (o.Status == "listed" || o.Status == "sold") {
				_, err := conflict("already_offered", in.Inventory+" is lot "+strconv.Itoa(o.No)+" of "+o.Sale)
				return nil, err
			}
		}
	}
	s.lots = append(s.lots, l)
	s.LotCount++
	return l, nil
}

func (h *house) newLot(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	var in lotDraft
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	l, err := h.add(s, in)
	if err != nil {
		return reply{}, err
	}
	return created(h.view(c, l))
}

func (h *house) newLots(c *call) (reply, error) {
	s := h.sale(c)
	if s == nil {
		return missing("sale")
	}
	var in struct {
		Lots []draftBody `json:"lots"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	var check input.Checks
	check.That(1 <= len(in.Lots) && len(in.Lots) <= 20, "lots", "must be 1 to 20")
	if err := check.Err(); err != nil {
		return reply{}, err
	}
	before, count := len(s.lots), s.LotCount
	out := []*Lot{}
	for _, d := range in.Lots {
		l, err := h.add(s, d.lotDraft)
		if err != nil {
			if h.bug != 8 {
				s.lots, s.LotCount = s.lots[:before], count
			}
			return reply{}, err
		}
		out = append(out, h.view(c, l))
	}
	return created(map[string]any{"items": out})
}

// view is a lot as the caller may see it: the reserve is a secret of the house and the consignor.
func (h *house) view(c *call, l *Lot) *Lot {
	seen := *l
	owner := c.name == l.Consignor
	if h.bug == 2 {
		owner = c.role == "consignor"
	}
	if c.role != "clerk" && !owner {
		seen.Reserve = nil
	}
	return &seen
}

func (h *house) getLot(c *call) (reply, error) {
	_, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	return ok(h.view(c, l))
}

func (h *house) patchLot(c *call) (reply, error) {
	s, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	var in struct {
		Title    *string    `json:"title"`
		Category *string    `json:"category"`
		Estimate *rangeBody `json:"estimate"`
		Starting *int       `json:"startingPrice"`
		Reserve  *int       `json:"reserve"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return reply{}, err
	}
	next := *l
	if in.Title != nil {
		next.Title = *in.Title
	}
	if in.Category != nil {
		next.Category = *in.Category
	}
	if in.Estimate != nil {
		next.Estimate = in.Estimate.Range
	}
	if in.Starting != nil {
		next.Starting, next.Asking = *in.Starting, *in.Starting
	}
	if in.Reserve != nil {
		next.Reserve = in.Reserve
	}
	if err := next.fits(); err != nil {
		return reply{}, err
	}
	if s.Status != "draft" || l.Status != "listed" {
		return conflict("not_draft", "the sale is "+s.Status+" and the lot "+l.Status)
	}
	*l = next
	return ok(h.view(c, l))
}

func (h *house) withdrawLot(c *call) (reply, error) {
	s, l := h.lot(c)
	if l == nil {
		return missing("lot")
	}
	if s.Status == "closed" || l.Status != "listed" {
		return conflict("not_listed", "the sale is "+s.Status+" and the lot "+l.Status)
	}
	l.Status = "withdrawn"
	s.LotCount--
	return ok(h.view(c, l))
}

func (h *house) searchLots(c *call) (reply, error) {
	q := input.NewQuery(c.Request)
	sale, _ := q.Text("sale")
	text, _ := q.Text("q")
	category := q.Word("category", categories...)
	status := q.Word("status", lotStatuses...)
	low := q.Int("minEstimate", 0, 0, most)
	high := q.Int("maxEstimate", most, 0, most)
	page := q.Int("page", 1, 1, 10_000)
	size := q.Int("perPage", 20, 1, 50)
	if err := q.Err(); err != nil {
		return reply{}, err
	}
	found := []*Lot{}
	for _, s := range h.sales {
		for _, l := range s.lots {
			top := l.Estimate.High
			if h.bug == 5 {
				top = l.Estimate.Low
			}
			switch {
			case !s.seenBy(c), sale != "" && sale != s.Ref, category != "" && category != l.Category,
				status == "" && l.Status == "withdrawn", status != "" && status != l.Status,
				l.Estimate.Low < low, top > high,
				!strings.Contains(strings.ToLower(l.Title), strings.ToLower(text)):
			default:
				found = append(found, h.view(c, l))
			}
		}
	}
	from := min((page-1)*size, len(found))
	return ok(map[string]any{"items": found[from:min(from+size, len(found))], "total": len(found), "page": page,
		"pages": (len(found) + size - 1) / size})
}
