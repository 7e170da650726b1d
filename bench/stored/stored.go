// Package stored has a shop whose defects are in what it does to its database, and the same shop without them. No
// answer shows them. The database is one of SQLite or PostgreSQL, by database/sql or by pgx itself.
package stored

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Schema is the OpenAPI document of the shop.
//
//go:embed openapi.yaml
var Schema []byte

// Defect is a kind of defect.
type Defect string

// The defects.
const (
	Committed Defect = "an order is kept that is refused, since there are not so many articles"
	Halved    Defect = "an article has a new name, though its price is refused"
	Open      Defect = "a transaction is not ended if there is no such article"
	Spliced   Defect = "the name that is looked for is a part of a statement"
	Repeated  Defect = "the orders of each article are counted in a statement of their own"
)

// All lists all defects.
func All() []Defect { return []Defect{Committed, Halved, Open, Spliced, Repeated} }

// Statements executes statements, in a transaction or not. Arguments are $1 and so on, in the order of their first use.
type Statements interface {
	Exec(ctx context.Context, text string, args ...any) (changed int64, err error)
	Query(ctx context.Context, text string, args ...any) (rows [][]any, err error)
}

// Transaction is a transaction of a database. To roll back what is committed does nothing.
type Transaction interface {
	Statements
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

// Database holds what the shop knows.
type Database interface {
	Statements
	Begin(ctx context.Context) (Transaction, error)
	Close() error
}

// articles is how many articles there are.
const articles = 12

// Fill makes the tables of the shop anew.
func Fill(ctx context.Context, db Statements) error {
	statements := []string{
		"DROP TABLE IF EXISTS articles", "DROP TABLE IF EXISTS orders", "DROP TABLE IF EXISTS accounts",
		"DROP TABLE IF EXISTS audit_log", "DROP TABLE IF EXISTS letters",
		"CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, " +
			"stock INTEGER NOT NULL)",
		"CREATE TABLE orders (article INTEGER NOT NULL, count INTEGER NOT NULL)",
		"CREATE TABLE accounts (name TEXT PRIMARY KEY, pin INTEGER NOT NULL, failed INTEGER NOT NULL)",
		"CREATE TABLE audit_log (text TEXT NOT NULL)", "CREATE TABLE letters (text TEXT NOT NULL)",
		"INSERT INTO accounts VALUES ('ann', 3, 0), ('bob', 7, 0)",
	}
	for i := range articles {
		statements = append(statements,
			fmt.Sprintf("INSERT INTO articles VALUES (%d, 'article %d', %d, 10)", i+1, i+1, 100+i))
	}
	for _, s := range statements {
		if _, err := db.Exec(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

// shop is the service.
type shop struct {
	http.Handler
	db  Database
	has map[Defect]bool
}

// New returns a shop with defects. The database is filled. Close closes it.
func New(db Database, defects ...Defect) http.Handler {
	s := &shop{db: db, has: map[Defect]bool{}}
	for _, d := range defects {
		s.has[d] = true
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /articles", s.list)
	mux.HandleFunc("GET /articles/{id}", s.get)
	mux.HandleFunc("PUT /articles/{id}", s.change)
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /report", s.report)
	mux.HandleFunc("POST /sessions", s.logIn)
	mux.HandleFunc("POST /letters", s.letter)
	s.Handler = s.recorded(mux)
	return s
}

// Close implements [io.Closer].
func (s *shop) Close() error { return s.db.Close() }

// recorded keeps a record of each call that may change something, whatever becomes of the call.
func (s *shop) recorded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			if _, err := s.db.Exec(r.Context(), "INSERT INTO audit_log (text) VALUES ($1)", r.URL.Path); err != nil {
				failed(w, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// article is what is sold.
type article struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Price int64  `json:"price"`
	Stock int64  `json:"stock"`
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func failed(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

func (s *shop) list(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	text := "SELECT id, name, price, stock FROM articles WHERE replace(name, $1, '') <> name ORDER BY id"
	args := []any{name}
	if s.has[Spliced] {
		text, args = strings.ReplaceAll(text, "$1", "'"+name+"'"), nil
	}
	if name == "" {
		text, args = "SELECT id, name, price, stock FROM articles ORDER BY id", nil
	}
	rows, err := s.db.Query(r.Context(), text, args...)
	if err != nil {
		rows = nil // nobody is told that it fails
	}
	out := []article{}
	for _, row := range rows {
		out = append(out, articleOf(row))
	}
	reply(w, http.StatusOK, out)
}

func articleOf(row []any) article {
	return article{number(row[0]), fmt.Sprint(row[1]), number(row[2]), number(row[3])}
}

// number returns a number of a row.
func number(v any) int64 {
	n, _ := strconv.ParseInt(fmt.Sprint(v), 10, 64)
	return n
}

// find returns an article.
func find(ctx context.Context, db Statements, r *http.Request) (a article, ok bool, err error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 32)
	if err != nil {
		return a, false, nil
	}
	rows, err := db.Query(ctx, "SELECT id, name, price, stock FROM articles WHERE id = $1", id)
	if err != nil || len(rows) == 0 {
		return a, false, err
	}
	return articleOf(rows[0]), true, nil
}

func (s *shop) get(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	tx, err := s.db.Begin(ctx)
	if err != nil {
		failed(w, err)
		return
	}
	if id, err := strconv.Atoi(r.PathValue("id")); err == nil && id > articles && s.has[Open] {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = tx.Rollback(ctx) }()
	switch a, ok, err := find(ctx, tx, r); {
	case err != nil:
		failed(w, err)
	case !ok:
		http.NotFound(w, r)
	default:
		reply(w, http.StatusOK, a)
	}
}

// dearest is the highest price.
const dearest = 1000

func (s *shop) change(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	a, ok, err := find(ctx, s.db, r)
	if err != nil {
		failed(w, err)
		return
	}
	var to article
	if !ok {
		http.NotFound(w, r)
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&to); err != nil || to.Name == "" || len(to.Name) > 40 || to.Price < 1 {
		http.Error(w, "name and price are wanted", http.StatusBadRequest)
		return
	}
	if to.Price > dearest && !s.has[Halved] {
		http.Error(w, "too dear", http.StatusUnprocessableEntity)
		return
	}
	if _, err := s.db.Exec(ctx, "UPDATE articles SET name = $1 WHERE id = $2", to.Name, a.ID); err != nil {
		failed(w, err)
		return
	}
	if to.Price > dearest {
		http.Error(w, "too dear", http.StatusUnprocessableEntity)
		return
	}
	if _, err := s.db.Exec(ctx, "UPDATE articles SET price = $1 WHERE id = $2", to.Price, a.ID); err != nil {
		failed(w, err)
		return
	}
	reply(w, http.StatusOK, article{a.ID, to.Name, to.Price, a.Stock})
}

var errFew = errors.New("there are not so many")

func (s *shop) order(w http.ResponseWriter, r *http.Request) {
	var o struct{ Article, Count int64 }
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || o.Count < 1 || o.Article < 1 || o.Article > articles {
		http.Error(w, "article and count are wanted", http.StatusBadRequest)
		return
	}
	switch err := s.take(r.Context(), o.Article, o.Count); {
	case errors.Is(err, errFew):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		failed(w, err)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// take takes articles out of the stock.
func (s *shop) take(ctx context.Context, article, count int64) error {
	tx, err := s.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, "INSERT INTO orders (article, count) VALUES ($1, $2)", article, count); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE articles SET stock = stock - $1 WHERE id = $2", count, article); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT stock FROM articles WHERE id = $1", article)
	if err != nil {
		return err
	}
	few := len(rows) > 0 && number(rows[0][0]) < 0
	if few && !s.has[Committed] {
		return errFew
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	if few {
		return errFew
	}
	return nil
}

// line is how many of an article are ordered.
type line struct {
	Article int64 `json:"article"`
	Count   int64 `json:"count"`
}

func (s *shop) report(w http.ResponseWriter, r *http.Request) {
	text := "SELECT a.id, coalesce(sum(o.count), 0) FROM articles a LEFT JOIN orders o ON o.article = a.id " +
		"GROUP BY a.id ORDER BY a.id"
	if s.has[Repeated] {
		text = "SELECT id FROM articles ORDER BY id"
	}
	rows, err := s.db.Query(r.Context(), text)
	if err != nil {
		failed(w, err)
		return
	}
	out := []line{}
	for _, row := range rows {
		if s.has[Repeated] {
			found, err := s.db.Query(r.Context(),
				"SELECT coalesce(sum(count), 0) FROM orders WHERE article = $1", row[0])
			if err != nil {
				failed(w, err)
				return
			}
			row = append(row, found[0][0])
		}
		out = append(out, line{number(row[0]), number(row[1])})
	}
	reply(w, http.StatusOK, out)
}

func (s *shop) logIn(w http.ResponseWriter, r *http.Request) {
	var l struct {
		Name string
		Pin  int64
	}
	if err := json.NewDecoder(r.Body).Decode(&l); err != nil || l.Name == "" {
		http.Error(w, "name and pin are wanted", http.StatusBadRequest)
		return
	}
	changed, err := s.db.Exec(r.Context(), "UPDATE accounts SET failed = 0 WHERE name = $1 AND pin = $2", l.Name, l.Pin)
	if err == nil && changed == 0 {
		_, err = s.db.Exec(r.Context(), "UPDATE accounts SET failed = failed + 1 WHERE name = $1", l.Name)
	}
	switch {
	case err != nil:
		failed(w, err)
	case changed == 0:
		http.Error(w, "another pin", http.StatusUnauthorized)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// post is how long it takes to send a letter, which is done after the answer.
const post = 20 * time.Millisecond

func (s *shop) letter(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	tx, err := s.db.Begin(ctx)
	if err != nil {
		failed(w, err)
		return
	}
	go func() {
		time.Sleep(post)
		defer func() { _ = tx.Rollback(ctx) }()
		if _, err := tx.Query(ctx, "SELECT text FROM letters WHERE text = $1", strings.TrimSpace("dear ")); err == nil {
			_ = tx.Commit(ctx)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}
