package openapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// accept asks for a schema, not for the page that shows it.
const accept = "application/json, application/yaml, text/yaml, */*;q=0.5"

// fetchFile returns the bytes of a regular file up to a limit.
func fetchFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("file %s: %w", path, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("open schema: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a schema", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open schema: %w", err)
	}
	defer f.Close()
	return readBounded(f, path, limit)
}

// fetchOther returns the bytes of a file that a document refers to. A document from
// the network may not reach into the file system, nor to other hosts unless the
// options allow it.
func fetchOther(ctx context.Context, root, p place, o Options) ([]byte, error) {
	switch {
	case p.url == nil:
		return fetchFile(filepath.Join(p.dir, filepath.FromSlash(p.name)), o.MaxBytes)
	case !o.Remote && (root.url == nil || root.url.Host != p.url.Host):
		return nil, errors.New("it is on another host, and fetching from there is not allowed")
	}
	return fetchURL(ctx, p.url, o)
}

// fetchURL returns the body of a successful GET up to a limit.
func fetchURL(ctx context.Context, u *url.URL, o Options) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("fetch schema: %w", err)
	}
	req.Header.Set("Accept", accept)
	res, err := o.Client.Do(req)
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
	data, err := readBounded(res.Body, u.Redacted(), o.MaxBytes)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fetchError(u, o, err)
	}
	return data, err
}

// fetchError names the limit of time and the address that was asked for, which the
// error of net/http does not name after redirects.
func fetchError(u *url.URL, o Options, err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var limited interface{ Timeout() bool }
	if errors.As(err, &limited) && limited.Timeout() {
		return fmt.Errorf("fetch %s: no complete answer within %s: %w", u.Redacted(), o.Timeout, err)
	}
	return fmt.Errorf("fetch %s: %w", u.Redacted(), err)
}

func readBounded(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return data, nil
}
