package shop

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// quote is the price of some copies of a book, in pence.
type quote struct {
	Books    int32 `json:"books"`
	Discount int32 `json:"discount"`
	Postage  int32 `json:"postage"`
	Total    int32 `json:"total"`
}

var countries = []string{"GB", "IE", "IS", "NZ"}

func (s *shop) quoteBook(r *http.Request) (answer, error) {
	b, err := s.book(r)
	if err != nil {
		return answer{}, err
	}
	quantity, err := number(r, "quantity", 1, 1, 1_000_000)
	if err != nil {
		return answer{}, err
	}
	q := r.URL.Query()
	price, err := s.price(b, quantity, q.Get("voucher"), q.Get("country"))
	return answer{status: http.StatusOK, body: price}, err
}

// price returns the price of copies of a book. The empty country means GB.
func (s *shop) price(b *book, quantity int, voucher, country string) (quote, error) {
	if country == "" {
		country = "GB"
	}
	if !slices.Contains(countries, country) {
		return quote{}, invalid("we do not send to " + strconv.Quote(country))
	}
	q := quote{Books: b.Price * int32(quantity)}
	percent, err := discount(q.Books, quantity, voucher)
	if err != nil {
		return quote{}, err
	}
	q.Discount = q.Books / 100 * percent
	grams := 100 + b.Pages*quantity
	if q.Postage, err = postage(q.Books, grams, country); err != nil {
		return quote{}, err
	}
	q.Total = q.Books - q.Discount + q.Postage
	if q.Total < 0 {
		return quote{}, errors.New("the total is negative")
	}
	return q, nil
}

// discount returns the discount in percent: for quantity, and for a voucher.
func discount(books int32, quantity int, voucher string) (int32, error) {
	var percent int32
	if quantity >= 10 {
		percent = 5
		if quantity >= 50 && books > 50_000 {
			percent = 10
		}
	}
	staff, isStaff := strings.CutPrefix(voucher, "STAFF-")
	switch {
	case voucher == "":
	case voucher == "READMORE":
		if books < 3_000 {
			return 0, invalid("this voucher is for orders of 30 pounds and more")
		}
		percent += 15
	case isStaff:
		number, err := strconv.Atoi(staff)
		if err != nil || number < 1000 || number > 9999 {
			return 0, invalid("a staff voucher has four digits")
		}
		if number%97 == 1 { // the check digits
			percent = 30
		}
	default:
		return 0, invalid("there is no such voucher")
	}
	return percent, nil
}

// postage returns the cost of sending in pence, by weight and country. In GB it is free for large orders.
func postage(books int32, grams int, country string) (int32, error) {
	switch country {
	case "GB":
		if books >= 5_000 && grams < 10_000 {
			return 0, nil
		}
		return 295, nil
	case "IE":
		return 595, nil
	}
	if grams > 20_000 {
		if country == "NZ" && books > 40_000 {
			return 9_900, nil // by ship
		}
		return 0, problem{http.StatusUnprocessableEntity, "too heavy for air mail"}
	}
	return 995 + int32(grams/1000)*150, nil
}
