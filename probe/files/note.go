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

// Touch is a change that the program made to a file outside of its folders.
type Touch struct {
	// Function is the function that the program called, such as "os.RemoveAll".
	Function string
	// Path is the path of the file, without symbolic links.
	Path string
	// Place is the caller: "shop.clean (shop.go:12)".
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

// bounds are the folders of a process, and the notes that it has made.
type bounds struct {
	own       string   // "" for a process without folders of its own
	protected []string // these folders, and all that hold one of them, are not deleted
	sources   string   // nothing in this folder is deleted

	mu   aside.Mutex
	seen map[string]bool // places that are noted already
}

// process has the bounds of this process.
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

// actual returns a path without symbolic links, or the path as it is if there is no such file.
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

// noteIfDone notes a change unless err is an error, and returns err.
func (b *bounds) noteIfDone(function, at string, err error) error {
	if err == nil {
		b.note(function, at, false)
	}
	return err
}

// mostNotes is the number of places that a process notes.
const mostNotes = 100

// noteName is the name of the file with the notes of all processes of a run.
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
	_, _ = f.Write(append(line, '\n')) // the program must not notice an error
	_ = f.Close()
}

// caller returns the place in the program that called this package.
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

// Touched returns the notes of the processes of a run, whose folder is run: each place once, sorted by place.
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
