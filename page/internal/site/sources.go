package site

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/probe/mutant"
)

// Target is a target of a script of a page.
type Target struct {
	js.Target
	// Path is that of the file, as its address has it: "/app.js".
	Path string
}

// Kit says what is put into scripts besides probes of statements and conditions.
type Kit struct {
	// Mutants stand in the places of conditions: small changes, each of which the runtime switches on.
	Mutants bool
	// Records has calls of functions told to the runtime, which keeps them.
	Records bool
}

// Mutant is a mutant of a script of a page.
type Mutant struct {
	js.Mutant
	// Number switches it on, and tells that its place was reached.
	Number int
	Path   string
}

// Site says where the mutant is.
func (m *Mutant) Site() mutant.Site {
	return mutant.Site{Package: m.Path, Function: m.Function, Change: m.Change, Line: m.Line}
}

// Function is a function of a script of a page, whose calls are recorded.
type Function struct {
	js.Function
	Path string
}

// Sources puts probes into the scripts of a page. A script that comes again has the same targets. Its methods may be
// called from several goroutines.
type Sources struct {
	// Kit is what is put into the scripts. Default: probes alone.
	Kit Kit

	mu        sync.Mutex
	scripts   map[script]string // with probes
	forms     map[string]int    // of a path: how many texts it had
	targets   []Target          // by number; those of mutants are empty
	mutants   []Mutant
	functions []Function
	failed    []string
	inline    map[string]string // addresses of inline scripts by their code with probes
}

// script is a script as it is served.
type script struct {
	path string
	line int // of the file: that before its first line
	text string
	made string // the source map of a script that was made of others
}

// maxForms is how many texts of one path get probes: a script that another text is put into each time has no targets
// that stay.
const maxForms = 40

// maxProbed is how many bytes a script may have that gets probes: each takes the memory of a hundred.
const maxProbed = 8 << 20

// Code returns a script with probes: the text that begins after so many lines of a file. Where that is not possible,
// it is the script itself.
func (s *Sources) Code(path string, line int, text string, module js.Module) string {
	return s.probed(script{path, line, text, ""}, module)
}

// Bundle returns a script with probes that was made of other files, as its source map says. Files of packages have no
// probes.
func (s *Sources) Bundle(path, text, sourceMap string) string {
	return s.probed(script{path, 0, text, sourceMap}, js.ByName)
}

func (s *Sources) probed(at script, module js.Module) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(at.text) > maxProbed {
		if why := at.path + " has no probes: it has more than 8 MB"; !slices.Contains(s.failed, why) {
			s.failed = append(s.failed, why)
		}
		return at.text
	}
	if code, known := s.scripts[at]; known {
		return code
	}
	if s.scripts == nil {
		s.scripts, s.forms = map[script]string{}, map[string]int{}
	}
	if s.forms[at.path]++; s.forms[at.path] > maxForms {
		return at.text
	}
	s.scripts[at] = s.code(at, module)
	return s.scripts[at]
}

// code puts what the kit has into a script.
func (s *Sources) code(at script, module js.Module) string {
	src := js.Source{
		Path: at.path, Text: at.text, Module: module, First: len(s.targets),
		Record: s.Kit.Records && at.made == "", FirstFunction: len(s.functions),
		Map: at.made, Stays: isPackaged,
	}
	var code js.Code
	if s.Kit.Mutants {
		m := js.Mutate(src)
		code = js.Code{Text: m.Text, Targets: m.Targets, Functions: m.Functions, Err: m.Err}
		for i, mutant := range m.Mutants {
			mutant.Line += at.line
			s.mutants = append(s.mutants, Mutant{Mutant: mutant, Number: len(s.targets) + i, Path: at.of(mutant.File)})
		}
		s.targets = append(s.targets, make([]Target, len(m.Mutants))...)
	} else {
		code = js.Instrument(src)
	}
	if code.Err != nil {
		s.failed = append(s.failed, at.path+" has no probes: "+code.Err.Error())
	}
	for _, t := range code.Targets {
		t.Line += at.line
		if t.Until > 0 {
			t.Until += at.line
		}
		s.targets = append(s.targets, Target{Target: t, Path: at.of(t.File)})
	}
	for _, f := range code.Functions {
		f.Line, f.Until = f.Line+at.line, f.Until+at.line
		s.functions = append(s.functions, Function{Function: f, Path: at.path})
	}
	return code.Text
}

// of is the path of a file that the script was made of, its own for "".
func (s script) of(file string) string {
	if file == "" {
		return s.path
	}
	return fileOf(s.path, file)
}

// stays notes a script that is minified. One that says so in its name is a library.
func (s *Sources) stays(path string) {
	if !strings.Contains(path, ".min.") {
		s.warn(path + " has no probes: it is minified, and has no source map")
	}
}

// warn adds a warning, once.
func (s *Sources) warn(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.failed, text) {
		s.failed = append(s.failed, text)
	}
}

// note notes an inline script of a document: the n-th of its scripts.
func (s *Sources) note(path string, n int, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inline == nil {
		s.inline = map[string]string{}
	}
	s.inline[code] = path + "#" + strconv.Itoa(n)
}

// Inline returns the address of an inline script with probes: "/page.html#2" is the second script of that document. It
// is "" for a text that is none.
func (s *Sources) Inline(code string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inline[code]
}

// Mutants returns the mutants of the scripts that were served, by number.
func (s *Sources) Mutants() []Mutant {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mutants)
}

// Functions returns the functions of the scripts that were served, by number.
func (s *Sources) Functions() []Function {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.functions)
}

// Targets returns the targets with the numbers first and above, in their order. Mutants have numbers too: a target at
// the number of a mutant is the zero value.
func (s *Sources) Targets(first int) []Target {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.targets[min(first, len(s.targets)):])
}

// Warnings say which scripts have no probes, and why, and which sites cannot be reached.
func (s *Sources) Warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.failed)
}

// longLine is how many characters the lines of a script have on average that was made by a program, which takes the
// line breaks out.
const longLine = 400

// isMinified reports whether the line breaks of a script were taken out.
func isMinified(text string) bool {
	return len(text) > longLine*(1+strings.Count(strings.TrimSpace(text), "\n"))
}
