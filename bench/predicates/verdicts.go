package predicates

import (
	"errors"
	"fmt"
	"strings"
)

// verdicts are predicates that the error of a function decides, as [checks] are.
func verdicts() []Predicate {
	return []Predicate{
		query("two limits with an error each", twoLimits, "inLimit"),
		query("an error through three functions", wrappedTwice, "store", "prepare", "accept"),
		query("two numbers that are read by hand", twoParsed, "parseNumber"),
		query("a key and a value with an error", twoPairs, "parsePair"),
		query("an error that a method returns", twoOrders, "order.check"),
		query("errors of a type of their own", typedErrors, "needs"),
	}
}

func inLimit(n, low, high int64) error {
	if n < low {
		return fmt.Errorf("%d is below %d", n, low)
	}
	if n > high {
		return fmt.Errorf("%d is above %d", n, high)
	}
	return nil
}

func twoLimits(in pair) int {
	if err := inLimit(in.A, 7000, 7010); err != nil {
		return 0
	}
	if err := inLimit(in.B, -4010, -4000); err != nil {
		return 1
	}
	return 2
}

var errRefused = errors.New("refused")

func accept(n int64) error {
	if n%1000 != 77 {
		return errRefused
	}
	return nil
}

func prepare(n, least int64) error {
	if n < least {
		return errRefused
	}
	if err := accept(n); err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	return nil
}

func store(n, least int64) error {
	err := prepare(n, least)
	if err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	return nil
}

func wrappedTwice(in pair) int {
	if err := store(in.A, 5000); err != nil {
		return 0
	}
	if err := store(in.B, 90000); err != nil {
		return 1
	}
	return 2
}

func parseNumber(s string) (int, error) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("no digit: %q", c)
		}
		n = n*10 + int(c-'0')
	}
	if s == "" {
		return 0, errors.New("empty")
	}
	if n > 100_000 {
		return 0, errors.New("too large")
	}
	return n, nil
}

func twoParsed(in words) int {
	a, err := parseNumber(in.A)
	if err != nil {
		return 0
	}
	b, err := parseNumber(in.B)
	if err != nil {
		return 1
	}
	if a+b == 4321 {
		return 2
	}
	return 3
}

func parsePair(s string) (key, value string, err error) {
	at := strings.IndexByte(s, ':')
	if at < 2 {
		return "", "", errors.New("no key")
	}
	if at > len(s)-3 {
		return "", "", errors.New("no value")
	}
	return s[:at], s[at+1:], nil
}

func twoPairs(in words) int {
	if _, _, err := parsePair(in.A); err != nil {
		return 0
	}
	if _, _, err := parsePair(in.B); err != nil {
		return 1
	}
	return 2
}

type order struct{ amount, price int64 }

func (o order) check() error {
	if o.amount <= 0 {
		return errors.New("no amount")
	}
	if o.price < 100 {
		return errors.New("too cheap")
	}
	if o.amount+o.price != 120_000 {
		return errors.New("not the total")
	}
	return nil
}

func twoOrders(in struct{ A, B, C, D int32 }) int {
	if err := (order{int64(in.A), int64(in.B)}).check(); err != nil {
		return 0
	}
	if err := (order{int64(in.C), int64(in.D)}).check(); err != nil {
		return 1
	}
	return 2
}

func needs(n, from int64) error {
	if n < from {
		return &shortage{from - n}
	}
	return nil
}

func typedErrors(in pair) int {
	if err := needs(in.A, 100_000); err != nil {
		return 0
	}
	if err := needs(in.B, 200_000); err != nil {
		return 1
	}
	return 2
}
