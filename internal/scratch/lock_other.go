//go:build !unix || solaris || aix

package scratch

import (
	"errors"
	"io/fs"
	"os"
)

// errNoLocks says that the system has no locks that this package uses.
var errNoLocks = errors.New("no locks here")

// locked returns errNoLocks: folders of a killed run stay until the temporary files of the system are removed.
func locked(string, int) (*os.File, error) { return nil, errNoLocks }

// ownedByUser reports whether a file belongs to the user of this process. The
// folder for temporary files of this system is the user's own.
func ownedByUser(fs.FileInfo) bool { return true }
