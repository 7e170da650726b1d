package redis

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// kind is a service and its call. The path has at most the parameter {code}.
type kind struct {
	name, method, path string
	handle             func(c *redis.Client) http.HandlerFunc
}

func kinds() []kind {
	return []kind{
		{"switch", "GET", "/shop", withSwitch},
		{"document", "GET", "/sessions/{code}", document},
		{"number", "GET", "/stock/{code}", number},
		{"fields", "GET", "/accounts/{code}", fields},
		{"member", "POST", "/logins/{code}", member},
		{"counter", "POST", "/messages/{code}", counter},
		{"lock", "POST", "/imports/{code}", lock},
		{"queue", "GET", "/queues/{code}", queue},
		{"score", "GET", "/players/{code}", score},
		{"two-keys", "GET", "/carts/{code}", twoKeys},
	}
}

// openAPI returns the document of the service.
func (k kind) openAPI() string {
	of := goal.Stored(k.name, k.method, k.path)
	return of.OpenAPI()
}

func notFound(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }

func withSwitch(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		goal.Decide(w, c.Get(r.Context(), "maintenance").Val() == "weekend")
	}
}

func document(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := c.Get(r.Context(), "session:"+r.PathValue("code")).Result()
		var session struct {
			Role  string `json:"role"`
			Level int    `json:"level"`
		}
		if err != nil || json.Unmarshal([]byte(text), &session) != nil {
			notFound(w)
			return
		}
		goal.Decide(w, session.Role == "auditor" && session.Level >= 40)
	}
}

func number(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := c.Get(r.Context(), "stock:"+r.PathValue("code")).Int()
		if err != nil {
			notFound(w)
			return
		}
		goal.Decide(w, n > 1200)
	}
}

func fields(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		got, err := c.HMGet(r.Context(), "account:"+r.PathValue("code"), "state", "limit").Result()
		if err != nil || got[0] == nil || got[1] == nil {
			notFound(w)
			return
		}
		state, _ := got[0].(string)
		text, _ := got[1].(string)
		limit, err := strconv.Atoi(text)
		goal.Decide(w, err == nil && state == "frozen" && limit < 0)
	}
}

func member(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		blocked, err := c.SIsMember(r.Context(), "blocked", r.PathValue("code")).Result()
		goal.Decide(w, err == nil && blocked)
	}
}

func counter(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := c.Incr(r.Context(), "rate:"+r.PathValue("code")).Result()
		goal.Decide(w, err == nil && n > 100)
	}
}

func lock(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		free, err := c.SetNX(r.Context(), "lock:"+r.PathValue("code"), "import", 0).Result()
		if free {
			c.Del(r.Context(), "lock:"+r.PathValue("code"))
		}
		goal.Decide(w, err == nil && !free)
	}
}

func queue(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		waiting, err := c.LRange(r.Context(), "queue:"+r.PathValue("code"), 0, -1).Result()
		if err != nil || len(waiting) == 0 {
			notFound(w)
			return
		}
		goal.Decide(w, len(waiting) > 2 && waiting[0] == "urgent")
	}
}

func score(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		points, err := c.ZScore(r.Context(), "board", r.PathValue("code")).Result()
		if err != nil {
			notFound(w)
			return
		}
		goal.Decide(w, points > 750)
	}
}

func twoKeys(c *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user, err := c.Get(r.Context(), "cart:"+r.PathValue("code")+":owner").Result()
		if err != nil {
			notFound(w)
			return
		}
		plan, err := c.HGet(r.Context(), "user:"+user, "plan").Result()
		goal.Decide(w, err == nil && plan == "gold")
	}
}
