package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
)

// started is a program of --node or --program.
type started struct {
	command string  // --node
	main    string  // --program: the main package and the arguments
	rows    *keeper // puts rows back before each test; nil: nobody does
	dir     string  // the folder in which it starts; "" for the working directory
	// writes reports whether processes of --node, which work in copies of the folder, wrote to it; nil if they do not
	// work in copies.
	writes func() bool
}

func (p *started) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.command, "node", "",
		"shell `command` that starts a program of Node 20 or later, such as \"node src/server.js\", instead of --pkg")
	f.StringVar(&p.main, "program", "", "main `package` of Go that is built with probes and started, and arguments, "+
		"such as \"./cmd/server -addr :{port}\"; it listens on $PORT or {port}, or else at --url; {port2}, {port3} "+
		"are more free ports, and NAME=value in front sets a variable")
	f.StringVar(&p.dir, "dir", "", "`folder` in which --node, --program or --start starts (default this one); "+
		"with a file of --page the one that is served")
}

// Values of --reset: for a program without state, for one whose modules are loaded again, and for one that gets a new
// process for each test.
const (
	noReset = "none"
	reload  = "reload"
	restart = "restart" // the default, but --node uses reload if that turns out to be equivalent
)

// resetUsage describes the values of --reset.
const resetUsage = "function of --pkg that brings the state back (default: a fresh handler for each test); with " +
	"--url, --node or --program a shell command, or a URL or a path of the program (which get a POST), " +
	"that does so before each test, also in the written ones, or db for the rows of the database whose data source " +
	"name is in $EVOKE_DSN (db:NAME for another variable), which needs the program evoke-rows; " +
	"with --node and --program also none where there is no state, or restart for a new process for each test " +
	"(the default); with --node also reload to load the files of the program anew (the default where that is seen " +
	"to do the same)"

// startNode starts a run of a Node program: white-box, unless --cover is none.
func (s *settings) startNode(ctx context.Context, cfg evoke.Config) (_ *evoke.Result, err error) {
	_, rows := inVariable(s.reset)
	command := isCommand(s.reset)
	controller, err := node.New(node.Options{
		Command: s.file.program.command, Dir: s.file.program.dir, InPlace: command,
		Keep: s.reset == noReset, Reload: s.reset == reload, Restart: s.reset == restart,
		Plain: len(s.cover) > 0, Reset: s.file.program.hook(s.reset), Remote: s.remote(),
	})
	if err != nil {
		return nil, err
	}
	if command && !rows { // the state after the last test is put back as well
		defer func() { err = errors.Join(err, hook(s.reset)(context.WithoutCancel(ctx))) }()
	} else if !command {
		s.file.program.writes = controller.Writes
	}
	return searchIn(ctx, controller, cfg)
}

// hook returns the hook of a run for a value of --reset; nil for none.
func (p *started) hook(reset string) func(context.Context, string) error {
	if p.rows != nil {
		return func(ctx context.Context, _ string) error { return p.rows.restore(ctx) }
	}
	return hookOf(reset)
}

// keepRows starts to keep rows if a value of --reset says so, and tells of it.
func (p *started) keepRows(ctx context.Context, reset, out string, w io.Writer) error {
	variable, ok := inVariable(reset)
	if !ok {
		return nil
	}
	k, tables, err := startKeeper(ctx, reset, out)
	if err != nil {
		return err
	}
	p.rows = k
	fmt.Fprintf(w, "the rows of %d tables come back before each test and at the end; they are in %s, for the written "+
		"tests, which need %s and $%s: look at them before you commit them\n", tables, k.file, rowsProgram, variable)
	return nil
}

// hookOf returns the hook for a value of --reset; nil for none.
func hookOf(reset string) func(context.Context, string) error {
	switch reset {
	case "", noReset, reload, restart:
		return nil
	}
	return resetOf(reset)
}

// remote returns the options of calls over the network.
func (s *settings) remote() sut.RemoteOptions {
	return sut.RemoteOptions{Timeout: s.timeout, Rate: s.rate, InsecureSkipVerify: s.insecure}
}

// searchIn searches a program that a controller starts.
func searchIn(ctx context.Context, c called, cfg evoke.Config) (_ *evoke.Result, err error) {
	defer func() { err = errors.Join(err, c.Stop(context.WithoutCancel(ctx))) }()
	if cfg.Schema, err = ownSchema(ctx, c, cfg.Schema); err != nil {
		return nil, err
	}
	cfg.System.Controller = c
	return evoke.Run(ctx, cfg)
}

// called is a running system that takes calls.
type called interface {
	sut.Controller
	sut.Caller
}

// ownSchema returns the document at a path of the program, such as /api-json, which many frameworks generate from the
// code. It returns a schema that is a file or a URL unchanged. The program keeps running, so that a search need not
// build it again.
func ownSchema(ctx context.Context, c called, schema string) (string, error) {
	if _, missing := os.Stat(schema); !strings.HasPrefix(schema, "/") || missing == nil {
		return schema, nil
	}
	if _, err := c.Start(ctx); err != nil {
		return "", err
	}
	resp, err := c.Call(ctx, &sut.Request{Method: http.MethodGet, Target: schema})
	switch {
	case err != nil:
		return "", err
	case resp.Outcome != sut.Answered:
		return "", fmt.Errorf("--schema %s: there is no such file, and GET %s of the program is not answered: %s",
			schema, schema, resp.Detail)
	case resp.Status != http.StatusOK:
		return "", fmt.Errorf("--schema %s: there is no such file, and GET %s of the program answers %d",
			schema, schema, resp.Status)
	}
	return string(resp.Body), nil
}

// isFile reports whether a text is the path of a file.
func isFile(text string) bool {
	file, err := os.Stat(text)
	return err == nil && file.Mode().IsRegular()
}

// posted reports whether a --reset is a URL or a path of the program, which get a POST.
func posted(text string) bool {
	return isURL(text) || strings.HasPrefix(text, "/") && !strings.ContainsAny(text, " \t") && !isFile(text)
}

// resetOf returns the hook for --reset. A path gets a POST at the program's port, which differs each time; but the path
// of an existing file is a command.
func resetOf(text string) func(context.Context, string) error {
	command := isURL(text) || !posted(text)
	return func(ctx context.Context, baseURL string) error {
		if command {
			return hook(text)(ctx)
		}
		return post(ctx, baseURL+text)
	}
}

// isCommand reports whether a value of --reset is a shell command.
func isCommand(text string) bool {
	return !slices.Contains([]string{"", noReset, reload, restart}, text) && !posted(text)
}

// checkSystem returns an error for a mistake in the flags that select the system under test.
func (s *settings) checkSystem() error {
	others := s.url != "" || s.pkg != "" || s.handler != ""
	switch {
	case s.file.page.page != "":
		return s.file.checkPage()
	case s.file.program.main != "":
		return s.checkProgram()
	case s.file.program.command == "" && s.file.program.dir != "":
		return errors.New("--dir needs --node, --program or --page")
	case s.file.program.command == "":
		return s.checkURL()
	case s.schema == "":
		return errors.New("--node needs --schema, the OpenAPI or Swagger document of the program")
	case others:
		return errors.New("--node goes together with neither --url nor --pkg and --handler")
	case len(s.cover) > 0 && (len(s.cover) > 1 || s.cover[0] != "none"):
		return errors.New("--cover with --node can only be none, for a black-box search")
	case len(s.replace) > 0 || s.workers != 1 || s.file.race:
		return errors.New("--replace, --workers and --race need --pkg")
	case s.file.restart != "":
		return errors.New("--restart needs --url; --node starts the program anew by itself")
	}
	return nil
}
