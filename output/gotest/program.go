package gotest

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Program is a main package that the tests build once, or a program that is Running. Each test starts a process of the
// program and ends it. The process works in a copy of Dir: it finds the files of Dir, and changes none of them.
//
// {port} in Args and Env is a free port, {port2} and so on are further free ports, and {dir} is a folder that is empty
// when the process starts. The environment variable PORT has the value of {port}.
type Program struct {
	// Package is the main package, as an argument of go build in Dir. Default: the package of Dir.
	Package string
	// Args are the arguments of the program. Env are environment variables: "NAME=value", or "NAME" for a variable that
	// the environment of the tests must have, such as a credential. "{env:NAME}" in an argument is the value of such a
	// variable.
	Args, Env []string
	// Flags are flags of go build, such as "-tags=x".
	Flags []string
	// Dir is the folder in which the program is built and starts, relative to the folder of the tests. Default: the
	// folder of the tests.
	Dir string
	// BaseURL is the address at which the program listens if it takes no port. Default: {port} of 127.0.0.1.
	BaseURL string
	// Reset brings back state that a new process does not bring back. A path of the program or a URL gets a POST. Other
	// text is a shell command in ResetDir, with EVOKE_BASE_URL in its environment. Default: none.
	Reset string
	// ResetDir is relative to the folder of the tests. Default: the folder of the tests.
	ResetDir string
	// Running says that the program already runs, at the address where the suite called it or that BaseURLEnv names.
	// The tests then build and start nothing. Each of them begins with the Reset, which is required. Tests run one at a
	// time, even if go test runs packages in parallel. Default: false.
	Running bool
}

// check returns an error for a program that tests cannot start or reset.
func (p *Program) check() error {
	switch {
	case p == nil:
		return nil
	case p.Running && p.Reset == "":
		return errors.New("a Program that is Running needs a Reset")
	case p.Running && (p.Package+p.Dir+p.BaseURL != "" || len(p.Args)+len(p.Env)+len(p.Flags) > 0):
		return errors.New("a Program that is Running is not built and started: it takes a Reset and its ResetDir alone")
	case p.BaseURL != "":
		if u, err := url.Parse(p.BaseURL); err != nil || u.Port() == "" {
			return fmt.Errorf("the BaseURL %q of a Program needs a port", p.BaseURL)
		}
	}
	for _, set := range p.Env {
		if name, _, _ := strings.Cut(set, "="); !envName.MatchString(name) {
			return errors.New("the Env of a Program needs NAME=value, or NAME")
		}
	}
	return nil
}

// programData has the parts of a program as Go expressions.
type programData struct {
	Build, Dir            string
	Args, Env, Ports      string
	Address, Scheme, Path string
	Fixed                 bool // the program always listens at the same address
	Needed                string
	Reset, ResetDir       string
	Post                  bool // Reset is a URL
	Below                 bool // Reset is below the origin of the suite
}

// Running reports whether nothing is built and started.
func (d *programData) Running() bool { return d.Build == "" }

var envInArg = regexp.MustCompile(`\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

// Needs returns the names of the variables that the environment of the tests must have.
func (p *Program) Needs() (names []string) {
	for _, set := range p.Env {
		if !strings.Contains(set, "=") {
			names = append(names, set)
		}
	}
	for _, arg := range p.Args {
		for _, m := range envInArg.FindAllStringSubmatch(arg, -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// expressions returns arguments as a list of Go expressions.
func expressions(args []string) string {
	var out []string
	for _, arg := range args {
		text := envInArg.ReplaceAllString(strconv.Quote(arg), `"+os.Getenv("$1")+"`)
		if text != `""` {
			text = strings.TrimSuffix(strings.TrimPrefix(text, `""+`), `+""`)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

var portName = regexp.MustCompile(`\{port\d*\}`)

// data returns the data for the template, for a suite with a base URL.
func (p *Program) data(base string) *programData {
	at, err := url.Parse(base)
	if err != nil {
		at = &url.URL{}
	}
	d := &programData{}
	if !p.Running {
		d = p.started(strings.TrimSuffix(at.EscapedPath(), "/"))
	}
	d.Reset, d.ResetDir = strconv.Quote(p.Reset), strconv.Quote(cmp.Or(filepath.ToSlash(p.ResetDir), "."))
	to, err := url.Parse(p.Reset)
	switch {
	case p.Reset == "":
		d.Reset = ""
	case strings.HasPrefix(p.Reset, "http://"), strings.HasPrefix(p.Reset, "https://"):
		d.Post = true
		if d.Below = p.Running && err == nil && below(to, at); d.Below { // the reset URL moves with the base URL
			d.Reset = "base + " + strconv.Quote(to.RequestURI())
		}
	case strings.HasPrefix(p.Reset, "/") && !strings.ContainsAny(p.Reset, " \t"):
		d.Post, d.Below, d.Reset = true, true, "base + "+d.Reset
	}
	return d
}

// below reports whether u has the origin of base and can be written as a path: it has no user and similar parts.
func below(u, base *url.URL) bool {
	return u.User == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
}

// started returns the data for a program that tests start. path is the path of the suite's base URL.
func (p *Program) started(path string) *programData {
	env := []string{"PORT={port}"}
	for _, set := range p.Env {
		if strings.Contains(set, "=") {
			env = append(env, set)
		}
	}
	scheme, address := "http://", "127.0.0.1:{port}"
	if u, err := url.Parse(p.BaseURL); err == nil && u.Host != "" {
		scheme, address = u.Scheme+"://", u.Host
		env[0] = "PORT=" + u.Port()
		env = append(env[:1], replaced(env[1:], u.Port())...)
	}
	args := p.Args
	if _, port, _ := strings.Cut(address, ":"); p.BaseURL != "" {
		args = replaced(args, port)
	}
	ports := portName.FindAllString(strings.Join(append(append([]string{address}, args...), env...), " "), -1)
	slices.Sort(ports)
	d := &programData{
		Build: quotedList(slices.Concat([]string{"build", "-o", "\x00"}, p.Flags, []string{cmp.Or(p.Package, ".")})),
		Dir:   strconv.Quote(cmp.Or(filepath.ToSlash(p.Dir), ".")),
		Args:  expressions(args), Env: quotedList(env), Ports: quotedList(slices.Compact(ports)),
		Address: strconv.Quote(address), Scheme: strconv.Quote(scheme), Path: strconv.Quote(path),
		Fixed:  p.BaseURL != "",
		Needed: quotedList(p.Needs()),
	}
	d.Build = strings.Replace(d.Build, `"\x00"`, "path", 1)
	return d
}

// replaced returns texts in which a port replaces its placeholder.
func replaced(list []string, port string) (out []string) {
	for _, text := range list {
		out = append(out, strings.ReplaceAll(text, "{port}", port))
	}
	return out
}

// quotedList returns texts as a list of Go literals.
func quotedList(list []string) string {
	var quoted []string
	for _, text := range list {
		quoted = append(quoted, strconv.Quote(text))
	}
	return strings.Join(quoted, ", ")
}
