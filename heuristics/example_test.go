package heuristics_test

import (
	"fmt"
	"maps"

	"github.com/evoke-go/evoke/heuristics"
)

// A condition that is false says how close it was to being true.
func Example() {
	for _, quantity := range []int64{900, 50, 43, 42} {
		t := heuristics.EqualInt(quantity, 42)
		fmt.Printf("%3d == 42: true %.3f, false %.2f\n", quantity, t.OfTrue, t.OfFalse)
	}
	// Output:
	// 900 == 42: true 0.101, false 1.00
	//  50 == 42: true 0.200, false 1.00
	//  43 == 42: true 0.550, false 1.00
	//  42 == 42: true 1.000, false 0.55
}

// The right operand of && is not evaluated when the left is false.
func ExampleAnd() {
	x, name := int64(7), "bob"
	a := heuristics.EqualInt(x, 7)
	b := heuristics.EqualString(name, "bod")
	fmt.Printf("both evaluated: %.3f\n", heuristics.And(a, b).OfTrue)
	fmt.Printf("left is false:  %.3f\n", heuristics.And(heuristics.EqualInt(8, 7), heuristics.Truthness{}).OfTrue)
	fmt.Printf("right panicked: %.3f\n", heuristics.And(a, heuristics.Truthness{}).OfTrue)
	// Output:
	// both evaluated: 0.700
	// left is false:  0.275
	// right panicked: 0.525
}

func ExampleOr() {
	t := heuristics.Or(heuristics.EqualInt(9, 7), heuristics.LessInt(9, 8))
	fmt.Printf("%.2f %.2f\n", t.OfTrue, t.OfFalse)
	// Output: 0.40 1.00
}

func ExampleTruthness_Not() {
	fmt.Println(heuristics.Flag(true).Not())
	// Output: {0.1 1}
}

// A probe keeps the smallest distance and maps it when it is read.
func ExampleClose() {
	smallest := min(heuristics.IntDistance(3, 10), heuristics.IntDistance(12, 10))
	fmt.Println(smallest, heuristics.Close(float64(smallest)))
	// Output: 2 0.4
}

// FromDistances makes a condition of your own: here, that a number is even.
func ExampleFromDistances() {
	even := func(n int) heuristics.Truthness {
		odd := float64(n & 1)
		return heuristics.FromDistances(odd, 1-odd)
	}
	fmt.Println(even(3), even(4))
	// Output: {0.55 1} {1 0.55}
}

func ExampleStringDistance() {
	fmt.Println(heuristics.StringDistance("cat", "cau"), heuristics.StringDistance("cat", "cats"))
	// Output: 1 65536
}

func ExampleOrderDistance() {
	fmt.Println(heuristics.OrderDistance("bzzz", "b") < heuristics.OrderDistance("azzz", "b"))
	// Output: true
}

func ExampleElement() {
	t := heuristics.Element([]string{"queued", "done"}, "dome", heuristics.EqualString)
	fmt.Println(t.OfTrue > 0.5, t.OfFalse)
	// Output: true 1
}

func ExampleKey() {
	stock := map[string]int{"apple": 3, "pear": 0}
	near := heuristics.Key(maps.Keys(stock), "peas", heuristics.EqualString)
	far := heuristics.Key(maps.Keys(stock), "zzz", heuristics.EqualString)
	fmt.Println(near.OfTrue > far.OfTrue)
	// Output: true
}

func ExampleEqualAny() {
	type version struct{ Major, Minor int }
	for _, v := range []version{{9, 9}, {1, 9}, {1, 3}, {1, 2}} {
		fmt.Printf("%.2f\n", heuristics.EqualAny(v, version{1, 2}).OfTrue)
	}
	// Output:
	// 0.25
	// 0.63
	// 0.79
	// 1.00
}

func ExampleEqualDeep() {
	fmt.Printf("%.2f\n", heuristics.EqualDeep([]int{1, 2}, []int{1, 2, 3}).OfTrue)
	// Output: 0.70
}

// A replacement reports both sides of the outcome of the function that it replaces. Here the function decides whether a
// number is an ISBN-13 of a book.
func Example_replacement() {
	valid := func(isbn string) heuristics.Truthness {
		length := heuristics.EqualInt(int64(len(isbn)), 13)
		return heuristics.And(length,
			heuristics.Or(heuristics.HasPrefix(isbn, "978"), heuristics.HasPrefix(isbn, "979")))
	}
	for _, isbn := range []string{"", "1234567890123", "9771234567890", "9781234567890"} {
		t := valid(isbn)
		fmt.Printf("%.3f %.3f %q\n", t.OfTrue, t.OfFalse, isbn)
	}
	// Output:
	// 0.082 1.000 ""
	// 0.574 1.000 "1234567890123"
	// 0.775 1.000 "9771234567890"
	// 1.000 0.550 "9781234567890"
}
