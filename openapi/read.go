package openapi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Options are the options of reading a document. The zero value is valid.
type Options struct {
	// BaseDir is the folder where relative references to files start, and which they may not leave. Default: the folder
	// of the file for [ReadFile]; for [Read] relative references become warnings.
	BaseDir string
	// Refs names further folders and http or https URLs; references may lead to these and everything below them.
	// Default: references may lead below the document's own folder, or to its own host (the same scheme, name and
	// port). References to other places become warnings, and so do references that are redirected there. A redirect of
	// the document itself to another place is an error.
	Refs []string
	// Client fetches documents. Default: [http.DefaultClient].
	Client *http.Client
	// Timeout bounds the time to fetch the document, and separately the time to fetch all files that it refers to.
	// Default: 30 seconds.
	Timeout time.Duration
	// MaxBytes bounds the total size in bytes of the document and all files that it refers to. Default: 64 MB.
	MaxBytes int64
}

const defaultTimeout = 30 * time.Second

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.Client == nil {
		o.Client = http.DefaultClient
	}
	return o
}

// Read reads a document from JSON or YAML. It returns an error if the bytes are no OpenAPI document, or if no operation
// can be read.
func Read(data []byte, o Options) (*Document, error) {
	return ReadContext(context.Background(), data, o)
}

// ReadContext is [Read] with a context. It returns an error soon after the context ends.
func ReadContext(ctx context.Context, data []byte, o Options) (*Document, error) {
	return readBytes(ctx, data, place{dir: o.BaseDir}, o)
}

// ReadFile reads a document from a file. Errors are as for [Read].
func ReadFile(path string, o Options) (*Document, error) {
	return readFile(context.Background(), path, o)
}

func readFile(ctx context.Context, path string, o Options) (*Document, error) {
	o = o.withDefaults()
	data, err := fetchFile(path, o.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	dir := o.BaseDir
	if dir == "" {
		dir = filepath.Dir(path)
	}
	return readBytes(ctx, data, place{dir: dir, name: filepath.Base(path)}, o)
}

// ReadURL fetches a document over HTTP and reads it. Relative references are fetched from the same host. Errors are as
// for [Read].
func ReadURL(ctx context.Context, address string, o Options) (*Document, error) {
	o = o.withDefaults()
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("openapi: %q is not an absolute URL", address)
	}
	f, err := newFence(place{url: u}, o.Refs)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	timed, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	data, err := fetchURL(timed, u, f, o, o.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return readBytes(ctx, data, place{url: u}, o)
}

// Load reads the document at a location: a URL if it begins with http:// or https://, else the path of a file.
func Load(ctx context.Context, location string, o Options) (*Document, error) {
	if isRemote(location) {
		return ReadURL(ctx, location, o)
	}
	doc, err := readFile(ctx, location, o)
	if scheme, _, found := strings.Cut(location, "://"); found && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("openapi: %s: the scheme %q is not supported, only http and https are; a file is "+
			"named by its path", location, scheme)
	}
	return doc, err
}

func readBytes(ctx context.Context, data []byte, p place, o Options) (doc *Document, err error) {
	// A panic of this package or of the parsers must not end the user's program. All of them run in this goroutine.
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, errors.New("openapi: reading failed: the reader has a mistake that this "+
				"document shows; please report it")
		}
	}()
	o = o.withDefaults()
	if int64(len(data)) > o.MaxBytes {
		return nil, fmt.Errorf("openapi: the document is larger than %d bytes", o.MaxBytes)
	}
	f, err := newFence(p, o.Refs)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	m := &meter{left: baseSteps + stepsPerByte*len(data), nodes: maxNodes, stop: ctx.Done()}
	root, err := parse(data, m)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("openapi: %w", ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	timed, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	others := &fetcher{fence: f, options: o, left: o.MaxBytes - int64(len(data))}
	doc, err = read(func(other place) ([]byte, error) { return others.fetch(timed, other) }, p, root, m)
	if m.stopped {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return doc, nil
}

// read converts the tree of a document to the model. Each part is read after the parts that it needs.
func read(fetch func(place) ([]byte, error), p place, root *node, m *meter) (*Document, error) {
	f := newFiles(fetch, p, root, m)
	top := f.top()
	d, err := dialectOf(top)
	if err != nil {
		return nil, err
	}
	doc := &Document{}
	f.where = "info"
	info := top.get("info")
	if info.ok() && !info.isMap() {
		f.warn("it is %s, not an object", info.kind())
	}
	doc.Title, doc.Description = f.text(info.get("title"), "title"), described(info.get("description"))
	f.where = "servers"
	of := &serverReader{notes: f.notes, doc: doc}
	of.read(d, top)
	f.where = "security"
	security := readSecurity(f, d, top)
	doc.Security = security.schemes
	doc.Operations = readOperations(f, d, security, of)
	f.where = "document"
	if f.meter.left <= 0 {
		f.warn("the document expands to too much through references or aliases; the rest is left out")
	}
	if f.meter.cut {
		f.warn("an example or default has more than %d values; the rest is left out", maxParts)
	}
	doc.Warnings, doc.Broken = f.all, len(f.broken)
	if len(doc.Operations) == 0 && f.refused != "" {
		return nil, errors.New(f.refused)
	}
	return doc, nil
}
