package js_test

import (
	"fmt"

	"github.com/evoke-go/evoke/js"
)

// A file with probes, and its targets by number.
func ExampleInstrument() {
	code := js.Instrument(js.Source{Path: "age.js", Text: "if (age >= 18) open();", First: 100})
	fmt.Println(code.Text)
	for i, t := range code.Targets {
		fmt.Println(100+i, t.Kind, t.Line, t.Op, t.Side, t.Values)
	}
	// Output:
	// __evoke__.s(100);if(__evoke__.ge(age,18,101)){__evoke__.v(__evoke__.s(103),open())}__evoke__.d(100);
	// 100 statement 1  false []
	// 101 branch 1 >= true [18]
	// 102 branch 1 >= false [18]
	// 103 statement 1  false []
}

// A file that cannot be parsed stays as it is.
func ExampleCode() {
	code := js.Instrument(js.Source{Path: "broken.js", Text: "if ("})
	fmt.Println(code.Text)
	fmt.Println(code.Err)
	// Output:
	// if (
	// instrument broken.js: parse: line 1: Unexpected end of file
}

// Rows beside those of the library: any method and any global function may be scored by a
// function that the runtime has.
func ExampleReplacements() {
	rows := append(js.Replacements(), js.Replacement{Func: ".equalsIgnoreOrder", With: "equals", Arguments: 1})
	code := js.Instrument(js.Source{Path: "lists.js", Text: "a.equalsIgnoreOrder('x')", Replacements: rows})
	fmt.Println(code.Targets[1].Kind, code.Targets[1].Op)
	// Output: call equalsIgnoreOrder
}

// A file with mutants. The runtime switches one on, and is the same as for probes.
func ExampleMutate() {
	code := js.Mutate(js.Source{Path: "age.js", Text: "const adult = (age) => age >= 18;"})
	fmt.Println(code.Text)
	for i, m := range code.Mutants {
		fmt.Println(i, m.Operator, m.Line, m.Function, m.Change)
	}
	// Output:
	// const adult=age=>__evoke__.mge(age,__evoke__.mi(18,2),0,1);
	// 0 negation 1 adult age >= 18 is negated
	// 1 boundary 1 adult age >= 18 becomes age > 18
	// 2 constant 1 adult 18 becomes 19
}

// Functions of a file, and where a test reaches them.
func ExampleFunction() {
	code := js.Instrument(js.Source{Path: "cart.js", Record: true, Text: `
		let total = 0;
		function Cart() { this.add = (item) => { total += item.price; }; }
		Cart.prototype.sum = function () { return total; };`})
	for _, f := range code.Functions {
		fmt.Println(f.Number, f.Form, f.Path, f.Parameters, f.Uses)
	}
	// Output:
	// 0 declaration Cart [] [total]
	// 1 arrow new Cart().add [item] [total]
	// 2 expression Cart.prototype.sum [] [total]
}
