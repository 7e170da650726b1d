package racetime

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

const base = "/api"

// TestBugs plays each session on both builds: the last answers are those of the file, the statuses before are the same,
// every status is declared, and no call can be left out.
func TestBugs(t *testing.T) {
	bugs, err := sess.ReadBugs("BUGS.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(bugs) != 8 {
		t.Fatalf("%d bugs, want 8", len(bugs))
	}
	declared := readOperations(t)
	for i, b := range bugs {
		t.Run(b.Name, func(t *testing.T) {
			last := len(b.Lines) - 1
			if b.N != i+1 || b.Kind != "silent" || last < 1 {
				t.Fatalf("bug %d is number %d, %s, with %d calls", i+1, b.N, b.Kind, last+1)
			}
			good, bad := sess.Play(New(0), b.Lines), sess.Play(New(b.N), b.Lines)
			if !b.Healthy.Match(good[last]) || b.Bad.Match(good[last]) {
				t.Errorf("healthy: got %v", good[last])
			}
			if !b.Bad.Match(bad[last]) || b.Healthy.Match(bad[last]) {
				t.Errorf("buggy: got %v", bad[last])
			}
			for k, line := range b.Lines {
				if k < last && good[k].Status != bad[k].Status {
					t.Errorf("call %d differs already: %v and %v", k+1, good[k], bad[k])
				}
				for _, a := range []sess.Answer{good[k], bad[k]} {
					if op, ok := declared.fits(line, a.Status); !ok {
						t.Errorf("call %d: %s does not declare %v", k+1, op, a)
					}
				}
			}
			for k := range last {
				less := slices.Delete(slices.Clone(b.Lines), k, k+1)
				g, w := sess.Play(New(0), less), sess.Play(New(b.N), less)
				if b.Healthy.Match(g[last-1]) && b.Bad.Match(w[last-1]) {
					t.Errorf("shows without call %d too", k+1)
				}
			}
		})
	}
}

// operations are the declared statuses by method and path, such as "GET /events/{eventCode}".
type operations map[string][]string

func readOperations(t *testing.T) operations {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]yaml.Node
	}
	if err := yaml.Unmarshal(Schema, &doc); err != nil {
		t.Fatal(err)
	}
	out := operations{}
	for path, item := range doc.Paths {
		for method, node := range item {
			if method == "parameters" {
				continue
			}
			var op struct {
				Responses map[string]any
			}
			if err := node.Decode(&op); err != nil {
				t.Fatal(err)
			}
			for status := range op.Responses {
				key := strings.ToUpper(method) + " " + path
				out[key] = append(out[key], status)
			}
		}
	}
	return out
}

var callForm = regexp.MustCompile(`\b(GET|POST|PUT|PATCH|DELETE) ` + base + `(/\S*)`)

// fits reports whether the operation of a call declares a status.
func (o operations) fits(line string, status int) (string, bool) {
	m := callForm.FindStringSubmatch(line)
	if m == nil {
		return line, false
	}
	u, err := url.Parse(m[2])
	if err != nil {
		return line, false
	}
	for op, declared := range o {
		method, path, _ := strings.Cut(op, " ")
		form := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, `[^/]+`)
		if ok, _ := regexp.MatchString("^"+form+"$", u.Path); ok && method == m[1] {
			return op, slices.Contains(declared, strconv.Itoa(status))
		}
	}
	return line, false
}
