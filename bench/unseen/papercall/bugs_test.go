package papercall

import (
	"encoding/json"
	"math"
	"net/http"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// alsoCalled says under which other names the value of a field is known.
var alsoCalled = map[string][]string{"slug": {"track"}, "username": {"reviewer"}}

// callers returns headers of all users and of none.
func callers(t *testing.T, h http.Handler) []http.Header {
	t.Helper()
	p := &sess.Player{H: h}
	out := []http.Header{{}}
	for _, u := range users {
		p.Do(`- POST /sessions {"email":"` + u.email() + `","password":"` + u.password + `"} => t=accessToken`)
		out = append(out, http.Header{"Authorization": {"Bearer " + p.Vars["t"]}})
	}
	return out
}

// TestBugs plays each session of BUGS.md: healthy and buggy differ in the last answer alone, no call can be left out,
// and all answers fit the document.
func TestBugs(t *testing.T) {
	a := readAPI(t)
	build := func(bug int) http.Handler { return a.watch(t, New(bug)) }
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(bugs) != 8 {
		t.Fatalf("%d bugs", len(bugs))
	}
	for i, b := range bugs {
		last := len(b.Lines) - 1
		if b.N != i+1 || last < 0 || b.Kind != "silent" {
			t.Fatalf("bug %d is number %d with %d calls", i+1, b.N, last+1)
		}
		for other := range 9 {
			got := sess.Play(build(other), b.Lines)
			want := b.Healthy
			if other == b.N {
				want = b.Bad
			}
			if !want.Match(got[last]) {
				t.Errorf("bug %d with %d: got %v", b.N, other, got[last])
			}
			for j := range b.Lines[:last] {
				if got[j].Status >= 300 && got[j].Status != 409 {
					t.Errorf("bug %d call %d: %v", b.N, j+1, got[j])
				}
			}
		}
		for j := range b.Lines[:last] {
			less := append(append([]string{}, b.Lines[:j]...), b.Lines[j+1:]...)
			good, bad := sess.Play(New(0), less), sess.Play(New(b.N), less)
			for k := range good {
				if good[k].Status != bad[k].Status || (b.Healthy.Match(good[k]) && b.Bad.Match(bad[k])) {
					t.Errorf("bug %d shows without call %d too", b.N, j+1)
					break
				}
			}
		}
	}
}

// TestRules plays RULES.md, what the document promises in calls.
func TestRules(t *testing.T) {
	a := readAPI(t)
	sess.CheckRules(t, "RULES.md", func() http.Handler { return a.watch(t, New(0)) })
}

// consistent compares what the service says in different places.
func consistent(t *testing.T, h http.Handler) {
	t.Helper()
	p := &sess.Player{H: h}
	p.Do(`- POST /sessions {"email":"vera@example.org","password":"gavel-610"} => v=accessToken`)
	get := func(path string) []map[string]any {
		var out []map[string]any
		if err := json.Unmarshal([]byte(p.Do("$v GET "+path).Body), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, x := range get("/tracks") {
		n := len(get("/submissions?perPage=50&status=accepted&track=" + x["slug"].(string)))
		if float64(n) != x["accepted"] || float64(n) > x["slots"].(float64) {
			t.Errorf("%v has %d accepted", x, n)
		}
	}
	for _, x := range get("/submissions?perPage=50") {
		sum, weight := 0.0, 0.0
		reviews := get("/submissions/" + x["ref"].(string) + "/reviews")
		for _, r := range reviews {
			sum, weight = sum+r["score"].(float64)*r["confidence"].(float64), weight+r["confidence"].(float64)
		}
		if x["reviewCount"] != float64(len(reviews)) || (x["averageScore"] != nil) != (weight > 0) {
			t.Errorf("%v has %v", x, reviews)
		}
		if weight > 0 && math.Abs(x["averageScore"].(float64)-sum/weight) > 0.00501 {
			t.Errorf("%v has %v", x, reviews)
		}
	}
}
