package openapi

import (
	"net/url"
	"slices"
	"strings"
)

// servers returns the base URLs of a document.
func servers(f *files, d dialect, root at) []string {
	if d.swagger {
		return hosts(f, root)
	}
	var all []string
	for s := range root.get("servers").items() {
		if address, ok := server(f.notes, s); ok {
			all = append(all, address)
		}
	}
	return all
}

// hosts returns one base URL for each scheme of a Swagger document.
func hosts(f *files, root at) []string {
	base := f.text(root.get("basePath"), "basePath")
	if base != "" && !strings.HasPrefix(base, "/") {
		base = "/" + base
	}
	host := f.text(root.get("host"), "host")
	if host == "" {
		if base == "" {
			return nil
		}
		return []string{base}
	}
	schemes := f.texts(root.get("schemes"), "schemes")
	schemes = slices.DeleteFunc(schemes, func(s string) bool { return s != "http" && s != "https" })
	if len(schemes) == 0 {
		// The scheme by which the document came is the default.
		schemes = []string{"http"}
		if f.root.url != nil {
			schemes[0] = f.root.url.Scheme
		}
	}
	var all []string
	for _, s := range schemes {
		all = append(all, s+"://"+host+base)
	}
	return all
}

// server returns the URL of a server with the defaults of its variables.
func server(n *notes, s at) (address string, ok bool) {
	address = n.text(s.get("url"), "the url of a server")
	if address == "" {
		n.warn("a server has no url")
		return "", false
	}
	for name, v := range s.get("variables").members() {
		value := v.get("default")
		if !value.ok() {
			n.warn("the server variable %s has no default", name)
			continue
		}
		address = strings.ReplaceAll(address, "{"+name+"}", value.text())
	}
	if strings.ContainsAny(address, "{}") {
		n.warn("the server %s has variables without a value", address)
	}
	return address, true
}

// basePaths returns the paths of servers, each once.
func basePaths(servers []string) []string {
	var all []string
	for _, server := range servers {
		if path := basePath(server); !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	return all
}

// basePath returns the path of a server's URL without a trailing slash.
func basePath(server string) string {
	path := server
	if _, rest, ok := strings.Cut(server, "//"); ok {
		// By hand, because a host with an unknown variable is no valid URL.
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
