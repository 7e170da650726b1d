package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// resultsExt ends the names of the files of raw results.
const resultsExt = ".jsonl"

// store appends results to the files of a folder.
type store struct {
	dir      string
	mu       sync.Mutex
	finished map[run.Key]bool
}

// openStore opens a folder, which need not be there. Of lines that were not
// written to their end the files are rid of.
func openStore(dir string) (*store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	files, err := resultFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		if err := mend(path); err != nil {
			return nil, err
		}
	}
	results, err := readResults(dir)
	if err != nil {
		return nil, err
	}
	s := &store{dir: dir, finished: map[run.Key]bool{}}
	for _, r := range results {
		s.finished[r.Key] = s.finished[r.Key] || r.Error == ""
	}
	return s, nil
}

// has reports whether a run was made; one that failed was not.
func (s *store) has(k run.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finished[k]
}

// add appends a result: with a single write and only at the end, so that the
// lines of several processes do not mix.
func (s *store) add(r *run.Result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("result of %s: %w", r.Key, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.OpenFile(filepath.Join(s.dir, r.SUT+resultsExt), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	if syncing := f.Sync(); err == nil {
		err = syncing
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		s.finished[r.Key] = r.Error == ""
	}
	return err
}

// forget drops the lines of some runs that another state of the source made.
func (s *store) forget(keys []run.Key, engine string) error {
	files, err := resultFiles(s.dir)
	if err != nil {
		return err
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var kept []byte
		for line := range bytes.Lines(content) {
			r := new(run.Result)
			if err := json.Unmarshal(line, r); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if r.Engine != engine && slices.Contains(keys, r.Key) {
				s.finished[r.Key] = false
				continue
			}
			kept = append(kept, line...)
		}
		if err := replace(path, string(kept)); err != nil {
			return err
		}
	}
	return nil
}

// resultFiles returns the files of raw results, sorted by name.
func resultFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == resultsExt {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// whole returns the lines that were written to their end.
func whole(content []byte) []byte { return content[:bytes.LastIndexByte(content, '\n')+1] }

// mend cuts off a last line that was not written to its end.
func mend(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := len(whole(content)); n < len(content) {
		return os.Truncate(path, int64(n))
	}
	return nil
}

// readResults returns what is known of each run, in the order of [compareKeys]:
// the last result, or the last error where there is no result. Lines of another
// version are passed over.
func readResults(dir string) ([]*run.Result, error) {
	files, err := resultFiles(dir)
	if err != nil {
		return nil, err
	}
	known := map[run.Key]*run.Result{}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		n := 0
		for line := range bytes.Lines(whole(content)) {
			n++
			r := new(run.Result)
			if err := json.Unmarshal(line, r); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			if old := known[r.Key]; r.Version == run.Version && (old == nil || r.Error == "" || old.Error != "") {
				known[r.Key] = r
			}
		}
	}
	var out []*run.Result
	for _, r := range known {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *run.Result) int { return compareKeys(a.Key, b.Key) })
	return out, nil
}
