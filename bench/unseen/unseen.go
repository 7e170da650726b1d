// Package unseen has services whose author had not read Evoke, with bugs that can be switched on one at a time.
// They say what a search finds on services that it was not written for: measure before you look.
package unseen

import (
	_ "embed" // the documents of the services
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/unseen/groundstation"
	"github.com/evoke-go/evoke/bench/unseen/vinolog"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed groundstation/openapi.yaml
var groundstationSchema []byte

//go:embed groundstation/BUGS.md
var groundstationBugs string

//go:embed vinolog/openapi.yaml
var vinologSchema []byte

//go:embed vinolog/BUGS.md
var vinologBugs string

// Service is a service with bugs.
type Service struct {
	Name   string
	Schema []byte
	Users  []auth.User
	// New returns a handler with fresh state and one of the bugs, 0 for none.
	New  func(bug int) http.Handler
	Bugs []Bug
}

// Bug is a bug of a service.
type Bug struct {
	Number int
	Name   string
	Silent bool
	// Session are the calls that show the bug, such as "GET /v1/passes/1".
	Session []string
}

// Services returns the services, in a fixed order.
func Services() []Service {
	keys := []auth.User{}
	for key := range strings.FieldsSeq("gs-view-0001 gs-aurora-2207 gs-boreal-3318 gs-operate-4410 gs-plan-9001") {
		keys = append(keys, auth.APIKey(key, auth.InHeader, "X-Api-Key", key))
	}
	logins := []auth.User{}
	for who := range strings.FieldsSeq("hanna:must-2031 pavel:press-41 ines:lees-77 otto:audit-5") {
		name, password, _ := strings.Cut(who, ":")
		body := `{"username": "` + name + `", "password": "` + password + `"}`
		logins = append(logins, auth.BearerLogin(name, "/auth/login", body, "/token"))
	}
	return []Service{
		{"groundstation", groundstationSchema, auth.Public(keys...), groundstation.NewWithBug, bugs(groundstationBugs)},
		{"vinolog", vinologSchema, auth.Public(logins...), vinolog.NewWithBug, bugs(vinologBugs)},
	}
}

var (
	title = regexp.MustCompile(`(?m)^## (\d+)\. (\S+) \((silent|crash)`)
	call  = regexp.MustCompile(`(?m)^\S+ (?:[\w-]+:\S+ )*((?:GET|POST|PUT|PATCH|DELETE) /\S+)`)
)

// bugs reads a list of bugs.
func bugs(text string) (out []Bug) {
	at := title.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		n, _ := strconv.Atoi(text[m[2]:m[3]]) // the pattern has digits alone
		b := Bug{Number: n, Name: text[m[4]:m[5]], Silent: text[m[6]:m[7]] == "silent"}
		for _, c := range call.FindAllStringSubmatch(text[m[1]:end], -1) {
			path, _, _ := strings.Cut(c[1], "?")
			b.Session = append(b.Session, path)
		}
		out = append(out, b)
	}
	return out
}
