package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// coverage is what a suite executes of the files of a service, as c8 counts it. As in the
// study, src/server.js and src/app.js of ncs and scs do not count.
type coverage struct {
	Lines run.Share `json:"lines"`
	// Reachable are the lines that no comment says of that nothing reaches them.
	Reachable run.Share `json:"reachable"`
	// Branches have a whole that differs from run to run: V8 knows only those of
	// functions that ran. The study divides the mean by the largest whole of all runs.
	Branches run.Share `json:"branches"`
}

// unreachable marks a line that no call reaches. A brace below it is part of that.
const unreachable = "// unreachable: "

func marked(lines []string, line int) bool {
	if strings.TrimSpace(lines[line]) == "}" && line > 0 {
		line--
	}
	return strings.Contains(lines[line], unreachable)
}

// fileCoverage is what c8 says of a file, in the form of Istanbul: each line is a statement.
type fileCoverage struct {
	Path         string
	StatementMap map[string]struct{ Start struct{ Line int } }
	S            map[string]int
	B            map[string][]int
}

// count has c8 read counters that V8 wrote.
func (s service) count(ctx context.Context, tool, counters, out string) (coverage, error) {
	var c coverage
	tool, err := filepath.Abs(tool)
	if err != nil {
		return c, err
	}
	cmd := exec.CommandContext(ctx, "node", append([]string{
		filepath.Join(tool, "node_modules", "c8", "bin", "c8.js"), "report",
		"--temp-directory", counters, "--reports-dir", out, "--reporter", "json",
	}, s.app.files...)...)
	cmd.Dir = s.dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return c, fmt.Errorf("c8: %w: %s", err, text)
	}
	content, err := os.ReadFile(filepath.Join(out, "coverage-final.json"))
	if err != nil {
		return c, err
	}
	var files map[string]fileCoverage
	if err := json.Unmarshal(content, &files); err != nil {
		return c, fmt.Errorf("c8: %w", err)
	}
	for _, f := range files {
		if err := c.add(&f); err != nil {
			return c, err
		}
	}
	if c.Lines.Covered == 0 {
		return c, errors.New("c8: no line was reached")
	}
	return c, nil
}

// add counts a file.
func (c *coverage) add(f *fileCoverage) error {
	content, err := os.ReadFile(f.Path)
	if err != nil {
		return err
	}
	lines := strings.Split(string(content), "\n")
	for key, at := range f.StatementMap {
		covered := min(f.S[key], 1)
		c.Lines.All++
		c.Lines.Covered += covered
		switch {
		case !marked(lines, at.Start.Line-1):
			c.Reachable.All++
			c.Reachable.Covered += covered
		case covered > 0:
			return fmt.Errorf("%s:%d was reached, although a comment says that it is not", f.Path, at.Start.Line)
		}
	}
	for _, arms := range f.B {
		for _, n := range arms {
			c.Branches.All++
			c.Branches.Covered += min(n, 1)
		}
	}
	return nil
}
