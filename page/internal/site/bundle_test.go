package site

import (
	"encoding/base64"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBundles: a bundled script has probes with the places of its source files. The source map may be in a file, in the
// script, or named by a header. Without a source map, a script in one line has no probes.
func TestBundles(t *testing.T) {
	text, err := os.ReadFile("../../../js/testdata/bundle/app.js")
	require.NoError(t, err)
	made, err := os.ReadFile("../../../js/testdata/bundle/app.js.map")
	require.NoError(t, err)
	before, _, _ := strings.Cut(string(text), mapMark)
	inline := before + mapMark + "data:application/json;base64," + base64.StdEncoding.EncodeToString(made) + "\n"
	minified := strings.ReplaceAll(strings.Repeat(before, 3), "\n", "")
	for name, tt := range map[string]struct {
		text, header string
		paths        []string
	}{
		"in a file": {string(text), "", []string{"/src/price.js", "/src/main.js"}},
		"inside":    {inline, "", []string{"/src/price.js", "/src/main.js"}},
		"by header": {before, "app.js.map", []string{"/src/price.js", "/src/main.js"}},
		"no map":    {minified, "", nil},
		"gone":      {minified + "\n//# sourceMappingURL=gone.map", "", nil},
		"elsewhere": {minified + "\n//# sourceMappingURL=https://elsewhere.test/a.map", "", nil},
		"no base64": {minified + "\n//# sourceMappingURL=data:application/json,{}", "", nil},
	} {
		files := http.FileServerFS(fstest.MapFS{
			"dist/app.js": {Data: []byte(tt.text)}, "dist/app.js.map": {Data: made},
		})
		s := Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if tt.header != "" {
				w.Header().Set("SourceMap", tt.header)
			}
			files.ServeHTTP(w, r)
		}))
		ask := &Request{Method: http.MethodGet, URL: Local + "dist/app.js", Kind: Script, Header: http.Header{}}
		answer, err := s.Answer(t.Context(), ask)
		require.NoError(t, err)
		assert.Equal(t, len(tt.paths) > 0, strings.Contains(string(answer.Body), "__evoke__"), name)
		var paths []string
		for _, target := range s.Sources.Targets(0) {
			if len(paths) == 0 || paths[len(paths)-1] != target.Path {
				paths = append(paths, target.Path)
			}
		}
		assert.Equal(t, tt.paths, paths, name)
		assert.Len(t, s.Sources.Warnings(), map[bool]int{true: 1}[len(tt.paths) == 0], name)
	}
}

func TestFileOf(t *testing.T) {
	for file, want := range map[string]string{
		"../src/app.js": "/src/app.js", "../../../src/app.js": "/src/app.js", "app.ts": "/assets/app.ts",
		"webpack://shop/./src/app.js": "/src/app.js", "webpack:///src/app.js": "/src/app.js",
		"/src/app.js": "/assets/src/app.js",
	} {
		assert.Equal(t, want, fileOf("/assets/app.js", file), file)
	}
	for file, want := range map[string]bool{
		"node_modules/a/a.js": true, "../node_modules/a/a.js": true, "webpack://x/./node_modules/a.js": true,
		"\x00vite/polyfill": true, "../src/vendor.js": false, "src/node_modules.js": false,
	} {
		assert.Equal(t, want, isPackaged(file), file)
	}
}
