// Package hivebook is the record book of a beekeepers' cooperative: yards, hives, inspections, weighings, treatments,
// harvests, and the batches in which honey leaves the house.
package hivebook

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	password string
}

var users = []user{
	{"alma", "keeper", "smoke-311"},
	{"bero", "keeper", "comb-584"},
	{"cilia", "inspector", "veil-907"},
}

// book is the state of the cooperative.
type book struct {
	mu         sync.Mutex
	bug        int
	tokens     map[string]user
	yards      map[string]*yard
	hives      []*hive
	harvests   []*harvest
	batches    map[string]*batch
	inspected  int
	weighed    int
	treated    int
	harvestSeq int
}

// New returns a service without data, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	b := &book{bug: bug, tokens: map[string]user{}, yards: map[string]*yard{}, batches: map[string]*batch{}}
	mux := http.NewServeMux()
	keeper, inspector := []string{"keeper"}, []string{"inspector"}
	for _, e := range []endpoint{
		{"POST", "/auth/login", 200, nil, b.logIn},

		{"GET", "/yards", 200, nil, b.listYards},
		{"POST", "/yards", 201, keeper, b.createYard},
		{"GET", "/yards/{yard_code}", 200, nil, b.getYard},
		{"PATCH", "/yards/{yard_code}", 200, keeper, b.patchYard},
		{"GET", "/yards/{yard_code}/hives", 200, nil, b.hivesOfYard},

		{"GET", "/hives", 200, nil, b.listHives},
		{"POST", "/hives", 201, keeper, b.createHive},
		{"GET", "/hives/{hive_tag}", 200, nil, b.getHive},
		{"PATCH", "/hives/{hive_tag}", 200, keeper, b.patchHive},
		{"DELETE", "/hives/{hive_tag}", 204, keeper, b.dissolveHive},
		{"GET", "/hives/{hive_tag}/moves", 200, nil, b.listMoves},
		{"POST", "/hives/{hive_tag}/moves", 201, keeper, b.moveHive},
		{"GET", "/hives/{hive_tag}/inspections", 200, nil, b.listInspections},
		{"POST", "/hives/{hive_tag}/inspections", 201, nil, b.inspectHive},
		{"GET", "/hives/{hive_tag}/weighings", 200, nil, b.listWeighings},
		{"POST", "/hives/{hive_tag}/weighings", 201, keeper, b.weighHive},
		{"GET", "/hives/{hive_tag}/daily-weights", 200, nil, b.dailyWeights},
		{"GET", "/hives/{hive_tag}/treatments", 200, nil, b.listTreatments},
		{"POST", "/hives/{hive_tag}/treatments", 201, keeper, b.treatHive},
		{"POST", "/hives/{hive_tag}/harvests", 201, keeper, b.harvestHive},

		{"GET", "/harvests", 200, nil, b.listHarvests},
		{"GET", "/harvests/{harvest_id}", 200, nil, b.getHarvest},
		{"DELETE", "/harvests/{harvest_id}", 204, keeper, b.deleteHarvest},

		{"GET", "/batches", 200, nil, b.listBatches},
		{"POST", "/batches", 201, keeper, b.createBatch},
		{"GET", "/batches/{batch_label}", 200, nil, b.getBatch},
		{"DELETE", "/batches/{batch_label}", 204, keeper, b.deleteBatch},
		{"POST", "/batches/{batch_label}/harvests", 200, keeper, b.addToBatch},
		{"DELETE", "/batches/{batch_label}/harvests/{harvest_id}", 200, keeper, b.takeFromBatch},
		{"POST", "/batches/{batch_label}/release", 200, inspector, b.releaseBatch},
	} {
		mux.Handle(e.method+" /api"+e.path, b.serve(e))
	}
	return mux
}

// endpoint is a row of the table above: what it answers when all is well, and who may call it (nil: everybody who has
// logged in).
type endpoint struct {
	method, path string
	status       int
	roles        []string
	do           func(*call) (any, error)
}

// call is a request under way.
type call struct {
	*http.Request
	user user
}

// fault is an answer that refuses.
type fault struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (f *fault) Error() string { return f.Code + ": " + f.Message }

func missing(what string) error {
	return &fault{404, "not_found", "there is no such " + what, ""}
}

func clash(code, message string) error { return &fault{409, code, message, ""} }

func invalid(field, message string) error { return &fault{422, "invalid", message, field} }

func (b *book) serve(e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		out, err := b.run(e, r)
		if err != nil {
			f, ok := err.(*fault)
			if !ok {
				log.Printf("hivebook: %s %s: %v", r.Method, r.URL, err)
				f = &fault{500, "internal", "something went wrong", ""}
			}
			write(w, f.status, map[string]any{"error": f})
			return
		}
		if e.status == http.StatusNoContent {
			w.WriteHeader(e.status)
			return
		}
		write(w, e.status, out)
	})
}

func (b *book) run(e endpoint, r *http.Request) (any, error) {
	c := &call{Request: r}
	if e.path != "/auth/login" {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		u, ok := b.tokens[token]
		if !ok {
			return nil, &fault{401, "unauthorized", "log in first", ""}
		}
		if e.roles != nil && !slices.Contains(e.roles, u.Role) {
			return nil, &fault{403, "forbidden", "not for the role " + u.Role, ""}
		}
		c.user = u
	}
	return e.do(c)
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Printf("hivebook: write: %v", err)
	}
}

func (b *book) logIn(c *call) (any, error) {
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	name, password := f.text("username", 0, 200), f.text("password", 0, 200)
	if err := f.done(); err != nil {
		return nil, err
	}
	for _, u := range users {
		if u.Name == name && u.password == password {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", name, len(b.tokens)))
			token := hex.EncodeToString(sum[:12])
			b.tokens[token] = u
			return map[string]any{"token": token, "user": u}, nil
		}
	}
	return nil, &fault{401, "unauthorized", "the name or the password is wrong", ""}
}

// sees tells whether the caller sees what belongs to a keeper.
func (c *call) sees(keeper string) bool { return c.user.Role == "inspector" || c.user.Name == keeper }

// page is a part of a list.
type page[T any] struct {
	Items  []T `json:"items"`
	Total  int `json:"total"`
	Offset int `json:"offset"`
	Limit  int `json:"limit"`
}

// pageOf cuts the part of a list that the query asks for.
func pageOf[T any](q *query, all []T) (any, error) {
	p := page[T]{Items: []T{}, Total: len(all), Offset: q.whole("offset", 0, 100000, 0),
		Limit: q.whole("limit", 1, 100, 20)}
	if q.err != nil {
		return nil, q.err
	}
	if p.Offset < len(all) {
		p.Items = all[p.Offset:min(p.Offset+p.Limit, len(all))]
	}
	return p, nil
}

// items is a whole list.
func items[T any](all []T) any {
	if all == nil {
		all = []T{}
	}
	return map[string]any{"items": all}
}
