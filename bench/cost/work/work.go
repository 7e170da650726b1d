// Package work has code that does little but decide, where probes cost most.
package work

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Triangle tells triangles apart, the classic of the field: it has nothing but
// comparisons of integers.
func Triangle(a, b, c int) int {
	if a <= 0 || b <= 0 || c <= 0 {
		return 0
	}
	if a == b && b == c {
		return 3
	}
	longest := max(a, b, c)
	if longest == a && a-b >= c || longest == b && b-c >= a || longest == c && c-a >= b {
		return 0
	}
	if a == b || b == c || a == c {
		return 2
	}
	return 1
}

// Triangles sums the kinds of all triangles with sides below n.
func Triangles(n int) int {
	sum := 0
	for a := range n {
		for b := range n {
			for c := range n {
				sum += Triangle(a, b, c)
			}
		}
	}
	return sum
}

// Order is what [ParseOrder] reads.
type Order struct {
	ID    int
	Day   time.Time
	Items []string
	Paid  bool
}

var errOrder = errors.New("no order")

// ParseOrder reads "order:17;2024-02-29;pen,ink;paid", as handlers read their
// parameters: the functions of the standard library do most of the work.
func ParseOrder(text string) (Order, error) {
	var o Order
	rest, ok := strings.CutPrefix(text, "order:")
	if !ok {
		return o, errOrder
	}
	fields := strings.Split(rest, ";")
	if len(fields) < 3 || len(fields) > 4 {
		return o, errOrder
	}
	var err error
	if o.ID, err = strconv.Atoi(fields[0]); err != nil || o.ID < 1 {
		return o, errOrder
	}
	if o.Day, err = time.Parse(time.DateOnly, fields[1]); err != nil {
		return o, err
	}
	for item := range strings.SplitSeq(fields[2], ",") {
		if item = strings.TrimSpace(item); item != "" {
			o.Items = append(o.Items, item)
		}
	}
	o.Paid = len(fields) == 4 && strings.EqualFold(fields[3], "PAID")
	return o, nil
}

// Words counts words, numbers and other characters by hand, byte by byte.
func Words(text string) (words, numbers, others int) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			for i+1 < len(text) && text[i+1] >= 'a' && text[i+1] <= 'z' {
				i++
			}
			words++
		case c >= '0' && c <= '9':
			numbers++
		case c != ' ':
			others++
		}
	}
	return words, numbers, others
}

// Tokens counts words, numbers and other characters by the classes of package
// unicode, as scanners do: it does nothing but call these.
func Tokens(text string) (words, numbers, others int) {
	var last rune
	for _, c := range text {
		switch {
		case unicode.IsLetter(c):
			if !unicode.IsLetter(last) {
				words++
			}
		case unicode.IsDigit(c):
			numbers++
		case !unicode.IsSpace(c):
			others++
		}
		last = c
	}
	return words, numbers, others
}
