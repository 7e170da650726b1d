// Package ach wires the ACH server of Moov (github.com/moov-io/ach), which
// reads and writes files of the American clearing house network.
package ach

import (
	_ "embed"
	"net/http"

	"github.com/go-kit/log"
	"github.com/moov-io/ach/server"
	baselog "github.com/moov-io/base/log"
)

//go:embed testdata/openapi.yaml
var schema []byte

// Schema returns the OpenAPI 3.0 document of the service.
func Schema() []byte { return schema }

// New returns the handler of a server that has no files, in memory.
func New() http.Handler {
	repository := server.NewRepositoryInMemory(0, baselog.NewNopLogger())
	return server.MakeHTTPHandler(server.NewService(repository), repository, log.NewNopLogger())
}
