// Package output is the contract of the writers; each writer is a package below it.
package output

import "github.com/evoke-go/evoke/suite"

// Writer turns a suite into files. It touches no disk, and the same suite
// always gives the same bytes.
type Writer interface {
	Files(s *suite.Suite) ([]suite.File, error)
}
