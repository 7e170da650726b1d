package gotest

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// leastRows is how many equal refusals become one test.
const leastRows = 3

// table is one test of several refusals: the same status and answer, each to one
// call of another operation.
type table struct {
	title string
	rows  []*suite.Test
	names []string // of the subtests
	calls []rowCall
}

// rowCall is what differs between the calls of a table.
type rowCall struct{ method, path, body string }

// tablesOf finds the refusals of a suite that become tables, by their tests.
func (r *renderer) tablesOf(tests []suite.Test, taken expr.Scope) map[string]*table {
	var groups [][]*suite.Test
	for i := range tests {
		t := &tests[i]
		if !r.refusal(t) {
			continue
		}
		n := slices.IndexFunc(groups, func(g []*suite.Test) bool { return r.alike(g[0], t) })
		if n < 0 {
			groups = append(groups, nil)
			n = len(groups) - 1
		}
		groups[n] = append(groups[n], t)
	}
	out := map[string]*table{}
	for _, g := range groups {
		if len(g) < leastRows {
			continue
		}
		t := newTable(g)
		t.title = taken.Free(testTitle(r.w.titlePrefix(), t.name()))
		for i, test := range g {
			out[test.Name] = t
			r.titles[test.Name] = t.title + "/" + t.names[i]
		}
	}
	return out
}

func last(t *suite.Test) *suite.Step { return &t.Steps[len(t.Steps)-1] }

// name says what the calls of a table have in common.
func (t *table) name() string {
	s := last(t.rows[0])
	what := "CallsReturn"
	if t.operation() != "" {
		what = suite.OperationName(s.Operation) + "Returns"
	}
	return what + strconv.Itoa(s.Call.Expect.Status) + asUser(t.rows[0])
}

// operation is that of all calls, "" if they have several.
func (t *table) operation() string {
	operation := last(t.rows[0]).Operation
	if slices.ContainsFunc(t.rows, func(row *suite.Test) bool { return last(row).Operation != operation }) {
		return ""
	}
	return operation
}

// purpose says in one line what a table shows.
func (t *table) purpose() string {
	s := last(t.rows[0])
	if operation := t.operation(); operation != "" {
		return fmt.Sprintf("%s answers %d to %d calls%s", operation, s.Call.Expect.Status, len(t.rows), asWords(t.rows[0]))
	}
	return fmt.Sprintf("%d calls answer %d%s", len(t.rows), s.Call.Expect.Status, asWords(t.rows[0]))
}

func asUser(t *suite.Test) string {
	if user := last(t).User; user != "" {
		return "As" + suite.UpperCamel(user)
	}
	return ""
}

// refusal reports whether a test is one refused call, behind what prepares it, that
// a row can hold.
func (r *renderer) refusal(t *suite.Test) bool {
	s := last(t)
	if t.Kind != suite.ClientError || len(t.Faults) > 0 || s.Call == nil || s.Call.Expect.Status < 400 {
		return false
	}
	for i := range len(t.Steps) - 1 {
		if r.preparation(t, i) == nil {
			return false
		}
	}
	_, ok := rowOf(s)
	return ok
}

// rowOf returns the call of a step as a row has it. ok is false if it has variables
// or another body than one of plain JSON.
func rowOf(s *suite.Step) (row rowCall, ok bool) {
	request := &s.Call.Request
	row.method = request.Method
	if row.path, ok = target(request); !ok {
		return row, false
	}
	types := headersNamed(request.Headers, "Content-Type")
	if request.Body == nil {
		return row, len(types) == 0
	}
	_, isJSON := newJSONLayout(request.Body.Text, func(string, bool) string { return "" })
	row.body, ok = request.Body.Text.Literal()
	plain := len(types) == 1 && types[0].Value.String() == "application/json"
	return row, ok && isJSON && request.Body.JSON && plain && row.body != ""
}

// target is the path with the query, as a call sends them. ok is false if there are
// variables in it.
func target(r *suite.Request) (path string, ok bool) {
	if path, ok = r.Path.Literal(); !ok || !strings.HasPrefix(path, "/") {
		return "", false
	}
	for i, q := range r.Query {
		value, ok := q.Value.Literal()
		if !ok {
			return "", false
		}
		pair := url.QueryEscape(q.Name) + "=" + url.QueryEscape(value)
		path += map[bool]string{true: "?", false: "&"}[i == 0 && !strings.Contains(path, "?")] + strings.ReplaceAll(pair, "+", "%20")
	}
	return path, true
}

func headersNamed(headers []suite.Field, name string) (out []suite.Field) {
	for _, h := range headers {
		if strings.EqualFold(h.Name, name) {
			out = append(out, h)
		}
	}
	return out
}

// otherHeaders are those besides the content type.
func otherHeaders(s *suite.Step) []suite.Field {
	return slices.DeleteFunc(slices.Clone(s.Call.Request.Headers), func(h suite.Field) bool { return strings.EqualFold(h.Name, "Content-Type") })
}

// alike reports whether two refusals have the same answer to calls that are
// prepared in the same way.
func (r *renderer) alike(a, b *suite.Test) bool {
	x, y := last(a), last(b)
	if len(a.Steps) != len(b.Steps) || x.User != y.User || !reflect.DeepEqual(x.Call.Expect, y.Call.Expect) {
		return false
	}
	for i := range len(a.Steps) - 1 {
		if r.preparation(a, i) != r.preparation(b, i) {
			return false
		}
	}
	return slices.EqualFunc(otherHeaders(x), otherHeaders(y), func(a, b suite.Field) bool { return reflect.DeepEqual(a, b) })
}

// newTable names the subtests by their operations; the tests of the same operation
// keep their names.
func newTable(rows []*suite.Test) *table {
	t := &table{rows: rows}
	count := map[string]int{}
	for _, row := range rows {
		count[suite.OperationName(last(row).Operation)]++
	}
	for _, row := range rows {
		name := suite.OperationName(last(row).Operation)
		if count[name] > 1 {
			name = row.Name
		}
		call, _ := rowOf(last(row)) // it is a refusal
		t.names, t.calls = append(t.names, name), append(t.calls, call)
	}
	return t
}

// table writes a table as one test.
func (r *renderer) table(b *strings.Builder, t *table) {
	first, s := t.rows[0], *last(t.rows[0])
	fmt.Fprintf(b, "\n%s\nfunc %s(t *testing.T) {\n", escape.GoComment(t.purpose()), t.title)
	b.WriteString("\tfor _, test := range []struct{ name, method, path, body string }{\n")
	for i, c := range t.calls {
		for _, way := range t.rows[i].Ways {
			b.WriteString("\t\t" + wayLine(way) + "\n")
		}
		before := fmt.Sprintf("{%s, %s, %s, ", expr.String(t.names[i]), expr.String(c.method), expr.String(c.path))
		body := `""`
		if c.body != "" {
			l := &jsonLayout{marked: c.body, layout: layout{fill: true}}
			body = l.goExpr("\t\t", before, "},")
		}
		b.WriteString("\t\t" + before + body + "},\n")
	}
	b.WriteString("\t} {\n\t\tt.Run(test.name, func(t *testing.T) {\n")
	call := *s.Call
	call.Request.Headers = otherHeaders(&s)
	s.Call = &call
	asText, asWhole := uses(first)
	v := newVariables([]suite.Step{s}, append(r.reserved(), "test")...)
	for i := range first.Steps {
		v.declareAll(&first.Steps[i], asText, asWhole)
	}
	fmt.Fprintf(b, "\tapi := %sStart(t)\n", r.shared)
	for i := range len(first.Steps) - 1 {
		b.WriteString("\t" + r.preparation(first, i).call(v, first.Steps[i:i+1]) + "\n")
	}
	b.WriteString("\n")
	w := &stepWriter{renderer: r, b: b, vars: v, step: &s, row: true}
	w.asserted()
	b.WriteString("})\n}\n}\n")
}

// asWords says who acts.
func asWords(t *suite.Test) string {
	if user := last(t).User; user != "" {
		return " as " + user
	}
	return ""
}
