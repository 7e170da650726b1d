package shop

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// order is what is stored and shown of an order. Its lines are copies of the
// cart's, so that they stay when an item changes.
type order struct {
	ID       int    `json:"id"`
	Customer string `json:"customer"`
	Address  string `json:"address"`
	State    string `json:"state"`
	Lines    []line `json:"lines"`
	Total    int    `json:"total"`
}

// The states of an order.
const (
	pending   = "open"
	paid      = "paid"
	cancelled = "cancelled"
)

const orderColumns = "id, customer, address, state, total"

func scanOrder(row kit.Row, o *order) error {
	return row.Scan(&o.ID, &o.Customer, &o.Address, &o.State, &o.Total)
}

// withLines adds the lines of an order.
func (s *service) withLines(o *order) (err error) {
	o.Lines, err = kit.All(s.db, scanLine,
		"SELECT item, name, price, quantity FROM lines WHERE purchase = ? ORDER BY item", o.ID)
	return err
}

// orderOf returns the order of the path if it is a customer's.
func (s *service) orderOf(r *http.Request, customer string) (order, error) {
	o, err := s.anyOrderOf(r)
	if err == nil && o.Customer != customer {
		return o, kit.Refuse(http.StatusNotFound, "there is none")
	}
	return o, err
}

// anyOrderOf returns the order of the path, whose ever it is.
func (s *service) anyOrderOf(r *http.Request) (order, error) {
	id, err := idOf(r)
	if err != nil {
		return order{}, err
	}
	o, err := kit.One(s.db, scanOrder, "SELECT "+orderColumns+" FROM orders WHERE id = ?", id)
	if err != nil {
		return o, err
	}
	return o, s.withLines(&o)
}

func (s *service) listOrders(w http.ResponseWriter, r *http.Request, customer string) (err error) {
	q := kit.ReadQuery(r)
	state := q.Choice("state", pending, paid, cancelled)
	p := page[order]{}
	p.Page, p.Size = pageOf(q)
	if err := q.Err(); err != nil {
		return err
	}
	const clause = " FROM orders WHERE customer = ? AND ? IN (state, '')"
	if p.Total, err = kit.Number(s.db, "SELECT count(*)"+clause, customer, state); err != nil {
		return err
	}
	p.Items, err = kit.All(s.db, scanOrder, "SELECT "+orderColumns+clause+" ORDER BY id LIMIT ? OFFSET ?",
		customer, state, p.Size, (p.Page-1)*p.Size)
	if err != nil {
		return err
	}
	for i := range p.Items {
		if err := s.withLines(&p.Items[i]); err != nil {
			return err
		}
	}
	return kit.JSON(w, http.StatusOK, p)
}

func (s *service) createOrder(w http.ResponseWriter, r *http.Request, customer string) error {
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	o := order{Customer: customer, State: pending}
	body.Need("address")
	body.Text(&o.Address, "address", 1, 200)
	if err := body.Err(); err != nil {
		return err
	}
	c, err := s.cart(customer)
	if err != nil {
		return err
	}
	if len(c.Lines) == 0 {
		return kit.Refuse(http.StatusConflict, "the cart is empty")
	}
	o.Lines = c.Lines
	for _, l := range c.Lines {
		if s.bugs.Has(TotalOfPrices) {
			o.Total += l.Price
		} else {
			o.Total += l.Amount
		}
	}
	if err := s.place(&o); err != nil {
		return err
	}
	return kit.Created(w, fmt.Sprintf("/orders/%d", o.ID), o)
}

// place stores a new order and empties the cart.
func (s *service) place(o *order) (err error) {
	o.ID, err = kit.Insert(s.db, "INSERT INTO orders (customer, address, state, total) VALUES (?, ?, ?, ?)", o.Customer,
		o.Address, o.State, o.Total)
	if err != nil {
		return err
	}
	for _, l := range o.Lines {
		if _, err := s.db.Exec("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", o.ID, l.Item, l.Name,
			l.Price, l.Quantity); err != nil {
			return err
		}
	}
	_, err = s.db.Exec("DELETE FROM carts WHERE customer = ?", o.Customer)
	return err
}

func (s *service) getOrder(w http.ResponseWriter, r *http.Request, customer string) error {
	o, err := s.anyOrderOf(r)
	if !s.bugs.Has(ForeignRead) {
		o, err = s.orderOf(r, customer)
	}
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, o)
}

// payment is what is stored and shown of a payment, of a whole order.
type payment struct {
	ID     int    `json:"id"`
	Order  int    `json:"order"`
	Amount int    `json:"amount"`
	Method string `json:"method"`
}

func scanPayment(row kit.Row, p *payment) error {
	return row.Scan(&p.ID, &p.Order, &p.Amount, &p.Method)
}

func (s *service) listPayments(w http.ResponseWriter, r *http.Request, customer string) error {
	o, err := s.orderOf(r, customer)
	if err != nil {
		return err
	}
	found, err := kit.All(s.db, scanPayment,
		"SELECT id, purchase, amount, method FROM payments WHERE purchase = ? ORDER BY id", o.ID)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, kit.Cut(found, 0, len(found)))
}

func (s *service) pay(w http.ResponseWriter, r *http.Request, customer string) error {
	o, err := s.orderOf(r, customer)
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	p := payment{Order: o.ID, Amount: o.Total}
	body.Need("method")
	body.Choice(&p.Method, "method", "card", "invoice", "voucher")
	if err := body.Err(); err != nil {
		return err
	}
	if again := o.State == paid && s.bugs.Has(PaidTwice); o.State != pending && !again {
		return kit.Refuse(http.StatusConflict, "the order is %s", o.State)
	}
	if p.ID, err = kit.Insert(s.db, "INSERT INTO payments (purchase, amount, method) VALUES (?, ?, ?)", p.Order,
		p.Amount, p.Method); err != nil {
		return err
	}
	if err := s.move(&o, paid); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusCreated, p)
}

// move brings an order into another state.
func (s *service) move(o *order, state string) error {
	o.State = state
	_, err := s.db.Exec("UPDATE orders SET state = ? WHERE id = ?", state, o.ID)
	return err
}

func (s *service) cancel(w http.ResponseWriter, r *http.Request, customer string) error {
	o, err := s.orderOf(r, customer)
	if err != nil {
		return err
	}
	if o.State != pending {
		return kit.Refuse(http.StatusConflict, "the order is %s", o.State)
	}
	if err := s.move(&o, cancelled); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, o)
}
