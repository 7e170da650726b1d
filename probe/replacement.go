package probe

// Replacement says that calls of one function become calls of another one,
// which does the same and reports how near the outcome was to another one.
//
// The other function has the parameters of the first one behind a [Call], and
// the same results:
//
//	// Valid stands in for isbn.Valid.
//	func Valid(at probe.Call, number string) bool {
//		ok := isbn.Valid(number)
//		if at.News(ok) {
//			at.Report(ok, nearness(number), 0.5, number)
//		}
//		return ok
//	}
//
// For a method the receiver is the first of these parameters, and may have the
// type of an interface that it implements. A function with type parameters
// needs one with the same.
//
// The function has to return and to panic as the one it stands in for does: the
// program must not notice. Best it calls that one. It lives in a package of its
// own, which is never covered; calls in the packages that this one imports stay
// as they are. So do calls with go and defer, values of the function, method
// expressions, and calls whose arguments are the results of another call.
type Replacement struct {
	// Func is the function whose calls are replaced, by its full name:
	// "example.com/isbn.Valid", "(example.com/isbn.Book).Valid" or
	// "(*example.com/isbn.Shelf).Has".
	Func string
	// With is the function that is called instead: "example.com/shop/near.Valid".
	With string
}

// own is the import path of this package.
const own = "github.com/evoke-go/evoke/probe"

// Replacements returns the rows of the functions in this package that stand in
// for those of the standard library.
func Replacements() []Replacement {
	return []Replacement{
		{"strings.HasPrefix", own + ".HasPrefix"},
		{"strings.HasSuffix", own + ".HasSuffix"},
		{"strings.Contains", own + ".Contains"},
		{"strings.EqualFold", own + ".EqualFold"},
		{"bytes.Equal", own + ".EqBytes"},
		{"slices.Contains", own + ".In"},
		{"(time.Time).Before", own + ".Before"},
		{"(time.Time).After", own + ".After"},
		{"(time.Time).Equal", own + ".EqTime"},
		{"(*regexp.Regexp).MatchString", own + ".Match"},
	}
}
