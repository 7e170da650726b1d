package reach

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
)

// desk gives codes away and wants them back. The schema says nothing of that.
type desk struct {
	mu       sync.Mutex
	receipts map[string]bool
	session  string
	version  string
}

// code is new each time.
func code() string { return fmt.Sprintf("%x", rand.Uint64()) }

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // whoever reads it may have gone
}

func (d *desk) pay(w http.ResponseWriter, _ *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	receipt := "r-" + code()
	d.receipts[receipt] = true
	write(w, map[string]any{"payment": map[string]string{"receipt": receipt}})
}

func (d *desk) refund(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.receipts[r.URL.Query().Get("voucher")] {
		decide(w, false)
		return
	}
	decide(w, true)
}

func (d *desk) enter(w http.ResponseWriter, _ *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.session = code()
	w.Header().Set("X-Session", d.session)
}

// profile wants the session behind a word.
func (d *desk) profile(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	session, ok := strings.CutPrefix(r.Header.Get("X-Proof"), "Session ")
	if !ok {
		decide(w, false)
		return
	}
	if d.session == "" {
		decide(w, false)
		return
	}
	if session != d.session {
		decide(w, false)
		return
	}
	decide(w, true)
}

func (d *desk) draft(w http.ResponseWriter, _ *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.version = code()
	write(w, []any{map[string]string{"version": d.version}})
}

// amend wants the version with a letter in front.
func (d *desk) amend(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var body struct {
		On struct {
			Base string `json:"base"`
		} `json:"on"`
	}
	if json.NewDecoder(r.Body).Decode(&body) != nil {
		http.Error(w, "no amendment", http.StatusBadRequest)
		return
	}
	if d.version == "" {
		decide(w, false)
		return
	}
	if body.On.Base != "v"+d.version {
		decide(w, false)
		return
	}
	decide(w, true)
}
