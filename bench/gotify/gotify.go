// Package gotify wires the server of Gotify (github.com/gotify/server), which
// takes and delivers messages, with its database in memory.
package gotify

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/gotify/server/v2/config"
	"github.com/gotify/server/v2/database"
	"github.com/gotify/server/v2/mode"
	"github.com/gotify/server/v2/model"
	"gorm.io/gorm/logger"

	"github.com/evoke-go/evoke/bench/gotify/router"
)

//go:embed testdata/spec.json
var schema []byte

// Schema returns the Swagger 2.0 document of the service.
func Schema() []byte { return schema }

const (
	admin         = "admin" // its name and its password
	adminToken    = "Cevoke.bench.01"
	weakestBcrypt = 4
	pingPeriod    = 45 // seconds, the default of the service, which a ticker takes; 0 would end the process
)

// quieten ends the access log, which is a setting of the whole process.
var quieten = sync.OnceFunc(func() {
	mode.Set(mode.Prod)
	gin.DefaultWriter = io.Discard
	gin.DefaultErrorWriter = io.Discard
})

// handler is the server with what it holds.
type handler struct {
	http.Handler
	db     *database.GormDatabase
	stop   func()
	images string
	state  snapshot
}

// New returns the handler of a server with the administrator admin, password
// admin, who has one client with a known token. Each New leaves two goroutines
// behind that Close cannot end, so prefer Reset. It panics if the pinned
// version cannot be wired this way.
func New() http.Handler {
	quieten()
	h, err := wire()
	if err != nil {
		panic(fmt.Errorf("gotify: %w", err))
	}
	return h
}

func wire() (*handler, error) {
	images, err := os.MkdirTemp("", "gotify-images-")
	if err != nil {
		return nil, err
	}
	// The database uses one connection, so a private one in memory will do.
	db, err := database.New("sqlite3", ":memory:", admin, admin, weakestBcrypt, true)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(images))
	}
	db.DB.Logger = logger.Discard // it prints queries that a busy machine made slow
	if err := watch(db); err != nil {
		return nil, errors.Join(err, os.RemoveAll(images))
	}
	h := &handler{db: db, images: images}
	// The service puts names behind the folder as it is.
	settings := &config.Configuration{PassStrength: weakestBcrypt, UploadedImagesDir: images + string(os.PathSeparator),
		Registration: true}
	settings.Server.Stream.PingPeriodSeconds = pingPeriod
	h.Handler, h.stop = router.Create(db, &model.VersionInfo{}, settings)
	if err := h.seed(); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// seed makes the client of the administrator and remembers the state.
func (h *handler) seed() error {
	owner, err := h.db.GetUserByName(admin)
	if err != nil {
		return err
	}
	if err := h.db.CreateClient(&model.Client{Token: adminToken, UserID: owner.ID, Name: "bench"}); err != nil {
		return err
	}
	h.state, err = takeSnapshot(h.db)
	return err
}

// Reset puts the tables back as they were after New and deletes the images.
func (h *handler) Reset() error {
	files, err := os.ReadDir(h.images)
	if err != nil {
		return fmt.Errorf("gotify: reset: %w", err)
	}
	for _, f := range files {
		if err := os.RemoveAll(h.images + string(os.PathSeparator) + f.Name()); err != nil {
			return fmt.Errorf("gotify: reset: %w", err)
		}
	}
	if err := h.state.restore(h.db); err != nil {
		return fmt.Errorf("gotify: reset: %w", err)
	}
	return nil
}

// Close frees the database and the images.
func (h *handler) Close() error {
	h.stop()
	h.db.Close()
	return os.RemoveAll(h.images)
}
