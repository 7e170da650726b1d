package resttest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// NotesSchema is that of the service of [Notes].
const NotesSchema = `{
"openapi": "3.0.3", "info": {"title": "notes", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/notes": {
		"get": {"parameters": [
			{"name": "color", "in": "query", "schema": {"type": "string"}}, {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}},
			{"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0}}, {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["size"]}},
			{"name": "maxSize", "in": "query", "schema": {"type": "integer"}}],
			"responses": {"200": {"description": "all"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}, "responses": {"201": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}}}},
	"/notes/{id}": {
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}}},
		"head": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}}},
		"put": {"parameters": [{"name": "If-Match", "in": "header", "schema": {"type": "string"}}], "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}, "responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}}},
		"patch": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Change"}}}}, "responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}}},
		"delete": {"responses": {"204": {"description": "gone"}}}},
	"/notes/{id}/archive": {
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"post": {"responses": {"200": {"description": "archived", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}, "409": {"description": "it is archived already"}}}},
	"/notes/{id}/lines": {
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "all"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"price": {"type": "number"}, "quantity": {"type": "integer"}}}}}}, "responses": {"201": {"description": "made"}}}}
},
"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
"schemas": {
	"Shown": {"type": "object", "required": ["id", "owner"], "properties": {"id": {"type": "integer"}, "owner": {"type": "string"}, "title": {"type": "string"}, "color": {"type": "string"}, "size": {"type": "integer"}, "total": {"type": "number"}, "archived": {"type": "boolean"}, "version": {"type": "integer"}}},
	"Change": {"type": "object", "properties": {"title": {"type": "string", "minLength": 1}, "color": {"type": "string"}, "size": {"type": "integer", "format": "int32", "minimum": 0}}},
	"Note": {"type": "object", "required": ["title"], "properties": {"owner": {"type": "string", "readOnly": true}, "title": {"type": "string", "minLength": 1}, "color": {"type": "string"}, "size": {"type": "integer", "format": "int32", "minimum": 0}, "password": {"type": "string", "writeOnly": true}}}}}}`

// note is what the service keeps.
type note struct {
	ID       int     `json:"id"`
	Owner    string  `json:"owner"`
	Title    string  `json:"title"`
	Color    string  `json:"color"`
	Size     int32   `json:"size"`
	Password string  `json:"password,omitempty"`
	Lines    []line  `json:"lines"`
	Total    float64 `json:"total"`
	Archived bool    `json:"archived"`
	Version  int     `json:"version"`

	gone bool
}

type line struct {
	Price    float64 `json:"price"`
	Quantity int     `json:"quantity"`
}

// notes is a service with one defect, or with none.
type notes struct {
	defect string
	all    []*note
}

// Notes returns a constructor of a service of notes with a defect, such as "forgets", or with none: "". Each user,
// named by the header User, has notes of their own.
func Notes(defect string) func() http.Handler {
	return func() http.Handler {
		s := &notes{defect: defect}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /notes", s.list)
		mux.HandleFunc("POST /notes", s.create)
		mux.HandleFunc("GET /notes/{id}", s.with(s.get))
		mux.HandleFunc("PUT /notes/{id}", s.with(s.put))
		mux.HandleFunc("PATCH /notes/{id}", s.with(s.patch))
		mux.HandleFunc("DELETE /notes/{id}", s.with(s.remove))
		mux.HandleFunc("POST /notes/{id}/archive", s.with(s.archive))
		mux.HandleFunc("GET /notes/{id}/lines", s.with(s.lines))
		mux.HandleFunc("POST /notes/{id}/lines", s.with(s.addLine))
		return mux
	}
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// with finds the note of a path, for those who may see it.
func (s *notes) with(do func(http.ResponseWriter, *http.Request, *note)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		user, open := userOf(r), false
		if user == "" && s.defect != "nobody may delete" {
			reply(w, 401, map[string]string{"error": "who is it?"})
			return
		}
		switch s.defect {
		case "nobody may delete":
			open = r.Method == "DELETE"
		case "foreign change":
			open = r.Method == "PATCH"
		case "foreign archive":
			open = strings.HasSuffix(r.URL.Path, "/archive")
		case "foreign read":
			open = r.Method == "GET"
		case "deleted parts":
			open = strings.HasSuffix(r.URL.Path, "/lines")
		}
		for _, n := range s.all {
			if n.ID == id && (n.Owner == user || open) &&
				(!n.gone || open || s.defect == "deleted change" && r.Method == "PATCH") {
				do(w, r, n)
				return
			}
		}
		reply(w, 404, map[string]string{"error": "no such note"})
	}
}

func (s *notes) create(w http.ResponseWriter, r *http.Request) {
	if userOf(r) == "" {
		reply(w, 401, map[string]string{"error": "who is it?"})
		return
	}
	n := &note{ID: len(s.all) + 1, Lines: []line{}}
	owner := userOf(r)
	bad := json.NewDecoder(r.Body).Decode(n) != nil || n.Title == "" || n.Size < 0
	if s.defect != "client chooses owner" {
		n.Owner = owner
	}
	n.ID, n.Lines, n.Total, n.Archived, n.Version = len(s.all)+1, []line{}, 0, false, 1
	switch {
	case bad && s.defect == "keeps refused":
		s.all = append(s.all, n)
		fallthrough
	case bad:
		reply(w, 400, map[string]string{"error": "bad note"})
		return
	}
	at := n.ID
	if s.defect == "location of another" {
		at++
	}
	w.Header().Set("Location", fmt.Sprintf("/notes/%d", at))
	answer := *n
	if s.defect == "stores another size" {
		n.Size++
	}
	if s.defect != "shows password" {
		answer.Password, n.Password = "", ""
	}
	s.all = append(s.all, n)
	reply(w, 201, answer)
}

func (s *notes) get(w http.ResponseWriter, r *http.Request, n *note) {
	if s.defect == "no head" && r.Method == "HEAD" {
		w.WriteHeader(405)
		return
	}
	if s.defect == "read raises version" {
		n.Version++
	}
	if s.defect == "read archives" {
		n.Color = "grey" + strconv.Itoa(int(n.Size))
		n.Size++
	}
	w.Header().Set("ETag", n.tag())
	reply(w, 200, n)
}

// tag is the entity tag of a note.
func (n *note) tag() string { return fmt.Sprintf(`"%d-%d"`, n.ID, n.Version) }

func (s *notes) put(w http.ResponseWriter, r *http.Request, n *note) {
	if tag := r.Header.Get("If-Match"); tag != "" && tag != n.tag() && s.defect != "ignores If-Match" {
		reply(w, 412, map[string]string{"error": "another version"})
		return
	}
	next := note{ID: n.ID, Owner: n.Owner, Lines: n.Lines, Total: n.Total}
	switch s.defect {
	case "merges":
		next = *n
	case "adds":
		size := n.Size
		defer func() { n.Size += size }()
	}
	if json.NewDecoder(r.Body).Decode(&next) != nil || next.Title == "" || next.Size < 0 {
		reply(w, 400, map[string]string{"error": "bad note"})
		return
	}
	next.ID, next.Owner, next.Password, next.Lines, next.Total = n.ID, n.Owner, "", n.Lines, n.Total
	next.Version, next.Archived = n.Version+1, n.Archived
	*n = next
	reply(w, 200, n)
}

func (s *notes) patch(w http.ResponseWriter, r *http.Request, n *note) {
	next := *n
	if s.defect == "forgets" {
		next.Color = ""
	}
	if json.NewDecoder(r.Body).Decode(&next) != nil || next.Title == "" || next.Size < 0 && s.defect != "no limits" {
		if s.defect == "half a change" {
			n.Title = next.Title
		}
		reply(w, 400, map[string]string{"error": "bad change"})
		return
	}
	next.ID, next.Owner, next.Password = n.ID, n.Owner, ""
	if s.defect != "client changes owner" {
		next.Lines, next.Total = n.Lines, n.Total
	}
	next.Version, next.Archived = n.Version+1, n.Archived
	if s.defect != "title stays" {
		*n = next
	}
	reply(w, 200, next)
}

func (s *notes) archive(w http.ResponseWriter, _ *http.Request, n *note) {
	if n.Archived && s.defect != "archived twice" {
		reply(w, 409, map[string]string{"error": "it is archived"})
		return
	}
	n.Archived = true
	n.Version++
	reply(w, 200, n)
}

func (s *notes) remove(w http.ResponseWriter, _ *http.Request, n *note) {
	n.gone = s.defect != "stays"
	w.WriteHeader(204)
}

func (s *notes) lines(w http.ResponseWriter, _ *http.Request, n *note) { reply(w, 200, n.Lines) }

func (s *notes) addLine(w http.ResponseWriter, r *http.Request, n *note) {
	var l line
	if json.NewDecoder(r.Body).Decode(&l) != nil {
		reply(w, 400, map[string]string{"error": "bad line"})
		return
	}
	n.Lines = append(n.Lines, l)
	n.Version++
	n.Total += l.Price * float64(l.Quantity)
	if s.defect == "forgets quantity" {
		n.Total = l.Price
	}
	reply(w, 201, n)
}

func (s *notes) list(w http.ResponseWriter, r *http.Request) {
	if userOf(r) == "" {
		reply(w, 401, map[string]string{"error": "who is it?"})
		return
	}
	q := r.URL.Query()
	if bad := unread(q); bad != "" {
		reply(w, 400, map[string]string{"error": bad + " is not understood"})
		return
	}
	out := s.chosen(userOf(r), q)
	if q.Get("sort") == "size" && s.defect != "no order" {
		slices.SortStableFunc(out, func(a, b *note) int { return cmp.Compare(a.Size, b.Size) })
	}
	total := len(out)
	if s.defect == "miscounts" {
		total++
	}
	if s.defect == "stale list" {
		for i, n := range out {
			old := *n
			old.Title, old.Color = "new", ""
			out[i] = &old
		}
	}
	reply(w, 200, map[string]any{"notes": s.page(out, q), "total": total})
}

// unread returns the name of a parameter that cannot be read, "" for none.
func unread(q url.Values) string {
	for _, name := range []string{"maxSize", "limit", "offset"} {
		if n, err := strconv.Atoi(q.Get(name)); q.Has(name) && (err != nil || n < 0 || name == "limit" && n == 0) {
			return name
		}
	}
	if q.Has("sort") && q.Get("sort") != "size" {
		return "sort"
	}
	return ""
}

// chosen returns the notes of a user that a query asks for.
func (s *notes) chosen(user string, q url.Values) []*note {
	out := []*note{}
	size, sized := strconv.Atoi(q.Get("maxSize"))
	for _, n := range s.all {
		hidden := n.gone && s.defect != "still listed" || n.Owner != user || s.defect == "lists no large" && n.Size > 5
		wrong := q.Get("color") != "" && n.Color != q.Get("color") && s.defect != "no filter" ||
			sized == nil && int(n.Size) > size && s.defect != "no bound"
		wrong = wrong || sized == nil && int(n.Size) == size && s.defect == "bound excludes itself"
		lost := s.defect == "filter loses" && q.Get("color") != "" && n.Size == 0
		if !hidden && !wrong && !lost {
			out = append(out, n)
		}
	}
	return out
}

// page cuts a list as a query says.
func (s *notes) page(all []*note, q url.Values) []*note {
	from, _ := strconv.Atoi(q.Get("offset"))
	if s.defect == "pages overlap" {
		from = max(0, from-1)
	} else if s.defect == "pages skip" && from > 0 {
		from++
	}
	all = all[min(from, len(all)):]
	if limit, err := strconv.Atoi(q.Get("limit")); err == nil && s.defect != "no limit" {
		all = all[:min(limit, len(all))]
	}
	return all
}
