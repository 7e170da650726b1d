package instrument

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// overlay maps absolute paths, as the go command sees them, to the files with their contents. An empty value hides a
// file.
type overlay map[string]string

// readOverlay reads the user's own overlay. Relative paths in it start from
// dir, as they do for the go command.
func readOverlay(path, dir string) (overlay, error) {
	o := overlay{}
	if path == "" {
		return o, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: -overlay: %w", ErrFlags, err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%w: -overlay: %s: %w", ErrFlags, path, err)
	}
	for from, to := range file.Replace {
		o[filepath.Clean(inDir(dir, from))] = inDir(dir, to)
	}
	return o, nil
}

// add stores content in the cache and adds it at a path.
func (o overlay) add(c *cache, path string, content []byte) error {
	if content == nil {
		o[path] = ""
		return nil
	}
	stored, err := c.store(filepath.Base(path), content)
	o[path] = stored
	return err
}

// actual returns the path of the file with the content for a path.
func (o overlay) actual(path string) string {
	if to, ok := o[path]; ok {
		return to
	}
	return path
}

// write stores the overlay as the go command reads it and returns its path,
// "" for an empty one.
func (o overlay) write(c *cache) (string, error) {
	if len(o) == 0 {
		return "", nil
	}
	data, err := json.MarshalIndent(struct{ Replace overlay }{o}, "", "\t")
	if err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	return c.store("overlay.json", append(data, '\n'))
}

// beneath reports whether a path lies in a folder.
func beneath(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return folder != "" && err == nil && filepath.IsLocal(rel) && rel != "."
}

// storedFile matches names of files of the cache, which the go command prints relative to its folder.
var storedFile = regexp.MustCompile(`(?:[A-Za-z]:)?[^\s:]*?([0-9a-f]{32}-[^\s:/\\]+)`)

// userFiles replaces the names of files of the cache in a text by those of the user's files.
func (o overlay) userFiles(c *cache, text string) string {
	names := map[string]string{}
	for from, to := range o {
		if beneath(to, c.dir) {
			names[filepath.Base(to)] = from
		}
	}
	return storedFile.ReplaceAllStringFunc(text, func(match string) string {
		if name := names[storedFile.FindStringSubmatch(match)[1]]; name != "" {
			return name
		}
		return match
	})
}
