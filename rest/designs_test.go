package rest

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// answers writes a JSON answer.
func answers(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

type object = map[string]any

// makes makes an element with a random id, which the answer has under a name.
func makes(all map[string]bool, name string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		id := rand.Text()
		all[id] = true
		answers(w, http.StatusCreated, object{name: id})
	}
}

// shows answers 200 if the element is there that a part of the path names.
func shows(all map[string]bool, part string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !all[r.PathValue(part)] {
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

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

// designs are APIs in which ids are found otherwise than by the plain names of the others. Their refusals do not tell
// what is missing.
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
		m.HandleFunc("POST /authors", makes(authors, "id"))
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
		m.HandleFunc("POST /authors", makes(authors, "id"))
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
		m.HandleFunc("POST /tags", makes(tags, "id"))
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
			answers(w, 201, object{"data": object{"type": "people", "id": id,
				"attributes": at(sent(r), "data", "attributes"), "links": object{"self": "/people/" + id}}})
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
			answers(w, 201, object{"sum": 1, "_links": object{"self": object{"href": "http://" + r.Host + "/orders/" +
				id}, "cancel": object{"href": "http://" + r.Host + "/orders/" + id + "/cancel"}}})
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
		m.HandleFunc("GET /orders/{id}", shows(orders, "id"))
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
			case r.Method == "GET" && jobs[strings.TrimPrefix(p, "/")], r.Method == "POST" &&
				strings.HasSuffix(p, ":cancel") && jobs[strings.TrimSuffix(strings.TrimPrefix(p, "/"), ":cancel")]:
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
		m.HandleFunc("POST /users", makes(users, "id"))
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
		m.HandleFunc("POST /tenants", makes(tenants, "id"))
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
	{"confirmation code", `
paths:
  /signups: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [email], properties: {email: {type: string, format: email}}}}}}, responses: {"202": {description: ok}}}}
  /confirmations: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [code], properties: {code: {type: string}}}}}}, responses: {"200": {description: ok}}}}
`, func() http.Handler {
		codes := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /signups", func(w http.ResponseWriter, r *http.Request) {
			c := rand.Text()[:6]
			codes[c] = true
			answers(w, 202, object{"confirmationCode": c})
		})
		m.HandleFunc("POST /confirmations", func(w http.ResponseWriter, r *http.Request) {
			if !codes[textAt(sent(r), "code")] {
				w.WriteHeader(400)
			}
		})
		return m
	}},
	{"bulk", `
paths:
  /users/bulk: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [users], properties: {users: {type: array, minItems: 1, items: {type: object, properties: {name: {type: string}}}}}}}}}, responses: {"201": {description: ok}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		users := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /users/bulk", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			users[id] = true
			answers(w, 201, object{"created": []any{object{"id": id}}, "failed": []any{}})
		})
		m.HandleFunc("GET /users/{id}", shows(users, "id"))
		return m
	}},
	{"order of products", `
paths:
  /customers: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /products: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /orders: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [customer, lines], properties: {customer: {type: object, required: [id], properties: {id: {type: integer}}}, lines: {type: array, minItems: 1, items: {type: object, required: [product, quantity], properties: {product: {type: object, required: [id], properties: {id: {type: integer}}}, quantity: {type: integer, minimum: 1}}}}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		next := 40000
		customers, products := map[int]bool{}, map[int]bool{}
		m := http.NewServeMux()
		mk := func(all map[int]bool) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				next += 7
				all[next] = true
				answers(w, 201, object{"id": next})
			}
		}
		m.HandleFunc("POST /customers", mk(customers))
		m.HandleFunc("POST /products", mk(products))
		m.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			num := func(v any) int { f, _ := v.(float64); return int(f) }
			lines, _ := b["lines"].([]any)
			if !customers[num(at(b, "customer", "id"))] || len(lines) == 0 {
				w.WriteHeader(422)
				return
			}
			for _, l := range lines {
				if !products[num(at(l, "product", "id"))] {
					w.WriteHeader(422)
					return
				}
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"tenant in path", `
paths:
  /tenants: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /t/{tenant}/items: {post: {parameters: [{name: tenant, in: path, required: true, schema: {type: string}}], responses: {"201": {description: ok}}}}
`, func() http.Handler {
		tenants := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /tenants", makes(tenants, "id"))
		m.HandleFunc("POST /t/{tenant}/items", func(w http.ResponseWriter, r *http.Request) {
			if !tenants[r.PathValue("tenant")] {
				w.WriteHeader(404)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"user header", `
paths:
  /accounts: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /feed: {get: {parameters: [{name: X-User-Id, in: header, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /accounts", makes(all, "id"))
		m.HandleFunc("GET /feed", func(w http.ResponseWriter, r *http.Request) {
			if !all[r.Header.Get("X-User-Id")] {
				w.WriteHeader(400)
			}
		})
		return m
	}},
	{"array of ids as body", `
paths:
  /photos: {post: {responses: {"201": {description: ok}}}}
  /albums: {post: {requestBody: {content: {application/json: {schema: {type: array, minItems: 2, items: {type: string}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /photos", makes(all, "id"))
		m.HandleFunc("POST /albums", func(w http.ResponseWriter, r *http.Request) {
			var l []string
			if err := json.NewDecoder(r.Body).Decode(&l); err != nil || len(l) < 2 || !all[l[0]] || !all[l[1]] {
				w.WriteHeader(422)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"reference by a name", `
paths:
  /users: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [username], properties: {username: {type: string}, age: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /groups: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [title, owner], properties: {title: {type: string}, owner: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /users", func(w http.ResponseWriter, r *http.Request) {
			n := textAt(sent(r), "username")
			if n == "" || all[n] {
				w.WriteHeader(422)
				return
			}
			all[n] = true
			answers(w, 201, object{"id": rand.Text(), "username": n})
		})
		m.HandleFunc("POST /groups", func(w http.ResponseWriter, r *http.Request) {
			if !all[textAt(sent(r), "owner")] {
				w.WriteHeader(422)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"name is the id", `
paths:
  /topics: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, minLength: 1}}}}}}, responses: {"201": {description: ok}}}}
  /topics/{topic}/messages: {post: {parameters: [{name: topic, in: path, required: true, schema: {type: string}}], responses: {"201": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /topics", func(w http.ResponseWriter, r *http.Request) {
			n := textAt(sent(r), "name")
			if n == "" || all[n] {
				w.WriteHeader(422)
				return
			}
			all[n] = true
			w.WriteHeader(201)
		})
		m.HandleFunc("POST /topics/{topic}/messages", func(w http.ResponseWriter, r *http.Request) {
			if !all[r.PathValue("topic")] {
				w.WriteHeader(404)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"dates", `
paths:
  /reports: {get: {parameters: [{name: since, in: query, required: true, schema: {type: string}}, {name: until, in: query, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /stays: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [arrival, departure], properties: {arrival: {type: string}, departure: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		m := http.NewServeMux()
		check := func(w http.ResponseWriter, a, b string) {
			x, err := time.Parse("2006-01-02", a)
			y, err2 := time.Parse("2006-01-02", b)
			if err != nil || err2 != nil || !x.Before(y) {
				w.WriteHeader(400)
			}
		}
		m.HandleFunc("GET /reports", func(w http.ResponseWriter, r *http.Request) {
			check(w, r.URL.Query().Get("since"), r.URL.Query().Get("until"))
		})
		m.HandleFunc("POST /stays", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			check(w, textAt(b, "arrival"), textAt(b, "departure"))
		})
		return m
	}},
	{"string id for integer path", `
paths:
  /cars: {post: {responses: {"201": {description: ok}}}}
  /cars/{car_no}: {get: {parameters: [{name: car_no, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		n := 70000
		m := http.NewServeMux()
		m.HandleFunc("POST /cars", func(w http.ResponseWriter, r *http.Request) {
			n++
			answers(w, 201, object{"car": object{"no": fmt.Sprint(n), "kind": 3}})
		})
		m.HandleFunc("GET /cars/{c}", func(w http.ResponseWriter, r *http.Request) {
			if c := r.PathValue("c"); c <= "70000" || c > fmt.Sprint(n) || len(c) != 5 {
				w.WriteHeader(404)
			}
		})
		return m
	}},
	{"document of a file", `
paths:
  /files: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: {type: string, format: binary}}}}}}, responses: {"201": {description: ok}}}}
  /documents: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [attachment, title], properties: {attachment: {type: string}, title: {type: string, minLength: 3}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /files", func(w http.ResponseWriter, r *http.Request) {
			if _, _, err := r.FormFile("file"); err != nil {
				w.WriteHeader(400)
				return
			}
			id := rand.Text()
			all[id] = true
			answers(w, 201, object{"fileId": id})
		})
		m.HandleFunc("POST /documents", func(w http.ResponseWriter, r *http.Request) {
			if b := sent(r); !all[textAt(b, "attachment")] || len(textAt(b, "title")) < 3 {
				w.WriteHeader(422)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"references in forms", `
paths:
  /rooms: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /bookings: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [room, nights], properties: {room: {type: string}, nights: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /visits: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [roomId], properties: {roomId: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		all := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /rooms", makes(all, "id"))
		named := func(name string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if !all[r.PostFormValue(name)] {
					w.WriteHeader(422)
					return
				}
				w.WriteHeader(201)
			}
		}
		m.HandleFunc("POST /bookings", named("room"))
		m.HandleFunc("POST /visits", named("roomId"))
		return m
	}},
	{"version in the body", `
paths:
  /docs: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /docs/{id}: {put: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, required: [title, version], properties: {title: {type: string}, version: {type: integer}}}}}}, responses: {"200": {description: ok}, "409": {description: stale}}}}
`, func() http.Handler {
		docs := map[string]float64{}
		n := 1000.0
		m := http.NewServeMux()
		m.HandleFunc("POST /docs", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			n += 17
			docs[id] = n
			answers(w, 201, object{"id": id, "title": "a", "version": n})
		})
		m.HandleFunc("PUT /docs/{id}", func(w http.ResponseWriter, r *http.Request) {
			v, ok := docs[r.PathValue("id")]
			if !ok {
				w.WriteHeader(404)
				return
			}
			b := sent(r)
			if f, _ := b["version"].(float64); f != v {
				w.WriteHeader(409)
				return
			}
			docs[r.PathValue("id")]++
			answers(w, 200, object{})
		})
		return m
	}},
	{"shop", `
paths:
  /carts: {post: {responses: {"201": {description: ok}}}}
  /carts/{cartId}/items: {post: {parameters: [{name: cartId, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, required: [sku, quantity], properties: {sku: {type: string}, quantity: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /carts/{cartId}/checkout: {post: {parameters: [{name: cartId, in: path, required: true, schema: {type: string}}], responses: {"201": {description: ok}}}}
  /payments: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [orderId, amount], properties: {orderId: {type: string}, amount: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
  /orders/{orderId}/receipt: {get: {parameters: [{name: orderId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`, func() http.Handler {
		carts, orders, paid := map[string]int{}, map[string]int{}, map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /carts", func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()
			carts[id] = 0
			answers(w, 201, object{"cartId": id})
		})
		m.HandleFunc("POST /carts/{id}/items", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			q, _ := b["quantity"].(float64)
			if _, ok := carts[r.PathValue("id")]; !ok || q < 1 || q > 100 || textAt(b, "sku") == "" {
				w.WriteHeader(400)
				return
			}
			carts[r.PathValue("id")] += int(q)
			w.WriteHeader(201)
		})
		m.HandleFunc("POST /carts/{id}/checkout", func(w http.ResponseWriter, r *http.Request) {
			if carts[r.PathValue("id")] == 0 {
				w.WriteHeader(409)
				return
			}
			id := rand.Text()
			orders[id] = 7 * carts[r.PathValue("id")]
			answers(w, 201, object{"orderId": id, "total": orders[id]})
		})
		m.HandleFunc("POST /payments", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			f, _ := b["amount"].(float64)
			if id := textAt(b, "orderId"); orders[id] == 0 || int(f) != orders[id] {
				w.WriteHeader(422)
				return
			}
			paid[textAt(b, "orderId")] = true
			w.WriteHeader(201)
		})
		m.HandleFunc("GET /orders/{id}/receipt", shows(paid, "id"))
		return m
	}},
	{"coordinates", `
paths:
  /places: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [lat, lng, rating, percent, age], properties: {lat: {type: number}, lng: {type: number}, rating: {type: integer}, percent: {type: number}, age: {type: integer}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		m := http.NewServeMux()
		m.HandleFunc("POST /places", func(w http.ResponseWriter, r *http.Request) {
			b := sent(r)
			f := func(n string) float64 { v, _ := b[n].(float64); return v }
			if f("lat") < -90 || f("lat") > 90 || f("lng") < -180 || f("lng") > 180 || f("rating") < 1 ||
				f("rating") > 5 || f("percent") < 0 || f("percent") > 100 || f("age") < 18 || f("age") > 120 {
				w.WriteHeader(422)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
	{"nothing is required by the schema", `
paths:
  /users: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /keys: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {user: {type: string}, reusable: {type: boolean}, expires: {type: string, format: date-time}}}}}}, responses: {"201": {description: ok}}}}
`, func() http.Handler {
		users := map[string]bool{}
		m := http.NewServeMux()
		m.HandleFunc("POST /users", func(w http.ResponseWriter, r *http.Request) {
			name := textAt(sent(r), "name")
			users[name] = true
			answers(w, 201, object{"user": object{"id": len(users), "name": name}})
		})
		m.HandleFunc("POST /keys", func(w http.ResponseWriter, r *http.Request) {
			if name := textAt(sent(r), "user"); name == "" || !users[name] {
				w.WriteHeader(500)
				return
			}
			w.WriteHeader(201)
		})
		return m
	}},
}

// TestCommonDesigns: APIs are designed in many ways, and most say little of why they refuse a call. Every operation of
// each is answered 2xx.
func TestCommonDesigns(t *testing.T) {
	for _, design := range designs {
		t.Run(design.name, func(t *testing.T) {
			for seed := range uint64(3) {
				schema := "openapi: 3.0.3\ninfo: {title: Design, version: \"1\"}" + design.paths
				p := searchedUntil(t, schema, Options{}, design.service, 1000, seed, func(p *Problem) bool {
					return len(succeeded(p)) == len(p.api.Ops)
				})
				for i := range p.executor.Tally {
					tally := &p.executor.Tally[i]
					assert.True(t, tally.Succeeded(), "seed %d: %s: %v", seed, tally.Operation.Name(), tally.Statuses)
				}
			}
		})
	}
}
