//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package neighbour

import (
	"net/netip"
	"os"
	"strconv"
	"syscall"
)

// someDescriptors are the descriptors that are looked at where the system does not list those of the process.
const someDescriptors = 1024

// listens reports whether a socket of this process takes connections to a host on the loopback interface. It asks the
// sockets themselves: a connection would succeed for those of other processes too, and nobody sees calls of net.Listen.
func listens(host, port string) bool {
	number, err := strconv.Atoi(port)
	if err != nil {
		return false
	}
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		for fd := range someDescriptors {
			if listensBy(fd, host, number) {
				return true
			}
		}
		return false
	}
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && listensBy(fd, host, number) {
			return true
		}
	}
	return false
}

// listensBy reports whether a descriptor is a socket that takes connections to a host and port.
func listensBy(fd int, host string, port int) bool {
	accepts, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_ACCEPTCONN)
	if err != nil || accepts == 0 {
		return false
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		return false
	}
	switch at := at.(type) {
	case *syscall.SockaddrInet4:
		return at.Port == port && takes(netip.AddrFrom4(at.Addr), host)
	case *syscall.SockaddrInet6:
		return at.Port == port && takes(netip.AddrFrom16(at.Addr), host)
	}
	return false
}
