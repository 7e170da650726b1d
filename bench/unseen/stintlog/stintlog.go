// Package stintlog is a REST service for timesheets: crews log stints of work on projects, submit their weeks, and
// leads approve them for the payroll. Handlers know HTTP, the service knows the rules, the repository keeps the data.
package stintlog

import (
	_ "embed" // the document of the service
	"net/http"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// New returns a handler with an empty store. n is the number of its bug in BUGS.md; 0 is the healthy service.
func New(bug int) http.Handler {
	return newHandler(&service{repo: newMemory(bug), bug: bug})
}
