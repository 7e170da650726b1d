package site

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// mapMark comes before the address of a script's source map.
const mapMark = "//# sourceMappingURL="

// sourceMap returns the source map of a script of the site, "" for none.
func (s *Site) sourceMap(ctx context.Context, at *url.URL, text string, r *Response) string {
	address := r.Header.Get("Sourcemap")
	if i := strings.LastIndex(text, mapMark); i >= 0 {
		address, _, _ = strings.Cut(text[i+len(mapMark):], "\n")
	}
	address = strings.TrimSpace(address)
	if data, is := strings.CutPrefix(address, "data:"); is {
		media, encoded, _ := strings.Cut(data, ",")
		decoded, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || !strings.HasSuffix(media, ";base64") {
			return ""
		}
		return string(decoded)
	}
	from, err := at.Parse(address)
	if err != nil || address == "" || from.Host != s.base.Host {
		return ""
	}
	answer, err := s.ask(ctx, &Request{Method: http.MethodGet, URL: from.String(), Header: http.Header{}}, true)
	if err != nil || answer.Status != http.StatusOK {
		return ""
	}
	return string(answer.Body)
}

// folders are those of packages: what is in them is not of the site itself. It is read-only.
var folders = []string{"/node_modules/", "/bower_components/", "/vendor/"}

// isPackaged reports whether a file is one of a package, by its path, or one that a bundler made up.
func isPackaged(file string) bool {
	for _, folder := range folders {
		if strings.Contains("/"+file, folder) {
			return true
		}
	}
	return strings.ContainsRune(file, 0)
}

// fileOf is the path of a file that the source map of a script names, as seen from the root of the site.
func fileOf(script, file string) string {
	if _, rest, is := strings.Cut(file, "://"); is { // such as webpack://name/./src/app.js
		_, file, _ = strings.Cut(rest, "/")
		return path.Clean("/" + file)
	}
	return path.Join("/", path.Dir(script), file)
}
