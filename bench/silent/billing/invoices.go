package billing

import (
	"errors"
	"net/http"
	"strconv"

	"gorm.io/gorm"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// invoice is what a customer is asked to pay. All amounts are in cents.
type invoice struct {
	ID       int    `json:"id" gorm:"primaryKey;autoIncrement"`
	Customer int    `json:"customer"`
	Agent    string `json:"agent"`
	Due      string `json:"due"`
	Note     string `json:"note"`
	// Status is draft, sent or paid.
	Status   string `json:"status"`
	Discount int    `json:"discount"`
	Net      int    `json:"net"`
	// Total is Net less Discount, rounded to a cent, a half up.
	Total     int            `json:"total"`
	Paid      int            `json:"paid"`
	Lines     []line         `json:"lines" gorm:"foreignKey:Invoice"`
	DeletedAt gorm.DeletedAt `json:"-"`
}

// line is a part of an invoice.
type line struct {
	ID       int    `json:"id" gorm:"primaryKey;autoIncrement"`
	Invoice  int    `json:"-"`
	Text     string `json:"text"`
	Quantity int    `json:"quantity"`
	Price    int    `json:"price"`
}

// sum sets the amounts of an invoice by its lines.
func (s *service) sum(v *invoice) {
	v.Net = 0
	for _, l := range v.Lines {
		v.Net += l.Quantity * l.Price
	}
	less := v.Net * (100 - v.Discount)
	v.Total = (less + 50) / 100
	if s.bugs.Has(DiscountCut) {
		v.Total = less / 100
	}
}

// billed returns the invoice that the path names, with its lines.
func (s *service) billed(c *call) (*invoice, error) {
	id, err := c.id()
	if err != nil {
		return nil, err
	}
	found, err := one[invoice](s.db.Preload("Lines"), id)
	if err != nil {
		return nil, err
	}
	return found, c.sees(found.Agent)
}

// draft refuses invoices that were sent.
func (v *invoice) draft() error {
	if v.Status != "draft" {
		return kit.Refuse(http.StatusConflict, "the invoice was sent")
	}
	return nil
}

func (s *service) listInvoices(c *call) error {
	q := kit.ReadQuery(c.Request)
	of, status := q.Int("customer", 0, 1, 1000000000), q.Choice("status", "draft", "sent", "paid")
	from, to := q.Date("dueFrom"), q.Date("dueTo")
	sort := q.Choice("sort", "id", "due", "total", "-total")
	offset, limit := q.Int("offset", 0, 0, 100000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	query := s.db.Model(&invoice{}).Preload("Lines")
	if !c.user.isAccountant() && (of == 0 || !s.bugs.Has(ForeignByFilter)) {
		query = query.Where("agent = ?", c.user.Name)
	}
	if of != 0 {
		query = query.Where("customer = ?", of)
	}
	if status != "" {
		query = query.Where("status = ?", status)
	}
	if from != "" {
		query = query.Where("due >= ?", from)
	}
	switch {
	case to != "" && s.bugs.Has(DueToExclusive):
		query = query.Where("due < ?", to)
	case to != "":
		query = query.Where("due <= ?", to)
	}
	return list[invoice](c, s, s.sorted(query, sort), offset, limit)
}

func (s *service) sorted(query *gorm.DB, by string) *gorm.DB {
	total := "total"
	if s.bugs.Has(TotalSortedAsText) {
		total = "CAST(total AS TEXT)"
	}
	switch by {
	case "due":
		return query.Order("due, id")
	case "total":
		return query.Order(total + ", id")
	case "-total":
		return query.Order(total + " DESC, id")
	}
	return query.Order("id")
}

// readLine reads one line.
func readLine(o *kit.Object) (line, error) {
	var out line
	o.Need("text", "quantity", "price")
	o.Text(&out.Text, "text", 1, 80)
	o.Int(&out.Quantity, "quantity", 1, 1000)
	o.Int(&out.Price, "price", 0, 1000000)
	return out, o.Err()
}

func (s *service) createInvoice(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	made := &invoice{Status: "draft", Lines: []line{}}
	o.Need("customer", "due")
	o.Int(&made.Customer, "customer", 1, 1000000000)
	o.Date(&made.Due, "due")
	o.Text(&made.Note, "note", 0, 200)
	if err := o.Err(); err != nil {
		return err
	}
	customers := s.db
	if s.bugs.Has(DeletedCustomerBilled) {
		customers = s.db.Unscoped()
	}
	of, err := one[customer](customers, made.Customer)
	if refusal := (*kit.Refusal)(nil); errors.As(err, &refusal) {
		return kit.Refuse(http.StatusConflict, "there is no such customer")
	} else if err != nil {
		return err
	}
	if err := c.sees(of.Agent); err != nil {
		return err
	}
	made.Agent, made.Discount = of.Agent, of.Discount
	if err := s.db.Create(made).Error; err != nil {
		return err
	}
	at := "/invoices/" + strconv.Itoa(made.ID)
	if s.bugs.Has(InvoiceLocation) {
		at = "/invoices/" + strconv.Itoa(made.Customer)
	}
	return kit.Created(c.Writer, at, made)
}

func (s *service) getInvoice(c *call) error {
	found, err := s.billed(c)
	if err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

func (s *service) patchInvoice(c *call) error {
	found, err := s.billed(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Date(&found.Due, "due")
	o.Text(&found.Note, "note", 0, 200)
	if err := o.Err(); err != nil {
		return err
	}
	if err := found.draft(); err != nil {
		return err
	}
	if err := s.db.Save(found).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

func (s *service) deleteInvoice(c *call) error {
	found, err := s.billed(c)
	if err != nil {
		return err
	}
	if err := found.draft(); err != nil {
		return err
	}
	if err := s.db.Delete(&invoice{}, found.ID).Error; err != nil {
		return err
	}
	return kit.NoContent(c.Writer)
}

// addLine adds a line to a draft and answers with the invoice.
func (s *service) addLine(c *call) error {
	found, err := s.billed(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	more, err := readLine(o)
	if err != nil {
		return err
	}
	if err := found.draft(); err != nil {
		return err
	}
	if !s.bugs.Has(TotalWithoutNewLine) {
		found.Lines = append(found.Lines, more)
		s.sum(found)
	} else {
		s.sum(found)
		found.Lines = append(found.Lines, more)
	}
	if err := s.db.Save(found).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}

// send sends a draft that has lines, if its customer may owe that much.
func (s *service) send(c *call) error {
	found, err := s.billed(c)
	if err != nil {
		return err
	}
	if found.Status != "draft" && (found.Status != "sent" || !s.bugs.Has(SentTwice)) {
		return kit.Refuse(http.StatusConflict, "the invoice was sent")
	}
	if len(found.Lines) == 0 {
		return kit.Refuse(http.StatusConflict, "the invoice is empty")
	}
	of, err := one[customer](s.db, found.Customer)
	if err != nil {
		return err
	}
	var open int
	owed := s.db.Model(&invoice{}).Where("customer = ? AND status = 'sent' AND id <> ?", of.ID, found.ID)
	if err := owed.Select("coalesce(sum(total - paid), 0)").Scan(&open).Error; err != nil {
		return err
	}
	if open+found.Total > of.CreditLimit {
		return kit.Refuse(http.StatusConflict, "the customer owes too much")
	}
	found.Status = "sent"
	if err := s.db.Save(found).Error; err != nil {
		return err
	}
	return kit.JSON(c.Writer, http.StatusOK, found)
}
