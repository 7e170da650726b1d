package openapi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// accept is the Accept header of requests. It asks for a schema rather than a page that shows it.
const accept = "application/json, application/yaml, text/yaml, */*;q=0.5"

// fetchFile returns the bytes of a regular file, up to a limit.
func fetchFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("file %s: %w", path, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("open schema: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is %s, not a schema", path, kindOf(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open schema: %w", err)
	}
	defer f.Close()
	return readBounded(f, path, limit)
}

// fetcher reads the files that a document refers to, within its fence. All of them share a limit of size and of time.
type fetcher struct {
	fence   *fence
	options Options
	left    int64 // bytes that may still be read
}

// fetch returns the bytes of a file that the document refers to. It returns an error beyond the limits.
func (f *fetcher) fetch(ctx context.Context, p place) (data []byte, err error) {
	if f.left <= 0 {
		err = errLarge
	} else if p.url == nil {
		data, err = f.fence.file(filepath.Join(p.dir, filepath.FromSlash(p.name)), f.left)
	} else if u, refused := f.fence.site(p.url); refused != nil {
		return nil, refused
	} else {
		data, err = fetchURL(ctx, u, f.fence, f.options, f.left)
	}
	if errors.Is(err, errLarge) {
		err = fmt.Errorf("it is too large: the document and all that it refers to may have %d bytes together; "+
			"a document of its own with the operations that matter is smaller", f.options.MaxBytes)
	}
	f.left -= int64(max(len(data), fileBytes))
	return data, err
}

// maxRedirects is the limit of net/http.
const maxRedirects = 10

// within returns a client that follows redirects only within a fence.
func within(c *http.Client, f *fence) *http.Client {
	own := *c
	own.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		if _, err := f.site(next.URL); err != nil {
			return err
		}
		if c.CheckRedirect != nil {
			return c.CheckRedirect(next, via)
		}
		if len(via) >= maxRedirects {
			return fmt.Errorf("stopped after %d redirects", maxRedirects)
		}
		return nil
	}
	return &own
}

// fetchURL returns the body of the answer to a GET, up to a limit. An answer other than 2xx is an error.
func fetchURL(ctx context.Context, u *url.URL, f *fence, o Options, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("fetch schema: %w", err)
	}
	req.Header.Set("Accept", accept)
	res, err := within(o.Client, f).Do(req)
	if err != nil {
		return nil, fetchError(u, o, err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotFound {
		return nil, fmt.Errorf("fetch %s: not found (404)", u.Redacted())
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, fmt.Errorf("fetch %s: the server answered %s", u.Redacted(), res.Status)
	}
	data, err := readBounded(res.Body, u.Redacted(), limit)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fetchError(u, o, err)
	}
	return data, err
}

// fetchError adds the time limit and the requested address to an error. The error of net/http lacks that address after
// redirects.
func fetchError(u *url.URL, o Options, err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var refused *refusal
	if errors.As(err, &refused) {
		return fmt.Errorf("fetch %s: it redirects, and %w", u.Redacted(), err)
	}
	var limited interface{ Timeout() bool }
	if errors.As(err, &limited) && limited.Timeout() {
		return fmt.Errorf("fetch %s: no complete answer within %s: %w", u.Redacted(), o.Timeout, err)
	}
	return fmt.Errorf("fetch %s: %w", u.Redacted(), err)
}
