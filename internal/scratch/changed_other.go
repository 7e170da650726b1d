//go:build !linux

package scratch

import "errors"

// changedAt returns 0: the time of the last change is not known on this system, and each process gets a new box.
func changedAt(string) int64 { return 0 }

// named returns an error: some systems would give the name to the file that the link leads to.
func named(_, _ string) error { return errors.ErrUnsupported }
