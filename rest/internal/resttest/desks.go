package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// DesksSchema is that of the service of [Desks].
const DesksSchema = `{
"openapi": "3.0.3", "info": {"title": "desks", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/desks": {
		"get": {"parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}}, {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0}}],
			"responses": {"200": {"description": "a page"}, "400": {"description": "bad page"}, "401": {"description": "nobody"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Desk"}}}},
			"responses": {"201": {"description": "made"}, "400": {"description": "bad desk"}, "401": {"description": "nobody"}, "409": {"description": "Another desk has the name"}}}},
	"/desks/{id}": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"get": {"responses": {"200": {"description": "one"}, "401": {"description": "nobody"}, "404": {"description": "none"}}},
		"delete": {"summary": "Remove a desk with its tickets", "responses": {"204": {"description": "gone"}, "401": {"description": "nobody"}, "404": {"description": "none"}}}},
	"/desks/{id}/load": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"get": {"description": "Closed tickets do not count.", "responses": {"200": {"description": "how much there is to do"}, "401": {"description": "nobody"}, "404": {"description": "none"}}}},
	"/desks/{id}/helpers/{user}": {
		"parameters": [{"$ref": "#/components/parameters/ID"}, {"name": "user", "in": "path", "required": true, "schema": {"type": "string"}}],
		"put": {"responses": {"204": {"description": "The user sees the desk"}, "401": {"description": "nobody"}, "404": {"description": "none"}}}},
	"/desks/{id}/tickets": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"get": {"responses": {"200": {"description": "all"}, "401": {"description": "nobody"}, "404": {"description": "none"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ticket"}}}},
			"responses": {"201": {"description": "made"}, "400": {"description": "bad ticket"}, "401": {"description": "nobody"}, "403": {"description": "helpers only see"}, "404": {"description": "none"}}}},
	"/tickets/{id}": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"get": {"responses": {"200": {"description": "one"}, "401": {"description": "nobody"}, "404": {"description": "none"}}},
		"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ticket"}}}},
			"responses": {"200": {"description": "changed"}, "400": {"description": "bad ticket"}, "401": {"description": "nobody"}, "403": {"description": "helpers only see"}, "404": {"description": "none"}}},
		"delete": {"responses": {"204": {"description": "gone"}, "401": {"description": "nobody"}, "403": {"description": "helpers only see"}, "404": {"description": "none"}}}},
	"/tickets/{id}/close": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"post": {"responses": {"200": {"description": "closed"}, "401": {"description": "nobody"}, "403": {"description": "helpers only see"}, "404": {"description": "none"}, "409": {"description": "it is closed"}}}}
},
"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
"parameters": {"ID": {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}},
"schemas": {
	"Desk": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 40}}},
	"Ticket": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 40}, "urgent": {"type": "boolean"}}}}}}`

type desk struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	owner string
	helps map[string]bool
}

type ticket struct {
	ID     int    `json:"id"`
	Desk   int    `json:"desk"`
	Text   string `json:"text"`
	Urgent bool   `json:"urgent"`
	State  string `json:"state"`
}

// desks is a service with one defect, or with none.
type desks struct {
	defect  string
	desks   []*desk
	tickets []*ticket
	last    int
}

// Desks returns a constructor of a service of desks and their tickets with a defect, such as "same name", or with none:
// "". The tickets of a desk have paths of their own. Who makes a desk can let others see it.
func Desks(defect string) func() http.Handler {
	return func() http.Handler {
		s := &desks{defect: defect}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /desks", s.list)
		mux.HandleFunc("POST /desks", s.create)
		mux.HandleFunc("GET /desks/{id}", s.at(func(w http.ResponseWriter, _ *http.Request, d *desk) {
			reply(w, 200, d)
		}))
		mux.HandleFunc("DELETE /desks/{id}", s.at(s.remove))
		mux.HandleFunc("GET /desks/{id}/load", s.at(s.load))
		mux.HandleFunc("PUT /desks/{id}/helpers/{user}", s.at(func(w http.ResponseWriter, r *http.Request, d *desk) {
			d.helps[r.PathValue("user")] = true
			w.WriteHeader(204)
		}))
		mux.HandleFunc("GET /desks/{id}/tickets", s.at(func(w http.ResponseWriter, _ *http.Request, d *desk) {
			reply(w, 200, s.of(d))
		}))
		mux.HandleFunc("POST /desks/{id}/tickets", s.at(s.add))
		mux.HandleFunc("GET /tickets/{id}", s.ticket(func(w http.ResponseWriter, _ *http.Request, t *ticket) {
			reply(w, 200, t)
		}))
		mux.HandleFunc("PUT /tickets/{id}", s.ticket(s.change))
		mux.HandleFunc("DELETE /tickets/{id}", s.ticket(func(w http.ResponseWriter, _ *http.Request, t *ticket) {
			t.Desk = -1
			w.WriteHeader(204)
		}))
		mux.HandleFunc("POST /tickets/{id}/close", s.ticket(s.close))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if userOf(r) == "" {
				reply(w, 401, map[string]string{"error": "who is it?"})
				return
			}
			mux.ServeHTTP(w, r)
		})
	}
}

// seen returns the desk of an id if a user sees it, else nil.
func (s *desks) seen(id int, user string) *desk {
	for _, d := range s.desks {
		if d.ID == id && (d.owner == user || d.helps[user]) {
			return d
		}
	}
	return nil
}

// of returns the tickets of a desk.
func (s *desks) of(d *desk) []*ticket {
	out := []*ticket{}
	for _, t := range s.tickets {
		if t.Desk == d.ID && (s.defect != "unlisted" || t.Text != d.owner) {
			out = append(out, t)
		}
	}
	return out
}

// at finds the desk of a path. Who only helps there changes nothing.
func (s *desks) at(do func(http.ResponseWriter, *http.Request, *desk)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		d := s.seen(id, userOf(r))
		switch {
		case d == nil:
			reply(w, 404, map[string]string{"error": "no such desk"})
		case r.Method != "GET" && d.owner != userOf(r):
			reply(w, 403, map[string]string{"error": "helpers only see"})
		default:
			do(w, r, d)
		}
	}
}

// ticket finds the ticket of a path.
func (s *desks) ticket(do func(http.ResponseWriter, *http.Request, *ticket)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		user := userOf(r)
		for _, t := range s.tickets {
			d := s.seen(t.Desk, user)
			kept := s.defect == "tickets stay" && t.Desk > 0 && r.Method == "GET"
			if t.ID != id || d == nil && !kept {
				continue
			}
			if r.Method != "GET" && d.owner != user && (s.defect != "helpers write" || r.Method != "PUT") {
				reply(w, 403, map[string]string{"error": "helpers only see"})
				return
			}
			do(w, r, t)
			return
		}
		reply(w, 404, map[string]string{"error": "no such ticket"})
	}
}

func (s *desks) create(w http.ResponseWriter, r *http.Request) {
	d := &desk{}
	if json.NewDecoder(r.Body).Decode(d) != nil || d.Name == "" || len([]rune(d.Name)) > 40 {
		reply(w, 400, map[string]string{"error": "bad desk"})
		return
	}
	s.last++
	d.ID, d.owner, d.helps = s.last, userOf(r), map[string]bool{}
	taken := false
	for _, other := range s.desks {
		taken = taken || other.Name == d.Name && s.defect != "same name"
	}
	if !taken || s.defect == "keeps taken" {
		s.desks = append(s.desks, d)
	}
	if taken {
		reply(w, 409, map[string]string{"error": "another desk has the name"})
		return
	}
	answer := *d
	if text := []rune(d.Name); s.defect == "cuts names" && len(text) > 12 {
		d.Name = string(text[:12])
	}
	reply(w, 201, answer)
}

func (s *desks) list(w http.ResponseWriter, r *http.Request) {
	limit, offset := 20, 0
	for name, into := range map[string]*int{"limit": &limit, "offset": &offset} {
		if v := r.URL.Query().Get(name); r.URL.Query().Has(name) {
			if n, err := strconv.Atoi(v); err != nil || n < 0 || n == 0 && name == "limit" {
				reply(w, 400, map[string]string{"error": name + " is not understood"})
				return
			} else {
				*into = n
			}
		}
	}
	all := []*desk{}
	for _, d := range s.desks {
		if s.seen(d.ID, userOf(r)) != nil {
			all = append(all, d)
		}
	}
	total := len(all)
	all = all[min(offset, total):]
	all = all[:min(limit, len(all))]
	if s.defect == "total of page" {
		total = len(all)
	}
	reply(w, 200, map[string]any{"desks": all, "total": total})
}

func (s *desks) remove(w http.ResponseWriter, _ *http.Request, d *desk) {
	d.owner, d.helps, d.Name = "", nil, ""
	w.WriteHeader(204)
}

func (s *desks) load(w http.ResponseWriter, _ *http.Request, d *desk) {
	n := 0
	for _, t := range s.tickets {
		if (t.Desk == d.ID || s.defect == "counts deleted" && t.Desk < 0) &&
			(t.State != "closed" || s.defect == "counts closed") {
			n++
		}
	}
	reply(w, 200, map[string]int{"tickets": n})
}

func (s *desks) add(w http.ResponseWriter, r *http.Request, d *desk) {
	t := &ticket{}
	if json.NewDecoder(r.Body).Decode(t) != nil || t.Text == "" {
		reply(w, 400, map[string]string{"error": "bad ticket"})
		return
	}
	s.last++
	t.ID, t.Desk, t.State = s.last, d.ID, "open"
	s.tickets = append(s.tickets, t)
	at := fmt.Sprintf("/tickets/%d", t.ID)
	if s.defect == "location below" {
		at = fmt.Sprintf("/desks/%d%s", d.ID, at)
	}
	w.Header().Set("Location", at)
	reply(w, 201, t)
}

func (s *desks) change(w http.ResponseWriter, r *http.Request, t *ticket) {
	next := *t
	if s.defect != "stays urgent" {
		next.Urgent = false
	}
	was := next.Urgent
	if json.NewDecoder(r.Body).Decode(&next) != nil || next.Text == "" {
		reply(w, 400, map[string]string{"error": "bad ticket"})
		return
	}
	t.Text, t.Urgent = next.Text, next.Urgent || was
	reply(w, 200, t)
}

func (s *desks) close(w http.ResponseWriter, _ *http.Request, t *ticket) {
	if t.State == "closed" {
		reply(w, 409, map[string]string{"error": "it is closed"})
		return
	}
	t.State = "closed"
	reply(w, 200, t)
}

// userOf returns who makes a call, "" for nobody: the value of the header User is the name, or the name and "-secret".
func userOf(r *http.Request) string {
	name, secret, long := strings.Cut(r.Header.Get("User"), "-")
	if long && secret != "secret" {
		return ""
	}
	return name
}
