// Package sess plays HTTP sessions written as text, as in BUGS.md.
//
// One call per line: AUTH [HEADER:VALUE ...] METHOD PATH [JSON] [=> name=field ...]
// AUTH is "-" for none, "key:K" for X-Api-Key, "$name" for a bearer token.
// "{name}" in header, path and body is replaced by a value captured before, of a field or a header of an answer.
package sess

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
)

type Answer struct {
	Status int
	Body   string
}

func (a Answer) String() string { return fmt.Sprintf("%d %s", a.Status, a.Body) }

type Player struct {
	H    http.Handler
	Vars map[string]string
}

func (p *Player) Do(line string) Answer {
	if p.Vars == nil {
		p.Vars = map[string]string{}
	}
	call, capture, _ := strings.Cut(line, " => ")
	for k, v := range p.Vars {
		call = strings.ReplaceAll(call, "{"+k+"}", v)
	}
	auth, call, _ := strings.Cut(strings.TrimSpace(call), " ")
	headers := http.Header{}
	word, rest, _ := strings.Cut(call, " ")
	for strings.Contains(word, ":") {
		name, value, _ := strings.Cut(word, ":")
		headers.Set(name, value)
		word, rest, _ = strings.Cut(rest, " ")
	}
	path, body, _ := strings.Cut(rest, " ")
	r := httptest.NewRequest(word, path, strings.NewReader(body))
	r.Header = headers
	switch {
	case strings.HasPrefix(auth, "key:"):
		r.Header.Set("X-Api-Key", auth[4:])
	case strings.HasPrefix(auth, "$"):
		r.Header.Set("Authorization", "Bearer "+p.Vars[auth[1:]])
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	p.H.ServeHTTP(w, r)
	if capture != "" {
		var m map[string]any
		_ = json.Unmarshal(w.Body.Bytes(), &m)
		for _, c := range strings.Fields(capture) {
			name, field, _ := strings.Cut(c, "=")
			if v, ok := m[field]; ok {
				p.Vars[name] = fmt.Sprint(v)
			} else if v := w.Header().Get(field); v != "" {
				p.Vars[name] = v
			}
		}
	}
	return Answer{w.Code, strings.TrimSpace(w.Body.String())}
}

// Play plays all lines and gives all answers.
func Play(h http.Handler, lines []string) []Answer {
	p := &Player{H: h}
	var out []Answer
	for _, l := range lines {
		out = append(out, p.Do(l))
	}
	return out
}

// Bug is one entry of a BUGS.md.
type Bug struct {
	N            int
	Name, Kind   string
	Lines        []string
	Healthy, Bad Expect
}

type Expect struct {
	Status   int
	Contains string
}

func (e Expect) Match(a Answer) bool {
	return a.Status == e.Status && strings.Contains(a.Body, e.Contains)
}

var (
	head = regexp.MustCompile("^## (\\d+)\\. (\\S+) \\((silent|crash)\\)$")
	want = regexp.MustCompile("^- (healthy|buggy): (\\d{3})(?: `(.*)`)?$")
)

// ReadBugs reads a BUGS.md.
func ReadBugs(file string) ([]Bug, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []Bug
	code := false
	for _, l := range strings.Split(string(b), "\n") {
		if m := head.FindStringSubmatch(l); m != nil {
			n, _ := strconv.Atoi(m[1])
			out = append(out, Bug{N: n, Name: m[2], Kind: m[3]})
			continue
		}
		if len(out) == 0 {
			continue
		}
		x := &out[len(out)-1]
		if strings.HasPrefix(l, "```") {
			code = !code
		} else if code {
			x.Lines = append(x.Lines, l)
		} else if m := want.FindStringSubmatch(l); m != nil {
			n, _ := strconv.Atoi(m[2])
			if m[1] == "healthy" {
				x.Healthy = Expect{n, m[3]}
			} else {
				x.Bad = Expect{n, m[3]}
			}
		}
	}
	return out, nil
}

var rule = regexp.MustCompile("^(\\d{3}) `(.*?)` (.+)$")

// CheckRules plays the sessions of a RULES.md, each on a handler of its own. A session has a heading and lines: a
// status, a part of the answer in backquotes, and the call.
func CheckRules(t T, file string, build func() http.Handler) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var p *Player
	played := 0
	for n, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "## ") {
			p = &Player{H: build()}
			continue
		}
		m := rule.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		status, _ := strconv.Atoi(m[1])
		if a := p.Do(m[3]); !(Expect{status, m[2]}).Match(a) {
			t.Errorf("%s:%d: %s\n got %v", file, n+1, line, a)
		}
		played++
	}
	if played < 50 {
		t.Fatalf("%s has only %d calls", file, played)
	}
}

// T is the part of a *testing.T that the checks need.
type T interface {
	Helper()
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// Check plays every session of the file on the healthy and the buggy build:
// only the last answer differs, as the file says; leaving out any one call
// (but the last) must hide the difference, so that the session is minimal.
func Check(t T, file string, build func(int) http.Handler) {
	t.Helper()
	bugs, err := ReadBugs(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(bugs) != 12 {
		t.Fatalf("%d bugs, want 12", len(bugs))
	}
	for i, b := range bugs {
		good, bad := Play(build(0), b.Lines), Play(build(b.N), b.Lines)
		last := len(b.Lines) - 1
		if b.N != i+1 || last < 0 {
			t.Fatalf("bug %d is number %d with %d lines", i+1, b.N, last+1)
		}
		for j := range b.Lines[:last] {
			if good[j] != bad[j] && good[j].Status != bad[j].Status {
				t.Errorf("bug %d call %d differs already: %v / %v", b.N, j+1, good[j], bad[j])
			}
			if good[j].Status >= 300 && b.Healthy.Status < 300 && good[j].Status != 409 && good[j].Status != 422 {
				t.Errorf("bug %d call %d: %v", b.N, j+1, good[j])
			}
		}
		if !b.Healthy.Match(good[last]) {
			t.Errorf("bug %d healthy: got %v", b.N, good[last])
		}
		if !b.Bad.Match(bad[last]) {
			t.Errorf("bug %d buggy: got %v", b.N, bad[last])
		}
		for j := range b.Lines[:last] {
			less := append(append([]string{}, b.Lines[:j]...), b.Lines[j+1:]...)
			g, w := Play(build(0), less), Play(build(b.N), less)
			for k := range g {
				if (b.Kind == "silent" && g[k].Status != w[k].Status) || (b.Healthy.Match(g[k]) && b.Bad.Match(w[k])) {
					t.Errorf("bug %d shows without call %d too", b.N, j+1)
					break
				}
			}
		}
	}
}
