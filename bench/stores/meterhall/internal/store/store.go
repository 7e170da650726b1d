// Package store reads and writes the rows of the customer desk.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

// Rows that are missing, and keys that are there already.
var (
	ErrMissing   = gorm.ErrRecordNotFound
	ErrDuplicate = gorm.ErrDuplicatedKey
)

// Store is the database, or a transaction of it.
type Store struct {
	// SQL is the database below, nil of a transaction.
	SQL *sql.DB
	db  *gorm.DB
}

// Open makes a database in memory with all tables, which are empty.
func Open() (*Store, error) {
	db, err := gorm.Open(sqlite.Open("file::memory:?_pragma=foreign_keys(1)"), &gorm.Config{
		Logger: logger.Default.LogMode(logger.Silent), TranslateError: true,
	})
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	sqlDB, err := db.DB()
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	sqlDB.SetMaxOpenConns(1) // each connection to :memory: has a database of its own
	if err := db.AutoMigrate(model.All()...); err != nil {
		return nil, errors.Join(fmt.Errorf("making the tables: %w", err), sqlDB.Close())
	}
	return &Store{sqlDB, db}, nil
}

// Within runs a function in a transaction, which an error takes back.
func (s *Store) Within(ctx context.Context, do func(*Store) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return do(&Store{db: tx}) })
}

// Clear deletes all rows.
func (s *Store) Clear() error {
	return s.db.Transaction(func(tx *gorm.DB) error {
		all := model.All()
		for i := len(all) - 1; i >= 0; i-- {
			if err := tx.Unscoped().Where("1 = 1").Delete(all[i]).Error; err != nil {
				return fmt.Errorf("clearing the tables: %w", err)
			}
		}
		return tx.Exec("DELETE FROM sqlite_sequence").Error // ids begin with 1 again
	})
}

// find returns the row that a query finds first.
func find[Row any](query *gorm.DB) (Row, error) {
	var row Row
	err := query.First(&row).Error
	return row, err
}

// list returns all rows that a query finds.
func list[Row any](query *gorm.DB) ([]Row, error) {
	rows := []Row{}
	err := query.Find(&rows).Error
	return rows, err
}

// exists reports whether a query finds a row.
func exists(query *gorm.DB) (bool, error) {
	var n int64
	err := query.Limit(1).Count(&n).Error
	return n > 0, err
}

// Create inserts a row.
func (s *Store) Create(ctx context.Context, row any) error {
	return s.db.WithContext(ctx).Create(row).Error
}

// Save writes a row that was read.
func (s *Store) Save(ctx context.Context, row any) error {
	return s.db.WithContext(ctx).Omit("Customer", "Meter", "Tariff").Save(row).Error
}
