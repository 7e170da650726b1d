package hivebook

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// alsoCalled says under which other names the value of a field is known.
var alsoCalled = map[string][]string{"yard_code": {"to_yard_code"}, "username": {"keeper"}}

// callers returns headers of all users and of none.
func callers(t *testing.T, h http.Handler) []http.Header {
	t.Helper()
	p := &sess.Player{H: h}
	out := []http.Header{{}}
	for _, u := range users {
		p.Do(`- POST /api/auth/login {"username":"` + u.Name + `","password":"` + u.password + `"} => t=token`)
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
	p.Do(`- POST /api/auth/login {"username":"cilia","password":"veil-907"} => c=token`)
	get := func(path string) []map[string]any {
		var out struct{ Items []map[string]any }
		if err := json.Unmarshal([]byte(p.Do("$c GET /api"+path).Body), &out); err != nil {
			t.Fatal(err)
		}
		return out.Items
	}
	listed := map[any]any{}
	for _, y := range get("/yards") {
		hives := get("/yards/" + y["yard_code"].(string) + "/hives")
		if n := float64(len(hives)); n != y["hive_count"] || n > y["capacity"].(float64) {
			t.Errorf("%v has %v hives", y, n)
		}
		for _, hive := range hives {
			listed[hive["hive_tag"]] = y["yard_code"]
			if hive["yard_code"] != y["yard_code"] || hive["status"] != "active" {
				t.Errorf("%v is in %v", hive, y)
			}
		}
	}
	for _, hive := range get("/hives?limit=100") {
		if listed[hive["hive_tag"]] != hive["yard_code"] {
			t.Errorf("%v is listed in %v", hive, listed[hive["hive_tag"]])
		}
	}
	weights := map[any]float64{}
	for _, v := range get("/harvests?limit=100") {
		if label := v["batch_label"]; label != nil {
			weights[label] += v["weight_g"].(float64)
		}
	}
	for _, b := range get("/batches?limit=100") {
		if b["weight_g"] != weights[b["batch_label"]] {
			t.Errorf("%v has harvests of %v", b, weights[b["batch_label"]])
		}
	}
}
