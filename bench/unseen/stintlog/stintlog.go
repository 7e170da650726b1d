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

// New returns a service without projects and stints, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	return newHandler(&service{repo: newMemory(bug), bug: bug})
}
