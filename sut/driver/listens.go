package driver

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// elsewhere returns a text that says at which other port a process listens, and what to do. It returns "" if that is
// not known, as on systems other than Linux, which do not show the sockets of a process.
func elsewhere(pid int) string {
	ports := listening(pid)
	if len(ports) == 0 {
		return ""
	}
	return fmt.Sprintf("; it listens on port %d, which is not the one that $PORT or {port} gave it: "+
		"name its address (--url http://127.0.0.1:%d), or have it take the port", ports[0], ports[0])
}

// listening returns the TCP ports on which a process takes connections, the smallest first.
func listening(pid int) (ports []int) {
	root := filepath.Join("/proc", strconv.Itoa(pid))
	fds, err := os.ReadDir(filepath.Join(root, "fd"))
	if err != nil {
		return nil
	}
	own := map[string]bool{} // inodes of its sockets
	for _, fd := range fds {
		to, _ := os.Readlink(filepath.Join(root, "fd", fd.Name()))
		if inode, ok := strings.CutPrefix(to, "socket:["); ok {
			own[strings.TrimSuffix(inode, "]")] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile(filepath.Join(root, "net", table))
		if err == nil {
			ports = append(ports, listeners(text, own)...)
		}
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}

// listeners returns the ports of listening sockets in a table of the kernel, with one of these inodes. A line has the
// local address, the remote one, the state and, in the tenth column, the inode.
func listeners(table []byte, inodes map[string]bool) (ports []int) {
	const listens = "0A"
	for lines := bufio.NewScanner(bytes.NewReader(table)); lines.Scan(); {
		columns := strings.Fields(lines.Text())
		if len(columns) < 10 || columns[3] != listens || !inodes[columns[9]] {
			continue
		}
		_, hex, _ := strings.Cut(columns[1], ":")
		if port, err := strconv.ParseUint(hex, 16, 16); err == nil {
			ports = append(ports, int(port))
		}
	}
	return ports
}
