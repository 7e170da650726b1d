package deliver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/suite"
)

// Writable returns an error if the output folder cannot be written to, so that
// a run fails before the search. It creates no folder that remains.
func Writable(dir string) error {
	if dir == "" {
		return nil
	}
	existing, err := existingPart(dir)
	if err != nil {
		return fmt.Errorf("evoke: output folder: %w", err)
	}
	f, err := os.CreateTemp(existing, ".evoke-*")
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // its path has a random name
		}
		return fmt.Errorf("evoke: output folder: %s cannot be written to: %w", existing, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// existingPart returns the folder, or its nearest parent that exists.
func existingPart(dir string) (string, error) {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch _, linked := os.Lstat(at); {
		case err == nil && !info.IsDir():
			return "", fmt.Errorf("%s is a file", at)
		case err == nil || at == filepath.Dir(at):
			return at, nil
		case linked == nil && errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("%s is a link to nothing", at)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return "", err
		}
	}
}

// reportName is the name of the report's file.
const reportName = "report.json"

// placed returns the files of a writer that have a free place inside the folder, and the reasons why the others are
// refused. others are the files of the other writers.
func placed(others, files []suite.File) (kept []suite.File, refused []string) {
	taken := map[string]bool{reportName: true}
	for i := range others {
		taken[path.Clean(others[i].Name)] = true
	}
	for i := range files {
		name := path.Clean(files[i].Name)
		why := ""
		switch {
		case !filepath.IsLocal(filepath.FromSlash(name)) || name == ".":
			why = "is no name of a file in the folder of the tests: it was not written"
		case taken[name]:
			why = "is the name of another file too: the first one was written"
		}
		if why != "" {
			refused = append(refused, fmt.Sprintf("%q %s", files[i].Name, why))
			continue
		}
		taken[name] = true
		kept = append(kept, files[i])
	}
	return kept, refused
}

// write writes the files into a folder. If there are files, it removes files that the writers left there in an earlier
// run. It does not touch files whose content stays the same. If one file cannot be written, it still writes the others.
// It returns the former files that it replaced or removed.
func write(dir string, writers []output.Writer, files []suite.File) (before []suite.File, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("evoke: write: %w", err)
	}
	var first error
	for i := range files {
		before = append(before, existing(dir, files[i].Name)...)
		if err := replace(filepath.Join(dir, filepath.FromSlash(files[i].Name)), &files[i]); first == nil {
			first = err
		}
	}
	if first != nil {
		return before, fmt.Errorf("evoke: write: %w", first)
	}
	if len(files) == 0 {
		return nil, nil // the suite of an earlier run stays
	}
	stale, err := output.Stale(writers, os.DirFS(dir), files)
	for _, name := range stale {
		before = append(before, existing(dir, name)...)
		err = errors.Join(err, os.Remove(filepath.Join(dir, filepath.FromSlash(name))))
	}
	if err != nil {
		return before, fmt.Errorf("evoke: write: %w", err)
	}
	return before, nil
}

// existing returns the file with a name in a folder, if there is one.
func existing(dir, name string) []suite.File {
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	return []suite.File{{Name: name, Content: content}}
}

// withdraw removes the written files, and restores the former ones. The suite then has no tests.
func (r *Result) withdraw(dir string) (err error) {
	for i := range r.Files {
		err = errors.Join(err, os.Remove(filepath.Join(dir, filepath.FromSlash(r.Files[i].Name))))
	}
	for i := range r.before {
		err = errors.Join(err, writeFile(filepath.Join(dir, filepath.FromSlash(r.before[i].Name)), r.before[i].Content))
	}
	r.Suite.Tests, r.Files = nil, nil
	r.Report.Files, r.Report.HowToRun = nil, ""
	return err
}

// replace writes a file unless the same content is already there. It does not
// overwrite a file that somebody else wrote under the same name.
func replace(name string, f *suite.File) error {
	old, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(old, f.Content):
		return nil
	case err == nil && f.Mark != "" && !bytes.Contains(old, []byte(f.Mark)):
		if err := writeFile(name+unwritten, f.Content); err != nil {
			return err
		}
		return fmt.Errorf("%s was not written by Evoke, or not only, and stays as it is; what was to be "+
			"written is in %s", name, filepath.Base(name)+unwritten)
	}
	return writeFile(name, f.Content)
}

// unwritten is the suffix of a file that would overwrite a file of somebody else.
const unwritten = ".evoke"

func writeFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	temporary := name + ".new"
	err := os.WriteFile(temporary, content, 0o644)
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		_ = os.Remove(temporary) // only the first error is returned
	}
	return err
}
