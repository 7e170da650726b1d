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
	// Path is the path of the file in its URL: "/app.js".
	Path string
}

// Kit says what is put into scripts besides the probes of statements and conditions.
type Kit struct {
	// Mutants adds mutants to the places of conditions: small changes, which the runtime can switch on one by one.
	Mutants bool
	// Records makes functions report their calls to the runtime, which records them.
	Records bool
}

// Mutant is a mutant of a script of a page.
type Mutant struct {
	js.Mutant
	// Number identifies the mutant, to switch it on and to report that its place was reached.
	Number int
	Path   string
}

// Site returns the place of the mutant.
func (m *Mutant) Site() mutant.Site {
	return mutant.Site{Package: m.Path, Function: m.Function, Change: m.Change, Line: m.Line}
}

// Function is a function of a script of a page whose calls are recorded.
type Function struct {
	js.Function
	Path string
}

// Sources puts probes into the scripts of a page. A script that is served again has the same targets. It is safe for
// concurrent use.
type Sources struct {
	// Kit is what is put into the scripts. Default: only probes.
	Kit Kit

	mu        sync.Mutex
	scripts   map[script]string // scripts with probes
	forms     map[string]int    // number of texts by path
	targets   []Target          // by number; zero at the numbers of mutants
	mutants   []Mutant
	functions []Function
	failed    []string
	inline    map[string]string // addresses of inline scripts, by their code with probes
}

// script is a script as it is served.
type script struct {
	path string
	line int // number of lines of the file before its first line
	text string
	made string // the source map of a bundled script
}

// maxForms is the maximum number of texts of one path that get probes: a script into which the server puts a varying
// text has no stable targets.
const maxForms = 40

// maxProbed is the maximum size in bytes of a script that gets probes: they take a hundred times as much memory.
const maxProbed = 8 << 20

// Code returns a script with probes. The text begins after a number of lines of its file. If it cannot be parsed, the
// script is returned unchanged.
func (s *Sources) Code(path string, line int, text string, module js.Module) string {
	return s.probed(script{path, line, text, ""}, module)
}

// Bundle returns a bundled script with probes, whose places are those of the source map. Files of packages get no
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

// code puts the parts of the kit into a script.
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

// of returns the path of a source file of the script; "" means the script itself.
func (s script) of(file string) string {
	if file == "" {
		return s.path
	}
	return fileOf(s.path, file)
}

// stays records a warning for a minified script without probes, unless its name says that it is minified, as that of a
// library.
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

// note records the n-th script of a document, which is inline.
func (s *Sources) note(path string, n int, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inline == nil {
		s.inline = map[string]string{}
	}
	s.inline[code] = path + "#" + strconv.Itoa(n)
}

// Inline returns the address of an inline script with probes: "/page.html#2" is the second script of that document. It
// returns "" for other texts.
func (s *Sources) Inline(code string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inline[code]
}

// Mutants returns the mutants of the served scripts, by number.
func (s *Sources) Mutants() []Mutant {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mutants)
}

// Functions returns the functions of the served scripts, by number.
func (s *Sources) Functions() []Function {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.functions)
}

// Targets returns the targets with numbers from first on, in order. At the number of a mutant it has the zero value.
func (s *Sources) Targets(first int) []Target {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.targets[min(first, len(s.targets)):])
}

// Warnings returns which scripts have no probes, and why, and which sites cannot be reached.
func (s *Sources) Warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.failed)
}

// longLine is the average length of lines in characters from which a script counts as minified.
const longLine = 400

// isMinified reports whether the line breaks of a script were removed.
func isMinified(text string) bool {
	return len(text) > longLine*(1+strings.Count(strings.TrimSpace(text), "\n"))
}
