package billing

import (
	"errors"
	"net/http"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// open makes a database in memory.
func open() (*gorm.DB, error) {
	db, err := gorm.Open(sqlite.Open(":memory:"), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		return nil, err
	}
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	if err := db.AutoMigrate(&customer{}, &invoice{}, &line{}, &payment{}); err != nil {
		return nil, err
	}
	return db, nil
}

// empty removes all rows; numbers of elements begin with 1 again.
func empty(db *gorm.DB) error {
	for _, of := range []string{"customers", "invoices", "lines", "payments", "sqlite_sequence"} {
		if err := db.Exec("DELETE FROM " + of).Error; err != nil {
			return err
		}
	}
	return nil
}

// one returns the row of a number, refused by 404 if there is none.
func one[T any](db *gorm.DB, id int) (*T, error) {
	var out T
	err := db.First(&out, id).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, kit.Refuse(http.StatusNotFound, "there is none")
	}
	return &out, err
}
