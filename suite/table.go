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

// leastRows is the number of equal answers that justifies a new table.
const leastRows = 3

// table is a test of several calls with the same answer: refusals, or a fault that operations share.
type table struct {
	name string
	rows []*Test
}

// keepRow accepts the table row in the existing form of a test. It returns false if the test does not fit there.
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

// tabulate makes tests without a form rows of tables: of an existing table, or of a new one.
func (a *arrangement) tabulate(s *Suite) {
	more := make([][]*Test, len(a.tables)) // new rows, by table
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

// tableName returns a name for the common answer of the calls of a table.
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

// callsReturn begins the name of a table with several operations.
const callsReturn = "CallsReturn"

// takes reports whether an existing table can have a test as a row. A table that is named after an operation takes only
// calls of that operation.
func (t *table) takes(test *Test) bool {
	return alike(t.rows[0], test) &&
		(strings.HasPrefix(t.name, callsReturn) || t.rows[0].subject().Operation == test.subject().Operation)
}

// add adds rows, each with the name of its operation. If an operation has several rows, these keep the names of their
// tests.
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

// tabular reports whether a row of a table can hold a test: one call, after steps that only prepare it. The call is
// refused, or is answered with faults of this call alone.
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

// alike reports whether two tests get the same answer, with the same faults, and have the same preparation.
func alike(a, b *Test) bool {
	x, y := a.subject(), b.subject()
	if len(x.Given) > 0 || len(y.Given) > 0 {
		return false
	}
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

// alike reports whether two faults have the same description.
func (f Fault) alike(g Fault) bool {
	return f.Code == g.Code && f.Category == g.Category && f.Reason == g.Reason &&
		f.Frame == g.Frame && f.Silenced == g.Silenced
}

// OtherHeaders returns the headers of a request without its content type.
func (r *Request) OtherHeaders() []Field {
	return slices.DeleteFunc(slices.Clone(r.Headers), isContentType)
}

func isContentType(h Field) bool { return strings.EqualFold(h.Name, "Content-Type") }

// Plain returns the path with the query, and the body, of a simple request. ok is false if it contains variables, if
// the body is not compact JSON with the content type of JSON, or if the client disconnects before the answer.
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

// target returns the path with the query, and false if it contains variables.
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
