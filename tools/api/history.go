package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/exp/apidiff"
)

// git runs a command of git in a folder and returns what it prints.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	content, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(problem.String()))
	}
	return strings.TrimRight(string(content), "\n"), nil
}

// released returns the commit of the last release, "" where it is not known: no
// tag and no version in the changelog, or a clone without its history.
func released(root string) string {
	if tag, err := git(root, "describe", "--tags", "--abbrev=0"); err == nil {
		if base, err := git(root, "merge-base", "HEAD", tag); err == nil {
			return base
		}
	}
	base, err := git(root, "log", "-1", "--format=%H", "-G", versionHeading, "--", changelog)
	if err != nil {
		return ""
	}
	return base
}

// checkChangelog holds that each commit since the last release that changes the
// list adds a line to the unreleased part of the changelog, or is told there by
// name now, and so does what is not committed yet.
func checkChangelog(root string) error {
	base := released(root)
	if base == "" {
		return nil
	}
	changed, err := git(root, "log", "--no-merges", "--format=%H", base+"..HEAD", "--", listFile)
	if err != nil {
		return err
	}
	for _, commit := range strings.Fields(changed) {
		before, beforeErr := git(root, "show", commit+"^:"+changelog)
		after, afterErr := git(root, "show", commit+":"+changelog)
		if err := errors.Join(beforeErr, afterErr); err != nil {
			return err
		}
		if !tells(before, after) && !toldLater(root, commit) {
			return fmt.Errorf("commit %.12s changes %s, but adds no line under \"Unreleased\" of %s",
				commit, listFile, changelog)
		}
	}
	return checkUncommitted(root)
}

// toldLater reports whether the changelog of today names all that a commit changed
// in the list, as it does when a line was forgotten and added.
func toldLater(root, commit string) bool {
	before, beforeErr := git(root, "show", commit+"^:"+listFile)
	after, afterErr := git(root, "show", commit+":"+listFile)
	today, err := os.ReadFile(filepath.Join(root, changelog))
	if errors.Join(beforeErr, afterErr, err) != nil {
		return false
	}
	told := strings.Join(unreleased(string(today)), "\n")
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range slices.Concat(old, now) {
		if slices.Contains(old, line) == slices.Contains(now, line) {
			continue
		}
		if name := changedName(line); name == "" || !strings.Contains(told, name) {
			return false
		}
	}
	return true
}

// lastName finds the names that a line of the list declares, after its kind, a
// receiver or a type.
var lastName = regexp.MustCompile(
	`^pkg \S+, (?:func|const|var|type|method \([^)]*\)) (\w+)(?: (?:struct|interface), (\w+))?`,
)

// changedName returns the name that a line of the list is about, "" for none.
func changedName(line string) string {
	m := lastName.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return cmp.Or(m[2], m[1])
}

func checkUncommitted(root string) error {
	if _, err := git(root, "diff", "--quiet", "HEAD", "--", listFile); err == nil {
		return nil
	}
	before, err := git(root, "show", "HEAD:"+changelog)
	if err != nil {
		return err
	}
	after, err := os.ReadFile(filepath.Join(root, changelog))
	if err != nil {
		return err
	}
	if !tells(before, string(after)) {
		return fmt.Errorf("%s differs from the last commit, but there is no new line under \"Unreleased\" of %s",
			listFile, changelog)
	}
	return nil
}

// tells reports whether the unreleased part of a changelog has a line that it
// had not before.
func tells(before, after string) bool {
	old := unreleased(before)
	return slices.ContainsFunc(unreleased(after), func(line string) bool { return !slices.Contains(old, line) })
}

// unreleased are the lines of a changelog between the heading "Unreleased" and
// the next one, without empty ones.
func unreleased(text string) (out []string) {
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "## "):
			inside = strings.EqualFold(strings.TrimSpace(line[3:]), "unreleased")
		case inside && line != "":
			out = append(out, line)
		}
	}
	return out
}

// classify prints what changed since the last release.
func classify(out io.Writer, root string, now *module) error {
	base := released(root)
	if base == "" {
		fmt.Fprintln(out, "api: no release to compare with")
		return nil
	}
	dir, err := os.MkdirTemp("", "api-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := checkOut(root, base, dir); err != nil {
		return err
	}
	before, err := load(dir)
	if err != nil {
		return err
	}
	changes := compare(before, now)
	if len(changes.Changes) == 0 {
		fmt.Fprintf(out, "api: no changes since %.12s\n", base)
		return nil
	}
	fmt.Fprintf(out, "api: changes since %.12s\n", base)
	return changes.Text(out)
}

// checkOut writes the files of a commit into a folder, and leaves the work tree
// and the index as they are.
func checkOut(root, commit, dir string) error {
	index := filepath.Join(dir, ".index")
	for _, args := range [][]string{{"read-tree", commit}, {"checkout-index", "--all", "--prefix=" + dir + "/"}} {
		cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index)
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, text)
		}
	}
	return nil
}

// compare judges the changes between two states of a module.
func compare(before, after *module) apidiff.Report {
	return apidiff.ModuleChanges(
		&apidiff.Module{Path: before.path, Packages: before.packages},
		&apidiff.Module{Path: after.path, Packages: after.packages})
}
