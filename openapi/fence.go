package openapi

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// fence bounds where the references of a document may lead: below the document's own folder or on its own host, and to
// further folders and URLs that the user named.
type fence struct {
	folders []string // relative folders start in the working directory
	sites   []*url.URL
}

// newFence returns the fence around a document.
func newFence(root place, refs []string) (*fence, error) {
	f := &fence{}
	switch {
	case root.url != nil:
		f.sites = append(f.sites, &url.URL{Scheme: root.url.Scheme, Host: root.url.Host, User: root.url.User})
	case root.dir != "":
		f.folders = append(f.folders, root.dir)
		if real, err := resolved(filepath.Join(root.dir, root.name)); err == nil && root.name != "" {
			// a document that is a symbolic link may refer to the files beside the link's target, too
			f.folders = append(f.folders, filepath.Dir(real))
		}
	}
	for _, text := range refs {
		switch {
		case isRemote(text):
			u, err := url.Parse(text)
			if err != nil || u.Host == "" {
				return nil, fmt.Errorf("refs: %q is not a valid URL", redacted(text))
			}
			f.sites = append(f.sites, u)
		case strings.Contains(text, "://"):
			return nil, fmt.Errorf("refs: %s: only folders and http and https URLs can be named", redacted(text))
		default:
			if info, err := os.Stat(text); err != nil || !info.IsDir() {
				return nil, fmt.Errorf("refs: %q is no folder", text)
			}
			f.folders = append(f.folders, text)
		}
	}
	return f, nil
}

// redacted returns a URL without its password, and other texts unchanged.
func redacted(text string) string {
	if u, err := url.Parse(text); err == nil {
		return u.Redacted()
	}
	return "the URL"
}

// refusal is the error for a reference that leads out of the fence.
type refusal struct {
	reason string
	// allow is the folder or URL that the user has to name to allow the reference.
	allow string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%s; to allow that, name %s with --refs, or in the Refs of the settings", r.reason, r.allow)
}

// site returns a URL with the credentials that the user gave for its site, without credentials from the document. It
// returns a refusal if no site of the fence contains the URL.
func (f *fence) site(u *url.URL) (*url.URL, error) {
	plain := *u
	plain.User = nil
	for _, s := range f.sites {
		if sameHost(s, u) && below(path.Clean("/"+s.Path), path.Clean("/"+u.Path)) {
			plain.User = s.User
			return &plain, nil
		}
	}
	to := plain.Scheme + "://" + plain.Host
	for _, s := range f.sites {
		if sameHost(s, u) {
			return nil, &refusal{"it leads out of " + s.Redacted(), to + path.Dir(path.Clean("/"+u.Path))}
		}
	}
	return nil, &refusal{"it leads to another host, " + to, to}
}

// sameHost reports whether two URLs have the same scheme, host and port.
func sameHost(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}

// below reports whether a clean slash path is the folder or inside it.
func below(folder, p string) bool {
	return p == folder || strings.HasPrefix(p, strings.TrimSuffix(folder, "/")+"/")
}

// file returns the content of a file that a reference leads to. For a symbolic link the place of its target counts. The
// file is opened through an os.Root, so that a link made in the meantime cannot lead out of the fence.
func (f *fence) file(name string, limit int64) ([]byte, error) {
	if !f.inside(name) {
		return nil, &refusal{"it leads out of the folder of the schema", filepath.ToSlash(filepath.Dir(name))}
	}
	real, err := resolved(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("open it: %w", plainPath(err))
	}
	for _, folder := range f.folders {
		at, err := resolved(folder)
		if err != nil {
			continue
		}
		if relative, err := filepath.Rel(at, real); err == nil && filepath.IsLocal(relative) {
			return readBelow(at, relative, limit)
		}
	}
	return nil, &refusal{"it is a symbolic link that leads out of the folder of the schema",
		filepath.ToSlash(filepath.Dir(real))}
}

// inside reports whether a path is below one of the folders. It does not access the path: an access may already have an
// effect, such as mounting a file system.
func (f *fence) inside(name string) bool {
	name, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	for _, folder := range f.folders {
		for _, form := range []func(string) (string, error){filepath.Abs, resolved} {
			at, err := form(folder)
			if err != nil {
				continue
			}
			if relative, err := filepath.Rel(at, name); err == nil && filepath.IsLocal(relative) {
				return true
			}
		}
	}
	return false
}

// resolved returns the absolute path without symbolic links.
func resolved(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// readBelow reads a regular file below a folder, up to a limit in bytes.
func readBelow(folder, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", plainPath(err))
	}
	defer root.Close()
	if info, err := root.Stat(name); err != nil {
		return nil, fmt.Errorf("open it: %w", plainPath(err))
	} else if !info.Mode().IsRegular() { // opening a named pipe would wait for a writer
		return nil, errors.New("it is " + kindOf(info.Mode()) + ", not a file")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open it: %w", plainPath(err))
	}
	defer file.Close()
	return readBounded(file, "it", limit)
}

// kindOf returns the name of a kind of file that is not regular.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// plainPath removes the path, which differs between machines, from a file error.
func plainPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// errLarge is the error for a document larger than the limit.
var errLarge = errors.New("larger than the limit")

func readBounded(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is %w of %d bytes", name, errLarge, limit)
	}
	return data, nil
}
