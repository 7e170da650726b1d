// Package holes has the service of a library with a hole of each kind that strangers look for, and the same service
// without any. Its database, its files, its templates and the calls that it makes are real ones. Nothing but tests may
// run it.
package holes

import (
	"cmp"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"expvar"
	"html"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"text/template"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// Hole is a kind of hole.
type Hole string

// The holes.
const (
	Quotes   Hole = "the author is a part of a statement, and errors are shown"
	Number   Hole = "the id is a part of a statement, and errors are not shown"
	Like     Hole = "a part of a title is a part of a statement, and errors are not shown"
	Asleep   Hole = "the shelf is a part of a statement, and no answer says anything of it"
	Login    Hole = "the reader is a part of a statement that asks for a card"
	Markup   Hole = "a page greets with what was sent"
	Stored   Hole = "a page shows comments as they were sent"
	Template Hole = "a greeting is a template"
	Path     Hole = "the name of a cover is a path"
	Call     Hole = "a source is called, wherever it is"
	Redirect Hole = "a link leads anywhere"
	Header   Hole = "a code is written into a header with its line breaks"
	Method   Hole = "comments can be deleted, and the schema does not say so"
	Debug    Hole = "a page for those who run it is there for all"
	Trace    Hole = "a panic is answered with its stack trace"
)

// All lists all holes.
func All() []Hole {
	return []Hole{Quotes, Number, Like, Asleep, Login, Markup, Stored, Template, Path, Call, Redirect,
		Header, Method, Debug, Trace}
}

// Service is a library. Close frees what it holds.
type Service struct {
	http.Handler
	db       *sql.DB
	covers   string
	holes    map[Hole]bool
	comments []string
}

// New returns a service with holes, whose covers lie in a folder.
func New(covers string, holes ...Hole) (*Service, error) {
	db := sql.OpenDB(memory{})
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	if _, err := db.Exec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, author TEXT); " +
		"CREATE TABLE readers (name TEXT, card TEXT); CREATE TABLE shelves (name TEXT); " +
		"INSERT INTO shelves VALUES ('north')"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Service{db: db, covers: covers, holes: map[Hole]bool{}}
	for _, h := range holes {
		s.holes[h] = true
	}
	mux := http.NewServeMux()
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /books": s.books, "POST /books": s.add, "GET /books/{id}": s.book, "GET /titles": s.titles,
		"GET /shelves": s.shelves, "POST /sessions": s.login, "POST /readers": s.join,
		"GET /hello": s.hello, "GET /comments": s.page, "POST /comments": s.comment, "POST /letters": s.letter,
		"GET /covers/{name}": s.cover,
		"POST /imports":      s.load, "GET /leave": s.leave, "GET /language": s.language,
	} {
		mux.HandleFunc(pattern, handle)
	}
	if s.holes[Method] {
		mux.HandleFunc("DELETE /comments", func(w http.ResponseWriter, _ *http.Request) {
			s.comments = nil
			w.WriteHeader(http.StatusNoContent)
		})
	}
	if s.holes[Debug] {
		mux.Handle("GET /debug/vars", expvar.Handler())
	}
	s.Handler = s.recovering(mux)
	return s, nil
}

// Close implements [io.Closer].
func (s *Service) Close() error { return s.db.Close() }

// recovering answers panics.
func (s *Service) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil && s.holes[Trace] {
				http.Error(w, string(debug.Stack()), http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

type book struct {
	ID     int64  `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author"`
}

// find answers with the books for which a condition holds.
func (s *Service) find(where string, args ...any) ([]book, error) {
	rows, err := s.db.Query("SELECT id, title, author FROM books WHERE "+where, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	out := []book{}
	for rows.Next() {
		var b book
		if err := rows.Scan(&b.ID, &b.Title, &b.Author); err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, rows.Err()
}

func (s *Service) books(w http.ResponseWriter, r *http.Request) {
	author, page := r.FormValue("author"), r.FormValue("perPage")
	if page == "0" && s.holes[Trace] {
		panic("no page has no books")
	}
	where, args := "author = ? OR ? = ''", []any{author, author}
	if s.holes[Quotes] && author != "" {
		where, args = "author = '"+author+"'", nil
	}
	found, err := s.find(where, args...)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if n, err := strconv.Atoi(page); err == nil && n >= 0 {
		found = found[:min(n, len(found))]
	}
	answer(w, http.StatusOK, found)
}

func (s *Service) add(w http.ResponseWriter, r *http.Request) {
	var b book
	if !read(w, r, &b) {
		return
	}
	made, err := s.db.Exec("INSERT INTO books (title, author) VALUES (?, ?)", b.Title, b.Author)
	if err == nil {
		b.ID, err = made.LastInsertId()
	}
	if err != nil {
		http.Error(w, "out of order", http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusCreated, b)
}

func (s *Service) book(w http.ResponseWriter, r *http.Request) {
	where, args := "CAST(id AS TEXT) = ?", []any{r.PathValue("id")}
	if s.holes[Number] {
		where, args = "id = "+r.PathValue("id"), nil
	}
	found, err := s.find(where, args...)
	if err != nil || len(found) == 0 {
		http.Error(w, "no such book", http.StatusNotFound)
		return
	}
	answer(w, http.StatusOK, found[0])
}

func (s *Service) titles(w http.ResponseWriter, r *http.Request) {
	where, args := "instr(title, ?) > 0", []any{r.FormValue("part")}
	if s.holes[Like] {
		where, args = "title LIKE '%"+r.FormValue("part")+"%'", nil
	}
	found, err := s.find(where, args...)
	if err != nil {
		found = []book{}
	}
	answer(w, http.StatusOK, found)
}

// shelves counts the books of a shelf for a statistic that nobody sees.
func (s *Service) shelves(w http.ResponseWriter, r *http.Request) {
	n, shelf := 0, r.FormValue("shelf")
	if s.holes[Asleep] {
		_ = s.db.QueryRow("SELECT count(*) FROM shelves WHERE name = '" + shelf + "'").Scan(&n)
	} else {
		_ = s.db.QueryRow("SELECT count(*) FROM shelves WHERE name = ?", shelf).Scan(&n)
	}
	w.WriteHeader(http.StatusNoContent)
}

type reader struct{ Reader, Card string }

func (s *Service) join(w http.ResponseWriter, r *http.Request) {
	var in reader
	if !read(w, r, &in) {
		return
	}
	if _, err := s.db.Exec("INSERT INTO readers VALUES (?, ?)", in.Reader, cmp.Or(in.Card, "17")); err != nil {
		http.Error(w, "out of order", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *Service) login(w http.ResponseWriter, r *http.Request) {
	var in reader
	if !read(w, r, &in) {
		return
	}
	statement, args := "SELECT count(*) FROM readers WHERE card = ? AND name = ?", []any{in.Card, in.Reader}
	if s.holes[Login] {
		statement, args = "SELECT count(*) FROM readers WHERE card = ? AND name = '"+in.Reader+"'", args[:1]
	}
	n := 0
	if err := s.db.QueryRow(statement, args...).Scan(&n); err != nil || n == 0 {
		http.Error(w, "unknown", http.StatusForbidden)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// shown is a text in a page.
func (s *Service) shown(h Hole, text string) string {
	if s.holes[h] {
		return text
	}
	return html.EscapeString(text)
}

func (s *Service) hello(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<h1>Hello "+s.shown(Markup, r.FormValue("name"))+"</h1>")
}

func (s *Service) page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	for _, c := range s.comments {
		_, _ = io.WriteString(w, "<p>"+s.shown(Stored, c)+"</p>")
	}
}

func (s *Service) comment(w http.ResponseWriter, r *http.Request) {
	var in struct{ Text string }
	if read(w, r, &in) {
		s.comments = append(s.comments, in.Text)
		w.WriteHeader(http.StatusCreated)
	}
}

func (s *Service) letter(w http.ResponseWriter, r *http.Request) {
	var in struct{ Greeting string }
	if !read(w, r, &in) {
		return
	}
	out := strings.Builder{}
	if !s.holes[Template] {
		out.WriteString(in.Greeting)
	} else if t, err := template.New("").Parse(in.Greeting); err != nil ||
		t.Execute(&out, map[string]string{"Name": "reader"}) != nil {
		http.Error(w, "no greeting", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, out.String())
}

func (s *Service) cover(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !s.holes[Path] && !filepath.IsLocal(name) {
		http.Error(w, "no such cover", http.StatusNotFound)
		return
	}
	text, err := os.ReadFile(filepath.Join(s.covers, name))
	if err != nil {
		http.Error(w, "no such cover", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(text)
}

func (s *Service) load(w http.ResponseWriter, r *http.Request) {
	var in struct{ Source string }
	if !read(w, r, &in) {
		return
	}
	if s.holes[Call] && strings.HasPrefix(in.Source, "http://127.0.0.1:") { // nothing else is called in a test
		if got, err := http.Get(in.Source); err == nil {
			_ = got.Body.Close()
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

func (s *Service) leave(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !s.holes[Redirect] {
		next = "/hello"
	}
	w.Header().Set("Location", next)
	w.WriteHeader(http.StatusFound)
}

// language writes a header line by line, as servers that trust their values do.
func (s *Service) language(w http.ResponseWriter, r *http.Request) {
	lines := []string{r.FormValue("code")}
	if s.holes[Header] {
		lines = strings.Split(lines[0], "\r\n")
	}
	w.Header().Set("Vary", strings.NewReplacer("\r", " ", "\n", " ").Replace(lines[0]))
	for _, line := range lines[1:] {
		if name, v, ok := strings.Cut(line, ": "); ok {
			w.Header().Set(name, v)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// read reads a body of JSON. It answers if it is none.
func read(w http.ResponseWriter, r *http.Request, to any) bool {
	if err := json.NewDecoder(io.LimitReader(r.Body, math.MaxInt16)).Decode(to); err != nil {
		http.Error(w, "no such body", http.StatusBadRequest)
		return false
	}
	return true
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
