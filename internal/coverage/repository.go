package coverage

import (
	"os"
	"path/filepath"
)

// InRepository is the path of a folder from the root of its repository, with slashes: from the
// nearest folder above that holds .git, or else go.mod. It is "" if there is neither.
func InRepository(dir string) string {
	at, err := filepath.Abs(dir)
	if dir == "" || err != nil {
		return ""
	}
	for _, mark := range []string{".git", "go.mod"} {
		if root := above(at, mark); root != "" {
			if from, err := filepath.Rel(root, at); err == nil {
				return filepath.ToSlash(from)
			}
		}
	}
	return ""
}

// above returns the nearest folder that holds a name, from a folder upwards, "" for
// none.
func above(dir, name string) string {
	for {
		if _, missing := os.Stat(filepath.Join(dir, name)); missing == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
