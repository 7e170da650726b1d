package mongo

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// column is a column of the rows that documents become: the value at a path of the filter, or whether that value has a
// property.
type column struct {
	path string
	// has says whether the value at the path has the property, nil for a column of values. give returns a value that
	// has it, made of the one that is there, and shows is the property in words.
	has   func(v any) bool
	give  func(v any) any
	shows string
	last  bool // give comes after those of other columns
	kind  kind // of the operands of a column of values
}

// translation is a filter as a condition of SQL.
type translation struct {
	columns []column
	args    []where.Arg
	lists   map[string]bool // paths with elements
	sql     string          // "" for a filter without conditions
	text    string          // the filter without its values
}

// translate translates a filter. Its members are sorted, because their order is seldom the program's choice.
func translate(filter bson.D) *translation {
	t := &translation{lists: map[string]bool{}, text: shape(filter)}
	t.sql = t.all(filter, "", false)
	return t
}

// sorted returns the members of a document by their names.
func sorted(d bson.D) bson.D {
	out := slices.Clone(d)
	slices.SortStableFunc(out, func(a, b bson.E) int { return cmp.Compare(a.Key, b.Key) })
	return out
}

// all translates a filter for documents at a path. not says that no document may fulfil it.
func (t *translation) all(filter bson.D, path string, not bool) string {
	var parts []string
	for _, e := range sorted(filter) {
		switch {
		case e.Key == "$and" || e.Key == "$or" || e.Key == "$nor":
			var each []string
			for _, of := range list(e.Value) {
				d, _ := of.(bson.D)
				each = append(each, t.all(d, path, not != (e.Key == "$nor")))
			}
			parts = append(parts, joined(each, (e.Key == "$or") != not))
		case !strings.HasPrefix(e.Key, "$"):
			parts = append(parts, t.field(below(path, e.Key), e.Value, not))
		}
	}
	return joined(parts, not)
}

// below returns the path of a field of the documents at a path. Numbers of elements are left out: some element counts.
func below(path, name string) string {
	return strings.TrimPrefix(path+"."+name, ".")
}

// joined returns conditions of which all have to hold, or any.
func joined(parts []string, any bool) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	with := " AND "
	if any {
		with = " OR "
	}
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return "(" + strings.Join(parts, with) + ")"
}

// field translates the condition of a field.
func (t *translation) field(path string, v any, not bool) string {
	path = t.named(path)
	ops, is := v.(bson.D)
	if !is || len(ops) == 0 || !strings.HasPrefix(ops[0].Key, "$") {
		return t.equal(path, v, not)
	}
	var parts []string
	for _, e := range sorted(ops) {
		parts = append(parts, t.operator(path, e, ops, not))
	}
	return joined(parts, not)
}

// named returns a path without the numbers of elements, and notes the lists that these tell of.
func (t *translation) named(path string) string {
	parts := strings.Split(path, ".")
	var out []string
	for i, p := range parts {
		if _, err := strconv.Atoi(p); err == nil && i > 0 {
			t.lists[strings.Join(out, ".")] = true
			continue
		}
		out = append(out, p)
	}
	return strings.Join(out, ".")
}

// opposite has the comparisons with their opposites. It is read-only.
var opposite = map[string][2]string{"$gt": {">", "<="}, "$gte": {">=", "<"}, "$lt": {"<", ">="}, "$lte": {"<=", ">"}}

// operator translates an operator of a field. of are all operators beside it.
func (t *translation) operator(path string, e bson.E, of bson.D, not bool) string {
	switch e.Key {
	case "$eq":
		return t.equal(path, e.Value, not)
	case "$ne":
		return t.equal(path, e.Value, !not)
	case "$in", "$nin":
		return t.in(path, list(e.Value), not != (e.Key == "$nin"))
	case "$exists":
		isThere := e.Value != false && e.Value != nil && e.Value != int32(0) && e.Value != int64(0) && e.Value != 0.0
		return t.null(t.at(path, ""), isThere != not)
	case "$not":
		return t.field(path, e.Value, !not)
	case "$regex":
		options, _ := get(of, "$options").(string)
		return t.regex(path, e.Value, options, not)
	case "$size":
		return t.size(path, e.Value, not)
	case "$all":
		return t.every(path, list(e.Value), not)
	case "$elemMatch":
		return t.element(path, e.Value, not)
	}
	signs, known := opposite[e.Key]
	arg, k := cell(e.Value)
	if !known || k == "" {
		return ""
	}
	c := t.at(path, k)
	if not {
		return fmt.Sprintf("(%s %s %s OR %s IS NULL)", c, signs[1], t.arg(arg), c)
	}
	return fmt.Sprintf("%s %s %s", c, signs[0], t.arg(arg))
}

// equal translates that a field is a value, or that a list has it.
func (t *translation) equal(path string, v any, not bool) string {
	if re, is := v.(bson.Regex); is {
		return t.regex(path, re, "", not)
	}
	if v == nil {
		return t.null(t.at(path, ""), not)
	}
	arg, k := cell(v)
	if k == "" {
		return t.property(column{path: path, shows: path + " = ?",
			has: func(own any) bool { return text(own) == text(v) }, give: func(any) any { return plain(v) }}, not)
	}
	c := t.at(path, k)
	if not {
		return fmt.Sprintf("(%s <> %s OR %s IS NULL)", c, t.arg(arg), c)
	}
	return fmt.Sprintf("%s = %s", c, t.arg(arg))
}

// in translates that a field is any of several values.
func (t *translation) in(path string, values bson.A, not bool) string {
	var parts, args []string
	empty, c := false, ""
	for _, v := range values {
		arg, k := cell(v)
		switch {
		case v == nil:
			empty = true
		case k == "":
			parts = append(parts, t.equal(path, v, not))
		default:
			c = t.at(path, k)
			args = append(args, t.arg(arg))
		}
	}
	switch {
	case len(args) > 0 && not && !empty:
		parts = append(parts, fmt.Sprintf("(%s NOT IN (%s) OR %s IS NULL)", c, strings.Join(args, ", "), c))
	case len(args) > 0 && not:
		parts = append(parts, fmt.Sprintf("%s NOT IN (%s)", c, strings.Join(args, ", ")))
	case len(args) > 0:
		parts = append(parts, fmt.Sprintf("%s IN (%s)", c, strings.Join(args, ", ")))
	}
	if empty {
		parts = append(parts, t.null(t.at(path, ""), not))
	}
	return joined(parts, !not)
}

// null returns that a column is NULL, or that it is not.
func (t *translation) null(c string, not bool) string {
	if not {
		return c + " IS NOT NULL"
	}
	return c + " IS NULL"
}

// at returns the column of values at a path. k is the kind of an operand, "" for none.
func (t *translation) at(path string, k kind) string {
	i := slices.IndexFunc(t.columns, func(c column) bool { return c.path == path && c.has == nil })
	if i < 0 {
		i = len(t.columns)
		t.columns = append(t.columns, column{path: path})
	}
	if t.columns[i].kind == "" {
		t.columns[i].kind = k
	}
	return "c" + strconv.Itoa(i)
}

// property returns the condition that a value has a property.
func (t *translation) property(c column, not bool) string {
	name := "c" + strconv.Itoa(len(t.columns))
	t.columns = append(t.columns, c)
	if not {
		return fmt.Sprintf("(%s <> 1 OR %s IS NULL)", name, name)
	}
	return name + " = 1"
}

// arg adds an argument and returns its place.
func (t *translation) arg(v any) string {
	t.args = append(t.args, where.Arg{Ordinal: len(t.args) + 1, Value: v})
	return "$" + strconv.Itoa(len(t.args))
}

// mostElements bounds the length of lists that are made.
const mostElements = 50

// size translates that a list has a number of elements.
func (t *translation) size(path string, v any, not bool) string {
	n, k := cell(v)
	if k != integer && k != float {
		return ""
	}
	want, err := strconv.Atoi(fmt.Sprint(n))
	if err != nil || want < 0 || want > mostElements {
		return ""
	}
	return t.property(column{path: path, last: true, shows: path + " has ? elements",
		has: func(own any) bool { of, is := own.(bson.A); return is && len(of) == want },
		give: func(own any) any {
			of, _ := own.([]any)
			for len(of) < want {
				of = append(of, append(slices.Clip(of), "a")[0])
			}
			return of[:want:want]
		}}, not)
}

// every translates that a list has all of several values.
func (t *translation) every(path string, values bson.A, not bool) string {
	var parts []string
	for _, v := range values {
		if of, is := get(v, "$elemMatch").(bson.D); is {
			parts = append(parts, t.element(path, of, not))
			continue
		}
		t.lists[path] = true
		parts = append(parts, t.property(column{path: path, shows: path + " has ?",
			has: func(own any) bool {
				return text(own) == text(v) ||
					slices.ContainsFunc(list(own), func(e any) bool { return text(e) == text(v) })
			},
			give: func(own any) any { of, _ := own.([]any); return append(of, plain(v)) }}, not))
	}
	return joined(parts, not)
}

// element translates that an element of a list fulfils a filter.
func (t *translation) element(path string, v any, not bool) string {
	of, _ := v.(bson.D)
	t.lists[path] = true
	isOperator := len(of) > 0 && strings.HasPrefix(of[0].Key, "$")
	if isOperator && !slices.Contains([]string{"$and", "$or", "$nor"}, of[0].Key) {
		return t.field(path, of, not)
	}
	return t.all(of, path, not)
}

// shape returns a filter without its values: {code: ?, level: {$gt: ?}}.
func shape(v any) string {
	switch v := v.(type) {
	case bson.D:
		var parts []string
		for _, e := range sorted(v) {
			of := shape(e.Value)
			if e.Key == "$in" || e.Key == "$nin" { // their lists may have any length
				of = "[?]"
			}
			parts = append(parts, e.Key+": "+of)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case bson.A:
		if len(v) == 0 {
			return "[]"
		}
		var parts []string
		for _, e := range v {
			parts = append(parts, shape(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case bson.Regex:
		return "/?/"
	}
	return "?"
}
