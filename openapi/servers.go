package openapi

import (
	"net"
	"net/url"
	"strings"
)

// basePaths returns the paths of the servers of a document, each once, and the first that is on this machine.
func basePaths(n *notes, d dialect, root at) (all []string, local string) {
	known := map[string]bool{}
	for _, server := range servers(n, d, root) {
		if local == "" {
			local = onThisMachine(server)
		}
		if path := basePath(server); !known[path] {
			known[path] = true
			all = append(all, path)
		}
	}
	return all, local
}

// onThisMachine returns the address of a server without its path, "" for one elsewhere.
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

// servers returns the base URLs of a document, one for all schemes of Swagger.
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
