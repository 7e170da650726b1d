//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package neighbour

import (
	"net"
	"time"
)

// listens reports whether anybody takes connections to a host on the loopback interface: here the sockets of this
// process are not told from those of others.
func listens(host, port string) bool {
	c, err := net.DialTimeout("tcp", net.JoinHostPort(host, port), time.Second)
	if err != nil {
		return false
	}
	return c.Close() == nil
}
