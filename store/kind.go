package store

import (
	"strconv"
	"strings"
)

// kind says what values a column takes.
type kind uint8

const (
	other kind = iota
	boolean
	integer
	number
	text
	bytes
	date
	clock  // a time of day
	moment // a date with a time
	uuid
	document // JSON
)

// form is what the type of a column says of its values.
type form struct {
	kind      kind
	length    int    // the most characters of a text, 0 for no limit
	least     int    // the least characters of a text
	only      []any  // the values that there are, nil for all
	low, high string // the range of a number, "" for no limit
	step      string // what a number is a multiple of, "" for anything
	pattern   string // the texts of another kind of type
	plain     string // a text of another kind of type
	zoned     bool   // a moment has its zone
	money     bool   // a number that is compared with texts only
}

// typeName is the type of a column, taken apart: numeric(8,2) unsigned.
type typeName struct {
	base     string // in small letters, without arguments
	args     []int
	unsigned bool
	array    bool
}

// readType takes the type of a column apart.
func readType(text string) (t typeName) {
	s := strings.ToLower(strings.TrimSpace(text))
	if s, t.array = strings.CutSuffix(s, "[]"); t.array {
		return t
	}
	t.unsigned = strings.Contains(s, " unsigned")
	before, rest, _ := strings.Cut(s, "(")
	inside, after, _ := strings.Cut(rest, ")")
	for arg := range strings.SplitSeq(inside, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(arg)); err == nil {
			t.args = append(t.args, n)
		}
	}
	words := strings.Fields(before + " " + after)
	for len(words) > 1 && (words[len(words)-1] == "unsigned" || words[len(words)-1] == "zerofill") {
		words = words[:len(words)-1]
	}
	t.base = strings.Join(words, " ")
	return t
}

// arg returns an argument of the type, or a default.
func (t typeName) arg(i, or int) int {
	if i < len(t.args) {
		return t.args[i]
	}
	return or
}

// form returns what the type of a column says of its values.
func (c *Column) form(d dialect) form {
	t := readType(c.Type)
	switch {
	case c.document:
		return form{kind: document}
	case len(c.Enum) > 0:
		return form{kind: text, only: c.choices()}
	case t.array:
		return form{plain: "{}"}
	case d == sqlite:
		return t.loose()
	}
	f := t.strict()
	if d == mysql {
		f = t.ofMySQL(f)
	}
	return f
}

// strict returns the form of a type by its exact name, as servers have it.
func (t typeName) strict() form {
	switch t.base {
	case "boolean", "bool":
		return form{kind: boolean}
	case "smallint", "int2", "smallserial":
		return t.whole(16)
	case "integer", "int", "int4", "serial":
		return t.whole(32)
	case "bigint", "int8", "bigserial":
		return t.whole(64)
	case "numeric", "decimal", "dec", "fixed":
		return t.decimal()
	case "real", "float4":
		return form{kind: number, low: "-3.4e38", high: "3.4e38"}
	case "double precision", "float8", "double", "float":
		return form{kind: number}
	case "money":
		return form{kind: number, low: "-92233720368547758", high: "92233720368547758", step: "0.01", money: true}
	case "character varying", "varchar", "character", "char", "text", "citext", "name", "bpchar", "nvarchar", "nchar":
		return form{kind: text, length: t.arg(0, t.char())}
	case "bytea", "blob", "binary", "varbinary", "tinyblob", "mediumblob", "longblob":
		return form{kind: bytes, length: t.arg(0, 0)}
	case "date":
		return form{kind: date}
	case "time", "time without time zone", "time with time zone", "timetz":
		return form{kind: clock}
	case "timestamp with time zone", "timestamptz":
		return form{kind: moment, zoned: true}
	case "timestamp", "timestamp without time zone", "datetime":
		return form{kind: moment}
	case "uuid":
		return form{kind: uuid}
	case "json", "jsonb":
		return form{kind: document}
	}
	return t.special()
}

// special returns the form of a type whose texts have a form of their own.
func (t typeName) special() form {
	switch t.base {
	case "bit":
		return form{pattern: "^[01]{" + strconv.Itoa(t.arg(0, 1)) + "}$", plain: strings.Repeat("0", t.arg(0, 1))}
	case "bit varying":
		return form{pattern: "^[01]{0," + strconv.Itoa(t.arg(0, 64)) + "}$", plain: "0"}
	case "inet", "inet4", "cidr":
		return form{pattern: `^10(\.[0-9]){3}$`, plain: "10.0.0.1"}
	case "inet6":
		return form{pattern: `^fd00::[1-9]$`, plain: "fd00::1"}
	case "macaddr":
		return form{pattern: `^[0-9a-f]{2}(:[0-9a-f]{2}){5}$`, plain: "00:00:00:00:00:01"}
	case "interval":
		return form{pattern: `^[1-9][0-9]? (second|minute|hour|day)s$`, plain: "00:00:01"}
	case "point":
		return form{plain: "(0,0)"}
	case "int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange":
		return form{plain: "empty"}
	case "xml":
		return form{plain: "<a/>"}
	}
	return form{} // such as tsvector and hstore, which an empty text is one of
}

// whole returns the form of an integer with a number of bits.
func (t typeName) whole(bits int) form {
	if t.unsigned {
		return form{kind: integer, low: "0", high: strconv.FormatUint(1<<bits-1, 10)}
	}
	high := uint64(1)<<(bits-1) - 1
	return form{kind: integer, low: "-" + strconv.FormatUint(high+1, 10), high: strconv.FormatUint(high, 10)}
}

// decimal returns the form of numeric(8,2).
func (t typeName) decimal() form {
	precision, scale := t.arg(0, 0), t.arg(1, 0)
	if precision == 0 {
		return form{kind: number}
	}
	f := form{kind: number}
	whole := strings.Repeat("9", max(precision-scale, 0))
	switch {
	case scale <= 0:
		f.kind, f.high = integer, whole+strings.Repeat("0", -scale)
	default:
		f.step = "0." + strings.Repeat("0", scale-1) + "1"
		f.high = "0" + whole + "." + strings.Repeat("9", scale)
		if whole != "" {
			f.high = f.high[1:]
		}
	}
	if f.low = "-" + f.high; t.unsigned {
		f.low = "0"
	}
	return f
}

// char returns the length of a text without an argument: char is char(1).
func (t typeName) char() int {
	if t.base == "character" || t.base == "char" || t.base == "nchar" {
		return 1
	}
	return 0
}

// ofMySQL returns the form of a type that MySQL alone has, or has otherwise.
func (t typeName) ofMySQL(f form) form {
	switch t.base {
	case "tinyint":
		if t.arg(0, 0) == 1 && !t.unsigned {
			return form{kind: boolean}
		}
		return t.whole(8)
	case "mediumint":
		return t.whole(24)
	case "float", "double", "real":
		f = form{kind: number}
		if t.base == "float" {
			f.high = "3.4e38"
			f.low = "-3.4e38"
		}
		if t.unsigned {
			f.low = "0"
		}
		return f
	case "bit":
		if t.arg(0, 1) == 1 {
			return form{kind: boolean}
		}
		return form{kind: integer, low: "0", high: strconv.FormatUint(1<<min(t.arg(0, 1), 63)-1, 10)}
	case "year":
		return form{kind: integer, low: "1901", high: "2155"}
	case "tinytext", "text", "mediumtext", "longtext":
		return form{kind: text, length: map[string]int{"tinytext": 63, "text": 16383}[t.base]} // of four bytes each
	case "point":
		return form{plain: ""}
	}
	return f
}

// loose returns the form of a type in SQLite, which takes any name. Names that say more than the five affinities are
// those that programs use: a driver makes a time of DATETIME.
func (t typeName) loose() form {
	has := func(part string) bool { return strings.Contains(t.base, part) }
	switch {
	case has("bool"):
		return form{kind: boolean}
	case has("datetime"), has("timestamp"):
		return form{kind: moment}
	case t.base == "date":
		return form{kind: date}
	case t.base == "time":
		return form{kind: clock}
	case has("json"):
		return form{kind: document}
	case t.base == "uuid":
		return form{kind: uuid}
	case has("int"), has("serial"):
		return typeName{}.whole(64)
	case has("char"), has("clob"), has("text"):
		return form{kind: text, length: t.arg(0, 0)}
	case has("blob"), has("binary"):
		return form{kind: bytes}
	case has("real"), has("floa"), has("doub"):
		return form{kind: number}
	case has("dec"), has("num"):
		return t.decimal()
	}
	return form{kind: text}
}
