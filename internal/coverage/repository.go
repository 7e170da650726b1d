package coverage

import (
	"os"
	"path/filepath"
)

// InRepository returns the path of a folder relative to the root of its repository, with slashes. The root is the
// nearest folder above that has .git, or else go.mod. It returns "" if there is neither.
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

// above returns the nearest folder, from a folder upwards, that has an entry with this name, "" for none.
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
