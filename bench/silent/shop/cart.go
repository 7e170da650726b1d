package shop

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// line is an item in a cart or an order. Amount is Price times Quantity.
type line struct {
	Item     int    `json:"item"`
	Name     string `json:"name"`
	Price    int    `json:"price"`
	Quantity int    `json:"quantity"`
	Amount   int    `json:"amount"`
}

func scanLine(row kit.Row, l *line) error {
	err := row.Scan(&l.Item, &l.Name, &l.Price, &l.Quantity)
	l.Amount = l.Price * l.Quantity
	return err
}

// cart is what a customer is about to order.
type cart struct {
	Lines []line `json:"lines"`
	Total int    `json:"total"`
}

// cart returns the cart of a customer, in the order of the items.
func (s *service) cart(customer string) (c cart, err error) {
	c.Lines, err = kit.All(s.db, scanLine, `SELECT items.id, name, price, quantity FROM carts
		JOIN items ON items.id = carts.item WHERE customer = ? ORDER BY items.id`, customer)
	for _, l := range c.Lines {
		c.Total += l.Amount
	}
	return c, err
}

func (s *service) showCart(w http.ResponseWriter, customer string) error {
	c, err := s.cart(customer)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, c)
}

func (s *service) getCart(w http.ResponseWriter, _ *http.Request, customer string) error {
	return s.showCart(w, customer)
}

func (s *service) putLine(w http.ResponseWriter, r *http.Request, customer string) error {
	i, err := s.itemOf(r)
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	quantity, most := 0, 99
	if s.bugs.Has(QuantityUnbounded) {
		most = 1000000
	}
	body.Need("quantity")
	body.Int(&quantity, "quantity", 1, most)
	if err := body.Err(); err != nil {
		return err
	}
	statement := "INSERT INTO carts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET quantity = excluded.quantity"
	if s.bugs.Has(CartAdds) {
		statement += " + quantity"
	}
	if _, err := s.db.Exec(statement, customer, i.ID, quantity); err != nil {
		return err
	}
	return s.showCart(w, customer)
}

func (s *service) deleteLine(w http.ResponseWriter, r *http.Request, customer string) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	n, err := kit.Number(s.db, "SELECT count(*) FROM carts WHERE customer = ? AND item = ?", customer, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return kit.Refuse(http.StatusNotFound, "the cart has no item %d", id)
	}
	if _, err := s.db.Exec("DELETE FROM carts WHERE customer = ? AND item = ?", customer, id); err != nil {
		return err
	}
	return kit.NoContent(w)
}
