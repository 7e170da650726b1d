package rest

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// answers writes a JSON answer.
func answers(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

type object = map[string]any

// sent decodes the body of a call.
func sent(r *http.Request) object {
	var out object
	_ = json.NewDecoder(r.Body).Decode(&out)
	return out
}

// textAt returns the text at a place in a body, "" for none.
func textAt(v any, names ...string) string {
	text, _ := at(v, names...).(string)
	return text
}

// at returns what stands at a place in a body.
func at(v any, k ...string) any {
	for _, n := range k {
		m, _ := v.(object)
		v = m[n]
	}
	return v
}

// designs are APIs in which ids are found otherwise than by the plain names of the others. Their refusals do not tell what is missing.
var designs = []struct {
	name, paths string
	service     func() http.Handler
}{
	{"nested object with id", `
paths:
  /authors: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /books: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [title, author], properties: {title: {type: string}, author: {type: object, required: [id], properties: {id: {type: string}}}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		authors := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /authors", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			authors[id] = true
			answers(w, 201, object{"id": id})
		})
		m.HandleFunc("POST /books", func(w http.ResponseWriter, r *http.Request) {
			if b := sent(r); !authors[textAt(b, "author", "id")] {
				answers(w, 422, object{"error": "unprocessable"})
				return
			}
			answers(w, 201, object{"id": rand.Text()})
		})
		return m
	}},
	{"member called like the element", `
paths:
  /authors: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /books: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [title, author], properties: {title: {type: string}, author: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		authors := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /authors", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			authors[id] = true
			answers(w, 201, object{"id": id})
		})
		m.HandleFunc("POST /books", func(w http.ResponseWriter, r *http.Request) {
			if b := sent(r); !authors[textAt(b, "author")] {
				answers(w, 422, object{"error": "unprocessable"})
				return
			}
			answers(w, 201, object{"id": rand.Text()})
		})
		return m
	}},
	{"member called like the element, list of them", `
paths:
  /tags: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /books: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [title, tags], properties: {title: {type: string}, tags: {type: array, minItems: 1, items: {type: string}}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		tags := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /tags", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			tags[id] = true
			answers(w, 201, object{"id": id})
		})
		m.HandleFunc("POST /books", func(w http.ResponseWriter, r *http.Request) {
			l, _ := sent(r)["tags"].([]any)
			for _, v := range l {
				if !tags[textAt(v)] {
					answers(w, 422, object{"error": "unprocessable"})
					return
				}
			}
			if len(l) == 0 {
				answers(w, 422, object{"error": "unprocessable"})
				return
			}
			answers(w, 201, object{"id": rand.Text()})
		})
		return m
	}},
	{"json api", `
paths:
  /people: {post: {requestBody: {content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {type: object, required: [type, attributes], properties: {type: {type: string, enum: [people]}, attributes: {type: object, properties: {name: {type: string}}}}}}}}}}, responses: {"201": {description: ok}}}}
  /people/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /articles: {post: {requestBody: {content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {type: object, required: [type, attributes, relationships], properties: {type: {type: string, enum: [articles]}, attributes: {type: object, properties: {title: {type: string}}}, relationships: {type: object, required: [author], properties: {author: {type: object, required: [data], properties: {data: {type: object, required: [type, id], properties: {type: {type: string, enum: [people]}, id: {type: string}}}}}}}}}}}}}}, responses: {"201": {description: ok}}}}
  /articles/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		people, articles := map[string]bool{}, map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /people", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			people[id] = true
			answers(w, 201, object{"data": object{"type": "people", "id": id, "attributes": at(sent(r), "data", "attributes"), "links": object{"self": "/people/" + id}}})
		})
		get := func(all map[string]bool) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if !all[r.PathValue("id")] {
					answers(w, 404, object{"errors": []any{object{"status": "404", "title": "Not Found"}}})
					return
				}
				answers(w, 200, object{"data": object{"id": r.PathValue("id")}})
			}
		}
		m.HandleFunc("GET /people/{id}", get(people))
		m.HandleFunc("GET /articles/{id}", get(articles))
		m.HandleFunc("POST /articles", func(w http.ResponseWriter, r *http.Request) {
			if b := sent(r); !people[textAt(b, "data", "relationships", "author", "data", "id")] {
				answers(w, 404, object{"errors": []any{object{"status": "404", "title": "Not Found"}}})
				return
			}
			id := rand.Text()
			articles[id] = true
			answers(w, 201, object{"data": object{"type": "articles", "id": id}})
		})
		return m
	}},
	{"hal", `
paths:
  /orders: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /orders/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /orders/{id}/cancel: {post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		orders := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			orders[id] = true
			answers(w, 201, object{"sum": 1, "_links": object{"self": object{"href": "http://" + r.Host + "/orders/" + id}, "cancel": object{"href": "http://" + r.Host + "/orders/" + id + "/cancel"}}})
		})
		get := func(w http.ResponseWriter, r *http.Request) {
			if !orders[r.PathValue("id")] {
				w.WriteHeader(404)
				return
			}
			answers(w, 200, object{})
		}
		m.HandleFunc("GET /orders/{id}", get)
		m.HandleFunc("POST /orders/{id}/cancel", get)
		return m
	}},
	{"url member", `
paths:
  /orders: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /orders/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		orders := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			orders[id] = true
			answers(w, 201, object{"url": "http://" + r.Host + "/orders/" + id, "sum": 3})
		})
		m.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
			if !orders[r.PathValue("id")] {
				w.WriteHeader(404)
				return
			}
			answers(w, 200, object{})
		})
		return m
	}},
	{"colon verbs", `
paths:
  /v1/jobs: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"200": {description: ok}}}}
  /v1/jobs/{job}: {get: {parameters: [{name: job, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /v1/jobs/{job}:cancel: {post: {parameters: [{name: job, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		jobs := map[string]bool{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			p := strings.TrimPrefix(r.URL.Path, "/v1/jobs")
			switch {
			case p == "" && r.Method == "POST":
				id := rand.Text()
				jobs[id] = true
				answers(w, 200, object{"name": "jobs/" + id})
			case r.Method == "GET" && jobs[strings.TrimPrefix(p, "/")], r.Method == "POST" && strings.HasSuffix(p, ":cancel") && jobs[strings.TrimSuffix(strings.TrimPrefix(p, "/"), ":cancel")]:
				answers(w, 200, object{})
			default:
				w.WriteHeader(404)
			}
		})
	}},
	{"following others", `
paths:
  /users: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /users/{userId}/follows/{targetId}: {put: {parameters: [{name: userId, in: path, required: true, schema: {type: string}}, {name: targetId, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}
  /transfers: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [from, to], properties: {from: {type: string}, to: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		users := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /users", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			users[id] = true
			answers(w, 201, object{"id": id})
		})
		m.HandleFunc("PUT /users/{u}/follows/{t}", func(w http.ResponseWriter, r *http.Request) {
			if !users[r.PathValue("u")] || !users[r.PathValue("t")] || r.PathValue("u") == r.PathValue("t") {
				answers(w, 404, object{"error": "not found"})
				return
			}
			w.WriteHeader(204)
		})
		m.HandleFunc("POST /transfers", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			if f, t := textAt(b, "from"), textAt(b, "to"); !users[f] || !users[t] || f == t {
				answers(w, 404, object{"error": "not found"})
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"tenant header", `
paths:
  /tenants: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /items: {post: {parameters: [{name: X-Tenant-ID, in: header, required: true, schema: {type: string}}], responses: {"201": {description: ok}}}, get: {parameters: [{name: tenant, in: query, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		tenants := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /tenants", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			tenants[id] = true
			answers(w, 201, object{"id": id})
		})
		m.HandleFunc("POST /items", func(w http.ResponseWriter, r *http.Request) {
			if !tenants[r.Header.Get("X-Tenant-ID")] {
				w.WriteHeader(400)
				return
			}
			w.WriteHeader(201)
		})
		m.HandleFunc("GET /items", func(w http.ResponseWriter, r *http.Request) {
			if !tenants[r.URL.Query().Get("tenant")] {
				w.WriteHeader(400)
				return
			}
			answers(w, 200, []int{})
		})
		return m
	}},
	{"ids of deep lists", `
paths:
  /carts: {post: {responses: {"201": {description: ok}}}}
  /carts/{cart}/lines: {post: {parameters: [{name: cart, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, properties: {sku: {type: string}}}}}}, responses: {"200": {description: ok}}}}
  /carts/{cart}/lines/{line}: {delete: {parameters: [{name: cart, in: path, required: true, schema: {type: string}}, {name: line, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}
`, func() http.Handler {
		carts := map[string][]string{}
		m := http.NewServeMux()
		m.HandleFunc("POST /carts", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			carts[id] = []string{}
			answers(w, 201, object{"cartToken": id, "items": []any{}})
		})
		m.HandleFunc("POST /carts/{cart}/lines", func(w http.ResponseWriter, r *http.Request) {
			c := r.PathValue("cart")
			if carts[c] == nil {
				w.WriteHeader(404)
				return
			}
			carts[c] = append(carts[c], rand.Text())
			var items []any
			for _, l := range carts[c] {
				items = append(items, object{"key": l, "sku": "a"})
			}
			answers(w, 200, object{"cartToken": c, "items": items})
		})
		m.HandleFunc("DELETE /carts/{cart}/lines/{line}", func(w http.ResponseWriter, r *http.Request) {
			for _, l := range carts[r.PathValue("cart")] {
				if l == r.PathValue("line") {
					w.WriteHeader(204)
					return
				}
			}
			w.WriteHeader(404)
		})
		return m
	}},
}

// TestCommonDesigns: APIs are designed in many ways, and most say little of why they refuse a call. Every operation of each is answered 2xx.
func TestCommonDesigns(t *testing.T) {
	for _, design := range designs {
		t.Run(design.name, func(t *testing.T) {
			for seed := range uint64(3) {
				p := searched(t, "openapi: 3.0.3\ninfo: {title: Design, version: \"1\"}"+design.paths, Options{}, design.service, 600, seed)
				for i := range p.executor.Tally {
					tally := &p.executor.Tally[i]
					assert.True(t, tally.Succeeded(), "seed %d: %s: %v", seed, tally.Operation.Name(), tally.Statuses)
				}
			}
		})
	}
}
