package repeat

import (
	"net/http"
	"strings"
	"sync"
)

const crewSchema = `{"openapi": "3.0.3", "info": {"title": "Crew", "version": "1"}, "paths": {
	"/gather": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Words"}}}},
		"responses": {"200": {"description": "gathered"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}},
	"/pool": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Words"}}}},
		"responses": {"200": {"description": "done"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}}},
	"components": {"schemas": {"Words": {"type": "object", "required": ["words"],
		"properties": {"words": {"type": "array", "maxItems": 6, "items": {"type": "string", "maxLength": 8}}}}}}}`

// NewCrew lets goroutines do the work, which end in any order.
func NewCrew() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /gather", gather)
	mux.HandleFunc("POST /pool", pool)
	return mux
}

func words(w http.ResponseWriter, r *http.Request) ([]string, bool) {
	var body struct {
		Words []string `json:"words"`
	}
	if !read(w, r, &body) {
		return nil, false
	}
	if len(body.Words) == 0 {
		refuse(w, http.StatusUnprocessableEntity, "there is nothing to do")
		return nil, false
	}
	return body.Words, true
}

// gather starts a goroutine for each word, and each adds to one list.
func gather(w http.ResponseWriter, r *http.Request) {
	list, ok := words(w, r)
	if !ok {
		return
	}
	var mutex sync.Mutex
	var wg sync.WaitGroup
	var done []string
	for _, word := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			loud := strings.ToUpper(word)
			mutex.Lock()
			defer mutex.Unlock()
			done = append(done, loud)
		}()
	}
	wg.Wait()
	first := "short"
	if len(done[0]) > 3 {
		first = "long"
	}
	answer(w, http.StatusOK, map[string]any{"done": done, "first": first})
}

// pool gives the words to three workers.
func pool(w http.ResponseWriter, r *http.Request) {
	list, ok := words(w, r)
	if !ok {
		return
	}
	type result struct {
		Worker int    `json:"worker"`
		Word   string `json:"word"`
	}
	jobs, results := make(chan string), make(chan result, len(list))
	var wg sync.WaitGroup
	for worker := range 3 {
		wg.Go(func() {
			for word := range jobs {
				results <- result{worker, strings.ToLower(word)}
			}
		})
	}
	for _, word := range list {
		jobs <- word
	}
	close(jobs)
	wg.Wait()
	close(results)
	all, most := []result{}, 0
	for r := range results {
		all = append(all, r)
		most = max(most, r.Worker)
	}
	if most == 2 {
		answer(w, http.StatusOK, map[string]any{"results": all, "all": true})
		return
	}
	answer(w, http.StatusOK, map[string]any{"results": all})
}
