package duebook

import (
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Customer is who gets invoices.
type Customer struct {
	CustomerID  string `json:"customerId"`
	Name        string `json:"name"`
	VatID       string `json:"vatId,omitempty"`
	Country     string `json:"country"`
	PaymentDays int    `json:"paymentDays"`
	Archived    bool   `json:"archived"`

	company string
}

var (
	countries = []string{"AT", "CH", "DE", "FR", "NL"}
	vatForm   = regexp.MustCompile(`^[A-Z]{2}[0-9]{8,11}$`)
)

// customer returns the one of the path, if the company of the caller has it.
func (b *book) customer(c call) (*Customer, error) {
	x := b.customers.byID[c.PathValue("customerId")]
	if x == nil || x.company != c.Company {
		return nil, notFound("customer")
	}
	return x, nil
}

// check checks the fields of a customer.
func (b *book) checkCustomer(x *Customer, vat *string) error {
	var ch input.Checks
	ch.Length(x.Name, "name", 2, 80)
	ch.OneOf(x.Country, "country", countries...)
	ch.Range(x.PaymentDays, "paymentDays", 0, 90)
	ch.That(vat == nil || vatForm.MatchString(*vat), "vatId", "must be a country code and 8 to 11 digits")
	if err := ch.Err(); err != nil {
		return err
	}
	if vat == nil {
		return nil
	}
	same := b.customers.where(func(o *Customer) bool {
		return o.company == x.company && o.CustomerID != x.CustomerID && o.VatID == *vat
	})
	if len(same) > 0 {
		return conflict("vatIdTaken", "another customer has this VAT id")
	}
	return nil
}

func (b *book) listCustomers(c call) (answer, error) {
	q := input.NewQuery(c.Request)
	part, _ := q.Text("q")
	archived := q.Bool("archived")
	offset, limit := q.Int("offset", 0, 0, 100000), q.Int("limit", 25, 1, 100)
	if err := q.Err(); err != nil {
		return answer{}, err
	}
	all := b.customers.where(func(x *Customer) bool {
		return x.company == c.Company && x.Archived == orElse(archived, false) && holds(x.Name, part)
	})
	lo := min(offset, len(all))
	return ok(map[string]any{"customers": all[lo:min(lo+limit, len(all))], "total": len(all)})
}

func (b *book) addCustomer(c call, in struct {
	Name        string  `json:"name"`
	VatID       *string `json:"vatId"`
	Country     string  `json:"country"`
	PaymentDays *int    `json:"paymentDays"`
}) (answer, error) {
	x := &Customer{Name: in.Name, VatID: orElse(in.VatID, ""), Country: in.Country,
		PaymentDays: orElse(in.PaymentDays, 30), company: c.Company}
	if err := b.checkCustomer(x, in.VatID); err != nil {
		return answer{}, err
	}
	x.CustomerID = b.customers.nextID()
	b.customers.put(x.CustomerID, x)
	return created(x)
}

func (b *book) getCustomer(c call) (answer, error) {
	x, err := b.customer(c)
	if err != nil {
		return answer{}, err
	}
	return ok(x)
}

func (b *book) patchCustomer(c call, in struct {
	Name        *string `json:"name"`
	VatID       *string `json:"vatId"`
	Country     *string `json:"country"`
	PaymentDays *int    `json:"paymentDays"`
}) (answer, error) {
	x, err := b.customer(c)
	if err != nil {
		return answer{}, err
	}
	changed := *x
	changed.Name, changed.VatID = orElse(in.Name, x.Name), orElse(in.VatID, x.VatID)
	changed.Country, changed.PaymentDays = orElse(in.Country, x.Country), orElse(in.PaymentDays, x.PaymentDays)
	if b.bug == 6 && in.PaymentDays == nil { // the default of a new customer
		changed.PaymentDays = 30
	}
	if err := b.checkCustomer(&changed, in.VatID); err != nil {
		return answer{}, err
	}
	if x.Archived {
		return answer{}, conflict("archived", "the customer is archived")
	}
	*x = changed
	return ok(x)
}

func (b *book) archiveCustomer(c call) (answer, error) {
	x, err := b.customer(c)
	if err != nil {
		return answer{}, err
	}
	if x.Archived {
		return answer{}, conflict("archived", "the customer is archived")
	}
	if slices.ContainsFunc(b.invoicesOf(x), func(i *Invoice) bool {
		return i.Status == "draft" || i.Status == "issued"
	}) {
		return answer{}, conflict("invoicesOpen", "there are invoices that are drafts or not paid")
	}
	x.Archived = true
	return gone()
}

func (b *book) restoreCustomer(c call) (answer, error) {
	x, err := b.customer(c)
	if err != nil {
		return answer{}, err
	}
	if !x.Archived {
		return answer{}, conflict("notArchived", "the customer is not archived")
	}
	x.Archived = false
	return ok(x)
}

func (b *book) invoicesOf(x *Customer) []*Invoice {
	return b.invoices.where(func(i *Invoice) bool { return i.CustomerID == x.CustomerID && i.company == x.company })
}

func (b *book) account(c call) (answer, error) {
	x, err := b.customer(c)
	if err != nil {
		return answer{}, err
	}
	type sums struct {
		Currency string `json:"currency"`
		Invoiced int    `json:"invoicedCents"`
		Paid     int    `json:"paidCents"`
		Credited int    `json:"creditedCents"`
		Open     int    `json:"openCents"`
	}
	out := []sums{}
	for _, currency := range currencies {
		a, any := sums{Currency: currency}, false
		for _, i := range b.invoicesOf(x) {
			if i.Currency != currency || i.Status == "draft" || i.Status == "void" {
				continue
			}
			i = b.shown(i)
			any = true
			a.Invoiced += i.Totals.Gross
			a.Paid += i.Paid
			a.Credited += i.Credited
			a.Open += i.Open
		}
		if any {
			out = append(out, a)
		}
	}
	return ok(map[string]any{"customerId": x.CustomerID, "accounts": out})
}
