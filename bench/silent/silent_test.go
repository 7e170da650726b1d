package silent_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// step is a call and what is asked of its answer.
type step struct {
	user string // "" for nobody
	// request is "METHOD /path"; {Location} stands for that of the last answer
	// that had one. A second line is a header, in which {ETag} stands for that of
	// the last GET.
	request, body string
	status        int // 0 for any of 2xx
	// sees is "/pointer JSON" of the body, "/pointer -" for what is not there,
	// "Name: text" of a header, "" for anything.
	sees string
}

// outcome is what an answer has to be.
type outcome struct {
	status int
	sees   string
}

// symptom is the shortest way to see a bug: steps that every service answers
// alike, and one that the healthy service answers right and the buggy one wrong.
type symptom struct {
	before       []step
	see          step
	right, wrong outcome
}

// site is a running service whose answers are held against its schema.
type site struct {
	t        *testing.T
	handler  http.Handler
	users    map[string]http.Header
	doc      *openapi.Document
	checker  *conformance.Checker
	location string
	tag      string
}

func begin(t *testing.T, s silent.Service, bugs ...silent.Bug) *site {
	t.Helper()
	doc, err := openapi.Read(s.Schema, openapi.Options{})
	require.NoError(t, err)
	checker, warnings := conformance.Compile(doc)
	require.Empty(t, warnings)
	out := &site{t: t, handler: s.New(bugs...), doc: doc, checker: checker, users: map[string]http.Header{"": {}}}
	if c, ok := out.handler.(io.Closer); ok {
		t.Cleanup(func() { assert.NoError(t, c.Close()) })
	}
	for _, u := range s.Users {
		h := http.Header{}
		for _, add := range u.Headers {
			h.Set(add.Name, add.Value)
		}
		if u.Login != nil {
			w := out.send(http.Header{}, "POST "+u.Login.Path, u.Login.Body)
			require.Equal(t, http.StatusOK, w.Code, w.Body)
			for _, c := range w.Result().Cookies() {
				h.Add("Cookie", c.Name+"="+c.Value)
			}
			if u.Login.Token == nil {
				out.users[u.Name] = h
				continue
			}
			token, err := value.At(parsed(t, w), u.Login.Token.Selector)
			require.NoError(t, err)
			h.Set("Authorization", fmt.Sprintf("Bearer %s", token))
		}
		out.users[u.Name] = h
	}
	return out
}

func parsed(t *testing.T, w *httptest.ResponseRecorder) any {
	t.Helper()
	v, err := value.ParseJSON(w.Body.Bytes())
	require.NoError(t, err, w.Body)
	return v
}

// send makes a call and holds its answer against the schema.
func (s *site) send(header http.Header, request, body string) *httptest.ResponseRecorder {
	s.t.Helper()
	line, added, _ := strings.Cut(request, "\n")
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, strings.ReplaceAll(target, "{Location}", s.location), strings.NewReader(body))
	r.Header = header.Clone()
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if name, text, ok := strings.Cut(added, ": "); ok {
		r.Header.Set(name, strings.ReplaceAll(text, "{ETag}", s.tag))
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if to := w.Header().Get("Location"); to != "" {
		s.location = to
	}
	if tag := w.Header().Get("ETag"); tag != "" && method == http.MethodGet {
		s.tag = tag
	}
	if op := s.operation(method, r.URL.Path); op != nil {
		answer := conformance.Answer{Status: w.Code, ContentType: w.Header().Get("Content-Type"), Body: w.Body.Bytes()}
		assert.Empty(s.t, s.checker.Judge(op, answer), "%s %s", request, w.Body)
	}
	assert.Less(s.t, w.Code, 500, request)
	assert.Equal(s.t, w.Code == http.StatusUnauthorized, w.Header().Get("WWW-Authenticate") != "", request)
	return w
}

// operation returns the operation of a path, nil for none.
func (s *site) operation(method, path string) *openapi.Operation {
	at := strings.Split(path, "/")
	i := slices.IndexFunc(s.doc.Operations, func(o *openapi.Operation) bool {
		parts := strings.Split(o.Path, "/")
		return o.Method == method && slices.EqualFunc(parts, at, func(part, text string) bool {
			return part == text || strings.HasPrefix(part, "{")
		})
	})
	if i < 0 {
		return nil
	}
	return s.doc.Operations[i]
}

// follow makes the call of a step and holds its answer against an outcome.
func (s *site) follow(p step, want outcome) {
	s.t.Helper()
	w := s.send(s.users[p.user], p.request, p.body)
	if want.status == 0 {
		assert.Equal(s.t, 2, w.Code/100, "%s %s: %s", p.user, p.request, w.Body)
	} else {
		assert.Equal(s.t, want.status, w.Code, "%s %s: %s", p.user, p.request, w.Body)
	}
	if want.sees == "" {
		return
	}
	if name, text, ok := strings.Cut(want.sees, ": "); ok && !strings.HasPrefix(name, "/") {
		assert.Equal(s.t, text, w.Header().Get(name), p.request)
		return
	}
	pointer, text, _ := strings.Cut(want.sees, " ")
	got, err := value.At(parsed(s.t, w), pointer)
	if text == "-" {
		assert.Error(s.t, err, "%s: %s", p.request, w.Body)
		return
	}
	require.NoError(s.t, err, "%s: %s", p.request, w.Body)
	assert.JSONEq(s.t, text, string(value.AppendJSON(nil, got)), "%s: %s in %s", p.request, pointer, w.Body)
}

func (s *site) all(steps []step) {
	s.t.Helper()
	for _, p := range steps {
		s.follow(p, outcome{p.status, p.sees})
	}
}

func named(t *testing.T, name string) silent.Service {
	t.Helper()
	for _, s := range silent.Services() {
		if s.Name == name {
			return s
		}
	}
	require.Fail(t, "no service", name)
	return silent.Service{}
}

// allSymptoms returns the symptoms of all bugs, by service and by name.
func allSymptoms() map[string]map[string]symptom {
	return map[string]map[string]symptom{
		"billing":   billingSymptoms(),
		"clinic":    clinicSymptoms(),
		"kitchen":   kitchenSymptoms(),
		"lab":       labSymptoms(),
		"parcels":   parcelsSymptoms(),
		"polls":     pollsSymptoms(),
		"rooms":     roomsSymptoms(),
		"school":    schoolSymptoms(),
		"shop":      shopSymptoms(),
		"stations":  stationsSymptoms(),
		"tracker":   trackerSymptoms(),
		"wallets":   walletsSymptoms(),
		"warehouse": warehouseSymptoms(),
	}
}

// Each bug alone shows: the healthy service is right where the one with the bug is wrong.
func TestSymptoms(t *testing.T) {
	for _, s := range silent.Services() {
		symptoms := allSymptoms()[s.Name]
		assert.Len(t, symptoms, len(s.Bugs))
		for _, b := range s.Bugs {
			t.Run(s.Name+" "+b.Name, func(t *testing.T) {
				y, there := symptoms[b.Name]
				require.True(t, there)
				assert.NotEqual(t, y.right, y.wrong)
				healthy := begin(t, s)
				healthy.all(y.before)
				healthy.follow(y.see, y.right)
				buggy := begin(t, s, b)
				buggy.all(y.before)
				buggy.follow(y.see, y.wrong)
			})
		}
	}
}

// The list is whole: names once, operations of the schema, halves even.
func TestBugs(t *testing.T) {
	halves, kinds := map[int]int{}, map[silent.Kind]map[int]int{}
	for _, s := range silent.Services() {
		doc, err := openapi.Read(s.Schema, openapi.Options{})
		require.NoError(t, err)
		var operations []string
		for _, o := range doc.Operations {
			operations = append(operations, o.Name())
		}
		assert.GreaterOrEqual(t, len(s.Bugs), 12)
		seen := map[string]bool{}
		for _, b := range s.Bugs {
			assert.False(t, seen[b.Name], b.Name)
			seen[b.Name] = true
			assert.NotEmpty(t, b.Operations, b.Name)
			assert.Subset(t, operations, b.Operations, b.Name)
			assert.NotEmpty(t, b.Seen, b.Name)
			halves[b.Half]++
			if kinds[b.Kind] == nil {
				kinds[b.Kind] = map[int]int{}
			}
			kinds[b.Kind][b.Half]++
		}
	}
	assert.Equal(t, map[int]int{1: 22, 2: 22, 3: 35, 4: 36, 5: 36, 6: 36, 7: 36}, halves)
	for kind, n := range kinds {
		assert.LessOrEqual(t, max(n[1]-n[2], n[2]-n[1]), 1, kind)
	}
}

// A bug is shown by a fault on one of its operations.
func TestShown(t *testing.T) {
	b := silent.Bug{Operations: []string{"PUT /rooms/{id}", "GET /rooms/{id}"}}
	on := func(operation string) report.Fault { return report.Fault{Fault: suite.Fault{Operation: operation}} }
	assert.True(t, b.Shown([]report.Fault{on("POST /rooms"), on("GET /rooms/{id}")}))
	assert.False(t, b.Shown([]report.Fault{on("POST /rooms")}))
	assert.False(t, b.Shown(nil))
}

// A reset leaves nothing of what was before it.
func TestReset(t *testing.T) {
	for name, steps := range map[string][]step{
		"rooms": {
			{"amy", "POST /rooms", attic, 201, "/id 1"},
			{"ben", "POST /bookings", choir, 201, "/id 1"},
			{"ben", "GET /bookings", "", 200, "/total 1"},
		},
		"shop": {
			{"dora", "POST /items", emma, 201, "/id 1"},
			{"eli", "PUT /cart/items/1", `{"quantity": 2}`, 200, "/total 1700"},
			{"eli", "PATCH /account", `{"newsletter": true, "displayName": "E"}`, 200, `/displayName "E"`},
			{"eli", "POST /orders", home, 201, "/id 1"},
			{"eli", "GET /account", "", 200, "/orders 1"},
		},
		"tracker": {
			{"gwen", "POST /projects", party, 201, "/id 1"},
			{"gwen", "POST /projects/1/tasks", ask, 201, "/id 1"},
			{"gwen", "POST /tasks/1/comments", `{"text": "Yes"}`, 201, "/id 1"},
			{"gwen", "GET /projects", "", 200, "/total 1"},
		},
		"billing": {
			{"tom", "POST /customers", fjord, 201, "/id 1"},
			{"tom", "POST /invoices", april, 201, "/id 1"},
			{"tom", "POST /invoices/1/lines", boat, 200, "/lines/0/id 1"},
			{"tom", "POST /invoices/1/send", "", 200, ""},
			{"tom", "POST /invoices/1/payments", `{"amount": 5}`, 201, "/id 1"},
			{"tom", "GET /customers/1/balance", "", 200, "/invoices 1"},
		},
		"stations": {
			{"", "POST /stations", hill, 201, ""},
			{"", "POST /stations/OSL-0001/readings", late, 201, "/id 1"},
			{"", "PUT /stations/OSL-0001/alarm", `{"above": 1}`, 200, ""},
			{"", "GET /alarms", "", 200, "/0/above 1"},
			{"", "PATCH /stations/OSL-0001\nIf-Match: \"v1\"", `{}`, 200, ""},
		},
		"warehouse": {
			{"nora", "POST /products", saw, 201, "/id 1"},
			{"otto", "POST /products/1/moves\nIdempotency-Key: k", ten, 201, "/id 1"},
			{"otto", "POST /holds", bakery, 201, "/id 1"},
			{"nora", "GET /report", "", 200, "/units 10"},
		},
		"school": {
			{"jon", "GET /me", "", 200, "/reminders true"},
			{"jon", "PATCH /me", `{"reminders": false}`, 200, "/courses 0"},
			{"ines", "POST /courses", math, 201, "/version 1"},
			{"jon", "POST /courses/MAT-1010/enrolments", "{}", 201, "/id 1"},
			{"ines", "GET /courses/MAT-1010", "", 200, "/taken 1"},
		},
		"clinic": {
			{"rosa", "POST /patients", mia, 201, `/id "P-1001"`},
			{"rosa", "POST /appointments", cough, 201, `/id "A-1001"`},
			{"dan", "POST /appointments/A-1001/notes", `{"text": "Rest"}`, 201, "/id 1"},
			{"rosa", "GET /patients", "", 200, "/meta/total 1"},
		},
		"kitchen": {
			{"ada", "GET /me", "", 200, `/displayName "Ada Lund"`},
			{"ada", "PUT /me", `{"displayName": "Ada"}`, 200, "/recipeCount 0"},
			{"ada", "POST /recipes", soup, 201, "/id 1"},
			{"ada", "POST /recipes/1/ingredients", peas, 201, "/id 1"},
			{"ada", "POST /shopping-lists", saturday, 201, "/id 1"},
			{"ada", "POST /shopping-lists/1/items", milk, 201, "/id 1"},
			{"ada", "GET /shopping-lists", "", 200, "/1 -"},
		},
		"parcels": {
			{"max", "POST /addresses", shopAddress, 201, "/id 1"},
			{"max", "POST /shipments", lamp, 201, `/number "PX500001"`},
			{"dee", "POST /shipments/PX500001/events", picked, 200, ""},
			{"", "GET /track/PX500001", "", 200, "/events/1 -"},
			{"dee", "GET /summary", "", 200, "/total 1"},
		},
		"polls": {
			{"ola", "POST /polls", lunch, 201, `/id "97wyv"`},
			{"ola", "POST {Location}/options", pizza, 200, "/options/0/id 1"},
			{"ola", "POST {Location}/comments", `{"text": "Yes"}`, 201, "/id 1"},
			{"ola", "GET /polls", "", 200, "/total 1"},
		},
		"lab": {
			{"tim", "POST /samples", soil, 201, `/id "` + lab1 + `"`},
			{"tim", "POST /batches", nitrate, 201, `/id "` + lab2 + `"`},
			{"tim", "GET /overview", "", 200, "/samples/received 1"},
		},
		"wallets": {
			{"joe", "POST /v1/wallets", household, 200, `/id "` + wallet1 + `"`},
			{"kai", "POST /v1/wallets", travel, 200, ""},
			{"joe", "POST /v1/deposits\nIdempotency-Key: k", salary, 200, ""},
			{"joe", "POST /v1/transfers", tickets, 200, `/id "` + transfer5 + `"`},
			{"joe", "POST /v1/payees", landlady, 200, `/id "` + payee6 + `"`},
			{"joe", "GET /v1/payees", "", 200, "/has_more false"},
			{"joe", "POST /v1/logout", "", 204, ""},
			{"kai", "GET /v1/summary", "", 200, "/wallets 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, named(t, name))
			s.all(steps)
			require.NoError(t, s.handler.(interface{ Reset() error }).Reset())
			s.all(steps)
		})
	}
}
