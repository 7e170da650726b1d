package suite

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// leastRows is how many equal answers become a new table.
const leastRows = 3

// table is a test of several calls with the same answer: refusals, or a fault that operations share.
type table struct {
	name string
	rows []*Test
}

// keepRow takes the place in a table that a test has. It reports false if the test
// does not fit there.
func (a *arrangement) keepRow(t *Test) bool {
	f := t.Form
	if f.Table == "" {
		return true
	}
	if !nameWord(f.Table) || !nameWord(f.Row) || !tabular(t) {
		return false
	}
	i := slices.IndexFunc(a.tables, func(known *table) bool { return known.name == f.Table })
	if i < 0 {
		a.tables = append(a.tables, &table{f.Table, []*Test{t}})
		return true
	}
	known := a.tables[i]
	if !alike(known.rows[0], t) || slices.ContainsFunc(known.rows, func(row *Test) bool {
		return row.Form.Row == f.Row
	}) {
		return false
	}
	known.rows = append(known.rows, t)
	return true
}

// tabulate makes the tests without a place rows of tables: of one that is there, or
// of a new one.
func (a *arrangement) tabulate(s *Suite) {
	more := make([][]*Test, len(a.tables)) // new rows of each table
	var groups [][]*Test
	for _, open := range a.open {
		t := open.Test
		if !tabular(t) {
			continue
		}
		if at := slices.IndexFunc(a.tables, func(known *table) bool { return known.takes(t) }); at >= 0 {
			more[at] = append(more[at], t)
			continue
		}
		n := slices.IndexFunc(groups, func(g []*Test) bool { return alike(g[0], t) })
		if n < 0 {
			groups = append(groups, nil)
			n = len(groups) - 1
		}
		groups[n] = append(groups[n], t)
	}
	taken := map[string]bool{}
	for i := range s.Tests {
		taken[s.Tests[i].Name] = true
	}
	for i, known := range a.tables {
		taken[known.name] = true
		known.add(more[i])
	}
	for _, g := range groups {
		if len(g) >= leastRows {
			name := free(tableName(g), func(name string) bool { return taken[name] })
			taken[name] = true
			(&table{name: name}).add(g)
		}
	}
}

// tableName says what the calls of a table have in common.
func tableName(rows []*Test) string {
	s := rows[0].subject()
	what := callsReturn
	if !slices.ContainsFunc(rows, func(row *Test) bool { return row.subject().Operation != s.Operation }) {
		what = OperationName(s.Operation) + "Returns"
	}
	name := what + strconv.Itoa(s.Call.Expect.Status)
	if s.User != "" {
		name += "As" + UpperCamel(s.User)
	}
	return name + rows[0].faultName()
}

// callsReturn begins the name of a table of several operations.
const callsReturn = "CallsReturn"

// takes reports whether a table that is there has place for a test. A table that
// is named after an operation has none for another one.
func (t *table) takes(test *Test) bool {
	return alike(t.rows[0], test) &&
		(strings.HasPrefix(t.name, callsReturn) || t.rows[0].subject().Operation == test.subject().Operation)
}

// add names new rows by their operations; those of one operation keep their names.
func (t *table) add(rows []*Test) {
	count, taken := map[string]int{}, map[string]bool{}
	for _, row := range t.rows {
		taken[row.Form.Row] = true
	}
	for _, row := range rows {
		count[OperationName(row.subject().Operation)]++
	}
	for _, row := range rows {
		name := OperationName(row.subject().Operation)
		if count[name] > 1 || taken[name] {
			name = row.Name
		}
		row.Form.Table, row.Form.Row = t.name, free(name, func(name string) bool { return taken[name] })
		taken[row.Form.Row] = true
	}
}

// tabular reports whether a test is one call, behind what only prepares it, that a row can hold: a refused call, or a
// call with nothing but faults of its own that the system answers.
func tabular(t *Test) bool {
	if len(t.Steps) == 0 || t.subject().Call == nil {
		return false
	}
	s, e := t.subject(), &t.subject().Call.Expect
	switch {
	case t.Kind == ClientError && len(t.Faults) == 0 && e.Status >= 400:
	case t.Kind == FaultKind && len(t.Faults) > 0 && e.Status > 0 && e.Status < 500 &&
		len(t.FaultsAt(len(t.Steps)-1)) == len(t.Faults):
	default:
		return false
	}
	for i := range len(t.Steps) - 1 {
		if u := t.SetUp(i); u == nil || !isSingle(t, *u) {
			return false
		}
	}
	_, _, ok := s.Call.Request.Plain()
	return ok
}

// alike reports whether two tests have the same answer, for the same faults, to calls that are prepared in the same
// way.
func alike(a, b *Test) bool {
	x, y := a.subject(), b.subject()
	if a.Kind != b.Kind || !slices.EqualFunc(a.Faults, b.Faults, Fault.alike) {
		return false
	}
	if len(a.Steps) != len(b.Steps) || x.User != y.User || !reflect.DeepEqual(x.Call.Expect, y.Call.Expect) {
		return false
	}
	for i := range len(a.Steps) - 1 {
		if a.SetUp(i).Name != b.SetUp(i).Name {
			return false
		}
	}
	return slices.EqualFunc(x.Call.Request.OtherHeaders(), y.Call.Request.OtherHeaders(), func(a, b Field) bool {
		return reflect.DeepEqual(a, b)
	})
}

// alike reports whether two faults are told in the same words.
func (f Fault) alike(g Fault) bool {
	return f.Code == g.Code && f.Category == g.Category && f.Reason == g.Reason &&
		f.Frame == g.Frame && f.Silenced == g.Silenced
}

// OtherHeaders are the headers of a request besides its content type.
func (r *Request) OtherHeaders() []Field {
	return slices.DeleteFunc(slices.Clone(r.Headers), isContentType)
}

func isContentType(h Field) bool { return strings.EqualFold(h.Name, "Content-Type") }

// Plain returns the path with the query, and the body, as a request sends them. ok is
// false if there are variables in them, or the body is anything else than compact JSON
// of that content type, or the client leaves before the answer.
func (r *Request) Plain() (target, body string, ok bool) {
	if target, ok = r.target(); !ok || r.Gone {
		return "", "", false
	}
	at := slices.IndexFunc(r.Headers, isContentType)
	if r.Body == nil {
		return target, "", at < 0
	}
	body, ok = r.Body.Text.Literal()
	if !ok || !r.Body.JSON || body == "" || at < 0 || len(r.OtherHeaders()) != len(r.Headers)-1 ||
		r.Headers[at].Value.String() != "application/json" {
		return "", "", false
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, []byte(body))
	return target, body, err == nil && compact.String() == body
}

// target is the path with the query, as a call sends them.
func (r *Request) target() (path string, ok bool) {
	if path, ok = r.Path.Literal(); !ok || !strings.HasPrefix(path, "/") {
		return "", false
	}
	for i, q := range r.Query {
		value, ok := q.Value.Literal()
		if !ok {
			return "", false
		}
		separator := "&"
		if i == 0 && !strings.Contains(path, "?") {
			separator = "?"
		}
		path += separator + strings.ReplaceAll(url.QueryEscape(q.Name)+"="+url.QueryEscape(value), "+", "%20")
	}
	return path, true
}
