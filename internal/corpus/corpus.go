// Package corpus exchanges inputs with the fuzzer of the go command. An input of a generated fuzz test has two values:
// a test as a text, and bytes that say how to change it. The package writes the texts, and makes tests of the failing
// inputs that the fuzzer left in testdata/fuzz.
package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// version is the first line of a file of the fuzzer.
const version = "go test fuzz v1"

// Read reads the inputs below a folder such as testdata/fuzz, and returns each as an archived test of a REST problem.
// It leaves out files that are no inputs of a generated fuzz test. For a folder that does not exist it returns nothing.
func Read(dir string) (tests [][]byte, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "Fuzz*", "*"))
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) || isFolder(name) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("corpus: %w", err)
		}
		if test, change, ok := parse(string(data)); ok {
			if plain := archived(fuzzDecode(test, change)); plain != nil {
				tests = append(tests, plain)
			}
		}
	}
	return tests, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// parse reads a file of the fuzzer: its version, a string and a []byte.
func parse(file string) (test string, change []byte, ok bool) {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(file, "\r\n", "\n")), "\n")
	if len(lines) != 3 || lines[0] != version {
		return "", nil, false
	}
	test, ok = unquote(lines[1], "string(")
	text, also := unquote(lines[2], "[]byte(")
	return test, []byte(text), ok && also
}

func unquote(line, conversion string) (string, bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), conversion)
	text, end := strings.CutSuffix(text, ")")
	out, err := strconv.Unquote(text)
	return out, ok && end && err == nil
}
