package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/sut/program"
)

// startProgram starts a run of a Go program: white-box, unless --cover is none.
func (s *settings) startProgram(ctx context.Context, cfg evoke.Config) (*evoke.Result, error) {
	env, words := assignments(strings.Fields(s.file.program.main))
	o := program.Options{
		Package: words[0], Args: words[1:], Env: env, Dir: s.file.program.dir, BaseURL: s.url, Keep: s.reset == noReset,
		Reset: s.file.program.hook(s.reset), Remote: s.remote(),
	}
	if len(s.cover) > 0 && s.cover[0] != "none" {
		o.Cover, cfg.WhiteBox.Cover = s.cover, nil
	}
	controller, err := program.New(o)
	if err != nil {
		return nil, err
	}
	_, kept := withoutSecrets(words[1:])
	for _, set := range slices.Concat(env, kept) { // the written tests are executed in this environment
		if name, value, _ := strings.Cut(set, "="); samples.Credential(name) {
			if err := os.Setenv(name, value); err != nil {
				return nil, err
			}
		}
	}
	return searchIn(ctx, controller, cfg)
}

// argVariable is the beginning of the names of variables for arguments.
const argVariable = "EVOKE_ARG_"

// withoutSecrets returns arguments in which variables replace the values of flags with names of credentials, as in
// "-jwt-secret=x" and "-jwt-secret x". It also returns these variables.
func withoutSecrets(args []string) (written, variables []string) {
	hide := func(name, value string) string {
		variable := argVariable + strings.ToUpper(strings.Trim(noWord.ReplaceAllString(name, "_"), "_"))
		variables = append(variables, variable+"="+value)
		return "{env:" + variable + "}"
	}
	secret := "" // the flag whose value follows
	for _, arg := range args {
		name, value, whole := strings.Cut(arg, "=")
		is := strings.HasPrefix(arg, "-") && samples.Credential(strings.TrimLeft(name, "-"))
		switch {
		case is && whole:
			written = append(written, name+"="+hide(name, value))
		case secret != "" && !strings.HasPrefix(arg, "-"):
			written = append(written, hide(secret, arg))
		default:
			written = append(written, arg)
		}
		if secret = ""; is && !whole {
			secret = name
		}
	}
	return written, variables
}

var noWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// runningProgram returns how written tests reset the service at --url; nil if they cannot.
func runningProgram(url, reset, out string) (*gotest.Program, error) {
	reset = writtenReset(reset, out)
	if url == "" || reset == "" {
		return nil, nil
	}
	dir, err := seenFrom(out, ".")
	return &gotest.Program{Running: true, Reset: reset, ResetDir: dir}, err
}

// writtenReset returns the reset for tests that are written to a folder; "" for none. It leaves out a --reset with a
// credential, because credentials are not written.
func writtenReset(reset, out string) string {
	if variable, ok := inVariable(reset); ok {
		return rowsCommand(variable, out)
	}
	if hookOf(reset) == nil || withCredential(reset) {
		return ""
	}
	if isFile(reset) && filepath.IsAbs(reset) {
		return "exec " + escape.Shell(reset) // a command rather than a path of the program
	}
	return reset
}

// withCredential reports whether a URL has user info, or a parameter with the name of a credential.
func withCredential(text string) bool {
	u, err := url.Parse(text)
	if err != nil || !posted(text) {
		return false
	}
	for name := range u.Query() {
		if samples.Credential(name) {
			return true
		}
	}
	return u.User != nil
}

// untoldReset returns a message that written tests do not reset the state, with advice; "" if they do.
func untoldReset(reset string) string {
	if hookOf(reset) == nil || !withCredential(reset) {
		return ""
	}
	return "the written tests do not bring the state back: the URL of --reset holds a credential, which is written " +
		"nowhere; give a command that reads it from the environment, such as --reset " +
		`'curl -fsS -X POST "$RESET_URL"'`
}

// writtenProgram returns how written tests start the program of --program, or reset that of --url; nil for neither.
func writtenProgram(s *settings) (*gotest.Program, error) {
	if s.file.program.main == "" {
		return runningProgram(s.url, s.reset, s.out)
	}
	env, words := assignments(strings.Fields(s.file.program.main))
	args, _ := withoutSecrets(words[1:])
	p := &gotest.Program{Package: words[0], Args: args, Env: env, BaseURL: s.url}
	for i, set := range env {
		if name, _, _ := strings.Cut(set, "="); samples.Credential(name) {
			p.Env[i] = name
		}
	}
	p.Reset = writtenReset(s.reset, s.out)
	var err, resetErr error
	p.Dir, err = seenFrom(s.out, s.file.program.dir)
	p.ResetDir, resetErr = seenFrom(s.out, ".")
	return p, errors.Join(err, resetErr)
}

// untold returns a message about the variables of --program that written tests read from the environment; "" for none.
func untold(p *gotest.Program) string {
	if p == nil {
		return ""
	}
	names := p.Needs()
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("the written tests take %s from the environment: credentials are written nowhere",
		strings.Join(names, ", "))
}

// assignments splits leading variable assignments from a shell command: "NAME=value ./cmd/server".
func assignments(words []string) (env, rest []string) {
	n := 0
	for n < len(words) && assignment.MatchString(words[n]) {
		n++
	}
	return words[:n], words[n:]
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// checkProgram returns an error for a mistake in the flags of --program.
func (s *settings) checkProgram() error {
	_, words := assignments(strings.Fields(s.file.program.main))
	main := strings.Join(words, " ")
	switch {
	case main == "":
		return errors.New("--program: a main package is needed, such as ./cmd/server")
	case s.schema == "":
		return errors.New("--program needs --schema, the OpenAPI or Swagger document of the program")
	case s.file.program.command != "" || s.pkg != "" || s.handler != "":
		return errors.New("--program goes together with neither --node nor --pkg and --handler")
	case s.reset == reload:
		return errors.New("--reset reload needs --node")
	case len(s.replace) > 0 || s.workers != 1 || s.file.race:
		return errors.New("--replace, --workers and --race need --pkg")
	case s.file.restart != "":
		return errors.New("--restart needs --url; --program starts the program anew by itself")
	}
	return nil
}
