// Package archive keeps the tests of a suite and its known faults in a folder, as text that people can read, review and
// merge.
//
// The folder "tests" has a file for each test, so that two branches that add tests do not change the same file. The
// file "faults.yaml" is the baseline of known faults. A search begins with these tests, and its suite keeps those that
// still cover a target of their own. During a search, the folder "run" holds the results so far.
//
// The calls of a test are kept by names and values, so a test survives a change of the schema: the problem uses the
// parts that the schema still has, and reports the losses (problem.Archivist).
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

// Test is a test of a suite in its archived form.
type Test struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
	Purpose string `json:"purpose"`
	// Ways are the outcomes of conditions that the text of the test names.
	Ways []suite.Way `json:"ways,omitempty"`
	// Outcomes are the outcomes of its steps, in order: "answers 404".
	Outcomes []string `json:"outcomes"`
	// Faults are the keys of the faults that the test shows.
	Faults []string `json:"faults,omitempty"`
	// Left are assertions that are left out, because other assertions notice every mutant that they notice.
	Left []suite.Assertion `json:"left,omitempty"`
	// Form says how the test is written. It is nil in archives of versions that did not keep it.
	Form *suite.Form `json:"form,omitempty"`
	// Written is a digest of the actions and assertions of the test, to detect changes.
	Written string `json:"written"`
	// Case is the test in the encoding of its problem.
	Case json.RawMessage `json:"case"`
}

// New returns the archived form of a test. plain is the test in the encoding of its problem.
func New(t *suite.Test, plain []byte) (*Test, error) {
	out := &Test{Version: version, Name: t.Name, Purpose: t.Purpose, Ways: t.Ways, Form: t.Form, Case: plain}
	for i := range t.Steps {
		out.Outcomes = append(out.Outcomes, t.Steps[i].Outcome())
		if &t.Steps[i] == t.Last() {
			break // the other steps only tidy up
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

// Leave removes from a test the assertions that its archived form leaves out. It reports whether the test then equals
// the archived one; otherwise it changes nothing.
func (t *Test) Leave(s *suite.Test) bool {
	same := s.Clone()
	same.LeaveOut(t.Left)
	if written, err := digest(&same); err != nil || written != t.Written {
		return false
	}
	*s = same
	return true
}

// digest returns a short digest of the actions and assertions of a test.
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

// Lasting returns the key of a fault without line numbers, which change with each edit of the program.
func Lasting(key string) string { return position().ReplaceAllString(key, "") }

// Archive is the content of a folder.
type Archive struct {
	// Tests are the tests, sorted by name.
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

// ErrFormat is the error for a file of the archive that cannot be parsed.
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

// Write writes the tests and the baseline into a folder. It does not touch files whose content stays the same, and
// removes the files of other tests.
func (a *Archive) Write(dir string) error {
	into := filepath.Join(dir, testsDir)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	names := map[string]bool{}
	for i := range a.Tests {
		name := fileName(a.Tests[i].Name)
		for n := 2; names[strings.ToLower(name)]; n++ { // file names must differ in more than case
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

// plainName matches names that every file system allows.
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

// replace writes a file atomically, unless it already has the same content.
func replace(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	err := os.WriteFile(name+".new", data, 0o644)
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		_ = os.Remove(name + ".new") // only the first error is returned
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}
