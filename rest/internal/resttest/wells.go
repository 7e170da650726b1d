package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WellsSchema is that of the service of [Wells].
const WellsSchema = `{
"openapi": "3.0.3", "info": {"title": "wells", "version": "1"},
"security": [{"key": []}],
"paths": {
	"/me": {"get": {"responses": {"200": {"description": "who you are", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}},
	"/wells": {
		"get": {"parameters": [
			{"name": "kind", "in": "query", "schema": {"type": "string", "enum": ["deep", "deeper"]}}, {"name": "dugTo", "in": "query", "description": "dug on this day or earlier", "schema": {"type": "string", "format": "date"}},
			{"name": "order", "in": "query", "schema": {"type": "string", "enum": ["asc", "desc"]}}, {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}},
			{"name": "after", "in": "query", "schema": {"type": "string"}}, {"name": "unit", "in": "query", "schema": {"type": "string", "enum": ["metre", "foot"]}}],
			"responses": {"200": {"description": "a page by code"}}},
		"post": {"description": "No two wells have one code, whatever its case.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Well"}}}},
			"responses": {"201": {"description": "made"}, "400": {"description": "bad well"}, "409": {"description": "it cannot be"}}}},
	"/wells/{code}": {
		"parameters": [{"$ref": "#/components/parameters/Code"}],
		"get": {"parameters": [{"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}], "responses": {"200": {"description": "one"}, "304": {"description": "you know it"}}},
		"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Well"}}}}, "responses": {"200": {"description": "changed"}}},
		"delete": {"responses": {"204": {"description": "gone"}}}},
	"/wells/{code}/seal": {
		"parameters": [{"$ref": "#/components/parameters/Code"}],
		"put": {"description": "Only keepers may.", "responses": {"204": {"description": "sealed"}, "403": {"description": "you may not"}}}},
	"/wells/{code}/summary": {
		"parameters": [{"$ref": "#/components/parameters/Code"}],
		"get": {"responses": {"200": {"description": "of the samples"}}}},
	"/wells/{code}/samples": {
		"parameters": [{"$ref": "#/components/parameters/Code"}],
		"get": {"responses": {"200": {"description": "all"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sample"}}}}, "responses": {"201": {"description": "made"}, "409": {"description": "there is one of that time"}}}},
	"/permits": {
		"get": {"parameters": [{"name": "well", "in": "query", "schema": {"type": "string"}}], "responses": {"200": {"description": "yours"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Permit"}}}}, "responses": {"201": {"description": "made"}}}}
},
"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}},
"parameters": {"Code": {"name": "code", "in": "path", "required": true, "schema": {"type": "string"}}},
"schemas": {
	"User": {"type": "object", "properties": {"name": {"type": "string"}, "role": {"type": "string", "enum": ["keeper", "visitor"]}}},
	"Well": {"type": "object", "required": ["code", "kind"], "properties": {"code": {"type": "string", "pattern": "^[a-zA-Z]{1,4}$"}, "kind": {"type": "string", "enum": ["deep", "deeper"]}, "dug": {"type": "string", "format": "date"},
		"open": {"type": "boolean", "default": true}, "depth": {"type": "integer", "minimum": 0, "maximum": 90, "default": 1}}},
	"Sample": {"type": "object", "required": ["at", "level"], "properties": {"at": {"type": "string", "format": "date-time"}, "level": {"type": "number"}}},
	"Permit": {"type": "object", "required": ["well"], "properties": {"well": {"type": "string"}}}}}}`

type well struct {
	ID      int    `json:"id"`
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Dug     string `json:"dug"`
	Open    *bool  `json:"open"`
	Depth   int    `json:"depth"`
	owner   string
	version int
}

type sample struct {
	ID    int       `json:"id"`
	At    time.Time `json:"at"`
	Level float64   `json:"level"`
	of    string
}

type permit struct {
	ID    int    `json:"id"`
	Well  string `json:"well"`
	owner string
}

// wells is a service with one defect, or with none.
type wells struct {
	defect  string
	wells   []*well // in the order of their codes
	samples []*sample
	permits []*permit
	last    int
}

// Wells returns a constructor of a service of wells, whose codes clients choose, with a defect, such as "half a code",
// or with none: "". The user ann is a visitor.
func Wells(defect string) func() http.Handler {
	return func() http.Handler {
		s := &wells{defect: defect}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /me", func(w http.ResponseWriter, r *http.Request) {
			reply(w, 200, map[string]string{"name": userOf(r), "role": "visitor"})
		})
		mux.HandleFunc("GET /wells", s.list)
		mux.HandleFunc("POST /wells", s.create)
		mux.HandleFunc("GET /wells/{code}", s.at(s.get))
		mux.HandleFunc("PUT /wells/{code}", s.at(s.put))
		mux.HandleFunc("DELETE /wells/{code}", s.at(s.remove))
		mux.HandleFunc("PUT /wells/{code}/seal", s.at(func(w http.ResponseWriter, _ *http.Request, _ *well) {
			w.WriteHeader(map[bool]int{true: 204, false: 403}[s.defect == "anybody seals"])
		}))
		mux.HandleFunc("GET /wells/{code}/summary", s.at(s.summary))
		mux.HandleFunc("GET /wells/{code}/samples", s.at(func(w http.ResponseWriter, _ *http.Request, l *well) {
			reply(w, 200, s.of(l))
		}))
		mux.HandleFunc("POST /wells/{code}/samples", s.at(s.measure))
		mux.HandleFunc("GET /permits", s.listPermits)
		mux.HandleFunc("POST /permits", s.permit)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if userOf(r) == "" {
				reply(w, 401, map[string]string{"error": "who is it?"})
				return
			}
			mux.ServeHTTP(w, r)
		})
	}
}

// find returns the well of a code, nil for none.
func (s *wells) find(code string) *well {
	i := slices.IndexFunc(s.wells, func(l *well) bool {
		return l.Code == code || strings.EqualFold(l.Code, code) && s.defect != "codes by case"
	})
	if i < 0 {
		return nil
	}
	return s.wells[i]
}

func (s *wells) at(do func(http.ResponseWriter, *http.Request, *well)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l := s.find(r.PathValue("code"))
		switch {
		case l == nil:
			reply(w, 404, map[string]string{"error": "no such well"})
		case l.owner != userOf(r) && (s.defect != "foreign samples" || !strings.HasSuffix(r.URL.Path, "/samples")):
			reply(w, 403, map[string]string{"error": "not yours"})
		default:
			do(w, r, l)
		}
	}
}

// read reads a well from a body, and says what is wrong with it.
func (s *wells) read(r *http.Request, l *well) string {
	yes := true
	l.Open, l.Depth, l.Dug = nil, 1, ""
	switch {
	case json.NewDecoder(r.Body).Decode(l) != nil || !isCode(l.Code) ||
		l.Kind != "deep" && l.Kind != "deeper" || !isDay(l.Dug):
		return "bad well"
	case l.Depth < 0 || l.Depth > 90 || l.Depth == 0 && s.defect == "zero is missing":
		return "depth is missing"
	}
	if l.Open == nil || s.defect == "false is missing" {
		l.Open = &yes
	}
	return ""
}

// isCode reports whether a text is one to four letters.
func isCode(v string) bool {
	return len(v) > 0 && len(v) < 5 && strings.Trim(v, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isDay reports whether a text is a day, or empty.
func isDay(v string) bool {
	_, err := time.Parse(time.DateOnly, v)
	return err == nil || v == ""
}

func (s *wells) create(w http.ResponseWriter, r *http.Request) {
	l := &well{}
	if wrong := s.read(r, l); wrong != "" {
		reply(w, 400, map[string]string{"error": wrong})
		return
	}
	if s.find(l.Code) != nil {
		reply(w, 409, map[string]string{"error": "the code is taken"})
		return
	}
	s.last++
	l.ID, l.owner = s.last, userOf(r)
	s.wells = append(s.wells, l)
	slices.SortFunc(s.wells, func(a, b *well) int { return strings.Compare(a.Code, b.Code) })
	at := l.Code
	if s.defect == "location by kind" {
		at = l.Kind
	}
	w.Header().Set("Location", "/wells/"+at)
	reply(w, 201, l)
}

func (s *wells) get(w http.ResponseWriter, r *http.Request, l *well) {
	tag := fmt.Sprintf(`"%d-%d"`, l.ID, l.version)
	w.Header().Set("ETag", tag)
	if known := r.Header.Get("If-None-Match"); known == tag || known != "" && s.defect == "knows all" {
		w.WriteHeader(304)
		return
	}
	reply(w, 200, l)
}

func (s *wells) put(w http.ResponseWriter, r *http.Request, l *well) {
	next := *l
	if wrong := s.read(r, &next); wrong != "" || next.Code != l.Code {
		reply(w, 400, map[string]string{"error": "bad well"})
		return
	}
	next.ID = l.ID
	*l = next
	if s.defect != "keeps tag" {
		l.version++
	}
	reply(w, 200, l)
}

func (s *wells) remove(w http.ResponseWriter, _ *http.Request, l *well) {
	s.wells = slices.DeleteFunc(s.wells, func(o *well) bool { return o == l })
	if s.defect != "samples stay" {
		s.samples = slices.DeleteFunc(s.samples, func(o *sample) bool { return o.of == l.Code })
	}
	w.WriteHeader(204)
}

// of returns the samples of a well.
func (s *wells) of(l *well) []*sample {
	return slices.DeleteFunc(slices.Clone(s.samples), func(o *sample) bool { return o.of != l.Code })
}

func (s *wells) measure(w http.ResponseWriter, r *http.Request, l *well) {
	o := &sample{of: l.Code}
	if json.NewDecoder(r.Body).Decode(o) != nil {
		reply(w, 400, map[string]string{"error": "bad sample"})
		return
	}
	for _, other := range s.of(l) {
		if other.At.Equal(o.At) &&
			(s.defect != "times by text" || other.At.Format(time.RFC3339) == o.At.Format(time.RFC3339)) {
			reply(w, 409, map[string]string{"error": "there is one of that time"})
			return
		}
	}
	s.last++
	o.ID = s.last
	s.samples = append(s.samples, o)
	reply(w, 201, o)
}

func (s *wells) summary(w http.ResponseWriter, _ *http.Request, l *well) {
	sum := 0.0
	var levels []float64
	for _, o := range s.of(l) {
		sum += o.Level
		levels = append(levels, o.Level)
	}
	if len(levels) == 0 {
		reply(w, 200, map[string]any{"count": 0})
		return
	}
	mean := sum / float64(len(levels))
	if s.defect == "mean is cut" {
		mean = float64(int(mean))
	}
	reply(w, 200, map[string]any{"count": len(levels), "min": slices.Min(levels), "mean": mean,
		"max": slices.Max(levels)})
}

func (s *wells) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if q.Has("limit") && (err != nil || limit < 1) || !isDay(q.Get("dugTo")) {
		reply(w, 400, map[string]string{"error": "the query is not understood"})
		return
	}
	out := s.chosen(userOf(r), q)
	if q.Get("order") == "desc" && s.defect != "last of the first" {
		slices.Reverse(out)
	}
	total := len(out)
	if s.defect == "total of all" {
		total = len(s.chosen(userOf(r), nil))
	}
	page := map[string]any{"total": total}
	if limit > 0 && limit < len(out) {
		page["next"] = out[limit-1].Code
		if s.defect == "next skips" {
			page["next"] = out[limit].Code
		}
		out = out[:limit]
	}
	if q.Get("order") == "desc" && s.defect == "last of the first" {
		slices.Reverse(out)
	}
	page["wells"] = out
	reply(w, 200, page)
}

// chosen returns the wells of a user that a query asks for.
func (s *wells) chosen(user string, q url.Values) []*well {
	out := []*well{}
	for _, l := range s.wells {
		fits := l.Kind == q.Get("kind") || q.Get("kind") == "" ||
			s.defect == "half a kind" && strings.HasPrefix(l.Kind, q.Get("kind"))
		early := l.Dug < q.Get("dugTo") || q.Get("dugTo") == "" ||
			l.Dug == q.Get("dugTo") && s.defect != "day is outside"
		if l.owner != user || !fits || !early || l.Code <= q.Get("after") {
			continue
		}
		if shown := *l; q.Get("unit") == "foot" {
			shown.Depth *= 3
			out = append(out, &shown)
			if s.defect == "feet in place" {
				*l = shown
			}
			continue
		}
		out = append(out, l)
	}
	return out
}

func (s *wells) permit(w http.ResponseWriter, r *http.Request) {
	p := &permit{}
	if json.NewDecoder(r.Body).Decode(p) != nil || s.find(p.Well) == nil && s.defect != "permits for none" {
		reply(w, 400, map[string]string{"error": "bad permit"})
		return
	}
	s.last++
	p.ID, p.owner = s.last, userOf(r)
	s.permits = append(s.permits, p)
	reply(w, 201, p)
}

func (s *wells) listPermits(w http.ResponseWriter, r *http.Request) {
	q, out := r.URL.Query().Get("well"), []*permit{}
	for _, p := range s.permits {
		if (q == "" || p.Well == q) && (p.owner == userOf(r) || q != "" && s.defect == "foreign permits") {
			out = append(out, p)
		}
	}
	reply(w, 200, out)
}
