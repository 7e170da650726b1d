// Package bench holds the real services that Evoke is measured on, wired as
// handlers of this process, and the bare loop that an engine is compared with.
package bench

import (
	"fmt"
	"io"
	"net/http"

	"github.com/evoke-go/evoke/bench/ach"
	"github.com/evoke-go/evoke/bench/alertmanager"
	"github.com/evoke-go/evoke/bench/gotify"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/sut"
)

// Service is one service to measure.
type Service struct {
	Name string
	// Schema is its OpenAPI or Swagger document.
	Schema []byte
	// New returns a handler with fresh state. It is an io.Closer where it
	// holds resources, and a Resetter where that is cheaper than a new one.
	New func() http.Handler
	// Users are who calls are made as, nil where there is no authentication.
	Users []auth.User
	// Package has the constructor New, for the written tests.
	Package string
	// Cover are the packages that are the program, as patterns of the go command.
	Cover []string
	// Samples are folders with samples of requests, nil where nobody has any.
	Samples []Sample
}

// Sample is a folder of a module.
type Sample struct{ Module, Dir string }

const here = "github.com/evoke-go/evoke/bench/"

// Services returns the real services, in a fixed order; Literature those of the
// field's papers.
func Services() []*Service {
	return []*Service{
		{
			Name: "gotify", Schema: gotify.Schema(), New: gotify.New, Users: gotify.Users(),
			Package: here + "gotify", Cover: []string{"github.com/gotify/server/v2/...", here + "gotify/router"},
		},
		{
			Name: "ach", Schema: ach.Schema(), New: ach.New,
			Package: here + "ach", Cover: []string{"github.com/moov-io/ach/..."},
			Samples: []Sample{{"github.com/moov-io/ach", "test"}},
		},
		{
			Name: "alertmanager", Schema: alertmanager.Schema(), New: alertmanager.New,
			Package: here + "alertmanager", Cover: []string{"github.com/prometheus/alertmanager/..."},
		},
	}
}

// REST returns the options of a run. A reset forgets the log-ins of users.
func (s *Service) REST() rest.Options {
	return rest.Options{Users: s.Users, LoginEachTest: len(s.Users) > 0}
}

// Resetter is a handler that can go back to the state of a new one.
type Resetter interface{ Reset() error }

// Instance is a running service with the cheapest reset that it has.
type Instance struct {
	service *Service
	handler http.Handler
}

// Instance returns an instance that is started by its first New or Reset.
func (s *Service) Instance() *Instance { return &Instance{service: s} }

// New constructs the handler anew. It suits sut.NewHandler together with Reset.
func (i *Instance) New() http.Handler {
	i.handler = i.service.New()
	return i.handler
}

// Reset brings the handler back to the state of a new one, or makes a new one.
func (i *Instance) Reset() error {
	if r, ok := i.handler.(Resetter); ok {
		return r.Reset()
	}
	if err := i.Close(); err != nil {
		return err
	}
	i.New()
	return nil
}

// Close frees what the handler holds.
func (i *Instance) Close() error {
	c, ok := i.handler.(io.Closer)
	i.handler = nil
	if !ok {
		return nil
	}
	if err := c.Close(); err != nil {
		return fmt.Errorf("bench: close %s: %w", i.service.Name, err)
	}
	return nil
}

// System returns the service as a system under test, not started.
func (s *Service) System() *sut.Handler {
	i := s.Instance()
	var options sut.HandlerOptions
	if _, ok := i.New().(Resetter); ok {
		options.Reset = i.Reset
	}
	if err := i.Close(); err != nil {
		panic(err)
	}
	return sut.NewHandler(i.New, options)
}
