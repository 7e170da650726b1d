package repeat

import (
	old "math/rand"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
)

const lotterySchema = `{"openapi": "3.0.3", "info": {"title": "Lottery", "version": "1"}, "paths": {
	"/draws": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["player", "numbers"],
		"properties": {"player": {"type": "string"}, "numbers": {"type": "array", "maxItems": 4, "items": {"type": "integer", "minimum": 0, "maximum": 9}}}}}}},
		"responses": {"201": {"description": "drawn"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}},
	"/draws/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"responses": {"200": {"description": "one"}, "400": {"description": "no id"}, "404": {"description": "none"}}}}}}`

type drawing struct {
	ID     int64  `json:"id"`
	Player string `json:"player"`
	Drawn  []int  `json:"drawn"`
	Hits   int    `json:"hits"`
	Prize  string `json:"prize"`
}

type lottery struct {
	mutex sync.Mutex
	draws map[int64]drawing
}

// NewLottery draws ids and numbers from math/rand and math/rand/v2.
func NewLottery() http.Handler {
	l := &lottery{draws: map[int64]drawing{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /draws", l.draw)
	mux.HandleFunc("GET /draws/{id}", l.get)
	return mux
}

func (l *lottery) draw(w http.ResponseWriter, r *http.Request) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var wish struct {
		Player  string `json:"player"`
		Numbers []int  `json:"numbers"`
	}
	if !read(w, r, &wish) {
		return
	}
	if wish.Player == "" || len(wish.Numbers) == 0 {
		refuse(w, http.StatusUnprocessableEntity, "a player has a name and numbers")
		return
	}
	d := drawing{ID: rand.Int64N(1 << 40), Player: wish.Player, Drawn: rand.Perm(10)[:3], Prize: "none"}
	for _, n := range d.Drawn {
		for _, guess := range wish.Numbers {
			if n == guess {
				d.Hits++
			}
		}
	}
	switch {
	case d.Hits >= 2:
		d.Prize = "large"
	case d.Hits == 1 && old.Intn(2) == 0:
		d.Prize = "small"
	}
	l.draws[d.ID] = d
	answer(w, http.StatusCreated, d)
}

func (l *lottery) get(w http.ResponseWriter, r *http.Request) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		refuse(w, http.StatusBadRequest, "that is no id")
		return
	}
	d, ok := l.draws[id]
	if !ok {
		refuse(w, http.StatusNotFound, "no such draw")
		return
	}
	answer(w, http.StatusOK, d)
}
