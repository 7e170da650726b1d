package silent_test

import (
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/internal/judge"
	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/openapi"
)

var update = flag.Bool("update", false, "write the golden file")

// TestSessions hands the rules the symptom of each bug, with reads before and after each act, and compares what they
// find with sessions.golden. The golden file says which bugs the rules see once a search makes the calls. The end of a
// session on a healthy service shows no fault by itself: evoke judge has recordings that begin anywhere.
func TestSessions(t *testing.T) {
	var out strings.Builder
	for _, s := range silent.Services() {
		symptoms := allSymptoms()[s.Name]
		for _, b := range s.Bugs {
			y := symptoms[b.Name]
			buggy, wrong := play(t, s, &y, b)
			healthy, right := play(t, s, &y)
			assert.Empty(t, healthy.Late(20), "%s %s", s.Name, b.Name)
			assert.NotEqual(t, right, wrong, "%s %s: the session does not show the bug", s.Name, b.Name)
			fmt.Fprintf(&out, "%s %s\n%s", s.Name, b.Name, judge.Told(buggy, healthy))
		}
	}
	judge.Golden(t, "sessions.golden", out.String(), *update)
}

// session is a symptom that is played with reads.
type session struct {
	*site
	*judge.Judge
	user    string
	reads   []step   // of the acts and of the symptom
	answers []string // of all calls
}

// play plays a symptom, and has all its calls judged. It returns the answers too.
func play(t *testing.T, service silent.Service, y *symptom, bugs ...silent.Bug) (*judge.Judge, []string) {
	s := session{site: begin(t, service, bugs...)}
	s.Judge = judge.New(t, service.Schema, s.handler)
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Call(s.user, w, r) })
	steps := append(slices.Clip(y.before), y.see)
	for _, p := range steps {
		if line, _, _ := strings.Cut(p.request, "\n"); !isAct(p) {
			s.note(p.user, line)
		}
	}
	acts := 0
	for _, p := range steps {
		if isAct(p) && acts == 0 {
			s.about(p)
			s.observe()
		}
		s.location = s.make(p)
		if isAct(p) {
			acts++
			s.about(p)
			s.about(step{user: p.user, request: "GET {Location}"})
			s.observe()
		}
	}
	return s.Judge, s.answers
}

func isAct(p step) bool { return !strings.HasPrefix(p.request, "GET ") }

// make makes the call of a step, and returns the last location.
func (s *session) make(p step) string {
	s.user = p.user
	w := s.send(s.users[p.user], p.request, p.body)
	s.answers = append(s.answers, fmt.Sprint(w.Code, w.Header(), w.Body))
	return s.location
}

// about notes the reads of the path of a step and of the paths that it begins with: an element and where it is listed.
func (s *session) about(p step) {
	line, _, _ := strings.Cut(strings.ReplaceAll(p.request, "{Location}", s.location), "\n")
	_, path, _ := strings.Cut(line, " ")
	path, _, _ = strings.Cut(path, "?")
	for ; path != ""; path = path[:strings.LastIndex(path, "/")] {
		op := s.Find(http.MethodGet, path)
		needs := func(p *openapi.Parameter) bool { return p.Required && p.In == "query" }
		if op != nil && !slices.ContainsFunc(op.Parameters, needs) {
			s.note(p.user, "GET "+path)
		}
	}
}

// note notes a read, once.
func (s *session) note(user, request string) {
	if read := (step{user: user, request: request}); !slices.Contains(s.reads, read) {
		s.reads = append(s.reads, read)
	}
}

// observe makes all reads that are noted and that can be made. Later steps go on with the location and tag of before.
func (s *session) observe() {
	location, tag := s.location, s.tag
	for _, p := range s.reads {
		if location != "" || !strings.Contains(p.request, "{Location}") {
			s.make(p)
		}
	}
	s.location, s.tag = location, tag
}
