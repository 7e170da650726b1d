// Package sqlite is rest-news over a table of SQLite.
//
// # What cannot be reached
//
// Of the 123 statements of this package and package news, 2 are executed by no
// request to New: the statements of Schema and New of package news. Package
// mapper handles failures of the database, as the mapper of the original did.
package sqlite

import (
	"database/sql"
	_ "embed"
	"net/http"

	"github.com/evoke-go/evoke/bench/news"
	"github.com/evoke-go/evoke/bench/news/store"
	"github.com/evoke-go/evoke/bench/web/mapper"
)

//go:embed schema.sql
var schema string

var latest mapper.Latest

// New returns the service without news. It is a bench.Resetter and an io.Closer.
func New() http.Handler {
	db := mapper.Open(schema)
	return latest.Serve(news.Over(&table{db}), db)
}

// Database returns the database of the service that was made last, nil before
// the first one.
func Database() *sql.DB { return latest.Database() }

// table is a store.Store in a database.
type table struct{ db *sql.DB }

func row(n *store.News) []any { return []any{&n.ID, &n.AuthorID, &n.Text, &n.Country, &n.CreationTime} }

// columns are the names of the columns that row reads, in its order.
const columns = "id, author_id, text, country, creation_time"

// Clear implements store.Store.
func (t *table) Clear() { mapper.Exec(t.db, "DELETE FROM news; DELETE FROM sqlite_sequence") }

// Insert implements store.Store.
func (t *table) Insert(n store.News) int64 {
	return mapper.Insert(t.db, "INSERT INTO news (author_id, text, country, creation_time) VALUES (?, ?, ?, ?)",
		n.AuthorID, n.Text, n.Country, n.CreationTime)
}

// Find implements store.Store.
func (t *table) Find(id int64) (store.News, bool) {
	return mapper.First(t.db, row, "SELECT "+columns+" FROM news WHERE id = ?", id)
}

// Exists implements store.Store.
func (t *table) Exists(id int64) bool {
	there, _ := mapper.First(t.db, func(b *bool) []any { return []any{b} },
		"SELECT EXISTS (SELECT 1 FROM news WHERE id = ?)", id)
	return there
}

// Replace implements store.Store.
func (t *table) Replace(n store.News) {
	mapper.Exec(t.db, "UPDATE news SET author_id = ?, text = ?, country = ?, creation_time = ? WHERE id = ?",
		n.AuthorID, n.Text, n.Country, n.CreationTime, n.ID)
}

// Delete implements store.Store.
func (t *table) Delete(id int64) { mapper.Exec(t.db, "DELETE FROM news WHERE id = ?", id) }

// FindAll implements store.Store.
func (t *table) FindAll() []store.News {
	return mapper.All(t.db, row, "SELECT "+columns+" FROM news ORDER BY id")
}

// FindByCountry implements store.Store.
func (t *table) FindByCountry(country string) []store.News {
	return mapper.All(t.db, row, "SELECT "+columns+" FROM news WHERE country = ? ORDER BY id", country)
}

// FindByAuthor implements store.Store.
func (t *table) FindByAuthor(authorID string) []store.News {
	return mapper.All(t.db, row, "SELECT "+columns+" FROM news WHERE author_id = ? ORDER BY id", authorID)
}

// FindByCountryAndAuthor implements store.Store.
func (t *table) FindByCountryAndAuthor(country, authorID string) []store.News {
	return mapper.All(t.db, row, "SELECT "+columns+" FROM news WHERE country = ? AND author_id = ? ORDER BY id",
		country, authorID)
}
