package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// strays are files that processes hold open for writing outside of their folders.
type strays struct {
	looks int
	seen  []string
}

// mostLooks is how often a search looks for strays, and mostStrays how many it reports.
const (
	mostLooks  = 20
	mostStrays = 5
)

// look notes the files that a process holds open for writing, if the operating system shows them.
func (b *build) look(pid int) {
	if pid == 0 || b.strays.looks >= mostLooks {
		return
	}
	b.strays.looks++
	b.mu.Lock()
	own := ""
	if b.folder != nil {
		own, _ = filepath.EvalSymlinks(b.folder.Dir)
	}
	b.mu.Unlock()
	for _, path := range written(pid) {
		if own != "" && !strings.HasPrefix(path, own+string(filepath.Separator)) &&
			!slices.Contains(b.strays.seen, path) {
			b.strays.seen = append(b.strays.seen, path)
		}
	}
}

// written returns the files that a process has opened for writing, from /proc.
func written(pid int) (paths []string) {
	process := filepath.Join("/proc", strconv.Itoa(pid))
	open, _ := os.ReadDir(filepath.Join(process, "fd"))
	for _, e := range open {
		path, err := os.Readlink(filepath.Join(process, "fd", e.Name()))
		if err != nil || !filepath.IsAbs(path) || strings.HasPrefix(path, "/proc/") {
			continue
		}
		about, _ := os.ReadFile(filepath.Join(process, "fdinfo", e.Name()))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && writes(string(about)) {
			paths = append(paths, path)
		}
	}
	return paths
}

// writes reports whether the flags of an open file, as Linux shows them, are those for writing.
func writes(about string) bool {
	for line := range strings.Lines(about) {
		if text, ok := strings.CutPrefix(line, "flags:"); ok {
			flags, err := strconv.ParseInt(strings.TrimSpace(text), 8, 64)
			return err == nil && flags&int64(os.O_WRONLY|os.O_RDWR) != 0
		}
	}
	return false
}

// warnings tell of the files.
func (s *strays) warnings() (lines []string) {
	slices.Sort(s.seen)
	for _, path := range s.seen[:min(len(s.seen), mostStrays)] {
		lines = append(lines, fmt.Sprintf("the program writes to %s, which no reset puts back and which "+
			"keeps what the search wrote: have it use the folder {dir}, by an argument or a variable, "+
			"such as HOME={dir}", path))
	}
	return lines
}
