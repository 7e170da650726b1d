package features_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/features"
	"github.com/evoke-go/evoke/bench/features/sqlite"
)

// service makes features-service over a store, with the demo data or without data.
type service struct{ demo, empty func() http.Handler }

// overEach runs a test on the service over each store.
func overEach(t *testing.T, test func(t *testing.T, s service)) {
	t.Helper()
	for name, s := range map[string]service{
		"memory": {features.New, features.NewEmpty},
		"SQLite": {sqlite.New, sqlite.NewEmpty},
	} {
		closed := func(start func() http.Handler) func() http.Handler {
			return func() http.Handler {
				h := start()
				if c, ok := h.(io.Closer); ok {
					t.Cleanup(func() { assert.NoError(t, c.Close()) })
				}
				return h
			}
		}
		t.Run(name, func(t *testing.T) { test(t, service{closed(s.demo), closed(s.empty)}) })
	}
}

// reset brings back the first state.
func reset(t testing.TB, h http.Handler) {
	t.Helper()
	require.NoError(t, h.(interface{ Reset() error }).Reset())
}

// do sends a request, with a form in its body unless that is empty.
func do(h http.Handler, request, form string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, target, strings.NewReader(form))
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec
}

// step is a request of a test with what it is answered.
type step struct {
	request, form string
	status        int
	// want is the body, or the location of 201, or a part of the message of 500.
	want string
}

// play sends the requests of a test, each of which has to be answered so.
func play(t *testing.T, h http.Handler, steps []step) {
	t.Helper()
	for _, s := range steps {
		rec := do(h, s.request, s.form)
		body := strings.TrimSpace(rec.Body.String())
		require.Equal(t, s.status, rec.Code, "%s: %s", s.request, body)
		switch s.status {
		case http.StatusOK:
			assert.JSONEq(t, s.want, body, s.request)
		case http.StatusInternalServerError:
			assert.Contains(t, body, `"Internal Server Error"`, s.request)
			assert.Contains(t, body, s.want, s.request)
		case http.StatusCreated, http.StatusNoContent:
			assert.Equal(t, s.want, rec.Header().Get("Location"), s.request)
			assert.Empty(t, body, s.request)
		}
	}
}

// The rows of the description, each on an empty service.
func TestOperations(t *testing.T) { overEach(t, testOperations) }

func testOperations(t *testing.T, s service) {
	const feature = `{"id":1,"name":"chat","description":null}`
	for name, steps := range map[string][]step{
		"products": {
			{"GET /products", "", 200, `[]`},
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/q%2Fr%20s", "", 201, "/products/q%2Fr%20s"},
			{"POST /products/p", "", 201, "/products/p"},
			{"GET /products", "", 200, `["p","q/r s","p"]`},
			{"GET /products/p", "", 200, `{"id":1,"name":"p","features":[],"constraints":[]}`},
			{"GET /products/P", "", 500, "no such product"},
			{"DELETE /products/x", "", 500, "no such product"},
		},
		"the first of a name wins": {
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/p/features/f", "", 201, "/products/p/features/f"},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"POST /products/p/configurations/c/features/f", "", 201, "/products/p/configurations/c/features/f"},
			{"GET /products/p/configurations", "", 200, `["c","c"]`},
			{"DELETE /products/p/configurations/c", "", 204, ""},
			{"GET /products/p/configurations/c/features", "", 200, `[]`},
			{"DELETE /products/p", "", 204, ""},
			{"GET /products/p", "", 200, `{"id":2,"name":"p","features":[],"constraints":[]}`},
		},
		"two products": {
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/q", "", 201, "/products/q"},
			{"POST /products/p/features/f", "", 201, "/products/p/features/f"},
			{"POST /products/q/features/f", "", 201, "/products/q/features/f"},
			{"POST /products/p/constraints/requires", "sourceFeature=f&requiredFeature=g", 201,
				"/products/p/constraints/1"},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"POST /products/q/configurations/d", "", 201, "/products/q/configurations/d"},
			{"GET /products/q", "", 200,
				`{"id":2,"name":"q","features":[{"id":2,"name":"f","description":null}],"constraints":[]}`},
			{"GET /products/q/configurations", "", 200, `["d"]`},
			{"GET /products/q/configurations/c", "", 204, ""},
			{"POST /products/q/configurations/d/features/f", "", 201, "/products/q/configurations/d/features/f"},
			{"GET /products/p/configurations/c/features", "", 200, `[]`},
			{"DELETE /products/p", "", 204, ""},
			{"GET /products/q/configurations/d/features", "", 200, `["f"]`},
		},
		"a product with all": {
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/p/features/chat", "description=talk+to+me", 201, "/products/p/features/chat"},
			{"POST /products/p/constraints/requires", "sourceFeature=a&requiredFeature=b", 201,
				"/products/p/constraints/1"},
			{"POST /products/p/constraints/excludes", "sourceFeature=", 201, "/products/p/constraint/2"},
			{"GET /products/p/constraint/2", "", 404, ""},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"GET /products/p", "", 200,
				`{"id":1,"name":"p","features":[{"id":1,"name":"chat","description":"talk to me"}],"constraints":[
				{"id":1,"type":"requires","sourceFeatureName":"a","requiredFeatureName":"b"},
				{"id":2,"type":"excludes","sourceFeatureName":"","excludedFeatureName":null}]}`},
			{"DELETE /products/p", "", 204, ""},
			{"GET /products", "", 200, `[]`},
			{"POST /products/p", "", 201, "/products/p"},
			{"GET /products/p", "", 200, `{"id":2,"name":"p","features":[],"constraints":[]}`},
			{"GET /products/p/configurations", "", 200, `[]`},
		},
		"features": {
			{"GET /products/p/features", "", 500, "no such product"},
			{"POST /products/p/features/chat", "", 500, "no such product"},
			{"PUT /products/p/features/chat", "", 500, "no such product"},
			{"DELETE /products/p/features/chat", "", 500, "no such product"},
			{"POST /products/p", "", 201, "/products/p"},
			{"PUT /products/p/features/chat", "", 500, "no such feature"},
			{"DELETE /products/p/features/chat", "", 500, "no such feature"},
			{"POST /products/p/features/chat", "", 201, "/products/p/features/chat"},
			{"POST /products/p/features/CHAT", "", 500, "has this feature"},
			{"GET /products/p/features", "", 200, `[` + feature + `]`},
			{"PUT /products/p/features/CHAT", "description=d", 200, strings.Replace(feature, "null", `"d"`, 1)},
			{"GET /products/p/features", "", 200, `[` + strings.Replace(feature, "null", `"d"`, 1) + `]`},
			{"PUT /products/p/features/chat", "", 200, feature},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"POST /products/p/configurations/c/features/chat", "", 201, "/products/p/configurations/c/features/chat"},
			{"DELETE /products/p/features/Chat", "", 204, ""},
			{"GET /products/p/configurations/c/features", "", 200, `[]`},
			{"GET /products/p/features", "", 200, `[]`},
		},
		"constraints": {
			{"POST /products/p/constraints/requires", "", 500, "no such product"},
			{"POST /products/p/constraints/excludes", "", 500, "no such product"},
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/p/constraints/requires", "", 201, "/products/p/constraints/1"},
			{"POST /products/p/constraints/requires?sourceFeature=a", "", 201, "/products/p/constraints/2"},
			{"GET /products/p", "", 200, `{"id":1,"name":"p","features":[],"constraints":[
				{"id":1,"type":"requires","sourceFeatureName":null,"requiredFeatureName":null},
				{"id":2,"type":"requires","sourceFeatureName":null,"requiredFeatureName":null}]}`},
			{"DELETE /products/p/constraints/x", "", 404, ""},
			{"DELETE /products/p/constraints/9223372036854775808", "", 404, ""},
			{"DELETE /products/p/constraints/7", "", 204, ""},
			{"DELETE /products/another/constraints/1", "", 204, ""},
			{"DELETE /products/p/constraints/2", "", 204, ""},
			{"GET /products/p", "", 200, `{"id":1,"name":"p","features":[],"constraints":[]}`},
		},
		"configurations": {
			{"GET /products/p/configurations", "", 200, `[]`},
			{"GET /products/p/configurations/c", "", 204, ""},
			{"POST /products/p/configurations/c", "", 500, "no such product"},
			{"DELETE /products/p/configurations/c", "", 500, "no such configuration"},
			{"GET /products/p/configurations/c/features", "", 500, "no such configuration"},
			{"POST /products/p/configurations/c/features/f", "", 500, "no such configuration"},
			{"DELETE /products/p/configurations/c/features/f", "", 500, "no such configuration"},
			{"POST /products/p", "", 201, "/products/p"},
			{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
			{"GET /products/p/configurations/C", "", 204, ""},
			{"GET /products/p/configurations/c", "", 200, `{"name":"c","valid":true,"activedFeatures":[]}`},
			{"POST /products/p/configurations/c/features/f", "", 500, "no such feature"},
			{"DELETE /products/p/configurations/c/features/f", "", 500, "no such feature"},
			{"POST /products/p/features/f", "", 201, "/products/p/features/f"},
			{"DELETE /products/p/configurations/c/features/f", "", 204, ""},
			{"POST /products/p/configurations/c/features/f", "", 201, "/products/p/configurations/c/features/f"},
			{"POST /products/p/configurations/c/features/f", "", 500, "is active"},
			{"POST /products/p/configurations/c/features/F", "", 201, "/products/p/configurations/c/features/F"},
			{"GET /products/p/configurations/c/features", "", 200, `["f"]`},
			{"GET /products/p/configurations/c", "", 200,
				`{"name":"c","valid":true,"activedFeatures":[{"id":1,"name":"f","description":null}]}`},
			{"DELETE /products/p/configurations/c/features/F", "", 204, ""},
			{"GET /products/p/configurations/c/features", "", 200, `[]`},
			{"DELETE /products/p/configurations/c", "", 204, ""},
			{"GET /products/p/configurations/c", "", 204, ""},
		},
	} {
		t.Run(name, func(t *testing.T) { play(t, s.empty(), steps) })
	}
}

const university = "/products/ELEARNING_SITE/configurations/UNIVERSITY_X"

func TestDemo(t *testing.T) { overEach(t, testDemo) }

func testDemo(t *testing.T, s service) {
	h := s.demo()
	play(t, h, []step{
		{"GET /products", "", 200, `["ELEARNING_SITE"]`},
		{"GET /products/ELEARNING_SITE/configurations", "", 200, `["UNIVERSITY_X"]`},
		{"GET " + university + "/features", "", 200, `["VIDEO_LESSONS","ONLINE_FORUM","CHAT","IN_TRIAL_PERIOD"]`},
		{"POST /products/ELEARNING_SITE/features/x", "", 201, "/products/ELEARNING_SITE/features/x"},
		{"PUT /products/ELEARNING_SITE/features/x", "", 200, `{"id":10,"name":"x","description":null}`},
		{"POST /products/ELEARNING_SITE/constraints/requires", "", 201, "/products/ELEARNING_SITE/constraints/4"},
	})
	var product struct{ Features []struct{ Name string } }
	require.NoError(t, json.Unmarshal(do(h, "GET /products/ELEARNING_SITE", "").Body.Bytes(), &product))
	var names []string
	for _, f := range product.Features {
		names = append(names, f.Name)
	}
	assert.Equal(t, "VIDEO_LESSONS ONLINE_FORUM CHAT MAILING_LIST COURSE_SELLING PAYPAL_PAYMENT CREDIT_CARD_PAYMENT "+
		"REDEEM_CODES IN_TRIAL_PERIOD x", strings.Join(names, " "))
}

// Reset undoes each kind of change, for both initial states.
func TestReset(t *testing.T) { overEach(t, testReset) }

func testReset(t *testing.T, s service) {
	changes := []string{
		"DELETE " + university + "/features/CHAT", "PUT /products/ELEARNING_SITE/features/CHAT",
		"POST " + university + "/features/COURSE_SELLING", "DELETE /products/ELEARNING_SITE/constraints/1",
		"POST /products/ELEARNING_SITE/constraints/requires", "DELETE " + university,
		"POST /products/ELEARNING_SITE/configurations/c", "DELETE /products/ELEARNING_SITE/features/CHAT",
		"DELETE /products/ELEARNING_SITE",
		"POST /products/p", "POST /products/p/features/f", "POST /products/p/configurations/c",
	}
	looks := []string{"GET /products", "GET /products/ELEARNING_SITE", "GET " + university,
		"POST /products/p", "GET /products/p"}
	for name, h := range map[string]http.Handler{"demo": s.demo(), "empty": s.empty()} {
		t.Run(name, func(t *testing.T) {
			look := func() (all []string) {
				for _, l := range looks {
					all = append(all, do(h, l, "").Body.String())
				}
				reset(t, h)
				return all
			}
			fresh := look()
			assert.Equal(t, fresh, look())
			for i := range changes {
				for _, c := range changes[:i+1] {
					do(h, c, "")
				}
				reset(t, h)
				assert.Equal(t, fresh, look(), changes[i])
			}
		})
	}
}

// Requests at once do not get in each other's way.
func TestAtOnce(t *testing.T) { overEach(t, testAtOnce) }

func testAtOnce(t *testing.T, s service) {
	h := s.demo()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				do(h, "DELETE "+university+"/features/CHAT", "")
				do(h, "GET "+university, "")
				do(h, "POST "+university+"/features/CHAT", "")
			}
		})
	}
	group.Wait()
	assert.Equal(t, http.StatusOK, do(h, "GET "+university, "").Code)
}

func BenchmarkActivateAndReset(b *testing.B) {
	for name, start := range map[string]func() http.Handler{"memory": features.New, "SQLite": sqlite.New} {
		b.Run(name, func(b *testing.B) {
			h := start()
			for b.Loop() {
				do(h, "POST "+university+"/features/MAILING_LIST", "")
				reset(b, h)
			}
		})
	}
}
