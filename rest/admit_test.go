package rest_test

import (
	"context"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// house has a kind of credential for each of its doors.
const house = `
openapi: 3.0.3
info: {title: House, version: "1"}
components:
  securitySchemes:
    pass: {type: http, scheme: basic}
    chip: {type: apiKey, in: header, name: X-Chip}
    phone: {type: http, scheme: bearer}
paths:
  /cellar:
    get: {security: [{pass: []}], responses: {"200": {description: open}}}
  /kitchen:
    get: {security: [{chip: []}], responses: {"200": {description: open}}}
    post:
      security: [{chip: []}]
      requestBody: {content: {application/json: {schema: {type: object, properties: {dish: {type: string}, spoons: {type: integer}}}}}}
      responses: {"201": {description: cooked}}
  /roof:
    get:
      security: [{phone: []}]
      parameters: [{name: side, in: query, schema: {type: string}}]
      responses: {"200": {description: open}}
  /garden:
    get: {responses: {"200": {description: open}}}
`

func newHouse() http.Handler {
	mux := http.NewServeMux()
	door := func(pattern, header, value string, refuse int) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if header != "" && r.Header.Get(header) != value {
				w.WriteHeader(refuse)
			}
		})
	}
	door("GET /cellar", "Authorization", auth.Basic("", "ann", "secret").Headers[0].Value, 401)
	door("GET /kitchen", "X-Chip", "c-1", 403)
	door("POST /kitchen", "X-Chip", "c-1", 401)
	door("GET /roof", "Authorization", "Bearer p-1", 403)
	door("GET /garden", "", "", 0)
	return mux
}

// census counts the answers of a system by status, and notes who was refused where.
type census struct {
	*sut.Handler
	keeps    bool // what tests do stays
	all      int
	statuses map[int]int
	refused  map[string]bool // operations
}

func (c *census) Lasting() bool { return c.keeps }

func (c *census) Reset(ctx context.Context) error {
	if c.keeps {
		return nil
	}
	return c.Handler.Reset(ctx)
}

func (c *census) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := c.Handler.Call(ctx, r)
	if err == nil {
		c.all++
		c.statuses[resp.Status]++
		if resp.Status == 401 || resp.Status == 403 {
			c.refused[r.Operation] = true
		}
	}
	return resp, err
}

// share returns the share of the calls that were answered with one of some statuses.
func (c *census) share(statuses ...int) float64 {
	n := 0
	for _, s := range statuses {
		n += c.statuses[s]
	}
	return float64(n) / float64(c.all)
}

// counted searches a service with a budget.
func counted(
	t *testing.T, schema string, service func() http.Handler, keeps bool, calls int, o rest.Options,
) (*census, *rest.Problem) {
	t.Helper()
	ctx := context.Background()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	c := &census{Handler: sut.NewHandler(service, sut.HandlerOptions{}), keeps: keeps, statuses: map[int]int{},
		refused: map[string]bool{}}
	_, err = c.Start(ctx)
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, c, registry, o)
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 3, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(ctx, &mio.MIO[*testcase.Case]{}))
	return c, p
}

// TestCredentialsOfTheRightKind: most calls are made by those whom an operation admits,
// whether the schema says who that is or not, and all operations refuse somebody still.
func TestCredentialsOfTheRightKind(t *testing.T) {
	users := []auth.User{auth.Basic("ann", "ann", "secret"), auth.APIKey("bob", auth.InHeader, "X-Chip", "c-1"),
		auth.Bearer("eve", "p-1")}
	silent := regexp.MustCompile(`security: \[\{.*?\}\]`).ReplaceAllString(house, "deprecated: false")
	for name, schema := range map[string]string{"declared": house, "not declared": silent} {
		for _, keeps := range []bool{false, true} {
			c, _ := counted(t, schema, newHouse, keeps, 1500, rest.Options{Users: users})
			// Some look whether others are refused, or read what others made.
			assert.Less(t, c.share(401, 403), 0.16, name) // 0.07 to 0.14 with eight seeds
			assert.Greater(t, c.share(401, 403), 0.01, name)
			assert.Len(t, c.refused, 4, name)
		}
	}
	c, _ := counted(t, house, newHouse, false, 1500, rest.Options{Users: users, NoMemory: true})
	assert.Greater(t, c.share(401, 403), 0.4, "without memory all users are alike")
}

// TestForgedCredentialsAreTried: where somebody is refused, a token that expired and a
// header without a token are tried too, seldom and early. Other operations are left alone.
func TestForgedCredentialsAreTried(t *testing.T) {
	const schema = `
openapi: 3.0.3
info: {title: Vault, version: "1"}
paths:
  /vault: {get: {responses: {"200": {description: open}}}}
  /lobby: {get: {responses: {"200": {description: open}}}}
`
	refusals, seen := map[string]int{}, map[string]int{}
	vault := func() http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /lobby", func(_ http.ResponseWriter, r *http.Request) {
			seen[r.Header.Get("Authorization")]++
		})
		mux.HandleFunc("GET /vault", func(w http.ResponseWriter, r *http.Request) {
			token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			why := ""
			switch {
			case token == "eyJhIjoxfQ.e30.x":
				return
			case r.Header.Get("Authorization") == "":
				why = "who are you"
			case !ok:
				why = "no token"
			case strings.Count(token, ".") == 2:
				why = "expired"
			}
			refusals[why]++
			http.Error(w, why, http.StatusUnauthorized)
		})
		return mux
	}
	users := []auth.User{auth.Bearer("ann", "eyJhIjoxfQ.e30.x")}
	counted(t, schema, vault, false, 200, rest.Options{Users: users})
	assert.Equal(t, []string{"expired", "no token", "who are you"}, slices.Sorted(maps.Keys(refusals)))
	forged := 0
	for header, n := range seen {
		if header != "" && header != "Bearer eyJhIjoxfQ.e30.x" {
			forged += n
		}
	}
	assert.Less(t, forged, 5, "the lobby is open: %v", seen)
	c, _ := counted(t, schema, vault, false, 1000, rest.Options{Users: users})
	assert.Less(t, c.share(401), 0.08)
	clear(refusals)
	counted(t, schema, vault, false, 1000, rest.Options{Users: users, NoMemory: true})
	assert.Equal(t, []string{"who are you"}, slices.Sorted(maps.Keys(refusals)),
		"without memory there are no other users")
}
