// Package service makes a problem of an HTTP API. It reads the schema, starts
// the system under test, and gives up a system that hangs.
package service

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Service is the REST problem together with the system under test that it
// calls.
type Service struct {
	*rest.Problem
	system  *system
	baseURL string // "" for a handler in this process
	resets  bool   // the state of the system can be brought back
	passing bool   // the next start gives another URL
	fresh   bool   // each test has a new handler
	anew    bool   // the user has users log in before each test
	told    bool   // what takes long was looked at while the search began
	restart func(context.Context) error
}

// Make starts the system of a source and returns its problem.
func Make(ctx context.Context, source *task.Source, e problem.Env) (problem.Problem, error) {
	doc, err := source.Document(ctx)
	if err != nil {
		return nil, err
	}
	controller, err := newController(source)
	if err != nil {
		return nil, err
	}
	caller, info, err := sut.Open(ctx, controller, sut.RemoteOptions{})
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := &Service{
		system:  &system{Controller: controller, caller: caller, guard: e.Guard, races: source.Race},
		baseURL: info.BaseURL,
		resets:  resets(source),
		fresh:   source.Handler != nil && source.Reset == nil && !source.PutBack,
		anew:    source.REST.LoginEachTest,
		restart: source.Restart,
		passing: source.SUT != nil && !isRemote(source.SUT) && isPassing(info.BaseURL),
	}
	s.system.lasting = s.baseURL != "" && !s.resets
	if s.Problem, err = s.newProblem(ctx, source, doc, e); err != nil {
		_ = s.Close() // the first error counts
		return nil, err
	}
	s.system.copied = s.Copy
	if !e.Replay { // else the tests know where they go
		s.findBasePath(ctx, doc)
		_ = s.FindLogin(ctx, e.Guard.Deadly) // a system that fails now also fails in the search
	}
	return s, nil
}

func newController(s *task.Source) (sut.Controller, error) {
	switch {
	case s.SUT != nil:
		if c, ok := s.SUT.(interface{ SetRules(codes []int) }); ok {
			c.SetRules(s.REST.With)
		}
		return s.SUT, nil
	case s.PutBack:
		return newPutBack(s), nil
	case s.Handler != nil:
		return sut.NewHandler(s.Handler, sut.HandlerOptions{Reset: s.Reset}), nil
	case s.URL != "" && s.Reset != nil:
		return sut.NewRemote(s.URL, sut.RemoteOptions{Reset: func(context.Context) error { return s.Reset() }}), nil
	case s.URL != "":
		return sut.NewRemote(s.URL, sut.RemoteOptions{}), nil
	}
	return nil, task.ErrNoSystem
}

// resets reports whether the system can return to its first state. It believes
// a controller of the user's own.
func resets(s *task.Source) bool {
	_, plain := s.SUT.(*sut.Remote)
	return s.Reset != nil || s.PutBack || s.SUT != nil && !plain
}

// traced is a system whose code a tracer observes.
type traced struct {
	*system
	sut.Tracer
}

func (s *Service) newProblem(
	ctx context.Context, source *task.Source, doc *openapi.Document, e problem.Env,
) (*rest.Problem, error) {
	described := *doc
	if hasPath(s.baseURL) {
		described.BasePath = "" // the user's URL names it already
	}
	if c, ok := s.system.Controller.(interface{ Address() string }); ok && c.Address() != "" {
		described.Local = c.Address()
	}
	options := source.REST
	options.BaseURL = s.baseURL
	options.Leaks = options.Leaks || e.Own && s.baseURL == ""
	if source.Handler != nil && source.Reset == nil || source.PutBack {
		options.LoginEachTest = true // a fresh handler knows no sessions, and rows may hold them
	}
	var seen rest.System = s.system
	if e.Tracer != nil {
		seen = traced{s.system, e.Tracer}
	}
	return rest.NewContext(ctx, &described, seen, e.Registry, options)
}

func hasPath(base string) bool {
	u, err := url.Parse(base)
	return err == nil && strings.Trim(u.Path, "/") != ""
}

// findBasePath looks for the operations unless the user named the base path. It
// ignores errors, because a system that fails now also fails in the search.
func (s *Service) findBasePath(ctx context.Context, doc *openapi.Document) {
	var others []string
	for _, path := range append(slices.Clone(doc.BasePaths), "") {
		if path != doc.BasePath && !slices.Contains(others, path) {
			others = append(others, path)
		}
	}
	own := slices.ContainsFunc(doc.Operations, func(op *openapi.Operation) bool { return op.Base != "" })
	if len(others) == 0 && !own || hasPath(s.baseURL) {
		return
	}
	_ = s.FindBasePath(ctx, others, s.system.guard.Deadly)
}

// Reset brings the state of the system back to what it was after the start.
func (s *Service) Reset(ctx context.Context) error { return s.system.Reset(ctx) }

// Call makes one call of the system. Like [Service.Reset] it implements
// [problem.Host].
func (s *Service) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	return s.system.Call(ctx, r)
}

// Suite implements [problem.Problem]. From now on each call may take its full
// time.
func (s *Service) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], h problem.Harvest,
) (*suite.Suite, int, error) {
	s.system.patient = true
	h.Restart = s.restart
	if c, ok := s.system.Controller.(interface{ Renew(context.Context) error }); ok {
		h.Renew = c.Renew
	}
	out, flaky, err := s.Problem.Suite(ctx, a, h)
	return s.lasting(out), flaky, err
}

// lasting removes from a suite a URL that leads nowhere once the system has
// stopped.
func (s *Service) lasting(out *suite.Suite) *suite.Suite {
	if out != nil && s.passing {
		out.BaseURL = ""
	}
	return out
}

// isRemote reports whether a system runs where the user said.
func isRemote(c sut.Controller) bool {
	_, remote := c.(*sut.Remote)
	return remote
}

// firstPassing is the first port that operating systems give to whoever asks for
// any.
const firstPassing = 32768

// isPassing reports whether a URL has a port that the operating system chose.
func isPassing(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	port, err := strconv.Atoi(u.Port())
	return err == nil && port >= firstPassing
}

// Answer implements [problem.Repeater].
func (s *Service) Answer(ctx context.Context, k *problem.Kept) error {
	s.system.patient = true
	return s.Problem.Answer(ctx, k)
}

// SuiteAgain implements [problem.Repeater].
func (s *Service) SuiteAgain(ctx context.Context, k problem.Kept, now time.Time) (*suite.Suite, []string, error) {
	s.system.patient = true
	out, left, err := s.Problem.SuiteAgain(ctx, k, now)
	return s.lasting(out), left, err
}

// Warnings implements [problem.Warner].
func (s *Service) Warnings() []string {
	out := s.Problem.Warnings()
	if s.baseURL != "" && !s.resets && s.restart == nil {
		out = append(out, "the service is not reset between tests, and the suite was not tried on a fresh one: tell "+
			"Evoke how to get one (--reset or --restart, System.Reset or System.Restart)")
	}
	if w, ok := s.system.Controller.(interface{ Warnings() []string }); ok {
		out = append(out, w.Warnings()...)
	}
	return append(out, s.Slow()...)
}

// Statements implements [problem.Covered].
func (s *Service) Statements() []sut.PackageCoverage {
	if c, ok := s.system.Controller.(interface{ Statements() []sut.PackageCoverage }); ok {
		return c.Statements()
	}
	return nil
}

// Hangs implements [problem.Waiter].
func (s *Service) Hangs() bool { return s.system.hung }

// Remote implements [problem.Waiter].
func (s *Service) Remote() bool { return s.baseURL != "" }

// Left implements [problem.Straggler].
func (s *Service) Left() int {
	if c, ok := s.system.Controller.(interface{ Abandoned() int }); ok {
		return c.Abandoned()
	}
	return 0
}

// known is what the next process should know from its start.
type known struct {
	Patience patience
	Users    []auth.User // that the search found
	Remedies []auth.Remedy
	Spent    spent
}

// State implements [problem.Keeper]. It holds what is known of time limits, the
// log-in that the search found, and where the time went.
func (s *Service) State() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(&known{s.system.patience, s.Adopted(), s.Mended(), s.system.spent})
	return b.Bytes(), err
}

// Restore implements [problem.Keeper].
func (s *Service) Restore(state []byte) error {
	var k known
	if err := gob.NewDecoder(bytes.NewReader(state)).Decode(&k); err != nil {
		return err
	}
	s.system.patience, s.system.spent = k.Patience, k.Spent
	if len(k.Users) > 0 {
		s.Adopt(k.Users)
	}
	if len(k.Remedies) > 0 && len(s.Mended()) == 0 {
		rest.Mend(s.Problem, k.Remedies)
	}
	return nil
}

// Close stops the system.
func (s *Service) Close() error { return s.system.Stop(context.Background()) }
