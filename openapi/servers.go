package openapi

import (
	"cmp"
	"net"
	"net/url"
	"slices"
	"strings"
)

// serverReader reads the servers of a document and of its operations.
type serverReader struct {
	*notes
	doc   *Document
	hosts []string // hosts of the document's servers; if it has none, the first host of an operation's server
	none  bool     // the document declares no servers
}

// read records the base paths of the document's servers, each once, and the first server on this machine.
func (r *serverReader) read(d dialect, root at) {
	all := servers(r.notes, d, root)
	for _, server := range all {
		if r.doc.Local == "" {
			r.doc.Local = onThisMachine(server)
		}
		if host := hostOf(server); host != "" {
			r.hosts = append(r.hosts, host)
		}
		r.serves(basePath(server))
	}
	r.none = len(all) == 0
}

// serves adds a base path to the document.
func (r *serverReader) serves(path string) {
	if !slices.Contains(r.doc.BasePaths, path) {
		r.doc.BasePaths = append(r.doc.BasePaths, path)
	}
	r.doc.BasePath = r.doc.BasePaths[0]
}

// of reads the servers of an operation or of its path. It uses the first server on a host of the document, or else the
// first.
func (r *serverReader) of(o *Operation, item, op at) {
	list := op.get("servers")
	if !list.isList() || len(list.node.Content) == 0 {
		list = item.get("servers")
	}
	found := false
	for s := range r.first(list, maxServers, "servers").items() {
		address, ok := server(r.notes, s)
		if !ok {
			continue
		}
		host := hostOf(address)
		if host != "" && len(r.hosts) == 0 {
			r.hosts = append(r.hosts, host)
		}
		here := host == "" || slices.Contains(r.hosts, host)
		if here || !found {
			o.Base, o.Host = cmp.Or(basePath(address), "/"), host
		}
		if found = true; here {
			o.Host = ""
			break
		}
	}
	if found && o.Host == "" && !r.none && o.Below("") == r.doc.BasePath { // the server is the same as the document's
		o.Base = ""
	}
}

// useOperationServers uses the servers of the operations as those of a document without servers, if each operation has
// one.
func (r *serverReader) useOperationServers(all []*Operation) {
	if !r.none || slices.ContainsFunc(all, func(o *Operation) bool { return o.Base == "" || o.Host != "" }) {
		return
	}
	for _, o := range all {
		if r.serves(o.Below("")); o.Below("") == r.doc.BasePath {
			o.Base = ""
		}
	}
}

// hostOf returns the host of a server's URL in lower case, "" for none.
func hostOf(server string) string {
	_, rest, ok := strings.Cut(server, "//")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToLower(rest)
}

// onThisMachine returns the base URL of a server without its path, or "" if the server is elsewhere.
func onThisMachine(server string) string {
	u, err := url.Parse(server)
	if err != nil || u.Host == "" || u.User != nil {
		return ""
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return ""
	}
	switch u.Scheme {
	case "":
		u.Scheme = "http"
	case "http", "https":
	default:
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// servers returns the base URLs of a document. For Swagger it is one URL for all schemes.
func servers(n *notes, d dialect, root at) []string {
	if d.swagger {
		base, host := n.text(root.get("basePath"), "basePath"), n.text(root.get("host"), "host")
		if base == "" && host == "" {
			return nil
		}
		return []string{"//" + host + "/" + strings.TrimPrefix(base, "/")}
	}
	var all []string
	for s := range n.first(root.get("servers"), maxServers, "servers").items() {
		if address, ok := server(n, s); ok {
			all = append(all, address)
		}
	}
	return all
}

// server returns the URL of a server, with the defaults of its variables.
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

// basePath returns the path of a server's URL without a trailing slash.
func basePath(server string) string {
	path := server
	if _, rest, ok := strings.Cut(server, "//"); ok {
		// Not by url.Parse, because a host with an unknown variable is no valid URL.
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
