package neighbour

import (
	"net/netip"
	"strings"
)

// isLoopback reports whether a host is on the loopback interface.
func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// takes reports whether a socket that listens at an address takes connections to a host on the loopback interface.
func takes(at netip.Addr, host string) bool {
	at = at.Unmap()
	ip, err := netip.ParseAddr(host)
	switch {
	case at.IsUnspecified():
		return true
	case err != nil || ip.IsUnspecified():
		return at.IsLoopback()
	}
	return at == ip.Unmap()
}
