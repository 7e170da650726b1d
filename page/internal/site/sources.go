package site

import (
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/js"
)

// Target is a target of a script of a page.
type Target struct {
	js.Target
	// Path is that of the file, as its address has it: "/app.js".
	Path string
}

// Sources puts probes into the scripts of a page. A script that comes again has the same targets. Its methods may be
// called from several goroutines.
type Sources struct {
	mu      sync.Mutex
	scripts map[script]string // with probes
	forms   map[string]int    // of a path: how many texts it had
	targets []Target
	failed  []string
}

// script is a script as it is served.
type script struct {
	path string
	line int // of the file: that before its first line
	text string
}

// maxForms is how many texts of one path get probes: a script that another text is put into each time has no targets
// that stay.
const maxForms = 40

// Code returns a script with probes: the text that begins after so many lines of a file. Where that is not possible,
// it is the script itself.
func (s *Sources) Code(path string, line int, text string, module js.Module) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := script{path, line, text}
	if code, known := s.scripts[at]; known {
		return code
	}
	if s.scripts == nil {
		s.scripts, s.forms = map[script]string{}, map[string]int{}
	}
	if s.forms[path]++; s.forms[path] > maxForms {
		return text
	}
	code := js.Instrument(js.Source{Path: path, Text: text, Module: module, First: len(s.targets)})
	if code.Err != nil {
		s.failed = append(s.failed, path+" has no probes: "+code.Err.Error())
	}
	for _, t := range code.Targets {
		t.Line += line
		if t.Until > 0 {
			t.Until += line
		}
		s.targets = append(s.targets, Target{Target: t, Path: path})
	}
	s.scripts[at] = code.Text
	return code.Text
}

// Targets returns the targets whose numbers begin with first.
func (s *Sources) Targets(first int) []Target {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.targets[min(first, len(s.targets)):])
}

// Warnings say which scripts have no probes, and why.
func (s *Sources) Warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.failed)
}

// longLine is how many characters the lines of a script have on average that was made by a program, which takes the
// line breaks out.
const longLine = 400

// isLibrary reports whether a script is not of the site itself, by its path and its form: from a folder of packages, or
// with its line breaks taken out.
func isLibrary(path, text string) bool {
	for _, folder := range []string{"/node_modules/", "/bower_components/", "/vendor/"} {
		if strings.Contains(path, folder) {
			return true
		}
	}
	return len(text) > longLine*(1+strings.Count(strings.TrimSpace(text), "\n"))
}
