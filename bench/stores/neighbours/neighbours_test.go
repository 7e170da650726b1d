package neighbours

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// answer is that of a neighbour to a call.
type answer struct {
	to     string // host and path, with the query
	status int    // 0: the neighbour cannot be reached; late: it answers too late
	body   string
	header http.Header
}

const late = -1

// network has the neighbours of a test.
type network []answer

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, a := range n {
		if a.to != r.URL.Host+r.URL.RequestURI() || a.status == 0 {
			continue
		}
		if a.status == late {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		header := a.header
		if header == nil {
			header = http.Header{}
		}
		return &http.Response{StatusCode: a.status, Header: header, Body: io.NopCloser(strings.NewReader(a.body))}, nil
	}
	return nil, errors.New("no such host")
}

// proof says with which answers of the neighbours a service answers its goal, and with which it answers 204 and 502.
type proof struct{ met, not, fails []network }

// at is an answer with status 200.
func at(to, body string) network { return network{{to: to, status: http.StatusOK, body: body}} }

// with is an answer with a status.
func with(to string, status int) network { return network{{to: to, status: status}} }

func having(to, name, value string) network {
	return network{{to: to, status: http.StatusCreated, header: http.Header{name: {value}}}}
}

const (
	labels = "post.invalid/labels"
	queue  = "queue.invalid/next/c"
)

var proofs = map[string]proof{
	"number-member": {
		[]network{at("rates.invalid/rates/c", `{"value": 1.6}`)},
		[]network{at("rates.invalid/rates/c", `{"value": 1.5}`)},
		[]network{nil, with("rates.invalid/rates/c", 500), at("rates.invalid/rates/c", `{"value": "1.6"}`)},
	},
	"text-member": {
		[]network{at("directory.invalid/owners?code=c", `{"name": "Eve", "email": "eve@example.org"}`)},
		[]network{at("directory.invalid/owners?code=c", `{"email": "eve@example.org"}`)},
		[]network{nil},
	},
	"bool-member": {
		[]network{at("flags.invalid/flags.json", `{"new-checkout": true}`)},
		[]network{at("flags.invalid/flags.json", `{"new-checkout": true, "frozen": true}`)},
		[]network{with("flags.invalid/flags.json", 404)},
	},
	"nested-member": {
		[]network{at("weather.invalid/stations/c", `{"station": {"active": true, "wind": {"gust_kmh": 90}}}`)},
		[]network{at("weather.invalid/stations/c", `{"station": {"active": true, "wind": {"gust_kmh": 89}}}`)},
		[]network{at("weather.invalid/stations/c", `[]`)},
	},
	"list-member": {
		[]network{at("warehouse.invalid/stock/c", `{"items": [{"amount": 8}, {"amount": 4}]}`)},
		[]network{at("warehouse.invalid/stock/c", `{"items": [{"amount": 8}, {"amount": 4, "place": "returns"}]}`)},
		[]network{with("warehouse.invalid/stock/c", 503)},
	},
	"enum-member": {
		[]network{at("tracking.invalid/v2/shipments/c", `{"state": "seized"}`)},
		[]network{at("tracking.invalid/v2/shipments/c", `{"state": "moving"}`)},
		[]network{nil, at("tracking.invalid/v2/shipments/c", `{"state": "none"}`)},
	},
	"time-member": {
		[]network{at("ca.invalid/certificates/c", `{"not_after": "2001-01-01T00:00:00Z"}`)},
		[]network{at("ca.invalid/certificates/c", `{"not_after": "2999-01-01T00:00:00Z"}`)},
		[]network{at("ca.invalid/certificates/c", `{"not_after": "2001-01-01"}`)},
	},
	"missing-member": {
		[]network{at("registry.invalid/people/c", `{"name": "Eve"}`)},
		[]network{at("registry.invalid/people/c", `{"name": "Eve", "died": "2001-01-01"}`)},
		[]network{nil},
	},
	"echoed-member": {
		[]network{at("vat.invalid/check?number=c", `{"number": "c", "countries": ["NO", "SE"]}`)},
		[]network{at("vat.invalid/check?number=c", `{"number": "d", "countries": ["SE"]}`)},
		[]network{nil},
	},
	"two-neighbours": {
		[]network{append(at("bank-a.invalid/bids/c", `{"cents": 2}`), at("bank-b.invalid/asks/c", `{"cents": 1}`)...)},
		[]network{append(at("bank-a.invalid/bids/c", `{"cents": 2}`), at("bank-b.invalid/asks/c", `{"cents": 2}`)...)},
		[]network{at("bank-a.invalid/bids/c", `{"cents": 2}`)},
	},
	"status-not-found": {
		[]network{with("whois.invalid/domains/c", 404)}, []network{with("whois.invalid/domains/c", 200)},
		[]network{nil, with("whois.invalid/domains/c", 500)},
	},
	"status-conflict": {
		[]network{with("seats.invalid/holds", 409)}, []network{with("seats.invalid/holds", 201)},
		[]network{with("seats.invalid/holds", 400)},
	},
	"status-unavailable": {
		[]network{with("ledger.invalid/health", 503)}, []network{with("ledger.invalid/health", 204)}, []network{nil},
	},
	"status-created": {
		[]network{having(labels, "Location", "/1")}, []network{having(labels, "Server", "a"), with(labels, 200)},
		[]network{nil},
	},
	"timeout": {
		[]network{with("scores.invalid/scores/c", late)}, []network{with("scores.invalid/scores/c", 500)},
		[]network{nil},
	},
	"broken-body": {
		[]network{at("kitchen.invalid/menus/c", `{"dishes": [`)}, []network{at("kitchen.invalid/menus/c", `{}`)},
		[]network{nil},
	},
	"empty-body": {
		[]network{with("alerts.invalid/alerts/c", 204)}, []network{at("alerts.invalid/alerts/c", "[]")}, []network{nil},
	},
	"header": {
		[]network{having("files.invalid/c", "X-Scan", "infected")},
		[]network{having("files.invalid/c", "X-Scan", "clean")},
		[]network{nil},
	},
	"content-type": {
		[]network{having("previews.invalid/?of=c", "Content-Type", "image/png")},
		[]network{having("previews.invalid/?of=c", "Content-Type", "text/plain")}, []network{nil},
	},
	"retry": {
		[]network{append(with(queue, 429), with(queue+"?again=1", 202)...)},
		[]network{with(queue, 202), append(with(queue, 429), with(queue+"?again=1", 429)...)}, nil,
	},
	"unreachable-then": {
		[]network{with("mirror-2.invalid/c", 200)},
		[]network{nil, append(with("mirror-1.invalid/c", 500), with("mirror-2.invalid/c", 200)...)}, nil,
	},
}

// TestNeighbours: each service answers its goal with the right answers of its neighbours alone.
func TestNeighbours(t *testing.T) {
	require.Len(t, All(), len(proofs), "each service has a proof")
	before := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = before })
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			goal, err := strconv.Atoi(m.Goal)
			require.NoError(t, err)
			p := proofs[m.Name]
			require.NotEmpty(t, p.met)
			require.NotEmpty(t, p.not)
			for status, networks := range map[int][]network{goal: p.met, http.StatusNoContent: p.not, 502: p.fails} {
				for _, n := range networks {
					http.DefaultTransport = n
					assert.Equal(t, status, send(t, m), n)
				}
			}
		})
	}
}

// send makes the only call of a service. Its document has the answer.
func send(t *testing.T, m Micro) int {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	require.NoError(t, json.Unmarshal([]byte(m.Schema), &doc))
	w := httptest.NewRecorder()
	for path, operations := range doc.Paths {
		for method, o := range operations {
			target := strings.ReplaceAll(path, "{code}", "c")
			m.New().ServeHTTP(w, httptest.NewRequest(strings.ToUpper(method), target, nil))
			assert.Contains(t, o.Responses, strconv.Itoa(w.Code))
		}
	}
	return w.Code
}

// TestAddresses: a neighbour with its address in the environment is called there, here over a socket, also too late.
func TestAddresses(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/scores/") {
			select {
			case <-release:
			case <-time.After(10 * time.Second):
			}
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer s.Close()
	defer close(release)
	for name, want := range map[string]int{"timeout": goal.Met, "status-unavailable": goal.Met, "enum-member": 502} {
		m := named(name)
		require.NotEmpty(t, m.Address)
		t.Setenv(m.Address, s.URL)
		assert.Equal(t, want, send(t, m), name)
	}
}

// TestNamed: a process that is told a name runs that service.
func TestNamed(t *testing.T) {
	t.Setenv(Variable, "retry")
	assert.Contains(t, string(Schema()), "retry")
	assert.NotNil(t, New())
	t.Setenv(Variable, "none")
	assert.Panics(t, func() { New() })
}
