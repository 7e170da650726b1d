package evoke

import (
	"fmt"
	"hash/fnv"
	"runtime"
	"strings"
	"sync"
)

// callID names one call of [Run] or [Generate] in a program, in the same way
// in every process that runs the program from its start.
type callID struct {
	// Test is the test that makes the call, with its parents; "" outside of tests.
	Test string
	// Site is the function and the line of the call.
	Site string
	// Config is a digest of what the call is to do.
	Config uint64
	// N counts the calls that are otherwise alike, from 0.
	N int
}

func (id *callID) String() string { return fmt.Sprintf("%s call %d of %s", id.Test, id.N+1, id.Site) }

// program is what this process has done so far. A process that goes on in
// another one has to find the same call again, and only the process as a whole
// knows how often a line was reached: that is why this is global.
var program history

// history counts calls and keeps the results of those that ended.
type history struct {
	mu    sync.Mutex
	calls map[callID]int
	ended []endedCall
}

// endedCall is a call with its result as it is sent to another process.
type endedCall struct {
	ID     callID
	Result []byte
}

// identify names the call that is being made. The test is that of a
// [testing.TB] where there is one, else the one on the stack.
func (p *history) identify(test string, cfg *Config) callID {
	id := callID{Test: test, Config: cfg.digest()}
	onStack := ""
	id.Site, onStack = callSite()
	if id.Test == "" {
		id.Test = onStack
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.calls == nil {
		p.calls = map[callID]int{}
	}
	key := id
	id.N = p.calls[key]
	p.calls[key]++
	return id
}

// digest tells configurations apart by what is the same in every process.
func (c *Config) digest() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %v %d %q %q %q %q %q %d %q", c.Schema, c.Budget, c.Seed, c.Cover, c.Replacements, c.REST.Include, c.REST.Exclude, c.REST.Tags, c.REST.MaxCalls, c.URL)
	return h.Sum64()
}

// remember keeps what a call gave for later processes, which come by the same
// call. What cannot be sent is forgotten; such a process says so.
func (p *history) remember(id callID, result *Result, err error) {
	var o outcome
	if o.fail(err); result != nil {
		o.Suite, o.Files, o.Report, o.Stats = result.Suite, result.Files, result.Report, result.Stats
	}
	data, err := o.encode()
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, endedCall{id, data})
}

// before returns the calls of the same test, or of the program, that ended.
func (p *history) before(id callID) []endedCall {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []endedCall
	for _, e := range p.ended {
		if e.ID.Test == id.Test {
			out = append(out, e)
		}
	}
	return out
}

// callSite returns the innermost frame outside of this package, and the name
// of the top-level test or example below it, if one is there.
func callSite() (site, test string) {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	last := ""
	for {
		f, more := frames.Next()
		pkg, name := splitFunction(f.Function)
		switch {
		case site == "" && pkg != ownPath:
			site = fmt.Sprintf("%s:%d", f.Function, f.Line)
		case f.Function == "testing.tRunner" || f.Function == "testing.runExample":
			test = last
		}
		last, _, _ = strings.Cut(name, ".")
		if !more {
			return site, test
		}
	}
}

// ownPath is the import path of this package.
const ownPath = "github.com/evoke-go/evoke"
