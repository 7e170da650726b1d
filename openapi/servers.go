package openapi

import (
	"net/url"
	"slices"
	"strings"
)

func (r *reader) servers(root at) {
	if r.swagger {
		r.doc.Servers = r.hosts(root)
	} else {
		for s := range root.get("servers").items() {
			r.server(s)
		}
	}
	for _, server := range r.doc.Servers {
		if path := r.basePath(server); !slices.Contains(r.doc.BasePaths, path) {
			r.doc.BasePaths = append(r.doc.BasePaths, path)
		}
	}
	if len(r.doc.BasePaths) > 0 {
		r.doc.BasePath = r.doc.BasePaths[0]
	}
}

// hosts returns one base URL for each scheme of a Swagger document.
func (r *reader) hosts(root at) []string {
	base := r.text(root.get("basePath"), "basePath")
	if base != "" && !strings.HasPrefix(base, "/") {
		base = "/" + base
	}
	host := r.text(root.get("host"), "host")
	if host == "" {
		if base == "" {
			return nil
		}
		return []string{base}
	}
	schemes := r.texts(root.get("schemes"), "schemes")
	schemes = slices.DeleteFunc(schemes, func(s string) bool { return s != "http" && s != "https" })
	if len(schemes) == 0 {
		// The scheme by which the document came is the default.
		schemes = []string{"http"}
		if r.root.url != nil {
			schemes[0] = r.root.url.Scheme
		}
	}
	var all []string
	for _, s := range schemes {
		all = append(all, s+"://"+host+base)
	}
	return all
}

func (r *reader) server(s at) {
	address := r.text(s.get("url"), "the url of a server")
	if address == "" {
		r.warn("a server has no url")
		return
	}
	for name, v := range s.get("variables").members() {
		value := v.get("default")
		if !value.ok() {
			r.warn("the server variable %s has no default", name)
			continue
		}
		address = strings.ReplaceAll(address, "{"+name+"}", value.text())
	}
	if strings.ContainsAny(address, "{}") {
		r.warn("the server %s has variables without a value", address)
	}
	r.doc.Servers = append(r.doc.Servers, address)
}

// basePath returns the path of a server's URL without a trailing slash.
func (r *reader) basePath(server string) string {
	path := server
	if _, rest, ok := strings.Cut(server, "//"); ok {
		// By hand, as a host with an unknown variable is no valid URL.
		i := strings.IndexAny(rest, "/?#")
		if i < 0 {
			return ""
		}
		path = rest[i:]
	}
	if u, err := url.Parse(path); err == nil {
		path = u.EscapedPath()
	}
	path = strings.TrimRight(path, "/")
	if path == "." || path == "" {
		return ""
	}
	return "/" + strings.TrimLeft(strings.TrimPrefix(path, "./"), "/")
}
