package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PursesSchema is that of the service of [Purses].
const PursesSchema = `{
"openapi": "3.0.3", "info": {"title": "purses", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/purses": {
		"get": {"parameters": [
			{"name": "min_worth", "in": "query", "description": "only those worth so much or more", "schema": {"type": "string", "format": "decimal", "pattern": "^[0-9]{1,5}\\.[0-9]{2}$"}},
			{"name": "order", "in": "query", "description": "which of them come first", "schema": {"type": "string", "enum": ["oldest", "newest"]}},
			{"name": "starting_after", "in": "query", "description": "the id of the element after which to go on", "schema": {"type": "string"}},
			{"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 50}}],
			"responses": {"200": {"description": "yours", "content": {"application/json": {"schema": {"type": "object", "properties": {"data": {"type": "array", "items": {"$ref": "#/components/schemas/Purse"}}}}}}}}},
		"post": {"description": "No two purses have the same name.", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["name"], "properties": {
				"name": {"type": "string", "minLength": 1, "maxLength": 20}, "note": {"type": "string", "nullable": true}, "opened": {"type": "string", "format": "date-time"}, "worth": {"type": "string", "pattern": "^[1-9][0-9]{0,3}\\.[0-9]{2}$", "default": "1.00"}}}}}},
			"responses": {"200": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Purse"}}}}, "400": {"description": "bad purse"}, "409": {"description": "the name is taken"}}}},
	"/purses/{purse}": {
		"parameters": [{"name": "purse", "in": "path", "required": true, "schema": {"type": "string"}}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Purse"}}}}, "404": {"description": "none"}}},
		"post": {"description": "What is not in the body stays as it is. No two purses have the same name.", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
				"name": {"type": "string", "minLength": 1, "maxLength": 20}, "note": {"type": "string", "nullable": true}, "opened": {"type": "string", "format": "date-time"}, "worth": {"type": "string", "pattern": "^[1-9][0-9]{0,3}\\.[0-9]{2}$"}}}}}},
			"responses": {"200": {"description": "changed", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Purse"}}}}, "400": {"description": "bad purse"}, "404": {"description": "none"}, "409": {"description": "the name is taken"}}}},
	"/login": {
		"post": {"security": [], "responses": {"204": {"description": "your session begins again"}}}},
	"/logout": {
		"post": {"summary": "End your session", "responses": {"204": {"description": "you are logged out"}}}}},
"components": {
	"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
	"schemas": {
		"Purse": {"type": "object", "required": ["id", "name", "note", "worth", "coins"], "properties": {
			"id": {"type": "string", "readOnly": true}, "name": {"type": "string"}, "note": {"type": "string", "nullable": true}, "opened": {"type": "string", "format": "date-time"}, "worth": {"type": "string"}, "coins": {"type": "integer", "readOnly": true}}}}}
}`

// purse has its worth as a text, as services that count money do.
type purse struct {
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Note  *string `json:"note"`
	Worth string  `json:"worth"`
	Coins int     `json:"coins"`
	Since string  `json:"opened,omitempty"`
	owner string
}

// purses is a service with one defect, or with none.
type purses struct {
	defect string
	all    []*purse
	out    []string // those whose session has ended
}

// Purses returns a constructor of a service that changes elements by POST, pages by the last element, and writes
// numbers in texts, with a defect, such as "null ignored", or with none: "".
func Purses(defect string) func() http.Handler {
	return func() http.Handler {
		s := &purses{defect: defect}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /purses", s.list)
		mux.HandleFunc("POST /purses", s.create)
		mux.HandleFunc("GET /purses/{purse}", s.at(func(w http.ResponseWriter, _ *http.Request, p *purse) {
			reply(w, 200, p)
		}))
		mux.HandleFunc("POST /purses/{purse}", s.at(s.change))
		mux.HandleFunc("POST /logout", func(w http.ResponseWriter, r *http.Request) {
			if s.out = append(s.out, r.Header.Get("Authorization")); defect == "still in" {
				s.out = nil
			}
			w.WriteHeader(204)
		})
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/login" {
				s.out = nil
				w.WriteHeader(204)
				return
			}
			if token := r.Header.Get("Authorization"); userOf(r) == "" || token != "" && slices.Contains(s.out, token) {
				reply(w, 401, map[string]string{"error": "say who you are"})
				return
			}
			mux.ServeHTTP(w, r)
		})
	}
}

func (s *purses) at(do func(http.ResponseWriter, *http.Request, *purse)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i := slices.IndexFunc(s.all, func(p *purse) bool {
			return p.ID == r.PathValue("purse") && p.owner == userOf(r)
		})
		if i < 0 {
			reply(w, 404, map[string]string{"error": "no such purse"})
			return
		}
		do(w, r, s.all[i])
	}
}

// cents is what a purse is worth, -1 for a text that is no amount.
func cents(worth string) int {
	whole, part, ok := strings.Cut(worth, ".")
	n, err := strconv.Atoi(whole + part)
	if !ok || err != nil || len(part) != 2 {
		return -1
	}
	return n
}

func (s *purses) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	out := []*purse{}
	for _, p := range s.all {
		least := q.Get("min_worth")
		enough := least == "" || cents(p.Worth) >= cents(least)
		if s.defect == "least as text" {
			enough = p.Worth >= least
		}
		if p.owner == userOf(r) && enough {
			out = append(out, p)
		}
	}
	if q.Get("order") == "newest" && s.defect != "never newest" {
		slices.Reverse(out)
	}
	if after := q.Get("starting_after"); after != "" {
		i := slices.IndexFunc(out, func(p *purse) bool { return p.ID == after })
		switch {
		case i < 0:
			out = out[:0]
		case s.defect == "after itself":
			out = out[i:]
		default:
			out = out[i+1:]
		}
	}
	if limit := number(r, "limit"); limit > 0 {
		out = out[:min(limit, len(out))]
	}
	reply(w, 200, map[string]any{"data": out})
}

// valid answers a purse that does not fit, or whose name another one has, and reports whether it fits.
func (s *purses) valid(w http.ResponseWriter, p *purse) bool {
	if t, err := time.Parse(time.RFC3339, p.Since); err != nil && p.Since != "" {
		reply(w, 400, map[string]string{"error": "bad purse"})
		return false
	} else if s.defect == "offset lost" && err == nil {
		p.Since = t.Format("2006-01-02T15:04:05Z")
	}
	if p.Name == "" || cents(p.Worth) < 100 && !(s.defect == "for nothing" && cents(p.Worth) == 0) {
		reply(w, 400, map[string]string{"error": "bad purse"})
		return false
	}
	if slices.ContainsFunc(s.all, func(other *purse) bool { return other.ID != p.ID && other.Name == p.Name }) &&
		(s.defect != "name shared" || p.ID == "") {
		reply(w, 409, map[string]string{"error": "the name is taken"})
		return false
	}
	return true
}

func (s *purses) create(w http.ResponseWriter, r *http.Request) {
	p := &purse{owner: userOf(r), Worth: "1.00"}
	if json.NewDecoder(r.Body).Decode(p) != nil || p.ID != "" || p.Coins != 0 {
		reply(w, 400, map[string]string{"error": "bad purse"})
		return
	}
	if s.valid(w, p) {
		p.ID = fmt.Sprintf("p%d", 417+len(s.all))
		s.all = append(s.all, p)
		reply(w, 200, p)
	}
}

func (s *purses) change(w http.ResponseWriter, r *http.Request, p *purse) {
	var said map[string]json.RawMessage
	changed, coins := *p, p.Coins
	if p.Note != nil {
		note := *p.Note
		changed.Note = &note
	}
	if err := json.NewDecoder(r.Body).Decode(&said); err != nil {
		reply(w, 400, map[string]string{"error": "bad purse"})
		return
	}
	if string(said["note"]) == "null" && s.defect == "null ignored" {
		delete(said, "note")
	}
	if _, sent := said["note"]; !sent && s.defect == "note lost" {
		changed.Note = nil
	}
	delete(said, "id")
	text, _ := json.Marshal(said)
	if json.Unmarshal(text, &changed) != nil {
		reply(w, 400, map[string]string{"error": "bad purse"})
		return
	}
	if s.defect != "coins set" {
		changed.Coins = coins
	}
	if s.valid(w, &changed) {
		*p = changed
		reply(w, 200, p)
	}
}
