package instrument

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// Reasons why a program cannot be instrumented. The errors of this package wrap one of these where one applies, and
// have one line each.
var (
	// ErrNoGo says that there is no go command in PATH.
	ErrNoGo = errors.New("no go command in PATH")
	// ErrNoSource says that the folder holds no module: the program runs
	// without its source.
	ErrNoSource = errors.New("no source")
	// ErrNoPackage says that a package was not found.
	ErrNoPackage = errors.New("package not found")
	// ErrNoRuntime says that the program cannot import the package that
	// holds the probes.
	ErrNoRuntime = errors.New("the runtime of the probes is not among the modules")
	// ErrCompile says that the program does not compile as it is.
	ErrCompile = errors.New("the code does not compile")
	// ErrNoSum says that go.sum lacks an entry.
	ErrNoSum = errors.New("missing go.sum entry")
	// ErrFetch says that a module could not be fetched: by the network, or by the settings for it.
	ErrFetch = errors.New("a module could not be fetched (by the network, or the proxy that GOPROXY names)")
	// ErrNoSpace says that the disk of the cache or of the go command is full.
	ErrNoSpace = errors.New("no space left")
	// ErrCache says that the cache folder cannot be written.
	ErrCache = errors.New("the cache cannot be written")
	// ErrReplacement says that a row of Options.Replacements names nothing, or
	// a function that does not fit.
	ErrReplacement = errors.New("replacement")
	// ErrFlags says that build flags or environment cannot be combined with
	// instrumentation.
	ErrFlags = errors.New("build flags")
)

// position matches the place at the beginning of a message of the go command. inCode matches a place in Go code, and
// not in go.mod or go.work.
var (
	position = regexp.MustCompile(`^(.*?\.[a-zA-Z]+):(\d+)(:\d+)?: `)
	inCode   = regexp.MustCompile(`^.*?\.(go|s|S|c|h|cc|cpp|cxx|m):\d+`)
)

// unfetched matches messages about modules that the go command could not fetch.
var unfetched = regexp.MustCompile(`: reading https?://\S+: |: Get "https?://|: dial tcp|` +
	`module lookup disabled by GOPROXY`)

// toolError makes a one-line error of the output of the go command, which wraps the error of its kind. The go command
// names files relative to dir; the error has absolute paths.
func toolError(output, dir string) error {
	line := mostUseful(output)
	text := absolute(line, dir)
	contains := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(output, part) {
				return true
			}
		}
		return false
	}
	switch {
	case fullDisk(output):
		return fmt.Errorf("%w: %s", ErrNoSpace, text)
	case unfetched.MatchString(output):
		return fmt.Errorf("%w: %s", ErrFetch, text)
	case contains("missing go.sum entry"):
		return fmt.Errorf("%w: %s", ErrNoSum, strings.TrimPrefix(text, "missing go.sum entry for "))
	case contains("go.mod file not found", "cannot find main module", "no modules were found"):
		return fmt.Errorf("%w: %s", ErrNoSource, text)
	case contains("no required module provides", "cannot find module providing", "directory not found", "is not in std",
		"cannot find package", "matched no packages", "main module (", "no Go files in",
		"build constraints exclude all Go files"):
		return fmt.Errorf("%w: %s", ErrNoPackage, text)
	case contains("$GOFLAGS", "flag provided but not defined", "reading overlay", "inconsistent vendoring",
		"-mod may only be set",
		"in workspace mode"):
		return fmt.Errorf("%w: %s", ErrFlags, text)
	case inCode.MatchString(line):
		return fmt.Errorf("%w: %s", ErrCompile, text)
	}
	return errors.New(text)
}

// mostUseful returns the most useful line of the go command's output: the first line with a position, else the first
// line. If that line announces the next one ("to add it:"), it returns both.
func mostUseful(output string) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "go: downloading ") &&
			!strings.HasPrefix(line, "warning: ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "the go command failed without a word"
	}
	at := max(0, slices.IndexFunc(lines, position.MatchString))
	line := strings.TrimPrefix(lines[at], "go: ")
	for at++; strings.HasSuffix(line, ":") && at < len(lines); at++ {
		line += " " + lines[at]
	}
	return line
}

// absolute makes the file name at the beginning of a line absolute.
func absolute(line, dir string) string {
	m := position.FindStringSubmatch(line)
	if m == nil || filepath.IsAbs(m[1]) {
		return line
	}
	return filepath.Join(dir, m[1]) + line[len(m[1]):]
}

// fullDisk recognises a full disk by the messages of Unix and Windows, which may also be in the output of the go
// command.
func fullDisk(text string) bool {
	return strings.Contains(text, "no space left on device") || strings.Contains(text, "disk quota exceeded") ||
		strings.Contains(text, "not enough space on the disk")
}

// cacheError wraps an error of writing into the cache.
func cacheError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || fullDisk(err.Error()) {
		return fmt.Errorf("%w: %w", ErrNoSpace, err)
	}
	return fmt.Errorf("%w: %w", ErrCache, err)
}

// Note says what was not instrumented, and why.
type Note struct {
	Where  string // "dir/file.go:12:3", a file or an import path
	Reason string // one line
}
