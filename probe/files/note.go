package files

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/probe/aside"
)

// Touch is something that the program did to a file outside of its folders.
type Touch struct {
	// Function is the function that it called, as in "os.RemoveAll".
	Function string
	// Path is the file, without links in its path.
	Path string
	// Place is who called: "shop.clean (shop.go:12)".
	Place string
	// Refused says that the file was not deleted.
	Refused bool
}

// String says in a line what the program did.
func (t *Touch) String() string {
	text := "the program changes files outside of its own folders: " + t.Function + " of " +
		strconv.Quote(t.Path) + " in " + t.Place
	if t.Refused {
		text += " (refused here; go test does not refuse it)"
	}
	return text
}

// bounds are the folders of this process.
type bounds struct {
	own       string   // "" for a process without folders of its own
	protected []string // nothing that holds one of these, or is one, is deleted
	sources   string   // nothing in it is deleted

	mu   aside.Mutex
	seen map[string]bool // places that were noted
}

// process are the bounds of this process.
var process = newBounds()

func newBounds() *bounds {
	b := &bounds{seen: map[string]bool{}}
	own, from := os.Getenv(scratch.OwnVariable), os.Getenv(scratch.FromVariable)
	if own == "" {
		return b
	}
	b.own, b.sources = actual(own), scratch.Project(actual(from))
	b.protected = []string{b.sources, actual(filepath.Dir(own)), actual(filepath.Dir(filepath.Dir(own)))}
	if home, err := os.UserHomeDir(); err == nil {
		b.protected = append(b.protected, actual(home))
	}
	return b
}

// actual returns a path without links, or as it is if there is no such file.
func actual(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil {
		return found
	}
	return path
}

// protects reports whether the deletion of a file or folder is refused.
func (b *bounds) protects(at string) bool {
	return below(at, b.sources) || slices.ContainsFunc(b.protected, func(folder string) bool {
		return below(folder, at)
	})
}

// noted notes a change if it was made, and returns the error.
func (b *bounds) noted(function, at string, err error) error {
	if err == nil {
		b.note(function, at, false)
	}
	return err
}

// mostNotes is how many places a process notes.
const mostNotes = 100

// noteName is the name of the file of notes, which the processes of a run share.
const noteName = "touched"

// note adds a line to the notes, once for each place.
func (b *bounds) note(function, at string, refused bool) {
	if at == "" {
		return
	}
	t := Touch{Function: function, Path: at, Place: caller(), Refused: refused}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := t.Function + t.Place
	if b.seen[key] || len(b.seen) >= mostNotes {
		return
	}
	b.seen[key] = true
	line, err := json.Marshal(&t)
	if err != nil {
		return
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(b.own), noteName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write(append(line, '\n')) // the program goes on as it would
	_ = f.Close()
}

// caller returns the place of the program that called this package.
func caller() string {
	var pc [16]uintptr
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "github.com/evoke-go/evoke/probe/files.") ||
			strings.HasSuffix(f.File, "_test.go") {
			return path.Base(f.Function) + " (" + path.Base(filepath.ToSlash(f.File)) + ":" + strconv.Itoa(f.Line) + ")"
		}
		if !more {
			return ""
		}
	}
}

// Touched returns what the processes of a run noted in its folder, once for each
// place, by the place.
func Touched(run string) []Touch {
	f, err := os.Open(filepath.Join(run, noteName))
	if err != nil {
		return nil // nothing was noted
	}
	defer f.Close()
	var out []Touch
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var t Touch
		same := func(o Touch) bool { return o.Function == t.Function && o.Place == t.Place }
		if json.Unmarshal(lines.Bytes(), &t) == nil && !slices.ContainsFunc(out, same) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b Touch) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Function, b.Function))
	})
	return out
}
