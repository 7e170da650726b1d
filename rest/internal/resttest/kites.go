package resttest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// KitesSchema is that of the service of [Kites].
const KitesSchema = `{
"openapi": "3.0.3", "info": {"title": "kites", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/kites": {
		"get": {"parameters": [
			{"name": "tag", "in": "query", "description": "only those with this tag", "schema": {"type": "string"}},
			{"name": "max_weight", "in": "query", "description": "only those of at most so many grams", "schema": {"type": "integer"}},
			{"name": "search", "in": "query", "description": "only those with this text in the name", "schema": {"type": "string"}},
			{"name": "ordering", "in": "query", "description": "the order, capitals or not; with - from the end", "schema": {"type": "string", "enum": ["name", "-name", "price", "-price"]}},
			{"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 100}}, {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 50}}],
			"responses": {"200": {"description": "those that you see", "content": {"application/json": {"schema": {"type": "object", "properties": {
				"hasMore": {"type": "boolean"}, "next": {"type": "string", "nullable": true}, "kites": {"type": "array", "items": {"$ref": "#/components/schemas/Kite"}}}}}}}}},
		"post": {"description": "At most one kite of an owner is the first.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewKite"}}}},
			"responses": {"201": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Kite"}}}}, "400": {"description": "bad kite"}}}},
	"/kites/{kite}": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Kite"}}}}, "404": {"description": "none"}}},
		"patch": {"description": "For the owner. Loans keep the name that they have.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/KitePatch"}}}},
			"responses": {"200": {"description": "changed", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Kite"}}}}, "400": {"description": "bad kite"}, "403": {"description": "another's"}}},
		"delete": {"description": "For the owner. It is answered 409 if it is flying.", "responses": {"204": {"description": "gone"}, "403": {"description": "another's"}, "409": {"description": "it flies"}}}},
	"/kites/{kite}/state": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}],
		"put": {"description": "For the owner.", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["state"], "properties": {"state": {"type": "string", "enum": ["packed", "flying"]}}}}}},
			"responses": {"200": {"description": "changed"}, "400": {"description": "bad state"}, "403": {"description": "another's"}}}},
	"/kites/{kite}/lines": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}],
		"post": {"description": "No two lines of a kite have the same name. Whoever sees a kite adds lines.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewLine"}}}},
			"responses": {"201": {"description": "the kite", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Kite"}}}}, "400": {"description": "bad line"}, "409": {"description": "it cannot be"}}}},
	"/kites/{kite}/lines/{line}": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}, {"name": "line", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewLine"}}}},
			"responses": {"200": {"description": "the kite", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Kite"}}}}, "400": {"description": "bad line"}, "409": {"description": "it cannot be"}}},
		"delete": {"description": "For the owner of the kite.", "responses": {"204": {"description": "gone"}, "403": {"description": "another's"}}}},
	"/kites/{kite}/crew": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}],
		"put": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["crew"], "properties": {"crew": {"type": "array", "maxItems": 9, "items": {"type": "integer", "minimum": 1, "maximum": 99}}}}}}},
			"responses": {"200": {"description": "who flies it"}, "400": {"description": "bad crew"}, "422": {"description": "too many"}}}},
	"/sky/{kite}": {
		"parameters": [{"$ref": "#/components/parameters/Kite"}],
		"get": {"security": [], "responses": {"200": {"description": "where it is"}, "404": {"description": "none"}}}},
	"/loans": {
		"post": {"description": "For a kite that you see.", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["kiteId"], "properties": {"kiteId": {"type": "string"}, "days": {"type": "integer", "minimum": 1, "maximum": 9}}}}}},
			"responses": {"201": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Loan"}}}}, "400": {"description": "bad loan"}, "422": {"description": "no such kite"}}}},
	"/loans/{loan}": {
		"parameters": [{"name": "loan", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Loan"}}}}, "404": {"description": "none"}}}}
},
"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
"parameters": {"Kite": {"name": "kite", "in": "path", "required": true, "schema": {"type": "string"}}},
"schemas": {
	"NewLine": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 20}}},
	"Line": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
	"Loan": {"type": "object", "properties": {"id": {"type": "integer"}, "kiteId": {"type": "string"}, "kiteName": {"type": "string"}, "days": {"type": "integer"}}},
	"NewKite": {"type": "object", "required": ["name", "weight_grams"], "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 20}, "weight_grams": {"type": "integer", "minimum": 1, "maximum": 900},
		"tags": {"type": "array", "maxItems": 3, "items": {"type": "string", "minLength": 1, "maxLength": 20}}, "note": {"type": "string", "nullable": true}, "first": {"type": "boolean"}, "maxCrew": {"type": "integer", "minimum": 1, "maximum": 2}}},
	"KitePatch": {"type": "object", "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 20}, "weight_grams": {"type": "integer", "minimum": 1, "maximum": 900}, "note": {"type": "string", "nullable": true}}},
	"Kite": {"type": "object", "properties": {"id": {"type": "string"}, "owner": {"type": "string"}, "name": {"type": "string"}, "weight_grams": {"type": "integer"}, "price": {"type": "integer"},
		"tags": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string", "nullable": true}, "first": {"type": "boolean"}, "maxCrew": {"type": "integer"}, "state": {"type": "string", "enum": ["packed", "flying"]},
		"plan": {"type": "string", "description": "where it is kept; only the owner is shown this"}, "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}}}}}}`

type strand struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type kite struct {
	ID      string   `json:"id"`
	Owner   string   `json:"owner"`
	Name    string   `json:"name"`
	Weight  int      `json:"weight_grams"`
	Price   int      `json:"price"`
	Tags    []string `json:"tags"`
	Note    *string  `json:"note"`
	First   bool     `json:"first"`
	MaxCrew int      `json:"maxCrew"`
	State   string   `json:"state"`
	Plan    string   `json:"plan,omitempty"`
	Lines   []strand `json:"lines"`
	last    int      // id of a line
	gone    bool
}

type loan struct {
	ID       int    `json:"id"`
	KiteID   string `json:"kiteId"`
	KiteName string `json:"kiteName"`
	Days     int    `json:"days"`
	by       string
}

// kites is a service with one defect, or with none.
type kites struct {
	defect string
	kites  []*kite
	loans  []*loan
}

// Kites returns a constructor of a service of kites, which others see while they fly, and loans of them, with a defect,
// such as "null stays", or with none: "".
func Kites(defect string) func() http.Handler {
	return func() http.Handler {
		s := &kites{defect: defect}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /kites", s.list)
		mux.HandleFunc("POST /kites", s.create)
		mux.HandleFunc("GET /kites/{kite}", s.at(true, false, func(w http.ResponseWriter, r *http.Request, k *kite) {
			s.show(w, r, 200, k)
		}))
		mux.HandleFunc("PATCH /kites/{kite}", s.at(true, true, s.patch))
		mux.HandleFunc("DELETE /kites/{kite}", s.at(true, true, s.remove))
		mux.HandleFunc("PUT /kites/{kite}/state", s.at(true, true, s.fly))
		mux.HandleFunc("POST /kites/{kite}/lines", s.at(true, false, s.addLine))
		mux.HandleFunc("PUT /kites/{kite}/lines/{line}", s.at(true, false, s.putLine))
		mux.HandleFunc("DELETE /kites/{kite}/lines/{line}", s.at(true, defect != "anybody cuts", s.cutLine))
		mux.HandleFunc("PUT /kites/{kite}/crew", s.at(true, false, s.crew))
		mux.HandleFunc("GET /sky/{kite}", s.at(false, false, func(w http.ResponseWriter, _ *http.Request, k *kite) {
			reply(w, 200, map[string]any{"kite": k.ID, "state": k.State})
		}))
		mux.HandleFunc("POST /loans", s.lend)
		mux.HandleFunc("GET /loans/{loan}", s.loan)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if userOf(r) == "" && !strings.HasPrefix(r.URL.Path, "/sky/") {
				reply(w, 401, map[string]string{"error": "say who you are"})
				return
			}
			mux.ServeHTTP(w, r)
		})
	}
}

func (s *kites) sees(user string, k *kite) bool {
	return !k.gone && (k.Owner == user || k.State == "flying")
}

// at leads to the kite of the path, if the user sees it, or it is there at all; own says that it is for the owner.
func (s *kites) at(seen, own bool, do func(http.ResponseWriter, *http.Request, *kite)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i := slices.IndexFunc(s.kites, func(k *kite) bool { return k.ID == r.PathValue("kite") })
		switch {
		case i < 0 || seen && !s.sees(userOf(r), s.kites[i]) || s.kites[i].gone && s.defect != "stays in the sky":
			reply(w, 404, map[string]string{"error": "no such kite"})
		case own && s.kites[i].Owner != userOf(r):
			reply(w, 403, map[string]string{"error": "not yours"})
		default:
			do(w, r, s.kites[i])
		}
	}
}

func (s *kites) show(w http.ResponseWriter, r *http.Request, status int, k *kite) {
	out := *k
	if out.Plan = ""; k.Owner == userOf(r) || s.defect == "plan for all" {
		out.Plan = "shed of " + k.Owner
	}
	reply(w, status, out)
}

func (s *kites) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	out := []*kite{}
	for _, k := range s.kites {
		if s.sees(userOf(r), k) && s.wanted(k, q) {
			out = append(out, k)
		}
	}
	by, down := strings.CutPrefix(q.Get("ordering"), "-")
	slices.SortStableFunc(out, func(a, b *kite) int {
		c := 0
		switch {
		case by == "price":
			c = cmp.Compare(a.Price, b.Price)
		case by == "name" && s.defect == "capitals first":
			c = cmp.Compare(a.Name, b.Name)
		case by == "name":
			c = cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		}
		if down && s.defect != "never down" {
			return -c
		}
		return c
	})
	total, offset, limit := len(out), number(r, "offset"), number(r, "limit")
	if limit == 0 {
		limit = 50
	}
	end := offset + limit
	more := end < total || end == total && s.defect == "more at the end"
	answer := map[string]any{"kites": out[min(total, offset):min(total, end)], "hasMore": more, "next": nil}
	if end < total {
		if s.defect == "next forgets" {
			q = url.Values{"limit": {strconv.Itoa(limit)}}
		}
		q.Set("offset", strconv.Itoa(end))
		answer["next"] = "/kites?" + q.Encode()
	}
	reply(w, 200, answer)
}

// wanted reports whether a kite is one that a query asks for.
func (s *kites) wanted(k *kite, q url.Values) bool {
	tag, heaviest, err := q.Get("tag"), 0, error(nil)
	if heaviest, err = strconv.Atoi(q.Get("max_weight")); err != nil {
		heaviest = 1 << 30
	}
	if s.defect == "weight below" {
		heaviest--
	}
	has := slices.Contains(k.Tags, tag)
	if s.defect == "part of a tag" {
		has = strings.Contains(strings.Join(k.Tags, " "), tag)
	}
	named := strings.Contains(k.Name, q.Get("search")) || s.defect == "search is for lines" && len(k.Lines) == 0
	return k.Weight <= heaviest && (tag == "" || has) && named
}

func bad(w http.ResponseWriter, status int) {
	reply(w, status, map[string]string{"error": "it cannot be"})
}

func (s *kites) create(w http.ResponseWriter, r *http.Request) {
	k := &kite{MaxCrew: 1}
	if json.NewDecoder(r.Body).Decode(k) != nil || k.Name == "" || len(k.Name) > 20 || k.Weight < 1 || k.Weight > 900 ||
		k.MaxCrew < 1 || k.MaxCrew > 2 || len(k.Tags) > 3 {
		bad(w, 400)
		return
	}
	k.ID, k.Owner, k.State, k.Price, k.Lines, k.last, k.gone = fmt.Sprintf("k%03d", 417+len(s.kites)), userOf(r),
		"packed", 100+k.Weight, []strand{}, 0, false
	for _, other := range s.kites {
		if k.First && other.Owner == k.Owner && s.defect != "two first" {
			other.First = false
		}
	}
	if k.Tags == nil {
		k.Tags = []string{}
	}
	s.kites = append(s.kites, k)
	s.show(w, r, 201, k)
}

func (s *kites) patch(w http.ResponseWriter, r *http.Request, k *kite) {
	said := map[string]any{}
	next := struct {
		Name   string
		Weight int `json:"weight_grams"`
		Note   *string
	}{k.Name, k.Weight, nil}
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &said) != nil || json.Unmarshal(body, &next) != nil || next.Name == "" ||
		len(next.Name) > 20 || next.Weight < 1 && s.defect != "weighs nothing" || next.Weight > 900 {
		bad(w, 400)
		return
	}
	if _, sent := said["note"]; !sent || next.Note == nil && s.defect == "null stays" {
		next.Note = k.Note
	}
	if k.Name, k.Weight, k.Note = next.Name, next.Weight, next.Note; s.defect != "price stays" {
		k.Price = 100 + k.Weight
	}
	for _, l := range s.loans {
		if l.KiteID == k.ID && s.defect == "loans follow" {
			l.KiteName = k.Name
		}
	}
	s.show(w, r, 200, k)
}

func (s *kites) remove(w http.ResponseWriter, _ *http.Request, k *kite) {
	if k.State == "flying" && s.defect != "gone in flight" {
		bad(w, 409)
		return
	}
	k.gone = true
	w.WriteHeader(204)
}

func (s *kites) fly(w http.ResponseWriter, r *http.Request, k *kite) {
	var said struct{ State string }
	if json.NewDecoder(r.Body).Decode(&said) != nil || said.State != "packed" && said.State != "flying" {
		bad(w, 400)
		return
	}
	k.State = said.State
	s.show(w, r, 200, k)
}

// named reads the name of a line that is to be another one's on a kite in no case but a defect.
func (s *kites) named(w http.ResponseWriter, r *http.Request, k *kite, but int, twice bool) (name string, ok bool) {
	var said struct{ Name string }
	if json.NewDecoder(r.Body).Decode(&said) != nil || said.Name == "" || len(said.Name) > 20 {
		bad(w, 400)
		return "", false
	}
	if !twice && slices.ContainsFunc(k.Lines, func(l strand) bool { return l.Name == said.Name && l.ID != but }) {
		bad(w, 409)
		return "", false
	}
	return said.Name, true
}

func (s *kites) addLine(w http.ResponseWriter, r *http.Request, k *kite) {
	name, ok := s.named(w, r, k, 0, false)
	if !ok {
		return
	}
	k.last++
	id := k.last
	if s.defect == "lines by count" {
		id = len(k.Lines) + 1
	}
	k.Lines = append(k.Lines, strand{id, name})
	s.show(w, r, 201, k)
}

func (k *kite) line(r *http.Request) int {
	return slices.IndexFunc(k.Lines, func(l strand) bool { return strconv.Itoa(l.ID) == r.PathValue("line") })
}

func (s *kites) putLine(w http.ResponseWriter, r *http.Request, k *kite) {
	i := k.line(r)
	if i < 0 {
		bad(w, 404)
		return
	}
	if name, ok := s.named(w, r, k, k.Lines[i].ID, s.defect == "same line"); ok {
		k.Lines[i].Name = name
		s.show(w, r, 200, k)
	}
}

func (s *kites) cutLine(w http.ResponseWriter, r *http.Request, k *kite) {
	i := k.line(r)
	if i < 0 {
		bad(w, 404)
		return
	}
	k.Lines = slices.Delete(k.Lines, i, i+1)
	w.WriteHeader(204)
}

func (s *kites) crew(w http.ResponseWriter, r *http.Request, k *kite) {
	var said struct{ Crew []int }
	if json.NewDecoder(r.Body).Decode(&said) != nil || len(said.Crew) > 9 || said.Crew == nil ||
		slices.Min(append(said.Crew, 1)) < 1 || slices.Max(append(said.Crew, 1)) > 99 {
		bad(w, 400)
		return
	}
	if len(said.Crew) > k.MaxCrew && s.defect != "crowded" {
		bad(w, 422)
		return
	}
	reply(w, 200, said)
}

func (s *kites) lend(w http.ResponseWriter, r *http.Request) {
	l := &loan{Days: 1, by: userOf(r)}
	if json.NewDecoder(r.Body).Decode(l) != nil || l.Days < 1 || l.Days > 9 {
		bad(w, 400)
		return
	}
	i := slices.IndexFunc(s.kites, func(k *kite) bool {
		return k.ID == l.KiteID && (s.sees(userOf(r), k) || s.defect == "lends all" && !k.gone)
	})
	if i < 0 {
		bad(w, 422)
		return
	}
	l.ID, l.KiteName = len(s.loans)+1, s.kites[i].Name
	s.loans = append(s.loans, l)
	reply(w, 201, l)
}

func (s *kites) loan(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(s.loans, func(l *loan) bool {
		return strconv.Itoa(l.ID) == r.PathValue("loan") && l.by == userOf(r)
	})
	if i < 0 {
		bad(w, 404)
		return
	}
	reply(w, 200, s.loans[i])
}
