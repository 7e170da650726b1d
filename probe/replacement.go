package probe

import (
	"maps"
	"slices"
)

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
//
// callstest.Alike (package probe/calls/callstest) compares the two in a line of a
// test. A fault that the program shows only with such functions in it is dropped
// where the written tests are run, and the functions are named.
type Replacement struct {
	// Func is the function whose calls are replaced, by its full name:
	// "example.com/isbn.Valid", "(example.com/isbn.Book).Valid" or
	// "(*example.com/isbn.Shelf).Has".
	Func string
	// With is the function that is called instead: "example.com/shop/near.Valid".
	With string
	// Pass says that With gets the function itself behind the Call, for a method as
	// the value x.Method and without x as another parameter. So one function with
	// type parameters can stand in for many, and need not import any of them:
	//
	//	// Parse stands in for functions that read an ISBN.
	//	func Parse[T any](at probe.Call, parse func(string) (T, error), s string) (T, error)
	//
	// Methods of interfaces, and functions with type parameters of their own, are
	// not passed. By default With gets the operands alone.
	Pass bool
}

// own is the import path of this package.
const own = "github.com/evoke-go/evoke/probe"

// Replacements returns the rows of the functions, in this package and below
// probe/calls, that stand in for those of the standard library.
func Replacements() []Replacement {
	return slices.Concat(ownRows(), textRows(), valueRows(), timeRows(), patternRows(), formRows(), decodeRows())
}

// ownRows are the rows of this package.
func ownRows() []Replacement {
	return []Replacement{
		{Func: "strings.HasPrefix", With: own + ".HasPrefix"},
		{Func: "strings.HasSuffix", With: own + ".HasSuffix"},
		{Func: "strings.Contains", With: own + ".Contains"},
		{Func: "strings.EqualFold", With: own + ".EqualFold"},
		{Func: "bytes.Equal", With: own + ".EqBytes"},
		{Func: "slices.Contains", With: own + ".In"},
		{Func: "(time.Time).Before", With: own + ".Before"},
		{Func: "(time.Time).After", With: own + ".After"},
		{Func: "(time.Time).Equal", With: own + ".EqTime"},
	}
}

// times are functions that parse and compare times.
const times = own + "/calls/times"

func timeRows() []Replacement {
	return []Replacement{
		{Func: "time.Parse", With: times + ".Parse"},
		{Func: "time.ParseInLocation", With: times + ".ParseInLocation"},
		{Func: "time.ParseDuration", With: times + ".ParseDuration"},
		{Func: "(time.Time).Compare", With: times + ".Compare"},
		{Func: "(*time.Time).UnmarshalText", With: times + ".UnmarshalText"},
	}
}

// patterns are functions that look for a match of a regular expression.
const patterns = own + "/calls/patterns"

func patternRows() []Replacement {
	rows := []Replacement{{Func: "regexp.MatchString", With: patterns + ".MatchOf"},
		{Func: "regexp.Match", With: patterns + ".MatchBytesOf"}}
	for _, method := range []string{
		"MatchString", "Match", "FindString", "Find", "FindStringIndex", "FindIndex", "FindStringSubmatch",
		"FindSubmatch", "FindStringSubmatchIndex", "FindSubmatchIndex", "FindAllString", "FindAll",
		"FindAllStringIndex", "FindAllIndex",
		"FindAllStringSubmatch", "FindAllSubmatch", "FindAllStringSubmatchIndex", "FindAllSubmatchIndex",
	} {
		rows = append(rows, Replacement{Func: "(*regexp.Regexp)." + method, With: patterns + "." + method})
	}
	return rows
}

// forms are functions that read a text of a form. They are passed the functions
// that they stand in for, some of libraries that a program may not have.
const forms = own + "/calls/forms"

func formRows() []Replacement {
	var rows []Replacement
	for _, row := range [][2]string{
		{"net.ParseIP", "IP"}, {"net.ParseCIDR", "CIDR"}, {"net.ParseMAC", "MAC"}, {"net.SplitHostPort", "HostPort"},
		{"net/netip.ParseAddr", "Addr"}, {"net/netip.ParseAddrPort", "AddrPort"}, {"net/netip.ParsePrefix", "Prefix"},
		{"net/netip.MustParseAddr", "MustAddr"},
		{"net/netip.MustParseAddrPort", "MustAddrPort"}, {"net/netip.MustParsePrefix", "MustPrefix"},
		{"net/url.Parse", "URL"}, {"net/url.ParseRequestURI", "RequestURI"}, {"net/url.ParseQuery", "Query"},
		{"net/url.QueryUnescape", "Unescape"}, {"net/url.PathUnescape", "Unescape"},
		{"net/mail.ParseAddress", "Mail"}, {"net/mail.ParseAddressList", "Mails"}, {"encoding/hex.DecodeString", "Hex"},
		{"github.com/google/uuid.Parse", "UUID"}, {"github.com/google/uuid.MustParse", "MustUUID"},
		{"github.com/google/uuid.ParseBytes", "UUIDBytes"}, {"github.com/google/uuid.Validate", "ValidUUID"},
		{"github.com/gofrs/uuid.FromString", "UUID"}, {"github.com/gofrs/uuid/v5.FromString", "UUID"},
		{"github.com/satori/go.uuid.FromString", "UUID"}, {"github.com/hashicorp/go-uuid.ParseUUID", "UUID"},
	} {
		rows = append(rows, Replacement{Func: row[0], With: forms + "." + row[1], Pass: true})
	}
	return rows
}

// decoders are functions that decode.
const decoders = own + "/calls/decode"

func decodeRows() []Replacement {
	rows := []Replacement{
		{Func: "(*encoding/base64.Encoding).DecodeString", With: decoders + ".Base64"},
		{Func: "(*encoding/base64.Encoding).Decode", With: decoders + ".Base64Into"},
	}
	for _, row := range [][2]string{
		{"encoding/json.Unmarshal", "JSON"}, {"encoding/json.Valid", "ValidJSON"},
		{"(*encoding/json.Decoder).Decode", "Stream"}, {"github.com/json-iterator/go.Unmarshal", "JSON"},
		{"github.com/json-iterator/go.Valid", "ValidJSON"}, {"github.com/goccy/go-json.Unmarshal", "JSON"},
		{"github.com/goccy/go-json.Valid", "ValidJSON"}, {"encoding/xml.Unmarshal", "XML"},
		{"(*encoding/xml.Decoder).Decode", "XMLStream"},
		{"(*encoding/csv.Reader).Read", "CSV"}, {"(*encoding/csv.Reader).ReadAll", "CSV"},
	} {
		rows = append(rows, Replacement{Func: row[0], With: decoders + "." + row[1], Pass: true})
	}
	return rows
}

// The packages of functions below this one.
const (
	texts  = own + "/calls/texts"
	values = own + "/calls/values"
)

// textRows are the rows of package texts.
func textRows() []Replacement {
	return slices.Concat(
		rows("strings.", texts+".", "Compare", "ContainsAny", "ContainsRune", "Index", "LastIndex", "IndexByte",
			"LastIndexByte", "IndexAny",
			"LastIndexAny", "IndexRune", "Count", "Cut", "CutPrefix", "CutSuffix"),
		rows("bytes.", texts+".Bytes", "Compare", "EqualFold", "HasPrefix", "HasSuffix", "Contains",
			"ContainsAny", "ContainsRune", "Index",
			"LastIndex", "IndexByte", "LastIndexByte", "IndexAny", "LastIndexAny", "IndexRune", "Count", "Cut",
			"CutPrefix", "CutSuffix"),
		rows("strconv.", texts+".", "Atoi", "ParseInt", "ParseUint", "ParseFloat", "ParseBool", "Unquote"),
		rows("unicode.", texts+".", "IsLetter", "IsDigit", "IsNumber", "IsUpper", "IsLower", "IsSpace",
			"IsPunct", "IsSymbol", "IsControl",
			"IsGraphic", "IsPrint", "IsMark", "IsTitle", "Is", "In", "IsOneOf"),
		rows("unicode/utf8.", texts+".", "Valid", "ValidString"),
		passedRows("(*database/sql.Null", ").Scan", texts+".Scan", map[string]string{
			"Int64": "Int64", "Int32": "Int32", "Int16": "Int16", "Byte": "Byte", "Float64": "Float", "Bool": "Bool",
		}),
	)
}

// valueRows are the rows of package values.
func valueRows() []Replacement {
	return append(slices.Concat(
		rows("slices.", values+".", "Index", "IndexFunc", "ContainsFunc", "Equal", "Compare", "BinarySearch"),
		rows("sort.", values+".", "SearchStrings", "SearchInts", "SearchFloat64s"),
		rows("errors.", values+".", "Is", "As", "AsType"),
	), []Replacement{
		{Func: "maps.Equal", With: values + ".EqualMaps"},
		{Func: "(*sync.Map).Load", With: values + ".SyncLoad"},
		{Func: "cmp.Compare", With: values + ".CompareOrdered"},
		{Func: "cmp.Less", With: values + ".Less"},
		{Func: "reflect.DeepEqual", With: values + ".DeepEqual"},
	}...)
}

// rows are the rows of functions that have the same name as those they stand in
// for, but for what goes before it.
func rows(funcs, with string, names ...string) []Replacement {
	var all []Replacement
	for _, name := range names {
		all = append(all, Replacement{Func: funcs + name, With: with + name})
	}
	return all
}

// passedRows are the rows of functions that are passed, in the order of what stands
// between the two parts of their names. names has what follows the name of the other one.
func passedRows(before, behind, with string, names map[string]string) []Replacement {
	var all []Replacement
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, Replacement{Func: before + name + behind, With: with + names[name], Pass: true})
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
