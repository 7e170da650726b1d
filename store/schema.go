package store

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// Schema returns the JSON Schema of a row as an object: with the required columns, the texts, ranges and lengths that
// the types of columns allow, and the ranges of CHECKs. Generated columns are left out. So are columns of types that
// JSON has no values for, such as arrays of PostgreSQL, unless a row has to have a value for them.
//
// A number that the database counts up is at least 1, and at most the half of the greatest: after a row with the
// greatest one, the program could not add a row of its own. So is a number that refers to one.
func (t *Table) Schema() string {
	properties, required := value.Object{}, []any{}
	for i := range t.Columns {
		c := &t.Columns[i]
		s := t.columnSchema(c)
		if s == nil {
			continue
		}
		properties = append(properties, value.Member{Name: c.Name, Value: s})
		if c.Required() {
			required = append(required, c.Name)
		}
	}
	return object(properties, required)
}

// Changes returns the JSON Schema of a change of all rows: an object with the columns that neither tell rows apart nor
// refer to others. No column is required.
func (t *Table) Changes() string {
	properties := value.Object{}
	for i := range t.Columns {
		c := &t.Columns[i]
		if s := t.columnSchema(c); s != nil && c.canChange() {
			properties = append(properties, value.Member{Name: c.Name, Value: s})
		}
	}
	return object(properties, nil)
}

// object returns the JSON Schema of an object.
func object(properties value.Object, required []any) string {
	out := value.Object{{Name: "type", Value: "object"}, {Name: "properties", Value: properties}}
	if len(required) > 0 {
		out = append(out, value.Member{Name: "required", Value: required})
	}
	out = append(out, value.Member{Name: "additionalProperties", Value: false})
	return string(value.AppendJSON(nil, out))
}

// columnSchema returns the schema of a column, nil for a column that rows leave out.
func (t *Table) columnSchema(c *Column) any {
	if c.Schema != "" {
		s, _ := value.ParseJSON([]byte(c.Schema))
		return s
	}
	f := t.form(c)
	if c.Generated || f.kind == other && f.pattern == "" && !c.Required() {
		return nil
	}
	if f.kind == document {
		return value.Object{} // any JSON value; its text is written into the column
	}
	s := value.Object{}
	add := func(name string, v any) { s = append(s, value.Member{Name: name, Value: v}) }
	name, format := jsonType(f.kind)
	if c.Nullable {
		add("type", []any{name, "null"})
	} else {
		add("type", name)
	}
	if format != "" {
		add("format", format)
	}
	switch {
	case len(f.only) > 0:
		add("enum", f.choices(c.Nullable))
	case f.kind == integer || f.kind == number:
		t.addRange(c, f, add)
	case f.pattern != "":
		add("pattern", f.pattern)
	case f.kind == other:
		add("enum", []any{f.plain})
	default:
		if f.least > 0 {
			add("minLength", int64(f.least))
		}
		if f.length > 0 {
			add("maxLength", int64(f.length))
		}
	}
	return s
}

// jsonType returns the type and the format of JSON Schema for a kind of values.
func jsonType(k kind) (name, format string) {
	switch k {
	case boolean:
		return "boolean", ""
	case integer:
		return "integer", ""
	case number:
		return "number", ""
	case date:
		return "string", "date"
	case clock:
		return "string", "time"
	case moment:
		return "string", "date-time"
	case uuid:
		return "string", "uuid"
	}
	return "string", ""
}

// choices returns the values that there are, and NULL if the column has it.
func (f *form) choices(nullable bool) []any {
	if nullable {
		return append(slices.Clone(f.only), nil)
	}
	return f.only
}

// choices returns the values of an enum: its texts, and for a set also none of them and all.
func (c *Column) choices() (out []any) {
	for _, label := range c.Enum {
		out = append(out, label)
	}
	if c.several {
		all := c.Enum[0]
		for _, label := range c.Enum[1:] {
			all += "," + label
		}
		if out = append(out, ""); len(c.Enum) > 1 {
			out = append(out, all)
		}
	}
	return out
}

// addRange adds the range of a number, and its step.
func (t *Table) addRange(c *Column, f form, add func(name string, v any)) {
	low, high := f.low, f.high
	if c.numbered {
		low, high = greater(low, "1", 1), halfOf(high)
	}
	if low != "" {
		add("minimum", numeric(low))
	}
	if high != "" {
		add("maximum", numeric(high))
	}
	if f.step != "" {
		add("multipleOf", numeric(f.step))
	}
}

// halfOf returns the half of a whole number, rounded down.
func halfOf(text string) string {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return text
	}
	return n.Rsh(n, 1).String()
}

// numeric returns the plain value of the text of a number.
func numeric(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	return json.Number(text)
}

// has reports whether a list of names has a name.
func has(list []string, name string) bool { return slices.Contains(list, name) }
