package inside

import (
	"encoding/json"
	"net/http"
	"strings"
)

// The defects of work that grows faster than what is sent.
const (
	Looped  Defect = "each of the copies that are asked for is counted, however many"
	Hoarded Defect = "there is memory for as many pages as are asked for"
	Squared Defect = "names are compared with all others"
	Joined  Defect = "a text is put together letter by letter"
)

// Heavy lists the defects of work.
func Heavy() []Defect { return []Defect{Looped, Hoarded, Squared, Joined} }

// most is how much of something a batch has at most where there is a limit.
const most = 1000

// patience is how much anybody waits for, so that nothing hangs.
const patience = 2_000_000

// batch is what labels are made of.
type batch struct {
	Copies int      `json:"copies"`
	Pages  int      `json:"pages"`
	Names  []string `json:"names"`
	Text   string   `json:"text"`
}

// plan is what a printer does with a batch.
type plan struct {
	Sheets int `json:"sheets"`
	Names  int `json:"names"`
	Length int `json:"length"`
}

// printAll plans a batch of labels.
func (s *service) printAll(w http.ResponseWriter, r *http.Request) {
	var b batch
	if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
		http.Error(w, "a batch is wanted", http.StatusBadRequest)
		return
	}
	if max(b.Copies, b.Pages) > patience {
		http.Error(w, "nobody waits for that", http.StatusBadRequest)
		return
	}
	var p plan
	for range s.limited(b.Copies, Looped) {
		p.Sheets++
	}
	pages := make([]byte, max(0, s.limited(b.Pages, Hoarded)))
	p.Sheets += copy(pages, b.Text)
	p.Names, p.Length = s.different(b.Names), len(s.upper(b.Text))
	reply(w, http.StatusOK, p)
}

// limited returns a number, at most the limit unless there is a defect.
func (s *service) limited(n int, without Defect) int {
	if s.has[without] {
		return n
	}
	return min(n, most)
}

// different counts the names that differ.
func (s *service) different(names []string) (n int) {
	if !s.has[Squared] {
		seen := map[string]bool{}
		for _, name := range names {
			seen[name] = true
		}
		return len(seen)
	}
	for i, name := range names {
		first := true
		for _, before := range names[:i] {
			first = first && name != before
		}
		if first {
			n++
		}
	}
	return n
}

// upper returns a text in capital letters.
func (s *service) upper(text string) string {
	if !s.has[Joined] {
		return strings.ToUpper(text)
	}
	out := ""
	for _, c := range text {
		out += strings.ToUpper(string(c))
	}
	return out
}
