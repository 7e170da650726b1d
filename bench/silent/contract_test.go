package silent_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// scene is what has to be there for all operations of a service to find what
// their paths name, and who may call all of them.
type scene struct {
	user  string
	steps []step
}

func scenes() map[string]scene {
	return map[string]scene{
		"rooms": {"amy", []step{{"amy", "POST /rooms", attic, 201, ""}, {"amy", "POST /bookings", choir, 201, ""}}},
		"shop": {"dora", []step{
			{"dora", "POST /items", ludo, 201, ""}, {"dora", "PUT /cart/items/1", two, 200, ""},
			{"dora", "POST /orders", home, 201, ""}, {"dora", "PUT /cart/items/1", two, 200, ""},
		}},
		"tracker": {"gwen", []step{
			{"gwen", "POST /projects", party, 201, ""}, {"gwen", "POST /projects/1/tasks", buy, 201, ""},
			{"gwen", "PUT /projects/1/members/hugo", asEdit, 200, ""},
		}},
		"billing": {"vera", []step{
			{"vera", "POST /customers", alpes, 201, ""}, {"vera", "POST /invoices", april, 201, ""},
			{"vera", "POST /invoices/1/lines", boat, 200, ""}, {"vera", "POST /invoices/1/send", "", 200, ""},
			{"vera", "POST /invoices/1/payments", `{"amount": 5}`, 201, ""},
			{"vera", "POST /invoices", april, 201, ""}, {"vera", "POST /invoices/2/lines", boat, 200, ""},
		}},
		"stations": {"", []step{
			{"", "POST /stations", hill, 201, ""}, {"", "POST /stations/OSL-0001/readings", late, 201, ""},
			{"", "PUT /stations/OSL-0001/alarm", `{"above": 2}`, 200, ""},
		}},
		"warehouse": {"nora", []step{
			{"nora", "POST /products", saw, 201, ""}, {"otto", "POST /products/1/moves", ten, 201, ""},
			{"otto", "POST /holds", bakery, 201, ""},
		}},
		"school": {"ines", []step{
			{"ines", "POST /courses", math, 201, ""}, {"jon", "POST /courses/MAT-1010/enrolments", "{}", 201, ""},
		}},
		"clinic": {"ruth", []step{
			{"rosa", "POST /patients", mia, 201, ""}, {"rosa", "POST /appointments", cough, 201, ""},
			{"dan", "POST /appointments/A-1001/notes", `{"text": "Rest"}`, 201, ""},
		}},
		"kitchen": {"ada", []step{
			{"ada", "POST /recipes", soup, 201, ""}, {"ada", "POST /recipes/1/ingredients", peas, 201, ""},
			{"ada", "POST /shopping-lists", saturday, 201, ""}, {"ada", "POST /shopping-lists/1/items", milk, 201, ""},
		}},
		"parcels": {"dee", []step{
			{"dee", "POST /addresses", shopAddress, 201, ""}, {"dee", "POST /shipments", lamp, 201, ""},
		}},
		"polls": {"ola", []step{
			{"ola", "POST /polls", lunch, 201, ""}, {"ola", "POST {Location}/options", pizza, 200, ""},
			{"ola", "POST {Location}/options", soba, 200, ""},
			{"ola", "PUT {Location}/state", opened, 200, ""},
			{"ola", "PUT {Location}/vote", `{"choices": [2]}`, 200, ""},
			{"ola", "PUT {Location}/guests/per", "", 204, ""},
			{"ola", "POST {Location}/comments", `{"text": "Yes"}`, 201, ""},
		}},
		"lab": {"lena", []step{
			{"lena", "POST /samples", water, 201, ""}, {"lena", "POST /batches", nitrate, 201, ""},
			{"lena", "PUT {Location}/samples/" + lab1, "", 200, ""},
		}},
		"wallets": {"olga", []step{
			{"olga", "POST /v1/wallets", household, 200, ""}, {"olga", "POST /v1/wallets", travel, 200, ""},
			{"olga", "POST /v1/deposits", salary, 200, ""},
			{"olga", "POST /v1/transfers", snack, 200, ""},
			{"olga", "POST /v1/payees", `{"label": "Me", "wallet": "` + wallet2 + `"}`, 200, ""},
		}},
	}
}

// try makes a call in the scene of a service and returns the status.
func (s *site) try(header http.Header, request, body string) int {
	s.t.Helper()
	return s.send(header, request, body).Code
}

// set brings a service into its scene.
func (s *site) set(c scene) {
	s.t.Helper()
	require.NoError(s.t, s.handler.(interface{ Reset() error }).Reset())
	s.all(c.steps)
}

// eachOperation calls do with each operation of each healthy service, and with
// its path in the scene.
func eachOperation(t *testing.T, do func(t *testing.T, s *site, c scene, o *openapi.Operation, path string)) {
	for _, service := range silent.Services() {
		c, s := scenes()[service.Name], begin(t, service)
		for _, o := range s.doc.Operations {
			t.Run(service.Name+" "+o.Name(), func(t *testing.T) {
				s.t = t
				do(t, s, c, o, at().Replace(o.Path))
			})
		}
		s.t = t
	}
}

// at returns what writes paths that name what is in a scene.
func at() *strings.Replacer {
	return strings.NewReplacer("{id}", "1", "{user}", "hugo", "{code}", "OSL-0001", "{course}", "MAT-1010",
		"{patient}", "P-1001", "{appointment}", "A-1001", "{note}", "1",
		"{address}", "1", "{number}", "PX500001", "{poll}", "97wyv", "{option}", "1",
		"{guest}", "per", "{comment}", "1",
		"{sample}", lab1, "{batch}", lab2, "{wallet}", wallet1, "{transfer}", transfer5, "{payee}", payee6)
}

// example returns the declared example of a body, nil where there is no body.
func example(t *testing.T, o *openapi.Operation) map[string]any {
	t.Helper()
	if len(o.Bodies) == 0 {
		return nil
	}
	require.NotEmpty(t, o.Bodies[0].Examples, o.Name())
	out := map[string]any{}
	require.NoError(t, json.Unmarshal(value.AppendJSON(nil, o.Bodies[0].Examples[0].Value), &out))
	return out
}

func text(t *testing.T, v any) string {
	t.Helper()
	if m, ok := v.(map[string]any); ok && m == nil {
		return ""
	}
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

func whole(t *testing.T, n json.Number) int64 {
	t.Helper()
	i, err := n.Int64()
	require.NoError(t, err)
	return i
}

// values returns values at the bounds of a schema: some that fit, and some that
// do not.
func values(t *testing.T, s *openapi.Schema) (good, bad []any) {
	t.Helper()
	switch {
	case s.Is("array"):
		return nil, []any{1, "x"}
	case s.Is("number"):
		return []any{whole(t, s.Minimum), 0.5, whole(t, s.Maximum)}, []any{whole(t, s.Minimum) - 1,
			whole(t, s.Maximum) + 1, "x"}
	case s.Is("integer"):
		bad = append(bad, 1.5, "x")
		if s.Minimum != "" {
			good, bad = append(good, whole(t, s.Minimum)), append(bad, whole(t, s.Minimum)-1)
		}
		if s.Maximum != "" {
			good, bad = append(good, whole(t, s.Maximum)), append(bad, whole(t, s.Maximum)+1)
		}
	case s.Is("boolean"):
		return []any{true, false}, []any{"x", 1}
	case len(s.Enum) > 0:
		return s.Enum, []any{"nonsense", ""}
	case s.Format == "date":
		return []any{"2024-02-29", "0001-01-01"}, []any{"2023-02-29", "nonsense", ""}
	case s.Format == "date-time":
		return []any{"2024-02-29T23:59:59.5+05:30", "0001-01-01T00:00:00Z"},
			[]any{"2024-02-29", "2023-02-29T00:00:00Z", ""}
	case s.Format == "email":
		return []any{"a@b.example"}, []any{"nonsense", "a@", ""}
	case s.Format == "decimal":
		return []any{"0.01", "999999.99"}, []any{"0.00", "1.5", "01.00", "-1.00", ""}
	case s.Pattern != "":
		return []any{"ABC-1234"}, []any{"ABC-12345", "abc-1234", ""}
	default:
		good = append(good, strings.Repeat("é", s.MaxLength), strings.Repeat("é", max(s.MinLength, 0)))
		bad = append(bad, strings.Repeat("é", s.MaxLength+1))
		if s.MinLength > 0 {
			bad = append(bad, "")
		}
	}
	return good, bad
}

// Each member of each body is taken where it fits its schema, and refused with
// 400 where it does not.
func TestBodies(t *testing.T) {
	eachOperation(t, func(t *testing.T, s *site, c scene, o *openapi.Operation, path string) {
		if len(o.Bodies) == 0 {
			return
		}
		status := func(name string, v any) int {
			body := example(t, o)
			body[name] = v
			s.set(c)
			return s.try(s.users[c.user], o.Method+" "+path, text(t, body))
		}
		assert.True(t, o.BodyRequired)
		schema := o.Bodies[0].Schema
		for _, p := range schema.Properties {
			good, bad := values(t, p.Schema)
			for _, v := range good {
				assert.NotEqual(t, 400, status(p.Name, v), "%s: %v", p.Name, v)
			}
			bad = append(bad, map[string]any{})
			if p.Schema.Nullable {
				assert.NotEqual(t, 400, status(p.Name, nil), p.Name)
			} else {
				bad = append(bad, nil)
			}
			if p.Schema.Is("array") && p.Schema.MinItems <= 0 {
				assert.NotEqual(t, 400, status(p.Name, []any{}), p.Name)
			} else {
				bad = append(bad, []any{})
			}
			for _, v := range bad {
				assert.Equal(t, 400, status(p.Name, v), "%s: %v", p.Name, v)
			}
		}
		for _, name := range schema.Required {
			body := example(t, o)
			delete(body, name)
			s.set(c)
			assert.Equal(t, 400, s.try(s.users[c.user], o.Method+" "+path, text(t, body)), "without %s", name)
		}
		assert.NotEqual(t, 400, status("undeclared", "x"))
		for _, body := range []string{"null", "[]", "{", `"x"`, "{} {}", "{\"\xff\": 1}"} {
			assert.Equal(t, 400, s.try(s.users[c.user], o.Method+" "+path, body), body)
		}
		assert.Equal(t, 415, s.try(s.users[c.user], o.Method+" "+path+"\nContent-Type: text/plain", "{}"))
	})
}

// So is each parameter.
func TestParameters(t *testing.T) {
	eachOperation(t, func(t *testing.T, s *site, c scene, o *openapi.Operation, path string) {
		for _, p := range o.Parameters {
			if p.In == "header" { // If-Match takes any text
				continue
			}
			good, bad := values(t, p.Schema)
			if p.In == "query" {
				for _, v := range good {
					assert.Equal(t, 200, s.in(c, o, path+"?"+p.Name+"="+url.QueryEscape(plain(t, v))),
						"%s: %v", p.Name, v)
				}
				for _, v := range append(bad, "") {
					assert.Equal(t, 400, s.in(c, o, path+"?"+p.Name+"="+url.QueryEscape(plain(t, v))),
						"%s: %v", p.Name, v)
				}
				continue
			}
			named := func(v string) string { return at().Replace(strings.ReplaceAll(o.Path, "{"+p.Name+"}", v)) }
			switch p.Name {
			case "id", "note", "address", "option", "comment":
				for _, v := range bad {
					assert.Equal(t, 400, s.in(c, o, named(plain(t, v))), "%s: %v", p.Name, v)
				}
				assert.Equal(t, 404, s.in(c, o, named("999")))
			case "patient", "appointment", "number", "poll", "guest", "sample", "batch", "wallet", "transfer", "payee":
				assert.Equal(t, 404, s.in(c, o, named("999")))
			}
		}
	})
}

// in makes the call of an operation at a path, with the example of its body.
func (s *site) in(c scene, o *openapi.Operation, path string) int {
	s.t.Helper()
	s.set(c)
	return s.try(s.users[c.user], o.Method+" "+path, text(s.t, example(s.t, o)))
}

// plain is a value as parameters have it.
func plain(t *testing.T, v any) string {
	t.Helper()
	if s, ok := v.(string); ok {
		return s
	}
	return text(t, v)
}

// Each operation that asks for a token refuses calls without one and with
// another one, and each is answered 2xx in its scene or refused by its state.
func TestTokens(t *testing.T) {
	eachOperation(t, func(t *testing.T, s *site, c scene, o *openapi.Operation, path string) {
		body := text(t, example(t, o))
		for _, p := range o.Parameters {
			if p.Required && p.In == "query" {
				good, _ := values(t, p.Schema)
				path += "?" + p.Name + "=" + url.QueryEscape(plain(t, good[0]))
			}
		}
		for _, token := range []string{"", "Bearer", "Bearer x", "Basic x"} {
			s.set(c)
			status := s.try(http.Header{"Authorization": {token}}, o.Method+" "+path, body)
			assert.Equal(t, len(o.Security) > 0, status == http.StatusUnauthorized, token)
		}
		s.set(c)
		first := s.try(s.users[c.user], o.Method+" "+path, body)
		assert.Contains(t, []int{200, 201, 204, 409}, first)
		if o.Method == http.MethodGet || o.Method == http.MethodPut {
			assert.Equal(t, first, s.try(s.users[c.user], o.Method+" "+path, body))
		}
	})
}
