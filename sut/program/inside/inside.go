// Package inside is the driver in programs that package sut/program builds: it reports to the controller what the
// probes of its own program noted. Nothing else imports it.
package inside

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// Variable names the environment variable with the base URL at which the program is to
// listen, and the most memory that it may use, in bytes: "http://127.0.0.1:8080 4294967296".
const Variable = "EVOKE_PROGRAM"

// Start starts the driver if a controller started this process, and reports whether one
// did. The environment shows nothing of it from then on. The driver ends the process when
// the controller has gone.
func Start() bool {
	commands, err := driver.Inherited()
	if err != nil {
		return false
	}
	baseURL, limit, _ := strings.Cut(os.Getenv(Variable), " ")
	_ = os.Unsetenv(Variable)
	memory, _ := strconv.ParseInt(limit, 10, 64) // 0 is no limit
	if err = supervise.Limit(memory); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	greeted := make(chan struct{})
	go func() {
		err := driver.Serve(commands, driver.Announcement{
			Name: runtime.Version(), BaseURL: baseURL, NoReset: true, Threads: true,
			Await: func() ([]driver.Target, error) {
				close(greeted)
				err := listens(baseURL)
				return targets(), err // all packages are there by now
			},
		}, &system{})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}()
	<-greeted // else the program might end before it is greeted
	return true
}

// listens waits until something takes connections at a base URL.
func listens(baseURL string) error {
	u, err := url.Parse(baseURL)
	if err != nil {
		return err
	}
	const most = 20 * time.Millisecond
	for pause := time.Millisecond; ; pause = min(2*pause, most) {
		conn, err := net.DialTimeout("tcp", u.Host, time.Second)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(pause)
	}
}

// targets returns the targets of all probes. Each has its number in package probe.
func targets() []driver.Target {
	out := make([]driver.Target, probe.Targets())
	for i := range out {
		site := probe.Describe(probe.Target(i))
		out[i] = driver.Target{
			Number: uint32(i), Kind: sut.StatementTarget, Line: uint32(site.Line), Column: uint32(site.Column),
			File: site.Package + "/" + site.File,
		}
		if site.Kind != probe.Statement {
			out[i].Kind, out[i].Side, out[i].Values = sut.BranchTarget, driver.False, site.Values
			out[i].What, out[i].Way, out[i].Function = sut.Describe(site)
			if site.Side {
				out[i].Side = driver.True
			}
		}
	}
	return out
}

// system is the [driver.System] of this process.
type system struct {
	sut.Lookout
	reading bool // inputs are noted
	using   bool // tables are
	muted   bool // some targets are
}

// Begin implements [driver.System].
func (s *system) Begin(all, listen bool, mute []uint32) {
	if all && s.muted {
		probe.UnmuteAll()
		s.muted = false
	}
	for _, t := range mute {
		probe.Mute(probe.Target(t))
		s.muted = true
	}
	probe.Listen(listen)
	probe.Drop()
	s.Forget()
	inputs.Drop()
	tables.Drop()
}

// Take implements [driver.System].
func (s *system) Take() (scores []driver.Score, compared []driver.Compared) {
	probe.Take(func(t probe.Target, value float64) {
		scores = append(scores, driver.Score{Number: uint32(t), Value: value})
	})
	for _, h := range probe.Overheard() {
		if h.Target < probe.FirstOfLibraries && sayable(h.Operands) {
			compared = append(compared, driver.Compared{Number: uint32(h.Target), Operands: h.Operands})
		}
	}
	s.Forget()
	return scores, compared
}

// sayable reports whether JSON can represent operands.
func sayable(operands []any) bool {
	for _, o := range operands {
		if f, ok := o.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return false
		}
	}
	return true
}

// Reset implements [driver.System]. It is never called: each test gets a new process.
func (s *system) Reset() error { return nil }

// Read implements [driver.Reader].
func (s *system) Read(on bool) {
	if on != s.reading {
		s.reading = on
		inputs.Watch(on)
	}
}

// Inputs implements [driver.Reader].
func (s *system) Inputs() []sut.Input { return inputs.Take(nil) }

// ReadTables implements [driver.TableReader].
func (s *system) ReadTables(on bool) {
	if on != s.using {
		s.using = on
		tables.Watch(on)
	}
}

// Tables implements [driver.TableReader].
func (s *system) Tables() []sut.Table { return tables.Take(nil) }

// Where implements [driver.Locator].
func (s *system) Where(outcome sut.Outcome) string { return sut.Whereabouts(outcome) }

// OnEnd implements [driver.Ender]: os.Exit, log.Fatal and similar calls report their place.
func (s *system) OnEnd(tell func(reason, place string)) {
	probe.OnExit(func(at runtime.Frame) { tell("", supervise.Place(at)) })
}
