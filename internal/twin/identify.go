package twin

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/task"
)

// callID names one call of the front door in a program, in the same way in every
// process that runs the program from its start.
type callID struct {
	// Test is the test that makes the call, with its parents; "" outside of tests.
	Test string
	// Site is the function and the line of the call.
	Site string
	// Task is a digest of what the call is to do.
	Task uint64
	// N counts the calls that are otherwise alike, from 0.
	N int
}

func (id *callID) String() string { return fmt.Sprintf("%s call %d of %s", id.Test, id.N+1, id.Site) }

// own is what this process has done so far. A process that goes on in
// another one has to find the same call again, and only the process as a whole
// knows how often a line was reached: that is why this is global.
var own history

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

// identify names the call that is being made. The test is that of the task where
// there is one, else the one on the stack.
func (p *history) identify(t *task.Task) callID {
	id := callID{Test: t.From.Test, Task: t.Digest()}
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

// remember keeps what a call gave for later processes, which come by the same
// call. What cannot be sent is forgotten; such a process says so.
func (p *history) remember(id callID, result *deliver.Result, err error) {
	var o outcome
	o.fail(err)
	o.take(result)
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

// forget drops what is known of a test that ended. It may be run again, as by
// -count, and then begins like the first time.
func (p *history) forget(test string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.calls, func(id callID, _ int) bool { return id.Test == test })
	p.ended = slices.DeleteFunc(p.ended, func(e endedCall) bool { return e.ID.Test == test })
}

// Forget drops what is known of the calls of a test that ended.
func Forget(test string) { own.forget(test) }

// callSite returns the innermost frame outside of Evoke's front door, and the
// name of the top-level test or example below it, if one is there.
func callSite() (site, test string) {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	last := ""
	for {
		f, more := frames.Next()
		pkg, name := program.SplitFunction(f.Function)
		switch {
		case site == "" && pkg != program.Evoke && !strings.HasPrefix(pkg, program.Evoke+"/internal/"):
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
