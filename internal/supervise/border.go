package supervise

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// Slip is a panic of Evoke, or of a part that its user gave, and not of the system under test.
type Slip struct {
	Part  string // what was called: "oracle shop.Rule"
	Place string // "pkg.Func (file.go:12)"
	Value string
	Own   bool // the code is Evoke's
	Times int
	Stack string // of the first time

	system bool // the code was called as the system under test
}

// Report asks for a report of a slip of Evoke's own.
const Report = "no finding comes of it; please report it at https://github.com/evoke-go/evoke/issues with its stack"

// String returns the slip in one line.
func (s *Slip) String() string {
	text := s.Part + " " + s.Value
	if s.Place != "" {
		text = fmt.Sprintf("%s panics at %s: %s", s.Part, s.Place, s.Value)
	}
	if s.Times > 1 {
		text += fmt.Sprintf(" (%d times)", s.Times)
	}
	if s.Own {
		return "a fault of Evoke's own: " + text + "; " + Report
	}
	if s.Place == "" {
		return text + "; it is left out"
	}
	return text + "; the run went on without its work"
}

// Border is where Evoke calls code that may panic and is not the system under test: makers of tests, oracles, writers
// and reports. It stops panics there and counts them. A nil Border stops nothing. It serves one goroutine.
type Border struct {
	// File gets a line for each panic, for the process that started this one. Default: none.
	File  string
	slips []Slip
}

// Try calls a function and reports whether it returned without a panic. In tests of Evoke, it does not stop panics of
// Evoke's own code.
func (b *Border) Try(part string, f func()) (whole bool) {
	return b.TryNamed(func() string { return part }, f)
}

// TryNamed is Try with the name of the part as a function, which is called only after a panic: it may be called
// thousands of times a second.
func (b *Border) TryNamed(part func() string, f func()) (whole bool) {
	if b == nil {
		f()
		return true
	}
	defer func() {
		if v := recover(); v != nil {
			s := newSlip(part(), v, debug.Stack())
			if s.system {
				panic(v)
			}
			if s.Own && Tested() {
				panic(fmt.Sprintf("%v\n\n%s", v, s.Stack))
			}
			b.Add(s)
		}
	}()
	f()
	return true
}

// Add counts a slip.
func (b *Border) Add(s Slip) {
	if b == nil {
		return
	}
	first := add(&b.slips, s)
	if b.File == "" {
		return
	}
	if !first {
		s.Stack = ""
	}
	line, err := json.Marshal(s)
	if err != nil {
		return
	}
	if f, err := os.OpenFile(b.File, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err == nil { // else it is lost
		_, _ = f.Write(append(line, '\n'))
		_ = f.Close()
	}
}

// Slips returns the stopped panics, in the order in which they first occurred.
func (b *Border) Slips() []Slip { return b.slips }

// Take adds the slips that other processes wrote to their files.
func (b *Border) Take(files []string) {
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(data) {
			var s Slip
			if json.Unmarshal(line, &s) == nil { // the last line of a process that died may be cut
				add(&b.slips, s)
			}
		}
	}
}

// Lines returns a line for each slip.
func Lines(slips []Slip) (lines []string) {
	for i := range slips {
		lines = append(lines, slips[i].String())
	}
	return lines
}

// add reports whether a slip is the first of its kind.
func add(all *[]Slip, s Slip) bool {
	s.Times = max(s.Times, 1)
	for i := range *all {
		if o := &(*all)[i]; o.Part == s.Part && o.Place == s.Place && (s.Place != "" || o.Value == s.Value) {
			o.Times += s.Times
			return false
		}
	}
	*all = append(*all, s)
	return true
}

func newSlip(part string, v any, stack []byte) Slip {
	s := Slip{Part: part, Value: oneLine(strings.ReplaceAll(fmt.Sprint(v), "\n", " ")), Stack: string(stack), Times: 1}
	goroutines := parseGoroutines(string(stack))
	if len(goroutines) > 0 {
		o := newOrigin(goroutines)
		f := o.culprit(goroutines[0])
		s.Place, s.Own = f.String(), f.own()
		within := goroutines[0].frames
		if i := slices.IndexFunc(within, func(f frame) bool { return f.name == "(*Border).TryNamed" }); i >= 0 {
			within = within[:i]
		}
		s.system = !s.Own && slices.ContainsFunc(within, func(f frame) bool {
			return f.pkg == ownModule+"/internal/service"
		})
	}
	return s
}

// culprit returns the innermost frame of the program's or Evoke's code. The user's replacements of functions are
// neither.
func (o *origin) culprit(g goroutine) frame {
	i := slices.IndexFunc(g.frames, func(f frame) bool {
		return o.user(f) || f.own() && !f.injected() && !strings.HasPrefix(f.pkg, ownModule+"/probe/")
	})
	if i < 0 {
		return frame{}
	}
	return g.frames[i]
}

// Tested reports whether this process is a test of Evoke itself, in which panics of Evoke must be visible.
func Tested() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && info.Main.Path == ownModule && flag.Lookup("test.v") != nil
}
