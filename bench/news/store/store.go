// Package store has the rows of rest-news, and a store of them in memory.
package store

import "time"

// News is a row of the table. Its creation time cannot be null.
type News struct {
	ID           int64
	AuthorID     string
	Text         string
	Country      string
	CreationTime time.Time
}

// Store keeps the news, and returns them in the order of ids. It has many
// methods, as it is one table: a method for each statement of the service. There
// are no errors, as there were none in the signatures of the original: a failure
// of the database is thrown to the framework.
type Store interface {
	// Clear deletes all news and lets ids start at 1 again.
	Clear()
	// Insert stores a news under a new id, and returns the id.
	Insert(n News) int64
	Find(id int64) (News, bool)
	Exists(id int64) bool
	// Replace replaces a news that exists, Delete removes it.
	Replace(n News)
	Delete(id int64)

	FindAll() []News
	// FindByCountry returns the news of a country, of exactly this name.
	FindByCountry(country string) []News
	FindByAuthor(authorID string) []News
	FindByCountryAndAuthor(country, authorID string) []News
}
