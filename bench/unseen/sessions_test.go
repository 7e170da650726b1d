package unseen

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/bench/internal/judge"
	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

var update = flag.Bool("update", false, "write the golden file")

// TestSessions hands the oracles the session of each bug, with the reads around the defect that sessions/*.txt add,
// and compares what they find with sessions/found.golden. The golden file says which bugs need a new law, and which
// need a search that makes the session. laws.md says so in words.
func TestSessions(t *testing.T) {
	var out strings.Builder
	for _, s := range Services() {
		listed, err := sess.ReadBugs(s.Name + "/BUGS.md")
		if err != nil {
			t.Fatal(err)
		}
		added := readAdded(t, "sessions/"+s.Name+".txt")
		for _, b := range listed {
			calls := inserted(b.Lines, added[b.N])
			bad, healthy := newPlayer(t, &s, b.N), newPlayer(t, &s, 0)
			same := slices.Equal(sess.Play(bad, calls), sess.Play(healthy, calls))
			for _, f := range healthy.Late(1) {
				t.Errorf("%s %d %s", s.Name, b.N, f)
			}
			if same {
				t.Errorf("%s %d: the session does not show the bug", s.Name, b.N)
			}
			fmt.Fprintf(&out, "%s %d %s\n%s", s.Name, b.N, b.Name, judge.Told(bad.Judge, healthy.Judge))
		}
	}
	judge.Golden(t, "sessions/found.golden", out.String(), *update)
}

// readAdded reads the calls that a file adds to the sessions of bugs, by bug and by the index of the call that they
// come before. A line is "N CALL", or "N-" to leave out call N. Numbers are those of BUGS.md and begin with 1.
func readAdded(t *testing.T, file string) map[int]map[int][]string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out, bug := map[int]map[int][]string{}, 0
	for line := range strings.Lines(string(text)) {
		first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if first == "##" {
			bug, err = strconv.Atoi(rest)
			out[bug] = map[int][]string{}
		} else if n, isNumber := strings.CutSuffix(first, "-"); first != "" {
			var at int
			if at, err = strconv.Atoi(n); isNumber {
				rest = leftOut
			}
			out[bug][at-1] = append(out[bug][at-1], rest)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", file, line, err)
		}
	}
	return out
}

// leftOut stands for a call of BUGS.md that a session leaves out.
const leftOut = ""

// inserted returns the calls of a session together with those that are added.
func inserted(lines []string, added map[int][]string) (out []string) {
	for i := range len(lines) + 1 {
		out = append(out, slices.DeleteFunc(slices.Clone(added[i]), func(c string) bool { return c == leftOut })...)
		if i < len(lines) && !slices.Contains(added[i], leftOut) {
			out = append(out, lines[i])
		}
	}
	return out
}

// player is a handler that has the calls of a session judged.
type player struct {
	*judge.Judge
	users map[string]string // names of users who log in, by credential
}

func newPlayer(t *testing.T, s *Service, bug int) player {
	return player{judge.New(t, s.Schema, s.New(bug)), map[string]string{}}
}

// ServeHTTP makes a call of a session. A log-in is no call of a test: it names the user of a credential.
func (p player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/login") {
		p.Call(p.users[r.Header.Get("Authorization")]+r.Header.Get("X-Api-Key"), w, r)
		return
	}
	var in, out struct{ Username, Token string }
	body, answer, _ := p.Answer(w, r)
	if json.Unmarshal(body, &in) == nil && json.Unmarshal(answer, &out) == nil {
		p.users["Bearer "+out.Token] = in.Username
	}
}
