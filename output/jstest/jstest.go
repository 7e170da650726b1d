// Package jstest writes suites as JavaScript tests: for the test runner of Node, which
// needs no install, for Jest with SuperAgent, or for Vitest. The files need no Evoke to run.
//
// Successes, client errors and faults each have a file of their own. One more file holds
// what the tests share, with a method for each step that only prepares, such as a
// log-in. A test of the runner of Node reads like this:
//
//	test('GET /books/{id} answers 200 after POST /books', async () => {
//	  const api = await start();
//
//	  const posted = await api.call('POST', '/books').json({ title: 'Dune' }).want(201);
//	  const bookID = posted.read('/id');
//
//	  const got = await api.call('GET', `/books/${encodeURIComponent(bookID)}`).want(200);
//	  got.contentType('application/json');
//	  got.equal('/title', 'Dune');
//	});
//
// Numbers that a double of JavaScript does not hold are compared digit by digit.
package jstest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/output"
)

// Runner is the name of a test runner.
type Runner string

// The runners.
const (
	// Node is the test runner of Node, with node:assert and node:http.
	Node Runner = "node"
	// Jest runs tests that call by SuperAgent; both have to be installed.
	Jest Runner = "jest"
	// Vitest runs tests that call by fetch; it has to be installed.
	Vitest Runner = "vitest"
)

// Writer writes suites as JavaScript tests. The zero value writes tests for the runner of Node that call a running
// service.
type Writer struct {
	// Runner is the runner of the tests. Default: Node.
	Runner Runner
	// Module says that the package.json of the project has "type": "module". Files for
	// Jest, which are CommonJS, end in .cjs then. Default: false.
	Module bool
	// Start is the shell command that starts the program: "node src/server.js". Each test starts its own program and
	// ends it, unless BaseURLEnv names a running service. A "{port}" in the command is the port to listen on, which is
	// also in the environment variable PortEnv. Default: none; the tests call a running service.
	Start string
	// Node says that Start starts a program of Node. The program then listens on a free port, whatever port it asks
	// for, and neither PortEnv nor "{port}" is needed. A further file, which node loads before the program, does that.
	// Default: false.
	Node bool
	// Dir is the folder in which Start is executed, relative to the folder of the tests, with slashes: "..". Default:
	// the folder in which the tests are run.
	Dir string
	// Copied is called when the files are written. It reports whether the program writes to files of Dir. If so, each
	// test starts the program in a copy of Dir, where the program finds the files of Dir and changes none of them. It
	// is for Start with Node. Default: nil, and the program starts in Dir.
	Copied func() bool
	// Reset brings the data back before each test, as in the search. A path of the program, such as "/test/reset", or a
	// URL gets a POST; other text is a shell command. A command also runs before the program starts. Without Start,
	// Reset is for the running service, and a URL with the origin of the suite follows BaseURLEnv. Tests with a Reset
	// run one after another, in whatever file they are. Default: none, as for a program that each test starts.
	Reset string
	// ResetDir is the folder in which a command of Reset is executed, relative to the folder of the tests, with
	// slashes. Default: the folder in which the tests are run.
	ResetDir string
	// PortEnv is the name of the environment variable with the port for Start. Default: "PORT".
	PortEnv string
	// Faults says whether the tests of faults record the faults, fail or are skipped. Default: output.RecordFaults;
	// they record the present behaviour of the system.
	Faults output.Faults
	// Prefix is the beginning of the file names. Default: "evoke".
	Prefix string
	// BaseURLEnv is the name of the environment variable with the base URL of a running service. Default:
	// "EVOKE_BASE_URL".
	BaseURLEnv string
}

func (w *Writer) withDefaults() Writer {
	out := *w
	for _, d := range []struct {
		field *string
		text  string
	}{{(*string)(&out.Runner), string(Node)}, {&out.PortEnv, "PORT"}, {&out.Prefix, "evoke"},
		{&out.BaseURLEnv, "EVOKE_BASE_URL"}} {
		if *d.field == "" {
			*d.field = d.text
		}
	}
	return out
}

var (
	filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	envName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func (w *Writer) check() error {
	switch {
	case w.Runner != Node && w.Runner != Jest && w.Runner != Vitest:
		return fmt.Errorf("%q is no runner of JavaScript tests, those are %s, %s and %s", w.Runner, Node, Jest, Vitest)
	case !filePrefix.MatchString(w.Prefix):
		return fmt.Errorf("%q cannot begin the name of a file", w.Prefix)
	case !envName.MatchString(w.BaseURLEnv):
		return fmt.Errorf("%q cannot be the name of an environment variable", w.BaseURLEnv)
	case !envName.MatchString(w.PortEnv):
		return fmt.Errorf("%q cannot be the name of an environment variable", w.PortEnv)
	case strings.ContainsRune(w.Start+w.Dir+w.Reset+w.ResetDir, 0):
		return errors.New("a command or its folder holds a zero byte")
	}
	var known output.Faults
	return known.UnmarshalText([]byte(w.Faults))
}

// script returns the extension of files that are no tests.
func (w *Writer) script() string {
	switch {
	case w.Runner != Jest:
		return ".mjs"
	case w.Module:
		return ".cjs"
	}
	return ".js"
}
