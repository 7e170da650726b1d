// Package numbers has the functions that the written tests are tried on.
package numbers

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Color is a text of its own type.
type Color string

// Item is a struct with what a struct can hold.
type Item struct {
	Name  string
	Tags  []string
	Price float32
	Next  *Item
	Limit *int8
	Sizes map[int]Color
	Inner struct{ A, B any }
	note  string
}

// Parse reads a number.
func Parse(s string, base int) (int64, error) { return strconv.ParseInt(s, base, 64) }

// Split splits a text at commas.
func Split(s string) []string { return strings.Split(s, ",") }

// Find returns the item with a name, nil for none.
func Find(items []*Item, name string) (*Item, bool) {
	for _, item := range items {
		if item.Name == name {
			return item, true
		}
	}
	return nil, false
}

// Total adds up prices by their rates.
func Total(items []Item, rates map[string]float64) (total float64) {
	for _, item := range items {
		total += float64(item.Price) * rates[item.Name]
	}
	return total
}

// Make returns an item with everything in it.
func Make(name string) Item {
	limit := int8(-3)
	item := Item{Name: name, Tags: []string{"a", ""}, Price: 0.1, Next: &Item{}, Limit: &limit, Sizes: map[int]Color{-1: "red", 2: "blue"}}
	item.Inner.A, item.Inner.B = int64(1), []any{"x", 1.5, nil, map[string]any{"k": true}}
	return item
}

// Noted tells whether an item has a note.
func Noted(i Item) bool { return i.note != "" }

// Mix takes values of many types and says what it got.
func Mix(c Color, at [2]int8, r rune, raw []byte, wait time.Duration, big uint64, more ...float32) string {
	return strings.TrimSpace(fmt.Sprintln(c, at, string(r), raw, wait, big, more))
}

// Same returns what it is given.
func Same(v any) any { return v }

// Negative tells whether a number has the sign of negative ones.
func Negative(f float64) bool { return math.Signbit(f) }

// Divide panics where there is no quotient.
func Divide(a, b int) int { return a / b }

// Fail returns the error that it is given.
func Fail(err error) error { return err }

// Paint returns a color.
func Paint() (Color, uint8, time.Duration) { return "red", 7, time.Second }

// Nothing does nothing.
func Nothing() {}

// half is not exported.
func half(n int) int { return n / 2 }

// got has the name of a variable of tests.
func got(want bool) bool { return want }
