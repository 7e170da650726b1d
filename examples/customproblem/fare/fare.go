// Package fare computes prices of hotel nights. It has difficulties for a search: texts with a grammar, dates, and
// rules about several arguments.
package fare

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse parses a price such as "EUR 12.50" and returns it in cents. The default currency is the euro.
func Parse(text string) (cents int, err error) {
	amount := strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(amount, "EUR "); ok {
		amount = rest
	} else if len(amount) > 3 && amount[0] >= 'A' && amount[0] <= 'Z' {
		return 0, fmt.Errorf("the currency %s is not taken", amount[:3])
	}
	whole, part, ok := strings.Cut(amount, ".")
	euros, err := strconv.Atoi(whole)
	if err != nil {
		return 0, errors.New("a price begins with a number")
	}
	if !ok {
		return 100 * euros, nil
	}
	if len(part) != 2 {
		return 0, errors.New("cents have two digits")
	}
	if cents, err = strconv.Atoi(part); err != nil {
		return 0, errors.New("cents are a number")
	}
	return 100*euros + cents, nil
}

// Day is a day of a year that has 28 days each month, as hotels like it.
type Day struct {
	Month, Day int
}

func (d Day) valid() bool { return d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= 28 }

func (d Day) number() int { return 28*d.Month + d.Day }

// Nights returns the number of nights between two days.
func Nights(from, to Day) (int, error) {
	if !from.valid() || !to.valid() {
		return 0, errors.New("there is no such day")
	}
	n := to.number() - from.number()
	switch {
	case n < 0:
		return 0, errors.New("you cannot leave before you come")
	case n > 100:
		return 0, errors.New("nobody stays that long")
	}
	return n, nil
}

// Guest is a guest of the hotel.
type Guest struct {
	Age    int
	Member bool
}

// Discount returns the discount for a stay in percent.
func Discount(guests []Guest, nights int, code string) int {
	if len(guests) == 0 {
		return 0
	}
	members, children := 0, 0
	for _, g := range guests {
		if g.Member {
			members++
		}
		if g.Age < 12 {
			children++
		}
	}
	switch {
	case code == "WELCOME" && nights <= 2:
		return 30
	case members == len(guests) && nights >= 7:
		return 20
	case children*2 > len(guests):
		return 15
	}
	return 0
}

// Share splits a price among guests. It wrongly assumes that there is at least one.
func Share(cents int, guests []Guest) int { return cents / len(guests) }
