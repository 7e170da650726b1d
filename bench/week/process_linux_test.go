package week

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// process is a process of this machine.
type process struct {
	id int
	// started tells it from a later process with the same id.
	started string
	command string
}

// stat returns the fields of a process behind its name: the state, the id of
// the parent, and so on.
func stat(id int) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		return nil
	}
	return strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
}

// The fields of stat.
const (
	stateField   = 0
	parentField  = 1
	startedField = 19
)

// childrenOf returns the processes that a process started.
func childrenOf(parent int) (out []process) {
	names, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well-formed
	for _, name := range names {
		id, err := strconv.Atoi(filepath.Base(name))
		if err != nil {
			continue
		}
		fields := stat(id)
		if len(fields) <= startedField || fields[parentField] != strconv.Itoa(parent) {
			continue
		}
		command, _ := os.ReadFile(name + "/cmdline") // "" of a process that has ended
		out = append(out, process{id, fields[startedField], strings.ReplaceAll(string(command), "\x00", " ")})
	}
	return out
}

// alive reports whether the process has not ended.
func (p process) alive() bool {
	fields := stat(p.id)
	return len(fields) > startedField && fields[startedField] == p.started && fields[stateField] != "Z"
}

// searches reports whether the process has a job of a search or of a suite.
func (p process) searches() bool {
	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.id))
	return err == nil && bytes.Contains(environment, []byte("EVOKE_JOB="))
}

func (p process) kill() {
	if p.alive() {
		_ = syscall.Kill(p.id, syscall.SIGKILL)
	}
}
