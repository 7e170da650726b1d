package shop

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// newOrder is an order as a client sends it.
type newOrder struct {
	Book     int    `json:"book"`
	Quantity int    `json:"quantity"`
	Voucher  string `json:"voucher,omitempty"`
	Country  string `json:"country,omitempty"`
}

type order struct {
	ID int `json:"id"`
	newOrder
	By     string    `json:"by"`
	Price  quote     `json:"price"`
	Status string    `json:"status"` // "open" or "cancelled"
	Placed time.Time `json:"placed"`
}

func (s *shop) addOrder(by *user, in newOrder, price quote) *order {
	s.lastID.order++
	o := &order{ID: s.lastID.order, newOrder: in, By: by.name, Price: price, Status: "open", Placed: now()}
	s.orders = append(s.orders, o)
	return o
}

// order returns the order with the id in the path of a request. Customers can access only their own.
func (s *shop) order(r *http.Request, who *user) (*order, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return nil, invalid("the id of an order is a number")
	}
	for _, o := range s.orders {
		if o.ID != id {
			continue
		}
		if o.By != who.name && !who.admin {
			return nil, problem{http.StatusForbidden, "this is an order of somebody else"}
		}
		return o, nil
	}
	return nil, errNotFound
}

func (s *shop) listOrders(_ *http.Request, who *user) (answer, error) {
	found := []*order{}
	for _, o := range s.orders {
		if o.By == who.name || who.admin {
			found = append(found, o)
		}
	}
	return answer{status: http.StatusOK, body: found}, nil
}

func (s *shop) createOrder(r *http.Request, who *user) (answer, error) {
	var in newOrder
	if err := decode(r, &in); err != nil {
		return answer{}, err
	}
	if in.Quantity < 1 || in.Quantity > 1_000 {
		return answer{}, invalid("quantity must be from 1 to 1000")
	}
	b, err := s.bookByID(in.Book)
	if err != nil {
		return answer{}, err
	}
	if in.Quantity > b.Stock {
		return answer{}, problem{http.StatusConflict, fmt.Sprintf("only %d left", b.Stock)}
	}
	price, err := s.price(b, in.Quantity, in.Voucher, in.Country)
	if err != nil {
		return answer{}, err
	}
	b.Stock -= in.Quantity
	o := s.addOrder(who, in, price)
	return answer{status: http.StatusCreated, location: fmt.Sprintf("/orders/%d", o.ID), body: o}, nil
}

func (s *shop) getOrder(r *http.Request, who *user) (answer, error) {
	o, err := s.order(r, who)
	return answer{status: http.StatusOK, body: o}, err
}

func (s *shop) cancelOrder(r *http.Request, who *user) (answer, error) {
	o, err := s.order(r, who)
	if err != nil {
		return answer{}, err
	}
	if o.Status == "cancelled" {
		return answer{}, problem{http.StatusConflict, "the order is cancelled already"}
	}
	o.Status = "cancelled"
	if b, err := s.bookByID(o.Book); err == nil {
		b.Stock += o.Quantity
	}
	return answer{status: http.StatusOK, body: o}, nil
}
