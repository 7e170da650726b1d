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

// Program is a main package that the tests build once, or a program that is Running. Each test starts a process of
// it, which it ends. The process works in a copy of Dir, so that it finds the files that are there and changes none of
// them.
//
// {port} in Args and Env is a free port, {port2} and so on are more of them, and {dir} is a folder that is
// empty when the process starts. The variable PORT has the value of {port}.
type Program struct {
	// Package is the main package, as go build takes it in Dir. Default: the package of Dir.
	Package string
	// Args are the arguments of the program, and Env are variables, "NAME=value", or "NAME" alone for one that the
	// tests have to find in their environment, such as a credential. So is "{env:NAME}" in an argument.
	Args, Env []string
	// Flags are flags of go build, such as "-tags=x".
	Flags []string
	// Dir is the folder in which it is built and starts, seen from that of the tests. Default: that folder.
	Dir string
	// BaseURL is where the program listens if it takes no port. Default: {port} of 127.0.0.1.
	BaseURL string
	// Reset brings back the state that a new process does not: a path of the program or a URL, which get a
	// POST, or else a shell command in ResetDir, which gets EVOKE_BASE_URL. Default: none.
	Reset string
	// ResetDir is seen from the folder of the tests. Default: that folder.
	ResetDir string
	// Running says that the program runs already, where the suite called it or BaseURLEnv says: tests build and start
	// nothing, and each of them begins with the Reset, which is needed. One test at a time does, also where go test
	// runs packages side by side. Default: false.
	Running bool
}

// check reports what cannot be written.
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

// programData is how code names the parts of a program, as literals.
type programData struct {
	Build, Dir            string
	Args, Env, Ports      string
	Address, Scheme, Path string
	Fixed                 bool // the address is always the same
	Needed                string
	Reset, ResetDir       string
	Post                  bool // Reset is a URL
	Below                 bool // it is below the origin of the suite
}

// Running reports whether nothing is built and started.
func (d *programData) Running() bool { return d.Build == "" }

var envInArg = regexp.MustCompile(`\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

// Needs returns the variables that the tests have to find in their environment.
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

// data returns what the template prints, of a suite with a base URL.
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
		if d.Below = p.Running && err == nil && below(to, at); d.Below { // it moves with the suite
			d.Reset = "base + " + strconv.Quote(to.RequestURI())
		}
	case strings.HasPrefix(p.Reset, "/") && !strings.ContainsAny(p.Reset, " \t"):
		d.Post, d.Below, d.Reset = true, true, "base + "+d.Reset
	}
	return d
}

// below reports whether a URL is one of the origin of another one, and needs nothing that a path does not say.
func below(u, base *url.URL) bool {
	return u.User == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
}

// started returns how a process is started that listens. The path is that of the base URL of the suite.
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

// replaced returns texts with a port in place of its name.
func replaced(list []string, port string) (out []string) {
	for _, text := range list {
		out = append(out, strings.ReplaceAll(text, "{port}", port))
	}
	return out
}

// quotedList returns texts as a list of literals.
func quotedList(list []string) string {
	var quoted []string
	for _, text := range list {
		quoted = append(quoted, strconv.Quote(text))
	}
	return strings.Join(quoted, ", ")
}
