package duebook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

var (
	currencies = []string{"CHF", "EUR"}
	statuses   = []string{"draft", "issued", "paid", "void"}
)

// Invoice is a draft until it is issued.
type Invoice struct {
	InvoiceID    string        `json:"invoiceId"`
	Number       string        `json:"number,omitempty"`
	CustomerID   string        `json:"customerId"`
	CustomerName string        `json:"customerName"`
	Currency     string        `json:"currency"`
	Note         string        `json:"note"`
	Lines        []Line        `json:"lines"`
	Totals       Totals        `json:"totals"`
	Status       string        `json:"status"`
	IssueDate    string        `json:"issueDate,omitempty"`
	DueDate      string        `json:"dueDate,omitempty"`
	Schedule     []Installment `json:"schedule,omitempty"`
	Paid         int           `json:"paidCents"`
	Credited     int           `json:"creditedCents"`
	Open         int           `json:"openCents"`
	VoidReason   string        `json:"voidReason,omitempty"`
	Revision     int           `json:"revision"`

	company string
	credits []int
}

// Line is something that is sold.
type Line struct {
	Description string `json:"description"`
	Quantity    int    `json:"quantity"`
	UnitPrice   int    `json:"unitPriceCents"`
	TaxRate     int    `json:"taxRate"`
}

// Totals are the sums of the lines.
type Totals struct {
	Net   int   `json:"netCents"`
	Tax   int   `json:"taxCents"`
	Gross int   `json:"grossCents"`
	Taxes []Tax `json:"taxes"`
}

// Tax is what all lines of a rate come to.
type Tax struct {
	Rate int `json:"rate"`
	Net  int `json:"netCents"`
	Tax  int `json:"taxCents"`
}

// Installment is a part of the sum, and when it is due.
type Installment struct {
	No      int    `json:"no"`
	DueDate string `json:"dueDate"`
	Amount  int    `json:"amountCents"`
}

// percent is a percentage in whole cents, half a cent up.
func percent(cents, rate int) int { return (cents*rate + 50) / 100 }

func (b *book) totals(lines []Line) Totals {
	t := Totals{Taxes: []Tax{}}
	for _, rate := range []int{0, 7, 19} {
		x, any := Tax{Rate: rate}, false
		for _, l := range lines {
			if l.TaxRate != rate {
				continue
			}
			any = true
			x.Net += l.Quantity * l.UnitPrice
			x.Tax += percent(l.Quantity*l.UnitPrice, rate)
		}
		if b.bug != 1 { // bug 1: the tax of each line is rounded
			x.Tax = percent(x.Net, rate)
		}
		if any {
			t.Taxes = append(t.Taxes, x)
			t.Net += x.Net
			t.Tax += x.Tax
		}
	}
	t.Gross = t.Net + t.Tax
	return t
}

// shown returns the invoice with its sums of now.
func (b *book) shown(i *Invoice) *Invoice {
	out := *i
	out.Totals = b.totals(i.Lines)
	out.Paid, out.Credited, out.Open = 0, 0, 0
	for _, p := range b.paymentsOf(i) {
		if !p.Reversed {
			out.Paid += p.Amount
		}
	}
	for _, c := range i.credits {
		out.Credited += c
	}
	if i.Status == "issued" || i.Status == "paid" {
		out.Open = out.Totals.Gross - out.Paid - out.Credited
	}
	return &out
}

// settle sets the status of an invoice after money came or went.
func (b *book) settle(i *Invoice) {
	i.Revision++
	i.Status = "issued"
	if b.shown(i).Open == 0 {
		i.Status = "paid"
	}
}

func (b *book) tagged(status int, i *Invoice) (answer, error) {
	return answer{status, b.shown(i), map[string]string{"ETag": fmt.Sprintf("%q", fmt.Sprint(i.Revision))}}, nil
}

// invoice returns the one of the path, if the company of the caller has it.
func (b *book) invoice(c call) (*Invoice, error) {
	i := b.invoices.byID[c.PathValue("invoiceId")]
	if i == nil || i.company != c.Company {
		return nil, notFound("invoice")
	}
	return i, nil
}

func (i *Invoice) mustBe(status string) error {
	if i.Status != status {
		return conflict("wrongStatus", "the invoice is "+i.Status+", not "+status)
	}
	return nil
}

// lines reads the lines of an invoice.
func lines(raws []json.RawMessage) ([]Line, error) {
	if len(raws) == 0 || len(raws) > 50 {
		return nil, unfit("lines", "must be 1 to 50")
	}
	var out []Line
	for n, raw := range raws {
		var l Line
		err := input.Body(&http.Request{Body: io.NopCloser(bytes.NewReader(raw))}, &l)
		if err == nil {
			var ch input.Checks
			ch.Length(l.Description, "description", 1, 120)
			ch.Range(l.Quantity, "quantity", 1, 1000)
			ch.Range(l.UnitPrice, "unitPriceCents", 0, 1000000)
			ch.That(slices.Contains([]int{0, 7, 19}, l.TaxRate), "taxRate", "must be 0, 7 or 19")
			err = ch.Err()
		}
		var wrong *input.Error
		if errors.As(err, &wrong) {
			return nil, unfit(fmt.Sprintf("lines[%d]", n), wrong.Error())
		}
		out = append(out, l)
	}
	return out, nil
}

func (b *book) listInvoices(c call) (answer, error) {
	q := input.NewQuery(c.Request)
	status := q.Word("status", statuses...)
	customer, byCustomer := q.Text("customerId")
	from, to := queryDay(q, "issuedFrom"), queryDay(q, "issuedTo")
	after, _ := q.Text("after")
	limit := q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return answer{}, err
	}
	all := b.invoices.where(func(i *Invoice) bool {
		dated := (from == "" && to == "") || i.IssueDate != "" && i.IssueDate >= from && (to == "" || i.IssueDate <= to)
		return i.company == c.Company && (status == "" || i.Status == status) &&
			(!byCustomer || i.CustomerID == customer) && dated && i.InvoiceID > after
	})
	page := []*Invoice{}
	for _, i := range all[:min(limit, len(all))] {
		page = append(page, b.shown(i))
	}
	out := map[string]any{"invoices": page}
	if len(all) > limit {
		out["nextAfter"] = page[limit-1].InvoiceID
	}
	return ok(out)
}

func (b *book) addInvoice(c call, in struct {
	CustomerID string            `json:"customerId"`
	Currency   string            `json:"currency"`
	Note       *string           `json:"note"`
	Lines      []json.RawMessage `json:"lines"`
}) (answer, error) {
	i := &Invoice{CustomerID: in.CustomerID, Currency: in.Currency, Note: orElse(in.Note, ""), Status: "draft",
		Revision: 1, company: c.Company}
	var ch input.Checks
	ch.OneOf(i.Currency, "currency", currencies...)
	ch.Length(i.Note, "note", 0, 300)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	var err error
	if i.Lines, err = lines(in.Lines); err != nil {
		return answer{}, err
	}
	x := b.customers.byID[in.CustomerID]
	if x == nil || x.company != c.Company && b.bug != 5 { // bug 5: customers of all companies
		return answer{}, unfit("customerId", "there is no such customer")
	}
	if x.Archived {
		return answer{}, conflict("archived", "the customer is archived")
	}
	i.CustomerName = x.Name
	i.InvoiceID = b.invoices.nextID()
	b.invoices.put(i.InvoiceID, i)
	return b.tagged(201, i)
}

func (b *book) getInvoice(c call) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	return b.tagged(200, i)
}

func (b *book) patchInvoice(c call, in struct {
	Currency *string            `json:"currency"`
	Note     *string            `json:"note"`
	Lines    *[]json.RawMessage `json:"lines"`
}) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	changed := *i
	changed.Currency, changed.Note = orElse(in.Currency, i.Currency), orElse(in.Note, i.Note)
	var ch input.Checks
	ch.OneOf(changed.Currency, "currency", currencies...)
	ch.Length(changed.Note, "note", 0, 300)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	if in.Lines != nil {
		if changed.Lines, err = lines(*in.Lines); err != nil {
			return answer{}, err
		}
	}
	if err := i.mustBe("draft"); err != nil {
		return answer{}, err
	}
	if want := c.Header.Get("If-Match"); want != "" && want != "*" &&
		strings.Trim(want, `"`) != fmt.Sprint(i.Revision) {
		return answer{}, &problem{412, "stale", fmt.Sprintf("the invoice has revision %d", i.Revision), ""}
	}
	changed.Revision++
	*i = changed
	return b.tagged(200, i)
}

func (b *book) deleteInvoice(c call) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	if err := i.mustBe("draft"); err != nil {
		return answer{}, err
	}
	b.invoices.drop(i.InvoiceID)
	return gone()
}

// number returns the next number of a company in the year of a date.
func (b *book) number(company, date string) string {
	year := date[:4]
	b.numbers[company+year]++
	n := b.numbers[company+year]
	if b.bug == 7 { // counted from what there is
		n = 1 + len(b.invoices.where(func(i *Invoice) bool {
			return i.company == company && strings.HasPrefix(i.Number, year) && i.Status != "void"
		}))
	}
	return fmt.Sprintf("%s-%04d", year, n)
}

// monthsLater is the same day in a later month, or the last day of it.
func (b *book) monthsLater(date string, n int) string {
	t, _ := time.Parse(time.DateOnly, date)
	later := t.AddDate(0, n, 0)
	if later.Day() != t.Day() && b.bug != 4 { // bug 4: short months run over
		later = later.AddDate(0, 0, -later.Day())
	}
	return later.Format(time.DateOnly)
}

func (b *book) issue(c call, in struct {
	IssueDate    string `json:"issueDate"`
	Installments *int   `json:"installments"`
}) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	n := orElse(in.Installments, 1)
	var ch input.Checks
	ch.That(isDay(in.IssueDate), "issueDate", "must be a date such as 2031-03-02")
	ch.Range(n, "installments", 1, 12)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	if err := i.mustBe("draft"); err != nil {
		return answer{}, err
	}
	gross := b.totals(i.Lines).Gross
	if gross < n {
		return answer{}, conflict("nothingToPay", "the sum is too small")
	}
	day, _ := time.Parse(time.DateOnly, in.IssueDate)
	i.IssueDate = in.IssueDate
	i.DueDate = day.AddDate(0, 0, b.customers.byID[i.CustomerID].PaymentDays).Format(time.DateOnly)
	i.Number = b.number(c.Company, in.IssueDate)
	for k := range n {
		part := gross / n
		if k < gross%n {
			part++
		}
		i.Schedule = append(i.Schedule, Installment{k + 1, b.monthsLater(i.DueDate, k), part})
	}
	i.Status = "issued"
	i.Revision++
	return b.tagged(200, i)
}

func (b *book) void(c call, in struct {
	Reason string `json:"reason"`
}) (answer, error) {
	i, err := b.invoice(c)
	if err != nil {
		return answer{}, err
	}
	var ch input.Checks
	ch.Length(in.Reason, "reason", 3, 200)
	if err := ch.Err(); err != nil {
		return answer{}, err
	}
	if err := i.mustBe("issued"); err != nil {
		return answer{}, err
	}
	if now := b.shown(i); now.Paid+now.Credited > 0 {
		return answer{}, conflict("hasPayments", "there are payments or credits")
	}
	i.Status, i.VoidReason = "void", in.Reason
	i.Revision++
	return b.tagged(200, i)
}

func (b *book) aging(c call) (answer, error) {
	q := input.NewQuery(c.Request)
	on := queryDay(q, "on")
	q.That(on != "", "on", "is missing")
	if err := q.Err(); err != nil {
		return answer{}, err
	}
	type row struct {
		Currency string `json:"currency"`
		NotDue   int    `json:"notDueCents"`
		To30     int    `json:"days1to30Cents"`
		To60     int    `json:"days31to60Cents"`
		Over60   int    `json:"over60Cents"`
		Total    int    `json:"totalCents"`
	}
	rows := []row{}
	today, _ := time.Parse(time.DateOnly, on)
	for _, i := range b.invoices.where(func(i *Invoice) bool {
		return i.company == c.Company && i.Status == "issued"
	}) {
		i = b.shown(i)
		at := slices.IndexFunc(rows, func(r row) bool { return r.Currency == i.Currency })
		if at < 0 {
			at = len(rows)
			rows = append(rows, row{Currency: i.Currency})
		}
		r, open := &rows[at], i.Open
		if b.bug == 8 { // credits are forgotten
			open = i.Totals.Gross - i.Paid
		}
		due, _ := time.Parse(time.DateOnly, i.DueDate)
		switch late := int(today.Sub(due).Hours() / 24); {
		case late <= 0:
			r.NotDue += open
		case late <= 30:
			r.To30 += open
		case late <= 60:
			r.To60 += open
		default:
			r.Over60 += open
		}
		r.Total += open
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.Currency, b.Currency) })
	return ok(map[string]any{"on": on, "currencies": rows})
}
