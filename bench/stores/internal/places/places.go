// Package places tests services whose branches depend on rows that none of their calls can write. A text says for each
// place which calls lead there, which statements write the rows, and what the last call answers with them. Without the
// rows the last call has to answer differently. Each answer has to fit the OpenAPI document of the service.
package places

import (
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Service is a service to test.
type Service struct {
	New      func() http.Handler
	Database func() *sql.DB
	Schema   []byte
}

// Place is a part of a text: a line "place NAME" or "flow NAME" and the steps after it. A flow needs no rows.
type Place struct {
	Name  string
	Needs bool
	steps []step
}

// step is a statement, or a call with its answer: "POST /path {"a": 1} = 201 part of the body".
type step struct {
	statement          string
	method, path, body string
	status             int
	contains           string
}

// Read reads a text. Statements begin with +, comments with #.
func Read(t testing.TB, text string) (out []Place) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || first == "#":
		case first == "place" || first == "flow":
			out = append(out, Place{Name: rest, Needs: first == "place"})
		default:
			require.NotEmpty(t, out, line)
			p := &out[len(out)-1]
			p.steps = append(p.steps, readStep(t, line))
		}
	}
	return out
}

func readStep(t testing.TB, line string) (s step) {
	t.Helper()
	first, rest, _ := strings.Cut(line, " ")
	if first == "+" {
		return step{statement: rest}
	}
	call, answer, found := strings.Cut(rest, " = ")
	require.True(t, found, line)
	s.method = first
	s.path, s.body, _ = strings.Cut(call, " ")
	status, contains, _ := strings.Cut(answer, " ")
	n, err := strconv.Atoi(status)
	require.NoError(t, err, line)
	s.status, s.contains = n, contains
	return s
}

// Run runs all places of a text, each over empty tables with its rows, and the places without their rows too.
func Run(t *testing.T, s Service, text string) {
	t.Helper()
	d := readDocument(t, s.Schema)
	h := s.New()
	defer func() { require.NoError(t, h.(io.Closer).Close()) }()
	for _, p := range Read(t, text) {
		t.Run(p.Name, func(t *testing.T) {
			s.run(t, h, d, p, true)
			if p.Needs {
				s.run(t, h, d, p, false)
			}
		})
	}
}

// run takes the steps of a place. Without rows only the last answer counts.
func (s Service) run(t *testing.T, h http.Handler, d *document, p Place, rows bool) {
	t.Helper()
	require.NoError(t, h.(interface{ Reset() error }).Reset())
	for i, step := range p.steps {
		if step.statement != "" {
			if rows {
				_, err := s.Database().ExecContext(t.Context(), step.statement)
				require.NoError(t, err, step.statement)
			}
			continue
		}
		r := httptest.NewRequest(step.method, step.path, strings.NewReader(step.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		d.check(t, step, w)
		as := w.Code == step.status && strings.Contains(w.Body.String(), step.contains)
		call := step.method + " " + step.path + " " + step.body
		switch {
		case rows:
			assert.True(t, as, "%s answers %d %s instead of %d %s", call, w.Code, w.Body, step.status, step.contains)
		case i == len(p.steps)-1:
			assert.False(t, as, "%s needs no rows to answer %d %s", call, w.Code, w.Body)
		}
	}
}
