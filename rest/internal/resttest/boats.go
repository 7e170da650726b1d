package resttest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// BoatsSchema is that of the service of [Boats].
const BoatsSchema = `{
"openapi": "3.0.3", "info": {"title": "boats", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/me": {"get": {"responses": {"200": {"description": "who you are", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}},
	"/boats": {
		"get": {"parameters": [{"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}}, {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}},
			{"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["id", "berth"]}}],
			"responses": {"200": {"description": "a page", "content": {"application/json": {"schema": {"type": "object", "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Boat"}}}}}}}}},
		"post": {"parameters": [{"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}],
			"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewBoat"}}}}, "responses": {"201": {"description": "made"}, "400": {"description": "bad boat"}, "403": {"description": "not for another one"}}}},
	"/boats/{id}": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Boat"}}}}, "403": {"description": "another one's"}}},
		"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewBoat"}}}}, "responses": {"200": {"description": "changed"}, "409": {"description": "changed by somebody else"}}},
		"patch": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/BoatPatch"}}}}, "responses": {"200": {"description": "changed"}}},
		"delete": {"responses": {"204": {"description": "gone"}}}},
	"/boats/{id}/check": {
		"parameters": [{"$ref": "#/components/parameters/ID"}],
		"put": {"description": "For keepers.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Check"}}}}, "responses": {"204": {"description": "checked"}, "403": {"description": "you may not"}}}}
},
"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
"parameters": {"ID": {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}},
"schemas": {
	"User": {"type": "object", "properties": {"name": {"type": "string"}, "role": {"type": "string", "enum": ["keeper", "guest"]}}},
	"NewBoat": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "owner": {"type": "string"}, "berth": {"type": "string", "default": ""}, "seats": {"type": "integer", "default": 4}, "version": {"type": "integer"}}},
	"BoatPatch": {"type": "object", "properties": {"berth": {"type": "string"}}},
	"Check": {"type": "object", "required": ["report"], "properties": {"report": {"type": "string"}}},
	"Boat": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "owner": {"type": "string"}, "berth": {"type": "string"}, "seats": {"type": "integer"}, "version": {"type": "integer"},
		"report": {"type": "string", "description": "what a keeper saw; for keepers only"}}}}}}`

type boat struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Owner   string `json:"owner"`
	Berth   string `json:"berth"`
	Seats   int    `json:"seats"`
	Version int    `json:"version"`
	Report  string `json:"report"`
	key     string
}

// boats is a service with one defect, or with none.
type boats struct {
	defect  string
	boats   []*boat
	reports map[string]string // by names, of those with the defect that they come back
	last    int
}

// Boats returns a constructor of a service of boats, of which guests see their own and keepers all, with a defect, such
// as "key is ignored", or with none: "". The user ann is a keeper, all others are guests.
func Boats(defect string) func() http.Handler {
	return func() http.Handler {
		s := &boats{defect: defect, reports: map[string]string{}}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /me", func(w http.ResponseWriter, r *http.Request) {
			who := map[string]string{"name": userOf(r),
				"role": map[bool]string{true: "keeper", false: "guest"}[keeps(r)]}
			if defect == "shows passwords" {
				who["password"] = "open sesame"
			}
			reply(w, 200, who)
		})
		mux.HandleFunc("GET /boats", s.list)
		mux.HandleFunc("POST /boats", s.create)
		mux.HandleFunc("GET /boats/{id}", s.at(func(w http.ResponseWriter, r *http.Request, b *boat) {
			reply(w, 200, s.shown(r, b))
		}))
		mux.HandleFunc("PUT /boats/{id}", s.at(s.put))
		mux.HandleFunc("PATCH /boats/{id}", s.at(s.patch))
		mux.HandleFunc("DELETE /boats/{id}", s.at(s.remove))
		mux.HandleFunc("PUT /boats/{id}/check", s.at(s.check))
		return mux
	}
}

func keeps(r *http.Request) bool { return userOf(r) == "ann" }

// shown is a boat as somebody may see it.
func (s *boats) shown(r *http.Request, b *boat) boat {
	out := *b
	if !keeps(r) && s.defect != "guests see reports" {
		out.Report = ""
	}
	return out
}

func (s *boats) at(do func(http.ResponseWriter, *http.Request, *boat)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i := slices.IndexFunc(s.boats, func(b *boat) bool { return strconv.Itoa(b.ID) == r.PathValue("id") })
		switch {
		case i < 0:
			reply(w, 404, map[string]string{"error": "no such boat"})
		case !keeps(r) && s.boats[i].Owner != userOf(r):
			reply(w, 403, map[string]string{"error": "not yours"})
		default:
			do(w, r, s.boats[i])
		}
	}
}

func (s *boats) list(w http.ResponseWriter, r *http.Request) {
	page, limit := max(1, number(r, "page")), number(r, "limit")
	out := []boat{}
	for _, b := range s.boats {
		hidden := b.Berth == "" && r.URL.Query().Get("sort") == "berth" && s.defect == "order hides"
		if (keeps(r) || b.Owner == userOf(r) || s.defect == "lists all") && !hidden {
			out = append(out, s.shown(r, b))
		}
	}
	if r.URL.Query().Get("sort") == "berth" {
		slices.SortStableFunc(out, func(a, b boat) int { return strings.Compare(a.Berth, b.Berth) })
	}
	if limit == 0 {
		limit = max(1, len(out))
	}
	total, pages := len(out), (len(out)+limit-1)/limit
	if s.defect == "last page is missing" {
		pages = total / limit
	}
	out = out[min(total, (page-1)*limit):min(total, page*limit)]
	if s.defect == "total of page" {
		total = len(out)
	}
	reply(w, 200, map[string]any{"items": out, "meta": map[string]int{"total": total, "pages": pages}})
}

// number reads a parameter of a query, 0 for none.
func number(r *http.Request, name string) int {
	n, _ := strconv.Atoi(r.URL.Query().Get(name))
	return max(0, n)
}

func (s *boats) create(w http.ResponseWriter, r *http.Request) {
	b := &boat{Owner: userOf(r), Seats: 4, key: r.Header.Get("Idempotency-Key")}
	if s.defect == "five seats" {
		b.Seats = 5
	}
	if json.NewDecoder(r.Body).Decode(b) != nil || b.Name == "" {
		reply(w, 400, map[string]string{"error": "bad boat"})
		return
	}
	if b.Owner != userOf(r) && !keeps(r) && s.defect != "for anybody" {
		reply(w, 403, map[string]string{"error": "not for another one"})
		return
	}
	if i := slices.IndexFunc(s.boats, func(o *boat) bool { return o.key == b.key }); b.key != "" && i >= 0 &&
		s.defect != "key is ignored" {
		reply(w, 201, s.shown(r, s.boats[i]))
		return
	}
	if s.defect == "berth is a number" && strings.Trim(b.Berth, "0123456789") == "" {
		b.Berth = strings.TrimLeft(b.Berth, "0")
	}
	s.last++
	if b.ID, b.Version = s.last, 1; s.defect == "id by count" {
		b.ID = len(s.boats) + 1
	}
	b.Report = s.reports[b.Name]
	s.boats = append(s.boats, b)
	reply(w, 201, s.shown(r, b))
}

func (s *boats) put(w http.ResponseWriter, r *http.Request, b *boat) {
	next := boat{Owner: b.Owner, Seats: 4}
	if json.NewDecoder(r.Body).Decode(&next) != nil || next.Name == "" {
		reply(w, 400, map[string]string{"error": "bad boat"})
		return
	}
	if next.Version != 0 && next.Version != b.Version && s.defect != "version is ignored" {
		reply(w, 409, map[string]string{"error": "it was changed"})
		return
	}
	b.Name, b.Berth, b.Seats = next.Name, next.Berth, next.Seats
	b.Version++
	reply(w, 200, s.shown(r, b))
}

func (s *boats) patch(w http.ResponseWriter, r *http.Request, b *boat) {
	next := *b
	if json.NewDecoder(r.Body).Decode(&next) != nil {
		reply(w, 400, map[string]string{"error": "bad boat"})
		return
	}
	if next.Berth != "" || s.defect != "empty is nothing" {
		b.Berth = next.Berth
	}
	b.Version++
	reply(w, 200, s.shown(r, b))
}

func (s *boats) remove(w http.ResponseWriter, _ *http.Request, b *boat) {
	if s.defect == "reports come back" {
		s.reports[b.Name] = b.Report
	}
	s.boats = slices.DeleteFunc(s.boats, func(o *boat) bool {
		return o == b || o.Owner == b.Owner && s.defect == "all of the owner"
	})
	w.WriteHeader(204)
}

func (s *boats) check(w http.ResponseWriter, r *http.Request, b *boat) {
	if !keeps(r) && s.defect != "anybody checks" {
		reply(w, 403, map[string]string{"error": "for keepers"})
		return
	}
	var said struct{ Report string }
	if json.NewDecoder(r.Body).Decode(&said) != nil {
		reply(w, 400, map[string]string{"error": "bad report"})
		return
	}
	b.Report = said.Report
	w.WriteHeader(204)
}
