package sut

import (
	"runtime"
	"strings"
)

// working reports whether a goroutine that a call started, directly or indirectly, runs code of the program. here says
// that this goroutine made the call.
func working(here bool) bool {
	var all []routine
	blocks := map[uint64]string{}
	for block := range strings.SplitSeq(stacks(), "\n\n") {
		if r, ok := parseStack(block); ok {
			r.serves = r.serves || here && len(all) == 0 // this goroutine comes first
			all = append(all, r)
			blocks[r.id] = block
		}
	}
	for id := range descendants(all, nil) {
		if runsProgram(blocks[id]) {
			return true
		}
	}
	return false
}

// stacks returns the dump of all goroutines, up to maxStacks.
func stacks() string {
	buf := make([]byte, 1<<16)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < maxStacks {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	return string(buf[:n])
}

// runsProgram reports whether the dump of a goroutine has a function of the main module.
func runsProgram(block string) bool {
	main := mainModule()
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "created by ") {
			return false
		}
		if at := strings.LastIndexByte(line, '('); at > 0 && line[0] != '\t' {
			if pkg, _ := splitFunction(line[:at]); !ownFrame(pkg) && (pkg == "main" || within(pkg, main)) {
				return true
			}
		}
	}
	return false
}
