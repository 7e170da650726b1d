package restfaults

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/web"
)

// report tells the mean stock of the items.
func (s *service) report(w http.ResponseWriter, _ *http.Request) {
	sum := 0
	for i := range s.items {
		sum += int(s.items[i].Stock)
	}
	web.JSON(w, http.StatusOK, map[string]int{"meanStock": sum / len(s.items)}) // kind 1
}

// job accepts a job.
func (s *service) job(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusAccepted) // kind 3
}

// list shows the items in order.
func (s *service) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, ok := limitOf(q) // kind 4: without a look at the maximum
	descending := q.Get("descending")
	// Kind 6: it may be missing.
	if !ok || q.Has("descending") && descending != "true" && descending != "false" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	all := append([]item{}, s.items...)
	slices.SortStableFunc(all, func(a, b item) int {
		if q.Get("sort") == "price" {
			return cmp.Compare(a.Price, b.Price)
		}
		return cmp.Compare(a.Name, b.Name) // kind 5: for whatever sort is
	})
	if descending == "true" {
		slices.Reverse(all)
	}
	web.JSON(w, http.StatusOK, all[:min(max(limit, 0), len(all))])
}

// limitOf reads the most items to list; ok is false for what is no number.
func limitOf(q url.Values) (limit int, ok bool) {
	if !q.Has("limit") {
		return 100, true
	}
	n, err := strconv.ParseInt(q.Get("limit"), 10, 32)
	return int(n), err == nil
}

// create makes an item.
func (s *service) create(w http.ResponseWriter, r *http.Request) {
	made := item{ID: len(s.items) + 1}
	if !read(r, &made.draft) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.items = append(s.items, made)
	w.Header().Set("Location", fmt.Sprintf("/api/item/%d", made.ID)) // kind 7
	web.JSON(w, http.StatusCreated, map[string]any{
		"id": made.ID, "name": made.Name, "price": fmt.Sprint(made.Price), "stock": made.Stock, // kind 2
	})
}

// get shows an item.
func (s *service) get(w http.ResponseWriter, r *http.Request) {
	found := s.find(r)
	if found == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	web.JSON(w, http.StatusOK, found)
}

// put replaces what a client said about an item.
func (s *service) put(w http.ResponseWriter, r *http.Request) {
	found := s.find(r)
	if found == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	said := found.draft // kind 9: what is left out stays
	if !read(r, &said) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	found.draft = said
	web.JSON(w, http.StatusOK, found)
}

// putStock sets the stock of an item.
func (s *service) putStock(w http.ResponseWriter, r *http.Request) {
	found := s.find(r)
	if found == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	var stock struct {
		Amount int32 `json:"amount"`
	}
	if !read(r, &stock) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	found.Stock += stock.Amount // kind 10
	web.JSON(w, http.StatusOK, found)
}

// delete deletes an item.
func (s *service) delete(w http.ResponseWriter, r *http.Request) {
	if s.find(r) == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.WriteHeader(http.StatusOK) // kind 8
}
