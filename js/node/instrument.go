package node

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// instrumenter puts probes into the files of a program. An unchanged file has the same targets in each process. It is
// safe for concurrent use.
type instrumenter struct {
	mu    sync.Mutex
	files map[string]*file // by path
	first int              // number of the next target
	// mutated are the files with mutants; nil: they have probes
	mutated map[string]mutated
}

// file is a file with probes.
type file struct {
	source  driver.Source
	code    string
	targets []driver.Target
	loops   []loop
	warning string // why it has no probes
}

// loop is the first and the last line of a loop.
type loop struct{ first, last int }

// instrument implements Instrument of [driver.Options].
func (in *instrumenter) instrument(src driver.Source) (string, []driver.Target, string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if f := in.files[src.Path]; f != nil && f.source == src {
		return f.code, f.targets, f.warning
	}
	code := js.Instrument(js.Source{Path: src.Path, Text: src.Text, Module: moduleOf(src.Module), First: in.first})
	f := &file{source: src, code: code.Text}
	for i := range code.Targets {
		t := &code.Targets[i]
		f.targets = append(f.targets, targetOf(src.Path, in.first+i, t))
		if t.Until > 0 {
			f.loops = append(f.loops, loop{t.Line, t.Until})
		}
	}
	in.first += len(code.Targets)
	in.files[src.Path] = f
	if code.Err != nil {
		f.warning = "a file has no probes: " + code.Err.Error()
	}
	return f.code, f.targets, f.warning
}

// frame is a line of a stack of node: "at f (/app/a.js:3:1)".
var frame = regexp.MustCompile(`(?m)^\s+at (?:(.*) \()?(?:file://)?([^()\n]+?):(\d+):\d+\)?$`)

// interrupted begins the message of node before the stack of interrupted code.
const interrupted = "KEYBOARD_INTERRUPT: "

// hangs returns the place at which a program was interrupted, from its message said. It is the outermost function in a
// loop, with the line of the loop, so that a hang has the same place each time; without a loop it is the innermost
// function. Files are named relative to the folder of the program.
func (in *instrumenter) hangs(below func(path string) (string, bool), said string) string {
	in.mu.Lock()
	defer in.mu.Unlock()
	_, stack, _ := strings.Cut(said, interrupted)
	place := ""
	for _, f := range slices.Backward(frame.FindAllStringSubmatch(stack, -1)) {
		path, own := below(f[2])
		line, err := strconv.Atoi(f[3])
		at := in.files[filepath.ToSlash(path)]
		if !own || err != nil || at == nil {
			continue
		}
		first := line
		for _, l := range at.loops {
			if l.first <= first && line <= l.last {
				first = l.first
			}
		}
		place = fmt.Sprintf("%s:%d", filepath.ToSlash(path), first)
		if f[1] != "" {
			place = f[1] + " (" + place + ")"
		}
		if first < line || slices.ContainsFunc(at.loops, func(l loop) bool { return l.first == line }) {
			return place
		}
	}
	return place
}

func moduleOf(m driver.Module) js.Module {
	switch m {
	case driver.ESModule:
		return js.ES
	case driver.CommonJS:
		return js.CommonJS
	}
	return js.ByName
}

// targetOf converts a target for the driver.
func targetOf(path string, number int, t *js.Target) driver.Target {
	out := driver.Target{
		Number: uint32(number), Kind: kindOf(t.Kind), Line: uint32(t.Line), Column: uint32(t.Column),
		File: path, Values: t.Values,
	}
	switch {
	case t.Kind == js.Case:
		out.What = "case"
	case t.Kind != js.Statement && t.Side:
		out.What, out.Side = t.Op, driver.True
	case t.Kind != js.Statement:
		out.What, out.Side = t.Op, driver.False
	}
	return out
}

func kindOf(k js.Kind) fitness.Kind {
	if k == js.Statement {
		return sut.StatementTarget
	}
	return sut.BranchTarget
}
