package node

import (
	"sync"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// instrumenter puts probes into the files of a program. A file that did not change has the
// same targets in each process. It is safe for concurrent use.
type instrumenter struct {
	mu    sync.Mutex
	files map[string]*file // by path
	first int              // number of the next target
}

// file is a file with probes.
type file struct {
	source  driver.Source
	code    string
	targets []driver.Target
	warning string // why it has none
}

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
		f.targets = append(f.targets, targetOf(src.Path, in.first+i, &code.Targets[i]))
	}
	in.first += len(code.Targets)
	in.files[src.Path] = f
	if code.Err != nil {
		f.warning = "a file has no probes: " + code.Err.Error()
	}
	return f.code, f.targets, f.warning
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

// targetOf is a target as a driver announces it.
func targetOf(path string, number int, t *js.Target) driver.Target {
	out := driver.Target{
		Number: uint32(number), Kind: kindOf(t.Kind), Line: uint32(t.Line), Column: uint32(t.Column), File: path, Values: t.Values,
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
