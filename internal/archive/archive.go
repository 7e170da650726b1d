// Package archive keeps the tests of a suite and its known faults in a folder,
// as text that people read, review and merge.
//
// The folder has a file for each test below "tests", so that two branches that
// add tests do not meet in one file, and the baseline of known faults in
// "faults.yaml". A search begins with the tests, and its suite keeps those that
// still earn their place. While a search runs, the folder "run" holds what it
// found so far.
//
// The calls of a test are kept by names and values, so a test survives a change of the schema: the problem takes
// what the schema still has, and names the losses (problem.Archivist).
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// version is the version of the format of a test's file.
const version = 1

// The parts of the folder.
const (
	testsDir   = "tests"
	faultsName = "faults.yaml"
	extension  = ".json"
)

// Test is a test of a suite in the form in which it is kept.
type Test struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
	Purpose string `json:"purpose"`
	// Ways are the outcomes of conditions that its text names.
	Ways []suite.Way `json:"ways,omitempty"`
	// Outcomes are what its steps came to, in order: "answers 404".
	Outcomes []string `json:"outcomes"`
	// Faults are the keys of the faults that it shows.
	Faults []string `json:"faults,omitempty"`
	// Left are assertions that the test does without, because they notice nothing
	// that others do not notice.
	Left []suite.Assertion `json:"left,omitempty"`
	// Form says how the test is written. It is nil in an archive of a time before
	// that was kept.
	Form *suite.Form `json:"form,omitempty"`
	// Written is a digest of what the test does and asserts. It tells whether the
	// test has changed.
	Written string `json:"written"`
	// Case is the test itself, in the form of its problem.
	Case json.RawMessage `json:"case"`
}

// New returns the archived form of a test of a suite. plain is the test in the
// form of its problem.
func New(t *suite.Test, plain []byte) (*Test, error) {
	out := &Test{Version: version, Name: t.Name, Purpose: t.Purpose, Ways: t.Ways, Form: t.Form, Case: plain}
	for i := range t.Steps {
		out.Outcomes = append(out.Outcomes, t.Steps[i].Outcome())
		if &t.Steps[i] == t.Last() {
			break // the others tidy up
		}
	}
	for i := range t.Faults {
		out.Faults = append(out.Faults, Lasting(t.Faults[i].Key))
	}
	var err error
	if out.Written, err = digest(t); err != nil {
		return nil, fmt.Errorf("archive: test %s: %w", t.Name, err)
	}
	return out, nil
}

// Leave leaves out of a test of a suite what its archived form does without, and
// reports whether the test is then what it was. Else it changes nothing.
func (t *Test) Leave(s *suite.Test) bool {
	same := s.Clone()
	same.LeaveOut(t.Left)
	if written, err := digest(&same); err != nil || written != t.Written {
		return false
	}
	*s = same
	return true
}

// digest returns a short digest of what a test does and asserts.
func digest(t *suite.Test) (string, error) {
	data, err := json.Marshal(t.Steps)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6]), nil
}

// position matches the line of a place in a program.
var position = lazyregexp.New(`:\d+(:\d+)?`)

// Lasting returns the key of a fault without lines, which change with each edit
// of the program.
func Lasting(key string) string { return position().ReplaceAllString(key, "") }

// Archive is the content of a folder.
type Archive struct {
	// Tests are sorted by name.
	Tests []Test
	// Known are the known faults. It is nil if there is no baseline.
	Known *Baseline
}

// Read reads a folder. A folder that does not exist is an empty archive.
func Read(dir string) (*Archive, error) {
	a := &Archive{}
	entries, err := os.ReadDir(filepath.Join(dir, testsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("archive: %w", err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != extension {
			continue
		}
		t, err := readTest(filepath.Join(dir, testsDir, e.Name()))
		if err != nil {
			return nil, err
		}
		a.Tests = append(a.Tests, *t)
	}
	slices.SortFunc(a.Tests, func(a, b Test) int { return strings.Compare(a.Name, b.Name) })
	if a.Known, err = readBaseline(filepath.Join(dir, faultsName)); err != nil {
		return nil, err
	}
	return a, nil
}

// ErrFormat means that a file of the archive cannot be understood.
var ErrFormat = errors.New("archive: not understood")

func readTest(name string) (*Test, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	t := &Test{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("%w: %s: %w; mend it, or remove it to have the test searched anew", ErrFormat, name, err)
	}
	if t.Version != version || t.Name == "" || len(t.Case) == 0 {
		return nil, fmt.Errorf("%w: %s is of version %d, and this is version %d of the format",
			ErrFormat, name, t.Version, version)
	}
	return t, nil
}

// Write makes a folder hold the tests and the baseline. It touches no file whose
// content stays the same, and removes the files of other tests.
func (a *Archive) Write(dir string) error {
	into := filepath.Join(dir, testsDir)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	names := map[string]bool{}
	for i := range a.Tests {
		name := fileName(a.Tests[i].Name)
		for n := 2; names[strings.ToLower(name)]; n++ { // some file systems ignore case
			name = fmt.Sprintf("%s_%d", fileName(a.Tests[i].Name), n)
		}
		names[strings.ToLower(name)] = true
		data, err := encode(&a.Tests[i])
		if err != nil {
			return err
		}
		if err := replace(filepath.Join(into, name+extension), data); err != nil {
			return err
		}
	}
	if err := removeOthers(into, names); err != nil {
		return err
	}
	if a.Known == nil {
		return nil
	}
	data, err := a.Known.encode()
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, faultsName), data)
}

func encode(t *Test) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(t); err != nil {
		return nil, fmt.Errorf("archive: test %s: %w", t.Name, err)
	}
	return escape.JSON(b.Bytes()), nil
}

// plainName is a name that every file system takes.
var plainName = lazyregexp.New(`^[A-Za-z0-9_]{1,120}$`)

// fileName returns the name of the file of a test, without its extension.
func fileName(test string) string {
	if plainName().MatchString(test) {
		return test
	}
	sum := sha256.Sum256([]byte(test))
	return "test_" + hex.EncodeToString(sum[:6])
}

// removeOthers removes the files of tests that have other names.
func removeOthers(dir string, names map[string]bool) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), extension)
		if ok && !names[strings.ToLower(name)] {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

// replace writes a file as a whole or not at all, and leaves one with the same
// content alone.
func replace(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	err := os.WriteFile(name+".new", data, 0o644)
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		_ = os.Remove(name + ".new") // the first error counts
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}
