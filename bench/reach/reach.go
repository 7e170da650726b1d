// Package reach is a service whose operations succeed with what a search does not
// draw by chance: values that lie deep in values of their own kind, and values that
// an earlier answer had under another name.
package reach

import (
	_ "embed"
	"encoding/json"
	"net/http"
)

//go:embed openapi.yaml
var schema string

// Schema returns the schema of the service.
func Schema() string { return schema }

// New returns a handler of its own.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /trees", plant)
	mux.HandleFunc("POST /chains", forge)
	mux.HandleFunc("POST /filters", filter)
	d := &desk{receipts: map[string]bool{}}
	mux.HandleFunc("POST /receipts", d.pay)
	mux.HandleFunc("GET /refunds", d.refund)
	mux.HandleFunc("POST /sessions", d.enter)
	mux.HandleFunc("GET /profile", d.profile)
	mux.HandleFunc("POST /drafts", d.draft)
	mux.HandleFunc("PATCH /drafts", d.amend)
	return mux
}

// decide answers whether a request is what the service waits for.
func decide(w http.ResponseWriter, ok bool) {
	if !ok {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
}

type tree struct {
	Name     string `json:"name"`
	Children []tree `json:"children"`
}

func (t *tree) depth() int {
	deepest := 0
	for i := range t.Children {
		deepest = max(deepest, t.Children[i].depth())
	}
	return deepest + 1
}

func plant(w http.ResponseWriter, r *http.Request) {
	var t tree
	if json.NewDecoder(r.Body).Decode(&t) != nil {
		http.Error(w, "no tree", http.StatusBadRequest)
		return
	}
	if t.depth() < 6 {
		decide(w, false)
		return
	}
	decide(w, true)
}

type link struct {
	Weight int   `json:"weight"`
	Next   *link `json:"next"`
}

// forge wants seven links, each heavier than the one before.
func forge(w http.ResponseWriter, r *http.Request) {
	var l *link
	if json.NewDecoder(r.Body).Decode(&l) != nil || l == nil {
		http.Error(w, "no chain", http.StatusBadRequest)
		return
	}
	heavier := 1
	for ; l.Next != nil && l.Weight < l.Next.Weight; l = l.Next {
		heavier++
	}
	if heavier < 7 {
		decide(w, false)
		return
	}
	decide(w, true)
}

type expression struct {
	Op              string `json:"op"`
	Left, Right, Of *expression
	Value           string `json:"value"`
}

func (e *expression) depth() int {
	switch {
	case e == nil:
		return 0
	case e.Op == "and", e.Op == "or":
		return 1 + max(e.Left.depth(), e.Right.depth())
	case e.Op == "not":
		return 1 + e.Of.depth()
	}
	return 1
}

// filter wants six levels, and a disjunction of conjunctions on the way.
func filter(w http.ResponseWriter, r *http.Request) {
	var e expression
	if json.NewDecoder(r.Body).Decode(&e) != nil {
		http.Error(w, "no filter", http.StatusBadRequest)
		return
	}
	if e.depth() < 6 || e.Op != "or" || e.Left.Op != "and" {
		decide(w, false)
		return
	}
	decide(w, true)
}
