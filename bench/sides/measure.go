package sides

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/bench/sides/tally"
	"github.com/evoke-go/evoke/internal/instrument"
)

// mainFile is a file that exists in the build only.
const mainFile = "zz_evoke_sides_test.go"

const mainText = `package %s

import (
	"os"
	"testing"

	"github.com/evoke-go/evoke/bench/sides/tally"
)

func TestMain(m *testing.M) { os.Exit(tally.Main(m)) }
`

// Measure runs the tests in a folder of this module on a build whose packages
// (import paths or patterns of them) have probes, and returns which sides of
// conditions they saw: in all tests together, and before them when the program
// began. Tests that fail count like others; when one ends the process there is
// nothing to return but an error. A folder whose tests have a TestMain of their
// own cannot be measured.
func Measure(ctx context.Context, dir string, packages []string) (Seen, error) {
	seen, err := measure(ctx, dir, packages)
	if err != nil {
		return nil, fmt.Errorf("sides: measure %s: %w", dir, err)
	}
	return seen, nil
}

func measure(ctx context.Context, dir string, packages []string) (seen Seen, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name, err := testPackage(dir)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "evoke-sides-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	out := filepath.Join(temp, "conditions.json")
	plan, err := instrument.Prepare(ctx, instrument.Options{
		Dir: dir, Test: true, Cover: packages,
		Files: map[string][]byte{filepath.Join(dir, mainFile): fmt.Appendf(nil, mainText, name)},
		Env:   append(os.Environ(), tally.Variable+"="+out),
	})
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	testErr := plan.Test(ctx, &log, "-count=1", ".")
	return result(out, testErr, log.String())
}

// testPackage returns the name of the package in a folder with tests.
func testPackage(dir string) (string, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return "", err
	}
	if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		return "", errors.New("no tests")
	}
	return p.Name, nil
}

// result reads what the tests wrote down.
func result(name string, testErr error, log string) (Seen, error) {
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the tests did not come to their end: %w\n%s", testErr, lastLines(log))
	}
	if err != nil {
		return nil, err
	}
	var all []tally.Condition
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("the tests have none of the packages in them, or these no conditions")
	}
	return newSeen(all), nil
}

// lastLines returns the end of what a program printed.
func lastLines(log string) string {
	const most = 30
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}
