package probe

import (
	"maps"
	"slices"
)

// Replacement says that calls of one function become calls of a second function, which does the same and reports how
// near the call came to another outcome.
//
// The second function has a [Call] as its first parameter, then the parameters of the first function, and the same
// results:
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
// For a method, the receiver is the parameter after the Call, and may have the type of an interface that it implements.
// For a function with type parameters, the second function has the same type parameters.
//
// The second function has to return and to panic as the first one does: the program must not notice. It is best to call
// the first function. The second one lives in a package of its own, which is never covered; calls in the packages that
// this package imports are not replaced. Neither are calls with go and defer, uses of the function as a value, method
// expressions, and calls whose arguments are the results of another call.
//
// callstest.Alike (package probe/calls/callstest) compares the two functions in a line of a test. If the program shows
// a fault only with replacements in it, the fault is dropped when the written tests are run, and the replacements are
// named.
type Replacement struct {
	// Func is the full name of the function whose calls are replaced: "example.com/isbn.Valid",
	// "(example.com/isbn.Book).Valid" or "(*example.com/isbn.Shelf).Has".
	Func string
	// With is the function that is called instead: "example.com/shop/near.Valid".
	With string
	// Pass says that With gets the replaced function itself as the parameter after the Call. For a method it gets the
	// value x.Method, and x is no parameter. So one generic function can replace many functions, and need not import
	// their packages:
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

// Replacements returns the built-in rows: functions of this package and of those below probe/calls that replace
// functions of the standard library and of well-known libraries.
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

// times is the package of replacements that parse and compare times.
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

// patterns is the package of replacements that look for a match of a regular expression.
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

// forms is the package of replacements of functions that read a text of a certain form, such as an IP address. They get
// the replaced functions as arguments, since some are of libraries that a program may not have.
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

// decoders is the package of replacements that decode.
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

// Further packages of replacements.
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

// rows returns the rows of replacements that have the same names as the functions that they replace. funcs and with are
// what comes before these names.
func rows(funcs, with string, names ...string) []Replacement {
	var all []Replacement
	for _, name := range names {
		all = append(all, Replacement{Func: funcs + name, With: with + name})
	}
	return all
}

// passedRows returns rows with Pass set. The name of a replaced function is before + key + behind, for the keys of
// names, and that of its replacement is with + value.
func passedRows(before, behind, with string, names map[string]string) []Replacement {
	var all []Replacement
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, Replacement{Func: before + name + behind, With: with + names[name], Pass: true})
	}
	return all
}

// Wanted is the text that a function would have liked to get in place of the text that it got. Replacements report it,
// see [Call.Report].
type Wanted struct {
	Form Form
	// Text is the parameter of the form, such as a regular expression or a layout. It is "" for a form without a
	// parameter.
	Text string
}

// Form is the form of a text that is wanted.
type Form string

// The forms. The forms of the second group need no Text unless the comment says so.
const (
	Matching   Form = "matching"   // it matches Text, a regular expression
	Prefixed   Form = "prefix"     // it begins with Text
	Suffixed   Form = "suffix"     // it ends with Text
	Containing Form = "containing" // Text is a part of it
	Folded     Form = "folded"     // it is Text, in upper or lower case
	Excluding  Form = "excluding"  // Text is no part of it

	Timed    Form = "time"     // a time in the layout Text, for package time
	Lasting  Form = "duration" // a duration for time.ParseDuration
	Integer  Form = "integer"  // Text is its base if that is not 10
	Natural  Form = "natural"  // an integer that is not negative; Text as for Integer
	Decimal  Form = "decimal"  // a number for strconv.ParseFloat
	Truth    Form = "truth"    // a bool for strconv.ParseBool
	Quoted   Form = "quoted"   // a Go literal, in quotes
	UUID     Form = "uuid"     // 36 characters
	IP       Form = "ip"       // Text is "4" or "6" if only one version is wanted
	Network  Form = "network"  // an address with the length of its prefix
	HostPort Form = "hostport" // a host, a colon and a port
	Hardware Form = "hardware" // the address of a network card
	URL      Form = "url"      // Text is "absolute" if it needs a scheme
	Mail     Form = "mail"     // an address; Text is "list" where there may be several
	Base64   Form = "base64"   // Text is "", "raw", "url" or "rawurl"
	Hex      Form = "hex"      // an even number of hexadecimal digits
	JSON     Form = "json"     // a JSON value; Text is the Go type for it, if known, as reflect writes it
	XML      Form = "xml"      // a document
	CSV      Form = "csv"      // lines of values
	UTF8     Form = "utf8"     // valid UTF-8
)
