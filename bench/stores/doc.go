// Package stores holds tests that need databases.
package stores
