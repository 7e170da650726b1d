package neighbours

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// answers look at how a neighbour answers: its status, its header, how long it takes.
func answers() []kind {
	return []kind{
		{name: "status-not-found", method: "GET", path: "/domains/{code}", handle: statusNotFound},
		{name: "status-conflict", method: "POST", path: "/holds/{code}", handle: statusConflict},
		{name: "status-unavailable", method: "GET", path: "/health", address: "LEDGER_URL",
			base: "http://ledger.invalid", handle: statusUnavailable},
		{name: "status-created", method: "POST", path: "/labels/{code}", handle: statusCreated},
		{name: "timeout", method: "GET", path: "/scores/{code}", address: "SCORES_URL", base: "http://scores.invalid",
			handle: timeout},
		{name: "broken-body", method: "GET", path: "/menus/{code}", handle: brokenBody},
		{name: "empty-body", method: "GET", path: "/alerts/{code}", handle: emptyBody},
		{name: "header", method: "GET", path: "/files/{code}", handle: header},
		{name: "content-type", method: "GET", path: "/previews/{code}", handle: contentType},
		{name: "retry", method: "GET", path: "/queues/{code}", handle: retry},
		{name: "unreachable-then", method: "GET", path: "/mirrors/{code}", handle: unreachableThen},
	}
}

// status returns the status that a neighbour answers, 0 for none.
func status(r *http.Request, method, address, body string) int {
	request, err := http.NewRequestWithContext(r.Context(), method, address, strings.NewReader(body))
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func statusNotFound(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch status(r, http.MethodGet, "http://whois.invalid/domains/"+url.PathEscape(r.PathValue("code")), "") {
		case http.StatusNotFound:
			w.WriteHeader(goal.Met)
		case http.StatusOK:
			w.WriteHeader(http.StatusNoContent)
		default:
			badGateway(w)
		}
	}
}

func statusConflict(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		hold, _ := json.Marshal(object{"code": r.PathValue("code"), "minutes": 15}) // a map of texts and numbers
		switch status(r, http.MethodPost, "http://seats.invalid/holds", string(hold)) {
		case http.StatusConflict:
			w.WriteHeader(goal.Met)
		case http.StatusOK, http.StatusCreated:
			w.WriteHeader(http.StatusNoContent)
		default:
			badGateway(w)
		}
	}
}

func statusUnavailable(base string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch code := status(r, http.MethodGet, base+"/health", ""); {
		case code == http.StatusServiceUnavailable:
			w.WriteHeader(goal.Met)
		case code >= 200 && code < 300:
			w.WriteHeader(http.StatusNoContent)
		default:
			badGateway(w)
		}
	}
}

func statusCreated(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.PostForm("http://post.invalid/labels", url.Values{"code": {r.PathValue("code")}})
		if err != nil {
			badGateway(w)
			return
		}
		_ = response.Body.Close()
		goal.Decide(w, response.StatusCode == http.StatusCreated && response.Header.Get("Location") != "")
	}
}

func timeout(base string) http.HandlerFunc {
	client := &http.Client{Timeout: 150 * time.Millisecond}
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := client.Get(base + "/scores/" + url.PathEscape(r.PathValue("code")))
		var late net.Error
		switch {
		case errors.As(err, &late) && late.Timeout():
			w.WriteHeader(goal.Met)
		case err != nil:
			badGateway(w)
		default:
			_ = response.Body.Close()
			w.WriteHeader(http.StatusNoContent)
		}
	}
}

func brokenBody(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Get("http://kitchen.invalid/menus/" + url.PathEscape(r.PathValue("code")))
		if err != nil {
			badGateway(w)
			return
		}
		defer func() { _ = response.Body.Close() }()
		var menu struct {
			Dishes []string `json:"dishes"`
		}
		err = json.NewDecoder(response.Body).Decode(&menu)
		goal.Decide(w, err != nil && response.StatusCode == http.StatusOK)
	}
}

func emptyBody(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Get("http://alerts.invalid/alerts/" + url.PathEscape(r.PathValue("code")))
		if err != nil {
			badGateway(w)
			return
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			badGateway(w)
			return
		}
		goal.Decide(w, response.StatusCode < 300 && len(body) == 0)
	}
}

func header(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Head("http://files.invalid/" + url.PathEscape(r.PathValue("code")))
		if err != nil {
			badGateway(w)
			return
		}
		_ = response.Body.Close()
		goal.Decide(w, response.Header.Get("X-Scan") == "infected")
	}
}

func contentType(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Get("http://previews.invalid/?of=" + url.QueryEscape(r.PathValue("code")))
		if err != nil {
			badGateway(w)
			return
		}
		_ = response.Body.Close()
		goal.Decide(w, strings.HasPrefix(response.Header.Get("Content-Type"), "image/"))
	}
}

func retry(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		address := "http://queue.invalid/next/" + url.PathEscape(r.PathValue("code"))
		first := status(r, http.MethodPost, address, "{}")
		if first != http.StatusTooManyRequests {
			goal.Decide(w, false)
			return
		}
		goal.Decide(w, status(r, http.MethodPost, address+"?again=1", "{}") == http.StatusAccepted)
	}
}

func unreachableThen(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		code := url.PathEscape(r.PathValue("code"))
		if status(r, http.MethodGet, "http://mirror-1.invalid/"+code, "") != 0 {
			goal.Decide(w, false)
			return
		}
		goal.Decide(w, status(r, http.MethodGet, "http://mirror-2.invalid/"+code, "") == http.StatusOK)
	}
}
