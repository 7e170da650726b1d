// Package trial has functions that the tests of package function search tests
// for.
package trial

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Triangle sorts triangles.
func Triangle(a, b, c int) string {
	switch {
	case a <= 0 || b <= 0 || c <= 0 || a+b <= c || a+c <= b || b+c <= a:
		return ""
	case a == b && b == c:
		return "equilateral"
	case a == b || b == c || a == c:
		return "isosceles"
	}
	return "scalene"
}

// Cents reads an amount such as "12.50".
func Cents(text string) (int, error) {
	whole, part, ok := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole)
	if err != nil {
		return 0, fmt.Errorf("%q is no amount", text)
	}
	if !ok {
		return 100 * n, nil
	}
	cents, err := strconv.Atoi(part)
	if err != nil || len(part) != 2 {
		return 0, errors.New("cents have two digits")
	}
	return 100*n + cents, nil
}

// Item is something to buy.
type Item struct {
	Name  string
	Cents int
	Tags  []string
	note  string
}

// Total adds items up, less a discount in percent.
func Total(items []Item, discount *int) (total int, first *Item, err error) {
	for i := range items {
		if items[i].Cents < 0 {
			return 0, nil, fmt.Errorf("item %d costs less than nothing", i+1)
		}
		total += items[i].Cents
	}
	if discount != nil {
		total -= total * *discount / 100
	}
	if len(items) > 0 {
		first = &Item{Name: items[0].Name, Tags: []string{"first"}}
	}
	return total, first, nil
}

// Nth returns an element, and panics where there is none.
func Nth(list []int, n int) int {
	if n < 0 {
		return 0
	}
	return list[n]
}

// Sum adds numbers up.
func Sum(numbers ...int) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}

// Crowded returns how many guests and seats there are beyond twenty.
func Crowded(guests []string, seats map[int]string) (moreGuests, moreSeats int) {
	return max(0, len(guests)-20), max(0, len(seats)-20)
}

// Tried is the last code that Open was given.
var Tried string

// Open says whether the code is right.
func Open(code string) bool {
	Tried = code
	return code == "sesame"
}

var visits int

// Visit counts how often it was called in this process.
func Visit() int { visits++; return visits }

var unlocked bool

// Unlock makes Enter succeed from now on, Lock ends that.
func Unlock() { unlocked = true }

// Lock makes Enter fail.
func Lock() { unlocked = false }

// Enter fails unless it was unlocked.
func Enter() error {
	if !unlocked {
		return errors.New("locked")
	}
	return nil
}

// Shuffle returns three numbers in any order.
func Shuffle() []int { return rand.Perm(30) }

// Ticket is never the same, and holds what nobody can see.
func Ticket() (*Item, error) {
	return &Item{note: time.Now().String()}, fmt.Errorf("at %d", rand.Uint64())
}

// Spin does not come to an end for some numbers.
func Spin(n int) int {
	for n%2 == 1 {
		runtime.Gosched()
	}
	return n
}

// Stop ends the goroutine.
func Stop(now bool) {
	if now {
		runtime.Goexit()
	}
}

// Exit ends the process.
func Exit(now bool) {
	if now {
		os.Exit(3)
	}
}

// Send takes something that cannot be made.
func Send(to chan int) { close(to) }

// Map is generic.
func Map[T any](list []T) []T { return list }

// Add is a method.
func (i *Item) Add(cents int) { i.Cents += cents }

func small() {}

// Small is a function that is not exported.
var Small = small

// Closure is a function without a name.
var Closure = func() {}
