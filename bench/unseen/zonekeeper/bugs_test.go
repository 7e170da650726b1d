package zonekeeper

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

// alsoCalled says under which other names the value of a field is known.
var alsoCalled = map[string][]string{"fqdn": {"name", "data"}, "added": {"record_id"}, "next": {"after"}}

// callers returns headers of all keys and of none.
func callers(*testing.T, http.Handler) []http.Header {
	out := []http.Header{{}}
	for _, key := range slices.Sorted(maps.Keys(accounts)) {
		out = append(out, http.Header{"X-Api-Key": {key}})
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
	get := func(path string) []map[string]any {
		var out struct{ Zones, Records []map[string]any }
		if err := json.Unmarshal([]byte(p.Do("key:zk-ops-00 GET /v2"+path).Body), &out); err != nil {
			t.Fatal(err)
		}
		return append(out.Zones, out.Records...)
	}
	teams := map[any]int{}
	for _, z := range get("/zones?limit=100") {
		if teams[z["team"]]++; teams[z["team"]] > quota {
			t.Errorf("%v is one too many", z)
		}
		records := get("/zones/" + z["zone_name"].(string) + "/records?limit=100")
		if float64(len(records)) != z["record_count"] {
			t.Errorf("%v has %d records", z, len(records))
		}
		for i, x := range records {
			ttl := x["ttl"]
			if ttl == nil {
				ttl = z["default_ttl"]
			}
			if x["effective_ttl"] != ttl {
				t.Errorf("%v in %v", x, z)
			}
			for _, y := range records[:i] {
				if x["name"] == y["name"] && (x["type"] == "CNAME" || y["type"] == "CNAME" || x["type"] == y["type"] && x["data"] == y["data"]) {
					t.Errorf("%v beside %v", x, y)
				}
			}
		}
	}
}
