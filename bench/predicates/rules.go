package predicates

import "slices"

// rules are predicates that a method, a closure, a recursion or a conjunction of
// functions decides, as [checks] are.
func rules() []Predicate {
	return []Predicate{
		query("a rule for each field", threeRules, "lies", "multiple"),
		query("rules in a list of functions", listedRules, "allRules"),
		query("any of several rules", anyRule, "anyOf"),
		query("a function with a type parameter", genericCheck, "ordered3"),
		query("a recursion into a tree", inTrees, "tree.holds"),
		query("a recursion over the characters", risingWords, "rising"),
		query("a method of a value", windowed, "window.holds"),
		query("a result by its name", namedVerdict, "inTriangle"),
		query("a result behind a variable", behindVariable, "nearPrime"),
		query("a function that returns another's result", forwarded, "outerCheck", "innerCheck"),
		query("a number and whether it is one", commaOK, "half"),
		query("a check with a switch", switched, "allowed"),
		query("a conjunction over three functions", conjunction, "first3", "second3", "third3"),
		query("a disjunction over three functions", disjunction, "first3", "second3", "third3"),
		query("a negated check", negated, "forbidden"),
		body("each of a list", eachItem, "allGood", "goodItem"),
		body("one of a list", someItem, "goodItem"),
		query("a date by hand", twoDates, "validDate", "leap"),
	}
}

func lies(n, low, high int64) bool { return n >= low && n <= high }

func multiple(n, of int64) bool { return n%of == 0 }

func threeRules(in triple) int {
	if !lies(in.A, 8000, 8003) {
		return 0
	}
	if !lies(in.B, -60, -58) || !multiple(in.C, 7) || !lies(in.C, 5000, 20000) {
		return 1
	}
	return 2
}

func allRules(n int64, rules ...func(int64) bool) bool {
	for _, rule := range rules {
		if !rule(n) {
			return false
		}
	}
	return true
}

func listedRules(in pair) int {
	rules := []func(int64) bool{
		func(n int64) bool { return n > 20_000 },
		func(n int64) bool { return n < 20_400 },
		func(n int64) bool { return n%101 == 0 },
	}
	some := rules[:in.A&3%3]
	if allRules(in.B, some...) {
		if allRules(in.A, rules...) {
			return 2
		}
		return 1
	}
	return 0
}

func anyOf(n int64, known ...int64) bool {
	for _, k := range known[1:] {
		if n == k {
			return true
		}
	}
	return n == known[0]
}

func anyRule(in pair) int {
	if anyOf(in.A, 31, 4711, 90210) && (anyOf(in.B, -5, 65537) || anyOf(in.B, 123_456)) {
		return 1
	}
	return 0
}

func ordered3[T int64 | string](a, b, c T) bool {
	if a >= b {
		return false
	}
	return b < c
}

func genericCheck(in struct {
	A, B, C int64
	S, T    string
}) int {
	if ordered3(in.A, in.B, in.C) && ordered3(in.S, in.T, "b") && ordered3("a", in.S, in.T) {
		return 1
	}
	return 0
}

// tree is a search tree.
type tree struct {
	key         int64
	left, right *tree
}

func (t *tree) holds(key int64) bool {
	if t == nil {
		return false
	}
	if key == t.key {
		return true
	}
	if key < t.key {
		return t.left.holds(key)
	}
	return t.right.holds(key)
}

func inTrees(in pair) int {
	all := &tree{5000, &tree{key: -700, right: &tree{key: 31}}, &tree{key: 88_888}}
	if all.holds(in.A) {
		if all.right.holds(in.B) {
			return 2
		}
		return 1
	}
	return 0
}

// rising says whether the characters of a text rise.
func rising(s string) bool {
	if len(s) < 2 {
		return true
	}
	if s[0] >= s[1] {
		return false
	}
	return rising(s[1:])
}

func risingWords(in words) int {
	if len(in.A) < 4 || !rising(in.A) {
		return 0
	}
	if len(in.B) < 5 || !rising(in.B) {
		return 1
	}
	return 2
}

type window struct{ from, to int64 }

func (w *window) holds(n int64) bool {
	if n < w.from {
		return false
	}
	return n < w.to
}

func windowed(in pair) int {
	night, day := &window{22_000, 22_005}, &window{-9005, -9000}
	switch {
	case night.holds(in.A) && day.holds(in.B):
		return 2
	case night.holds(in.B):
		return 1
	}
	return 0
}

func inTriangle(a, b, c int64) (ok bool) {
	if a <= 0 || b <= 0 || c <= 0 {
		return
	}
	ok = true
	if a+b <= c || b+c <= a {
		ok = false
	}
	if a+c <= b {
		ok = false
	}
	return
}

func namedVerdict(in struct{ A, B, C, D int16 }) int {
	a, b, c, d := int64(in.A), int64(in.B), int64(in.C), int64(in.D)
	if inTriangle(a, b, c) && inTriangle(b, c, d) && a+b+c+d == 4000 {
		return 1
	}
	return 0
}

func nearPrime(n int64) bool {
	for p := int64(2); p*p <= n; p++ {
		if n%p == 0 {
			return false
		}
		if p == 9 {
			break
		}
	}
	return n > 2000 && n < 2020
}

func behindVariable(in pair) int {
	ok := nearPrime(in.A)
	if !ok {
		return 0
	}
	other := nearPrime(in.B)
	if other {
		return 1
	}
	return 2
}

func innerCheck(n, want int64) bool {
	if n < 0 {
		return false
	}
	return n == want
}

func outerCheck(n, want int64) bool { return innerCheck(n+3, want) }

func forwarded(in pair) int {
	if outerCheck(in.A, 70_000) {
		if outerCheck(in.B, 80_000) {
			return 2
		}
		return 1
	}
	return 0
}

func half(n int64) (int64, bool) {
	if n%2 != 0 || n < 30_000 {
		return 0, false
	}
	return n / 2, n < 30_100
}

func commaOK(in pair) int {
	a, ok := half(in.A)
	if !ok {
		return 0
	}
	if b, ok := half(in.B); ok && b == a+7 {
		return 2
	}
	return 1
}

func allowed(kind string, n int64) bool {
	switch kind {
	case "small":
		return n > 0 && n < 10
	case "large":
		return n > 50_000 && n < 50_010
	}
	return false
}

func switched(in struct {
	A, B string
	M, N int64
}) int {
	if allowed(in.A, in.M) && allowed(in.B, in.N) {
		return 1
	}
	return 0
}

func first3(n int64) bool { return n > 1000 }

func second3(n int64) bool { return first3(n) && n < 1010 }

func third3(n int64) bool { return second3(n) && n%7 == 3 }

func conjunction(in triple) int {
	if third3(in.A) && third3(in.B) && third3(in.C) {
		return 1
	}
	return 0
}

func disjunction(in triple) int {
	if third3(in.A) || second3(in.B) {
		if second3(in.C) || third3(in.B) {
			return 2
		}
		return 1
	}
	return 0
}

func forbidden(s string) bool {
	return s != "one" && s != "three"
}

func negated(in words) int {
	if !forbidden(in.A) && !forbidden(in.B) {
		return 1
	}
	return 0
}

func goodItem(n, of int64) bool {
	if n < 600 {
		return false
	}
	return n%of == 0
}

func allGood(list []int64) bool {
	if len(list) < 3 {
		return false
	}
	for i := 0; ; i++ {
		if i == len(list) {
			return true
		}
		if !goodItem(list[i], 17) {
			return false
		}
	}
}

func eachItem(in struct{ List []int64 }) int {
	if allGood(in.List) {
		return 1
	}
	return 0
}

func someItem(in struct{ List, More []int64 }) int {
	small := func(n int64) bool { return goodItem(n, 9973) }
	if slices.ContainsFunc(in.List, small) && slices.ContainsFunc(in.More, small) {
		return 1
	}
	return 0
}

func leap(year int64) bool { return year%4 == 0 && year%100 != 0 || year%400 == 0 }

func validDate(year, month, day int64) bool {
	if year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 {
		return false
	}
	if month == 2 {
		if leap(year) {
			return day <= 29
		}
		return day <= 28
	}
	return day <= 30
}

func twoDates(in struct{ Y, M, D, Z, N, E int32 }) int {
	if !validDate(int64(in.Y), int64(in.M), int64(in.D)) {
		return 0
	}
	if !validDate(int64(in.Z), int64(in.N), int64(in.E)) || in.Z <= in.Y {
		return 1
	}
	return 2
}
