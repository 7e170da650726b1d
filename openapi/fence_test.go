package openapi_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// referring returns a document with one operation whose body is a reference.
func referring(ref string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.0.3", "paths": {"/x": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": %q}}}}}}}}`, ref)
}

// secret is the content of a file that no reference may read.
const secret = `{"type": "string", "enum": ["the secret"]}`

// write writes a file, and makes its folders.
func write(t *testing.T, path string, content []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, content, 0o600))
}

// shows reports whether the body in a document has the secret.
func shows(doc *openapi.Document) bool {
	return fmt.Sprint(doc.Operations[0].Bodies[0].Schema.Enum) == "[the secret]"
}

// TestFilesOutsideAreRefused: the references of a file may lead below its own folder, and elsewhere only if
// Options.Refs allows it.
func TestFilesOutsideAreRefused(t *testing.T) {
	top := t.TempDir()
	api, other := filepath.Join(top, "api"), filepath.Join(top, "other")
	write(t, filepath.Join(other, "secret.json"), []byte(secret))
	write(t, filepath.Join(api, "below", "secret.json"), []byte(secret))
	write(t, filepath.Join(api, "back.json"), []byte(`{"$ref": "../other/secret.json"}`))
	write(t, filepath.Join(top, "api2", "secret.json"), []byte(secret))
	require.NoError(t, os.Symlink(filepath.Join(other, "secret.json"), filepath.Join(api, "link.json")))
	require.NoError(t, os.Symlink(other, filepath.Join(api, "folder")))
	require.NoError(t, os.Symlink("below/secret.json", filepath.Join(api, "inner.json")))
	require.NoError(t, os.Symlink("loop.json", filepath.Join(api, "loop.json")))
	tests := []struct {
		name, ref, want string // want "" means that the file is read
		refs            []string
	}{
		{"below", "below/secret.json", "", nil},
		{"below and back", "below/../below/./secret.json", "", nil},
		{"absolute and below", api + "/below/secret.json", "", nil},
		{"a link inside", "inner.json", "", nil},
		{"above", "../other/secret.json",
			"is refused: it leads out of the folder of the schema; to allow that, name " + other + " with --refs", nil},
		{"above, escaped", "%2e%2e/other%2Fsecret.json", "is refused: it leads out", nil},
		{"a folder of a longer name", "../api2/secret.json", "is refused: it leads out", nil},
		{"absolute", other + "/secret.json", "is refused: it leads out", nil},
		{"not there and outside", "../other/none.json", "is refused: it leads out", nil},
		{"from a file", "back.json", "the reference ../other/secret.json is refused", nil},
		{"a link", "link.json", "is refused: it is a symbolic link that leads out of the folder of the schema; to " +
			"allow that, name " + other, nil},
		{"a link to a folder", "folder/secret.json", "is refused: it is a symbolic link", nil},
		{"a link to itself", "loop.json", "cannot be resolved: open it", nil},
		{"above and named", "../other/secret.json", "", []string{other}},
		{"a file between and named", "back.json", "", []string{other}},
		{"a link and named", "link.json", "", []string{other}},
		{"another one is named", "../other/secret.json", "is refused", []string{filepath.Join(top, "api2")}},
		{"a folder", "below", "cannot be resolved: it is a folder, not a file", nil},
		{"a scheme", "file:///etc/hostname", `the scheme "file" is not supported`, nil},
		{"a host", "//example.com/secret.json", "is refused: it leads out", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(api, "openapi.json")
			write(t, path, referring(tt.ref))
			doc, err := openapi.ReadFile(path, openapi.Options{Refs: tt.refs})
			require.NoError(t, err)
			assert.Equal(t, tt.want == "", shows(doc))
			checkRefused(t, doc, tt.want)
		})
	}
}

// TestDocumentsThatAreLinks: a document that is a symbolic link may refer to files beside the link and beside its
// target. So a folder of links, such as the mirror of a project, reads like the real folder.
func TestDocumentsThatAreLinks(t *testing.T) {
	top := t.TempDir()
	real, links := filepath.Join(top, "real"), filepath.Join(top, "links")
	write(t, filepath.Join(real, "openapi.json"), referring("parts/secret.json"))
	write(t, filepath.Join(real, "parts", "secret.json"), []byte(secret))
	write(t, filepath.Join(top, "other", "secret.json"), []byte(secret))
	require.NoError(t, os.MkdirAll(filepath.Join(links, "parts"), 0o755))
	for _, name := range []string{"openapi.json", "parts/secret.json"} {
		require.NoError(t, os.Symlink(filepath.Join(real, name), filepath.Join(links, name)))
	}
	doc, err := openapi.ReadFile(filepath.Join(links, "openapi.json"), openapi.Options{})
	require.NoError(t, err)
	assert.True(t, shows(doc))
	checkRefused(t, doc, "")

	require.NoError(t, os.Remove(filepath.Join(links, "parts", "secret.json")))
	outside := filepath.Join(top, "other", "secret.json")
	require.NoError(t, os.Symlink(outside, filepath.Join(links, "parts", "secret.json")))
	doc, err = openapi.ReadFile(filepath.Join(links, "openapi.json"), openapi.Options{})
	require.NoError(t, err)
	checkRefused(t, doc, "is refused: it is a symbolic link")
}

// checkRefused wants one warning of one line, or none for "".
func checkRefused(t *testing.T, doc *openapi.Document, want string) {
	t.Helper()
	if want == "" {
		assert.Empty(t, doc.Warnings)
		return
	}
	require.Len(t, doc.Warnings, 1)
	assert.Contains(t, doc.Warnings[0].Reason, want)
	assert.NotContains(t, doc.Warnings[0].Reason, "\n")
}

// TestHostsOutsideAreRefused: a document from a host refers to files of that host, redirects included. Other hosts get
// no request.
func TestHostsOutsideAreRefused(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		assert.Empty(t, r.Header.Get("Authorization"), "credentials are for the host that they are for")
		fmt.Fprint(w, secret)
	}))
	defer other.Close()
	document := ""
	own := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/openapi.json":
			_, _ = w.Write(referring(document))
		case "/away":
			http.Redirect(w, r, other.URL+"/secret.json", http.StatusFound)
		case "/near":
			http.Redirect(w, r, "/secret.json", http.StatusTemporaryRedirect)
		case "/file":
			http.Redirect(w, r, "file:///etc/hostname", http.StatusFound)
		case "/secret.json":
			user, password, _ := r.BasicAuth()
			assert.Equal(t, "ann word", user+" "+password)
			fmt.Fprint(w, secret)
		}
	}))
	defer own.Close()
	host := strings.TrimPrefix(own.URL, "http://")
	tests := []struct {
		name, ref, want string
		refs            []string
	}{
		{"same host", "../secret.json", "", nil},
		{"same host, absolute", own.URL + "/secret.json", "", nil},
		{"a redirect there", "/near", "", nil},
		{"credentials of the document", "http://eve:x@" + host + "/secret.json", "", nil},
		{"another host", other.URL + "/secret.json", "is refused: it leads to another host, " + other.URL +
			"; to allow that, name " + other.URL + " with --refs", nil},
		{"another host, without a scheme", strings.TrimPrefix(other.URL, "http:") + "/secret.json",
			"is refused: it leads to another host", nil},
		{"another scheme", "https://" + host + "/secret.json", "is refused: it leads to another host, https://", nil},
		{"a redirect away", "/away", "/away: it redirects, and it leads to another host, " + other.URL, nil},
		{"a redirect to a file", "/file", "is refused: fetch", nil},
		{"a file", "file:///etc/hostname", `the scheme "file" is not supported`, nil},
		{"named", other.URL + "/secret.json", "", []string{other.URL}},
		{"a redirect to what is named", "/away", "", []string{other.URL + "/"}},
		{"outside of the folder that is named", other.URL + "/secret.json", "is refused: it leads out of " + other.URL +
			"/schemas; to allow that, name " + other.URL + "/", []string{other.URL + "/schemas"}},
		{"out of it again", other.URL + "/schemas/%2e%2e/secret.json", "is refused: it leads out",
			[]string{other.URL + "/schemas"}},
		{"a folder is named", "/etc/hostname", "not valid", []string{"/etc"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked, document = 0, tt.ref
			doc, err := openapi.Load(t.Context(), "http://ann:word@"+host+"/api/openapi.json",
				openapi.Options{Refs: tt.refs})
			require.NoError(t, err)
			assert.NotContains(t, doc.Operations[0].Bodies[0].Schema.Ref, "word")
			if tt.name == "a folder is named" { // a document from a host cannot read files
				assert.False(t, shows(doc))
				return
			}
			assert.Equal(t, tt.want == "", shows(doc))
			assert.Equal(t, tt.want == "" && tt.refs != nil, asked > 0)
			checkRefused(t, doc, tt.want)
			assert.NotContains(t, fmt.Sprint(doc.Warnings), "word")
		})
	}
	for _, path := range []string{"/away", "/file"} {
		_, err := openapi.Load(t.Context(), own.URL+path, openapi.Options{})
		require.ErrorContains(t, err, "it redirects, and it leads to another host")
		assert.NotContains(t, err.Error(), "\n")
	}
	assert.Zero(t, asked)
}

// A local document refers to a host only if Options.Refs allows it. A document without a folder refers to nothing.
func TestReferencesOfTextsAndFilesToHosts(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		user, password, _ := r.BasicAuth()
		assert.Equal(t, "Basic "+base64.StdEncoding.EncodeToString([]byte("ann:word")),
			r.Header.Get("Authorization"), user+password)
		fmt.Fprint(w, secret)
	}))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "openapi.json")
	write(t, path, referring(server.URL+"/secret.json"))
	for _, read := range []func(openapi.Options) (*openapi.Document, error){
		func(o openapi.Options) (*openapi.Document, error) { return openapi.ReadFile(path, o) },
		func(o openapi.Options) (*openapi.Document, error) {
			return openapi.Read(referring(server.URL+"/secret.json"), o)
		},
	} {
		asked = 0
		doc, err := read(openapi.Options{})
		require.NoError(t, err)
		checkRefused(t, doc, "is refused: it leads to another host")
		assert.Zero(t, asked)
		doc, err = read(openapi.Options{Refs: []string{strings.Replace(server.URL, "http://", "http://ann:word@", 1)}})
		require.NoError(t, err)
		assert.True(t, shows(doc))
		assert.NotContains(t, doc.Operations[0].Bodies[0].Schema.Ref, "word")
	}
	for _, ref := range []string{path, "/etc/hostname", "openapi.json"} {
		doc, err := openapi.Read(referring(ref), openapi.Options{})
		require.NoError(t, err)
		checkRefused(t, doc, "the document has no folder to look in")
	}
}

// TestRefusedReferenceThatIsEssential: if no operation remains, the first refused reference is the error.
func TestRefusedReferenceThatIsEssential(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openapi.json")
	write(t, path, []byte(`{"openapi": "3.0.3", "paths": {"/x": {"$ref": "../x.json"}}}`))
	_, err := openapi.ReadFile(path, openapi.Options{})
	require.ErrorContains(t, err,
		"openapi: the reference ../x.json is refused: it leads out of the folder of the schema; to allow that, name ")
	assert.NotContains(t, err.Error(), "\n")
}

// TestReferencesToNoFiles: only regular files are read, and no access blocks.
func TestReferencesToNoFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.json")
	if err := makePipe(pipe); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(dir, "openapi.json")
	write(t, path, referring("pipe.json"))
	doc, err := openapi.ReadFile(path, openapi.Options{})
	require.NoError(t, err)
	checkRefused(t, doc, "cannot be resolved: it is a pipe, not a file")
	_, err = openapi.ReadFile(pipe, openapi.Options{})
	require.ErrorContains(t, err, "is a pipe, not a schema")
	write(t, path, referring("/dev/zero"))
	doc, err = openapi.ReadFile(path, openapi.Options{Refs: []string{"/dev"}})
	require.NoError(t, err)
	checkRefused(t, doc, "cannot be resolved: it is a device, not a file")
}

// TestReferencesAreBounded: the files that a document refers to have a common limit of size and of time.
func TestReferencesAreBounded(t *testing.T) {
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = w.Write(referring("/endless"))
		case "/slow":
			fmt.Fprint(w, `{"openapi": "3.0.3", "paths": {"/x": {"post": {"parameters": [{"$ref": "/wait1"}, {"$ref": "/wait2"}, {"$ref": "/wait3"}]}}}}`)
		case "/endless":
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		default:
			<-done
		}
	}))
	defer server.Close()
	defer close(done)
	doc, err := openapi.Load(t.Context(), server.URL+"/large", openapi.Options{MaxBytes: 1 << 20})
	require.NoError(t, err)
	checkRefused(t, doc, "it is too large: the document and all that it refers to may have 1048576 bytes together")
	doc, err = openapi.Load(t.Context(), server.URL+"/slow", openapi.Options{Timeout: 200 * time.Millisecond})
	require.NoError(t, err)
	require.Len(t, doc.Warnings, 3)
	for _, w := range doc.Warnings {
		assert.Contains(t, w.Reason, "no complete answer within 200ms")
	}
}

func TestRefsThatAreNone(t *testing.T) {
	for ref, want := range map[string]string{
		"nowhere":             `refs: "nowhere" is no folder`,
		"fence_test.go":       `refs: "fence_test.go" is no folder`,
		"ftp://ann:word@host": "refs: ftp://ann:xxxxx@host: only folders and http and https URLs",
		"http://":             `refs: "http:" is not a valid URL`,
	} {
		_, err := openapi.Read(referring("#"), openapi.Options{Refs: []string{ref}})
		require.ErrorContains(t, err, want)
	}
}
