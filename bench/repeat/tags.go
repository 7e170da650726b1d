package repeat

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sync"
)

const tagsSchema = `{"openapi": "3.0.3", "info": {"title": "Tags", "version": "1"}, "paths": {
	"/tags": {
		"get": {"responses": {"200": {"description": "all"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["group"],
			"properties": {"group": {"type": "string", "enum": ["color", "size", "place"]}, "text": {"type": "string"}, "number": {"type": "integer"}}}}}},
			"responses": {"201": {"description": "tagged"}, "400": {"description": "bad"}, "409": {"description": "was there"}, "422": {"description": "refused"}}}},
	"/tags/{group}": {
		"get": {"parameters": [{"name": "group", "in": "path", "required": true, "schema": {"type": "string", "enum": ["color", "size", "place"]}}],
			"responses": {"200": {"description": "one group"}, "404": {"description": "none"}}}}}}`

type tags struct {
	mutex  sync.Mutex
	groups map[string]map[any]*int // a tag is a text or a number
}

// NewTags has maps in maps, with keys of several types.
func NewTags() http.Handler {
	one, two := 1, 2
	t := &tags{groups: map[string]map[any]*int{"color": {"red": &one, "blue": &two, 7: &one},
		"size": {10: &one, 12: &two}}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tags", t.list)
	mux.HandleFunc("POST /tags", t.add)
	mux.HandleFunc("GET /tags/{group}", t.get)
	return mux
}

func (t *tags) list(w http.ResponseWriter, _ *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var all []string
	for group, inner := range maps.All(t.groups) {
		for tag := range inner {
			all = append(all, fmt.Sprint(group, ":", tag))
		}
	}
	counts := []int{}
	for _, inner := range slices.Collect(maps.Values(t.groups)) {
		counts = append(counts, len(inner))
	}
	answer(w, http.StatusOK, map[string]any{"tags": all, "counts": counts,
		"groups": slices.Collect(maps.Keys(t.groups))})
}

func (t *tags) add(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var wish struct {
		Group  string `json:"group"`
		Text   string `json:"text"`
		Number *int   `json:"number"`
	}
	if !read(w, r, &wish) {
		return
	}
	var tag any = wish.Text
	if wish.Number != nil {
		tag = *wish.Number
	}
	if wish.Group == "" || tag == "" {
		refuse(w, http.StatusUnprocessableEntity, "a tag has a group and a text or a number")
		return
	}
	inner := t.groups[wish.Group]
	if inner == nil {
		inner = map[any]*int{}
		t.groups[wish.Group] = inner
	}
	if inner[tag] != nil {
		refuse(w, http.StatusConflict, "the tag was there")
		return
	}
	n := len(inner)
	inner[tag] = &n
	answer(w, http.StatusCreated, map[string]any{"tag": tag, "first": fmt.Sprint(reflect.ValueOf(inner).MapKeys()[0])})
}

func (t *tags) get(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	inner, ok := t.groups[r.PathValue("group")]
	if !ok {
		refuse(w, http.StatusNotFound, "no such group")
		return
	}
	list, sum := []any{}, 0
	for tag, n := range inner {
		list = append(list, tag)
		if sum += *n; sum > 4 {
			list = append(list, "and more")
			break
		}
	}
	answer(w, http.StatusOK, list)
}
