package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"slices"
	"strconv"
	"strings"
)

// Executed returns how many statements of some packages, patterns of the go command,
// this process executed since the counters were cleared, and how many there are. The
// process has to be built with -cover and -covermode=atomic. What it reads is left in
// the folder dir, which has to exist.
func Executed(dir string, packages []string) (executed, all int, err error) {
	if err := errors.Join(coverage.WriteMetaDir(dir), coverage.WriteCountersDir(dir)); err != nil {
		return 0, 0, err
	}
	profile := filepath.Join(dir, "profile")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+dir,
		"-o="+profile).CombinedOutput(); err != nil {
		return 0, 0, fmt.Errorf("covdata: %w\n%s", err, out)
	}
	content, err := os.ReadFile(profile)
	if err != nil {
		return 0, 0, err
	}
	return Statements(content, packages)
}

// Statements counts the statements of some packages in a profile of the go command.
func Statements(profile []byte, packages []string) (executed, all int, err error) {
	for line := range bytes.Lines(profile) {
		fields := strings.Fields(string(line)) // place, statements, count
		of := func(p string) bool {
			p, below := strings.CutSuffix(p, "...")
			return strings.HasPrefix(string(line), p) &&
				(below || !strings.Contains(strings.TrimPrefix(fields[0], p+"/"), "/"))
		}
		if len(fields) != 3 || !slices.ContainsFunc(packages, of) {
			continue
		}
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			return 0, 0, fmt.Errorf("profile: %w", err)
		}
		all += n
		if fields[2] != "0" {
			executed += n
		}
	}
	return executed, all, nil
}
