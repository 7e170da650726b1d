package unseen

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/bench/internal/judge"
	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
)

var update = flag.Bool("update", false, "write the golden file")

// TestSessions hands the oracles the session of each bug, with the reads around the defect that sessions/*.txt add, or
// else with reads around each act, and compares what they find with sessions/found.golden. The golden file says which
// bugs need a new law, and which need a search that makes the session. laws.md says so in words.
func TestSessions(t *testing.T) {
	var out strings.Builder
	for _, s := range Services() {
		listed, err := sess.ReadBugs(s.Name + "/BUGS.md")
		if err != nil {
			t.Fatal(err)
		}
		added := readAdded(t, "sessions/"+s.Name+".txt")
		doc := newPlayer(t, &s, 0).Session
		for _, b := range listed {
			calls := inserted(b.Lines, added[b.N])
			if added[b.N] == nil {
				calls = observed(doc, b.Lines)
			}
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
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
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

// line is a call of a session: who calls, the method, the path, and the names of what is captured of the answer.
var line = regexp.MustCompile(`^(\S+) (?:[\w-]+:\S+ )*(\w+) ([^ ?]+)\S*(?: .*?)?(?: => (.*))?$`)

// observed returns the calls of a session with reads before and after each act: of the paths of the acts so far
// and of the paths that these begin with, of what an act made, and those of the session, where the document has them.
func observed(doc *oracle.Session, lines []string) (out []string) {
	var reads []string
	known := map[string]bool{}
	note := func(who, path string) {
		if read := who + " GET " + path; !slices.Contains(reads, read) && isRead(doc, path) {
			reads = append(reads, read)
		}
	}
	observe := func(from int) {
		for _, read := range reads[from:] {
			if !slices.ContainsFunc(variable.FindAllString(read, -1), func(v string) bool {
				return !known[strings.Trim(v, "{}$")]
			}) {
				out = append(out, read)
			}
		}
	}
	all := strings.Join(lines, "\n")
	seen := 0
	for _, l := range lines {
		if m := line.FindStringSubmatch(l); m[2] == "GET" {
			reads = append(reads, strings.TrimSpace(strings.Split(l, " => ")[0]))
		}
	}
	for _, l := range lines {
		m := line.FindStringSubmatch(l)
		who, path, logsIn := m[1], m[3], false
		isAct := m[2] != "GET"
		for _, c := range strings.Fields(m[4]) {
			name, _, _ := strings.Cut(c, "=")
			logsIn = logsIn || strings.Contains(all, "$"+name+" ")
		}
		if isAct && !logsIn {
			for at := path; strings.Contains(at, "/"); at = at[:strings.LastIndex(at, "/")] {
				note(who, at)
			}
			observe(seen) // what no observation after an act has shown yet
		}
		out = append(out, l)
		for _, c := range strings.Fields(m[4]) {
			name, _, _ := strings.Cut(c, "=")
			known[name] = true
			note(who, path+"/{"+name+"}")
		}
		if isAct && !logsIn {
			observe(0)
			seen = len(reads)
		}
	}
	return out
}

var variable = regexp.MustCompile(`\{\w+\}|\$\w+`)

// isRead reports whether the document has a GET of a path that needs no query.
func isRead(doc *oracle.Session, path string) bool {
	op := doc.Find("GET", path)
	return op != nil && !slices.ContainsFunc(op.Parameters, func(p *openapi.Parameter) bool {
		return p.Required && p.In == openapi.InQuery
	})
}

// player is a handler that has the calls of a session judged.
type player struct {
	*judge.Judge
	users map[string]string // names of users who log in, by credential
}

func newPlayer(t *testing.T, s *Service, bug int) player {
	return player{judge.New(t, s.Schema, s.New(bug)), map[string]string{}}
}

// ServeHTTP makes a call of a session. A log-in, which needs no credential, is no call of a test: it names the
// user of one.
func (p player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	credential := r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")
	if !logIn.MatchString(r.URL.Path) || r.Method != http.MethodPost || credential != "" {
		p.Call(p.users[r.Header.Get("Authorization")]+r.Header.Get("X-Api-Key"), w, r)
		return
	}
	var in struct {
		Username, Email string
		ClientID        string `json:"client_id"`
	}
	var out map[string]any
	body, answer, _ := p.Answer(w, r)
	if json.Unmarshal(body, &in) == nil && json.Unmarshal(answer, &out) == nil {
		for _, token := range out {
			p.users[fmt.Sprint("Bearer ", token)] = in.Username + in.Email + in.ClientID
		}
	}
}

var logIn = regexp.MustCompile(`/(?:login|sessions?)$`)
