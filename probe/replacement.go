package probe

import "slices"

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

// Replacements returns the rows of the functions, in this package and below
// probe/calls, that stand in for those of the standard library.
func Replacements() []Replacement {
	return slices.Concat(ownRows(), textRows(), valueRows())
}

// ownRows are the rows of this package.
func ownRows() []Replacement {
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

// The packages of functions below this one.
const (
	texts  = own + "/calls/texts"
	values = own + "/calls/values"
)

// textRows are the rows of package texts.
func textRows() []Replacement {
	return slices.Concat(
		rows("strings.", texts+".", "Compare", "ContainsAny", "ContainsRune", "Index", "LastIndex", "IndexByte", "LastIndexByte", "IndexAny",
			"LastIndexAny", "IndexRune", "Count", "Cut", "CutPrefix", "CutSuffix"),
		rows("bytes.", texts+".Bytes", "Compare", "EqualFold", "HasPrefix", "HasSuffix", "Contains", "ContainsAny", "ContainsRune", "Index",
			"LastIndex", "IndexByte", "LastIndexByte", "IndexAny", "LastIndexAny", "IndexRune", "Count", "Cut",
			"CutPrefix", "CutSuffix"),
		rows("strconv.", texts+".", "Atoi", "ParseInt", "ParseUint", "ParseFloat", "ParseBool", "Unquote"),
		rows("unicode.", texts+".", "IsLetter", "IsDigit", "IsNumber", "IsUpper", "IsLower", "IsSpace", "IsPunct", "IsSymbol", "IsControl",
			"IsGraphic", "IsPrint", "IsMark", "IsTitle", "Is", "In", "IsOneOf"),
		rows("unicode/utf8.", texts+".", "Valid", "ValidString"),
	)
}

// valueRows are the rows of package values.
func valueRows() []Replacement {
	return append(slices.Concat(
		rows("slices.", values+".", "Index", "IndexFunc", "ContainsFunc", "Equal", "Compare", "BinarySearch"),
		rows("sort.", values+".", "SearchStrings", "SearchInts", "SearchFloat64s"),
		rows("errors.", values+".", "Is", "As", "AsType"),
	), []Replacement{
		{"maps.Equal", values + ".EqualMaps"},
		{"cmp.Compare", values + ".CompareOrdered"},
		{"cmp.Less", values + ".Less"},
		{"reflect.DeepEqual", values + ".DeepEqual"},
	}...)
}

// rows are the rows of functions that have the same name as those they stand in
// for, but for what goes before it.
func rows(funcs, with string, names ...string) []Replacement {
	var all []Replacement
	for _, name := range names {
		all = append(all, Replacement{funcs + name, with + name})
	}
	return all
}

// Wanted is what a function would have liked to get in place of the text that it
// got. Functions that stand in for others report it, see [Call.Report].
type Wanted struct {
	Form Form
	// Text is what the form is about, such as a regular expression or a layout. It
	// is "" for a form that needs none.
	Text string
}

// Form says in what form a text is wanted.
type Form string

// The forms. Those in the second group need no text unless it says so.
const (
	Matching   Form = "matching"   // it matches Text, a regular expression
	Prefixed   Form = "prefix"     // it begins with Text
	Suffixed   Form = "suffix"     // it ends with Text
	Containing Form = "containing" // Text is a part of it
	Folded     Form = "folded"     // it is Text but for the case of letters
	Excluding  Form = "excluding"  // Text is no part of it

	Timed    Form = "time"     // a time in the layout Text of package time
	Lasting  Form = "duration" // of time.ParseDuration
	Integer  Form = "integer"  // Text is its base if that is not 10
	Natural  Form = "natural"  // an integer that is not negative; Text as for Integer
	Decimal  Form = "decimal"  // a number of strconv.ParseFloat
	Truth    Form = "truth"    // a bool of strconv.ParseBool
	Quoted   Form = "quoted"   // a literal of Go, in quotes
	UUID     Form = "uuid"     // 36 characters
	IP       Form = "ip"       // Text is "4" or "6" if only one version is wanted
	Network  Form = "network"  // an address with the length of its prefix
	HostPort Form = "hostport" // a host, a colon and a port
	Hardware Form = "hardware" // the address of a network card
	URL      Form = "url"      // Text is "absolute" if it needs a scheme
	Mail     Form = "mail"     // an address; Text is "list" where there may be several
	Base64   Form = "base64"   // Text is "", "raw", "url" or "rawurl"
	Hex      Form = "hex"      // an even number of hexadecimal digits
	JSON     Form = "json"     // a JSON value; Text is a Go type if that is known, as reflect writes it
	XML      Form = "xml"      // a document
	CSV      Form = "csv"      // lines of values
	UTF8     Form = "utf8"     // valid UTF-8
)
