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

// callID identifies a call of the front door in a program. It is the same in
// every process that runs the program from its start.
type callID struct {
	// Test is the test that makes the call, with its parents. It is "" outside of
	// tests.
	Test string
	// Site is the function and the line of the call.
	Site string
	// Task is a digest of the task of the call.
	Task uint64
	// N counts the calls that are otherwise equal, from 0.
	N int
}

func (id *callID) String() string { return fmt.Sprintf("%s call %d of %s", id.Test, id.N+1, id.Site) }

// own is the history of this process. A process that continues for another one has to find the same call again, for
// which it counts how often each line made a call. That is a property of the process, so the variable is global.
var own history

// history counts calls and keeps the results of the calls that ended.
type history struct {
	mu    sync.Mutex
	calls map[callID]int
	ended []endedCall
}

// endedCall is a call with its result, encoded for another process.
type endedCall struct {
	ID     callID
	Result []byte
}

// identify identifies the current call. It takes the test from the task if the
// task names one, and else from the stack.
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

// remember keeps the result of a call for later processes, which make the same call again. It drops a result that
// cannot be encoded; then later processes report an unexpected call.
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

// before returns the ended calls of the same test, or of the program.
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

// forget drops the history of a test that ended. The test may run again, as
// with -count, and must then begin as it did the first time.
func (p *history) forget(test string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.calls, func(id callID, _ int) bool { return id.Test == test })
	p.ended = slices.DeleteFunc(p.ended, func(e endedCall) bool { return e.ID.Test == test })
}

// Forget drops the history of a test that ended.
func Forget(test string) { own.forget(test) }

// callSite returns the innermost frame outside of Evoke's front door. It also
// returns the name of the top-level test or example below that frame, if any.
func callSite() (site, test string) {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	last := ""
	for {
		f, more := frames.Next()
		pkg, name := program.SplitFunction(f.Function)
		switch {
		case site == "" && !inFront(pkg):
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

// inFront reports whether a package is a part of the front door, between a caller and a run. Tests in packages of their
// own are callers.
func inFront(pkg string) bool {
	inside := strings.HasPrefix(pkg, program.Evoke+"/internal/") && !strings.HasSuffix(pkg, "_test")
	return pkg == program.Evoke || inside
}
