// Package samples reads samples of real requests: HAR files, collections of Postman and Bruno, and files with bodies. A
// search begins with them.
//
// Credentials are left out during reading: the headers and cookies that carry them, parameters and members with names
// of credentials, and the values of these in all other places. [ReadHAR] alone keeps them, to tell users apart. The
// files are not trusted: the amount of data is bounded, nothing outside of the named folders is read, and no request is
// made.
package samples

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Unknown replaces values that a sample does not have: a variable that its file does not define, and a credential.
const Unknown = "{{_}}"

// The limits of reading: bytes of one file and of one body, bytes of all bodies together, and numbers of requests and
// bodies, of files, and of nested folders.
const (
	maxFile, maxBody, maxBytes = 20 << 20, 1 << 20, 64 << 20
	maxSamples, maxFiles       = 10_000, 10_000
	maxDepth                   = 32
)

// Set is the result of reading. It is plain data, and read-only; the zero value has no samples.
type Set struct {
	// Recordings are sequences of requests, each in the order in which they were made or listed.
	Recordings []Recording
	// Bodies are bodies without a known operation.
	Bodies []Body
	// Warnings say, in one line each, what could not be read.
	Warnings []string
}

// Recording is the requests of one file or folder.
type Recording struct {
	File     string
	Requests []Request
}

// Request is a request that was made or can be made.
type Request struct {
	Method string
	// URL may have any host, or none.
	URL    string
	Header []Field
	// Type is the media type of the body; "" for none.
	Type string
	Body string
	// Answer is the answer of the service; nil if unknown.
	Answer *Answer
}

// Field is a header.
type Field struct{ Name, Value string }

// Answer has the parts of an answer that later requests may use.
type Answer struct {
	Status         int
	Location, Body string
}

// Body is a body without a request.
type Body struct{ File, Type, Data string }

// Empty reports whether there is no sample.
func (s *Set) Empty() bool { return len(s.Recordings)+len(s.Bodies) == 0 }

// Read reads files, and folders with everything below them. It returns an error for a path that does not exist. A file
// in a folder that cannot be read is a warning.
func Read(paths ...string) (Set, error) {
	r := &reader{}
	for _, name := range paths {
		if err := r.path(name); err != nil {
			return Set{}, fmt.Errorf("samples: %w", err)
		}
	}
	return r.end(), nil
}

// ReadFS reads all files of a file system, such as an embedded one.
func ReadFS(fsys fs.FS) Set {
	r := &reader{}
	r.folder(fsys, ".", "")
	return r.end()
}

// reader reads files.
type reader struct {
	set     Set
	files   int
	samples int
	bytes   int
	full    bool
	secrets secrets
}

// path reads a file or folder that the user named, which may be a symbolic link. Its files are shown under the given
// name, which is the same in each process.
func (r *reader) path(name string) error {
	place, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(place)
	if err != nil {
		return err
	}
	dir, below, shown := place, ".", name
	if !info.IsDir() {
		dir, below = filepath.Dir(place), filepath.Base(place)
		shown = filepath.Dir(name)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing was written
	r.folder(root.FS(), filepath.ToSlash(below), filepath.ToSlash(shown))
	return nil
}

// folder reads a place of a file system and everything below it. shown is the name of the file system for the user.
func (r *reader) folder(fsys fs.FS, at, shown string) {
	bruno := collections{fsys: fsys}
	err := fs.WalkDir(fsys, at, func(name string, d fs.DirEntry, err error) error {
		switch hidden := strings.HasPrefix(d.Name(), ".") && name != at; {
		case err != nil:
			r.warn(path.Join(shown, name), err.Error())
			return fs.SkipDir
		case hidden && d.IsDir() || d.IsDir() && strings.Count(name, "/") >= maxDepth:
			return fs.SkipDir
		case hidden || d.IsDir() || !d.Type().IsRegular() || foreign(name):
			return nil
		}
		if r.files++; r.files > maxFiles {
			r.fill()
			return fs.SkipAll
		}
		data, err := content(fsys, name)
		if err != nil {
			r.warn(path.Join(shown, name), err.Error())
			return nil
		}
		if path.Ext(name) == ".bru" {
			bruno.add(r, name, path.Join(shown, name), data)
			return nil
		}
		r.file(path.Join(shown, name), data)
		return nil
	})
	if err != nil {
		r.warn(path.Join(shown, at), err.Error())
	}
	bruno.end(r)
}

// foreign reports whether a file cannot be a sample, judged by its name.
func foreign(name string) bool {
	switch path.Ext(name) {
	case ".go", ".mod", ".sum", ".md", ".html", ".js", ".ts", ".py", ".sh", ".yaml", ".yml", ".env":
		return true
	}
	return path.Base(name) == "bruno.json" || path.Base(name) == "package.json"
}

// content returns the content of a file. A file that is too large is an error.
func content(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxFile:
		return nil, fmt.Errorf("it is larger than %d MB", maxFile>>20)
	}
	return data, nil
}

// maxWarnings bounds the number of warnings, because a folder may have many files that are no samples.
const maxWarnings = 50

// warn adds a warning of one line about a file.
func (r *reader) warn(file, reason string) {
	if len(r.set.Warnings) < maxWarnings {
		reason, _, _ = strings.Cut(reason, "\n")
		r.set.Warnings = append(r.set.Warnings, file+": "+reason)
	}
}

// fill warns once that a limit is reached and that the remaining samples are not read.
func (r *reader) fill() {
	if !r.full {
		r.full = true
		r.warn("samples", fmt.Sprintf("there are more than %d files or samples or %d MB of bodies; the first are read",
			maxSamples, maxBytes>>20))
	}
}

// admits reports whether there is room for one more sample with this body.
func (r *reader) admits(file, body string) bool {
	if len(body) > maxBody {
		r.warn(file, fmt.Sprintf("a body is larger than %d MB", maxBody>>20))
		return false
	}
	if r.samples == maxSamples || r.bytes+len(body) > maxBytes {
		r.fill()
		return false
	}
	r.samples++
	r.bytes += len(body)
	return true
}

// record adds the requests of one file or folder, without credentials.
func (r *reader) record(file string, requests []Request) {
	out := Recording{File: file}
	for i := range requests {
		next := &requests[i]
		r.secrets.strip(next)
		if next.Answer != nil && len(next.Answer.Body) > maxBody {
			next.Answer.Body = ""
		}
		if r.admits(file, next.Body) {
			out.Requests = append(out.Requests, *next)
		}
	}
	if len(out.Requests) > 0 {
		r.set.Recordings = append(r.set.Recordings, out)
	}
}

// end returns the result, without values of credentials.
func (r *reader) end() Set {
	r.secrets.hide(&r.set)
	return r.set
}
