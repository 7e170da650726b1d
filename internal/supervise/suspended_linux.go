package supervise

import (
	"bytes"
	"fmt"
	"os"
)

// suspended reports whether a signal has stopped a process. A process that a
// debugger stopped has another state.
func suspended(id int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		return false
	}
	// The name of the program stands in front of the state and may hold anything.
	_, state, found := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return found && bytes.HasPrefix(state, []byte("T"))
}
