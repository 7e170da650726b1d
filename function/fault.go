package function

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
)

// Codes of the faults of functions. They are Evoke's own, because Web Fuzzing Commons has codes only for web services.
const (
	CodePanic = 951 // a function panics, ends its goroutine or the process
	CodeError = 952 // a function returns an error that Options.Unexpected names
	CodeHang  = 953 // a function does not end in time
)

// deathCategory is the category of faults that end the process.
const deathCategory = "the process dies"

// finding is the defect that one call shows.
type finding struct {
	code             int
	category, reason string
	// detail distinguishes the faults of one function.
	detail       string
	frame, stack string
}

// key returns the key of the finding for a function, the same in each run.
func (f *finding) key(s *subject) string {
	return strings.TrimSpace(s.name + " " + strconv.Itoa(f.code) + " " + f.detail)
}

// fault returns the finding for a function as plain data.
func (f *finding) fault(s *subject) suite.Fault {
	out := suite.Fault{
		Code: f.code, Category: f.category, Operation: s.name, Reason: f.reason,
		Key: f.key(s), Frame: f.frame, Stack: f.stack,
	}
	if f.frame != "" {
		out.Cause = fmt.Sprintf("%d %s at %s", f.code, f.category, f.frame)
	}
	return out
}

// faults are the faults found, by their targets.
type faults struct {
	registry *fitness.Registry
	of       map[fitness.ID]*suite.Fault
	order    []fitness.ID
	news     []toldFault // found since the last call of learned
}

// toldFault is a fault with the name of its target, encoded for another process.
type toldFault struct {
	Target string
	Fault  suite.Fault
}

// target returns the target of a finding.
func (fs *faults) target(s *subject, f *finding) fitness.ID {
	return fs.registry.ID(fitness.Target{Kind: FaultTarget, Name: f.key(s)})
}

// add adds a finding, unless it is known, and returns its target.
func (fs *faults) add(s *subject, f *finding) fitness.ID {
	id := fs.target(s, f)
	if fs.of[id] == nil {
		fault := f.fault(s)
		fs.keep(id, &fault)
		fs.news = append(fs.news, toldFault{fs.registry.Target(id).Name, fault})
	}
	return id
}

// keep keeps a fault, unless its target already has one.
func (fs *faults) keep(id fitness.ID, f *suite.Fault) {
	if fs.of[id] == nil {
		fs.of[id] = f
		fs.order = append(fs.order, id)
	}
}

// learned returns the encoded faults that were added since the last call.
func (fs *faults) learned() ([]byte, error) {
	if len(fs.news) == 0 {
		return nil, nil
	}
	news := fs.news
	fs.news = nil
	return json.Marshal(news)
}

// learn adds the faults of another process. learned does not return them.
func (fs *faults) learn(data []byte) error {
	var told []toldFault
	if err := json.Unmarshal(data, &told); err != nil {
		return fmt.Errorf("function: faults of another process: %w", err)
	}
	for i := range told {
		fs.keep(fs.registry.ID(fitness.Target{Kind: FaultTarget, Name: told[i].Target}), &told[i].Fault)
	}
	return nil
}

// all returns the faults in the order of discovery.
func (fs *faults) all() []suite.Fault {
	out := make([]suite.Fault, len(fs.order))
	for i, id := range fs.order {
		out[i] = *fs.of[id]
	}
	return out
}

// newFinding returns the finding for a call; nil if there is none.
func newFinding(s *subject, o *observation, unexpected func(string, error) bool) *finding {
	switch o.outcome {
	case panicked:
		return &finding{
			code: CodePanic, category: "function panics", reason: "the function panics: " + firstLine(o.panic.Value),
			detail: "panic " + o.panic.Frame, frame: o.panic.Frame, stack: o.panic.Stack,
		}
	case ended:
		return &finding{code: CodePanic, category: "function ends its goroutine",
			reason: "the function ends its goroutine (runtime.Goexit)", detail: "exit"}
	case hung:
		return &finding{code: CodeHang, category: "time-out", reason: "the function does not end in time",
			detail: strings.TrimSpace("hang " + o.place), frame: o.place}
	case failed:
		if unexpected != nil && unexpected(s.name, o.err) {
			return &finding{
				code: CodeError, category: "unexpected error", reason: "the function returns the error " +
					strconv.Quote(firstLine(o.err.Error())),
				detail: fmt.Sprintf("error %T", o.err),
			}
		}
	}
	return nil
}

// ofDeath returns the finding for the death of a process.
func ofDeath(d *problem.Death) *finding {
	code := CodePanic
	if d.Hang {
		code = CodeHang
	}
	return &finding{code: code, category: deathCategory, reason: d.Reason, detail: d.Detail, frame: d.Frame}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
