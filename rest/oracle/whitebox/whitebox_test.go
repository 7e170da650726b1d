package whitebox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
	"github.com/evoke-go/evoke/sut"
)

const notes = `
openapi: 3.0.3
info: {title: notes, version: "1"}
paths:
  /notes:
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
`

// calls read the notes and make one.
var calls = []oracletest.Call{{Method: "GET", Target: "/notes"},
	{Method: "POST", Target: "/notes", Body: `{"title": "a"}`}}

// service answers reads, and writes by a function, with what rewriting puts into its source.
func service(write func(w http.ResponseWriter)) func() http.Handler {
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method == http.MethodPost {
				write(w)
				return
			}
			_, _ = io.WriteString(w, `[]`)
		})
	}
}

// says answers with a status and a body.
func says(w http.ResponseWriter, status int, body string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// complain logs an error, or something else.
func complain(level slog.Level) {
	slog.New(slog.DiscardHandler).Log(context.Background(), probe.LoggedAt(level), "cannot save")
}

// fall panics, and stops that.
func fall(with func()) {
	defer func() { _ = probe.Recovered(recover()) }()
	with()
}

var errFull = errors.New("full")

func save(err error) error { return err }

// count adds one, as code that was rewritten does it.
func count(n int32) int32 {
	return probe.Sum(new(probe.Group), new(probe.Cond), new(probe.Near), n, 1)
}

func index() int { return len(calls) }

// kits has a service with the defect of each rule and one without.
var kits = map[int]struct{ faulty, healthy func(w http.ResponseWriter) }{
	whitebox.CodeLogged: {
		func(w http.ResponseWriter) {
			slog.New(slog.DiscardHandler).Error(probe.Logged("cannot save", "cannot save"))
			says(w, 201, `{"id": 1, "failed": 0}`)
		},
		func(w http.ResponseWriter) {
			complain(slog.LevelWarn)
			says(w, 201, `{"id": 1}`)
		},
	},
	whitebox.CodeDropped: {
		func(w http.ResponseWriter) {
			_ = probe.Dropped("save", save(errFull))
			says(w, 201, `{"id": 1}`)
		},
		func(w http.ResponseWriter) {
			_ = probe.Dropped("save", save(nil))
			_, _ = probe.Called("io.ReadFull").Dropped(0, fmt.Errorf("reading: %w", io.EOF))
			_ = probe.Dropped("json.Unmarshal", json.Unmarshal(nil, new(any)))
			says(w, 201, `{"id": 1}`)
		},
	},
	whitebox.CodeRecovered: {
		func(w http.ResponseWriter) {
			fall(func() { calls[index()].Body = "" })
			says(w, 201, `{"id": 1}`)
		},
		func(w http.ResponseWriter) {
			fall(func() { panic(http.ErrAbortHandler) })
			says(w, 201, `{"id": 1}`)
		},
	},
	whitebox.CodeRaced: {
		func(w http.ResponseWriter) {
			w.Header().Set(racedHeader, "yes")
			says(w, 201, `{"id": 1}`)
		},
		func(w http.ResponseWriter) { says(w, 201, `{"id": 1}`) },
	},
	whitebox.CodeOverflow: {
		func(w http.ResponseWriter) { count(math.MaxInt32); says(w, 201, `{"id": 1}`) },
		func(w http.ResponseWriter) { count(math.MaxInt32 - 1); says(w, 201, `{"id": 1}`) },
	},
	whitebox.CodeLeftOpen: {
		func(w http.ResponseWriter) { read(w, func(*os.File) {}) },
		func(w http.ResponseWriter) { read(w, func(f *os.File) { _ = f.Close() }) },
	},
}

// racedHeader says in an answer that the race detector reported a race, which it does in a program built with -race
// alone. Package sut tests that reports become incidents, and bench/inside the whole.
const racedHeader = "Raced"

// race is what is noted then.
var race = sut.Incident{Kind: sut.Raced, Place: "notes.add (notes.go:1)",
	Text: "written at notes.add (notes.go:1) and read at notes.all (notes.go:2)"}

// raced is an oracle that sees the race that an answer tells of.
type raced struct{ oracle.Oracle }

func (o raced) Judge(x *oracle.Exchange) []oracle.Finding {
	if x.Response.Header.Get(racedHeader) != "" {
		x.Incidents = append(x.Incidents, race, race)
	}
	return o.Oracle.Judge(x)
}

// read opens a file, does something with it, and answers.
func read(w http.ResponseWriter, with func(f *os.File)) {
	f, err := opened.File(os.Open(os.DevNull))
	if err != nil {
		says(w, 500, `{}`)
		return
	}
	with(f)
	says(w, 201, `{"id": 1}`)
}

// judging are the rules about single calls.
func judging() []*oracle.Rule {
	return slices.DeleteFunc(whitebox.Rules(), func(r *oracle.Rule) bool {
		return r.Code == whitebox.CodeGrowth || r.Code >= whitebox.CodeLine
	})
}

// TestRules shows each rule a service with its defect and one without.
func TestRules(t *testing.T) {
	for _, r := range judging() {
		t.Run(r.Name, func(t *testing.T) {
			k := kits[r.Code]
			oracletest.Test(t, raced{r}, oracletest.Kit{Schema: notes, Faulty: service(k.faulty),
				Healthy: service(k.healthy), Calls: calls})
		})
	}
	assert.Equal(t, slices.Sorted(slices.Values(whitebox.Codes())), whitebox.Codes())
}

// TestLines: a line in the log counts if the client sent it, and only then.
func TestLines(t *testing.T) {
	sends := slices.Clone(calls)
	sends[1].Body = `{"title": "evoke\n2001/02/03 04:05:06 evoke-line-12345"}`
	logs := func(texts ...any) func() http.Handler {
		return service(func(w http.ResponseWriter) { probe.LoggedLines(texts...); says(w, 201, `{}`) })
	}
	rule := whitebox.Rules()[slices.IndexFunc(whitebox.Rules(), func(r *oracle.Rule) bool {
		return r.Code == whitebox.CodeLine
	})]
	oracletest.Test(t, rule, oracletest.Kit{
		Schema: notes, Calls: sends, Faulty: logs("made", "evoke\n2001/02/03 04:05:06 evoke-line-12345"),
		Healthy: logs("made", `"evoke\n evoke-line-12345"`, 1),
	})
	for _, found := range oracletest.Findings(t, rule, notes, logs("two\nlines", "evoke\nevoke-line-54321")(), sends) {
		assert.Empty(t, found, "of the program, or of another call")
	}
}

// What the client is told is not behind a success, and neither is what another goroutine does.
func TestTold(t *testing.T) {
	for name, write := range map[string]func(w http.ResponseWriter){
		"refused": func(w http.ResponseWriter) { complain(slog.LevelError); says(w, 400, `{}`) },
		"fails":   func(w http.ResponseWriter) { complain(slog.LevelError); says(w, 500, `{}`) },
		"a member": func(w http.ResponseWriter) {
			complain(slog.LevelError)
			says(w, 200, `{"results": [{"id": 1}, {"error": "no"}]}`)
		},
		"many":     func(w http.ResponseWriter) { complain(slog.LevelError); says(w, 207, `[]`) },
		"too much": func(w http.ResponseWriter) { count(math.MaxInt32); says(w, 422, `{}`) },
		"elsewhere": func(w http.ResponseWriter) {
			done := make(chan bool)
			go func() { complain(slog.LevelError); close(done) }()
			<-done
			says(w, 201, `{}`)
		},
	} {
		for _, r := range whitebox.Rules() {
			for _, findings := range oracletest.Findings(t, r, notes, service(write)(), calls) {
				assert.Empty(t, findings, name)
			}
		}
	}
}

// A finding says what the program does, where, and names nothing that another run would name otherwise.
func TestReasons(t *testing.T) {
	var last []oracle.Finding
	for _, r := range judging() {
		for _, last = range oracletest.Findings(t, raced{r}, notes, service(kits[r.Code].faulty)(), calls) {
		}
		assert.Len(t, last, 1)
		if r.Code == whitebox.CodeRaced {
			assert.Equal(t, `a data race: memory is `+race.Text+`, and nothing orders them`, last[0].Reason)
			assert.Equal(t, race.Place, last[0].Frame)
			continue
		}
		assert.Regexp(t, `^whitebox_test\..+ \(whitebox_test\.go:\d+\)$`, last[0].Frame)
		want := map[int]string{
			whitebox.CodeLogged:    `the program logs the error "cannot save" and answers 201`,
			whitebox.CodeDropped:   `the program drops an error (save) and answers 201`,
			whitebox.CodeRecovered: `the program recovers from a panic of the runtime and answers 201`,
			whitebox.CodeOverflow:  `the program calculates 2147483647 + 1 becomes -2147483648 and answers 201`,
			whitebox.CodeLeftOpen:  `the program opens a file and never closes it`,
		}[r.Code]
		assert.Equal(t, want, last[0].Reason)
	}
}
