package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/chromedp"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/output/playwright"
)

// language has the settings about the programming language of the tests.
type language struct {
	name  string // "go", "js" or a jstest.Runner
	start string // the command that starts a program
}

const inGo = "go"

func (l *language) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.name, "writer", inGo, "what writes the tests: go, or js for JavaScript: "+
		"Vitest or Jest where the package.json has it, else node --test; or node, jest, vitest "+
		"(default js with --node); with --page chromedp for Go (default playwright)")
	f.StringVar(&l.start, "start", "", "shell `command` by which tests in JavaScript start a program of "+
		"their own, on the port in $PORT or {port} (default: they call --url, or start --node); "+
		"with --page the server of the page, on $PORT")
}

// takeLanguage takes settings of the language from the file that no flag sets.
func (s *settings) takeLanguage(file *project.File) {
	fill(s.given, "writer", &s.file.language.name, file.Output.Writer)
	fill(s.given, "start", &s.file.language.start, file.Output.Start)
	if s.file.program.command != "" && file.Output.Writer == "" && !s.given("writer") {
		s.file.language.name = "js" // tests in Go cannot start the program
	}
}

// writer returns the writer of the tests.
func (s *settings) writer() (output.Writer, error) {
	l, faults := s.file.language, s.file.faults
	if s.failOnFault && faults == "" {
		faults = output.FailFaults
	}
	switch {
	case s.file.page.page != "" && l.name == "chromedp":
		return &chromedp.Writer{Faults: faults}, nil
	case s.file.page.page != "" && l.name != inGo && l.name != "playwright":
		return nil, fmt.Errorf("--writer %q is none of playwright and chromedp, which write tests of pages", l.name)
	case s.file.page.page != "":
		return &playwright.Writer{Faults: faults}, nil
	case l.name == inGo && l.start != "":
		return nil, errors.New("--start is for pages and tests in JavaScript: it needs --page or --writer js")
	case l.name == inGo:
		p, err := writtenProgram(s)
		return &gotest.Writer{Package: s.name, Program: p, Testify: s.testify, Faults: faults, Fuzz: s.file.fuzz}, err
	case s.pkg != "":
		return nil, fmt.Errorf("--writer %s needs --url: only tests in Go can call a handler", l.name)
	case s.name != "" || s.testify || s.file.fuzz:
		return nil, errors.New("--package, --testify and --fuzz are for tests in Go")
	}
	w := &jstest.Writer{Faults: faults, Start: l.start}
	switch runner := jstest.Runner(l.name); runner {
	case "js":
	case jstest.Node, jstest.Jest, jstest.Vitest:
		w.Runner = runner
	default:
		return nil, fmt.Errorf("--writer %q is none of go, js, node, jest and vitest", l.name)
	}
	if err := s.file.program.startBy(w, s.out); err != nil {
		return nil, err
	}
	if err := resetBy(s.reset, s.out, w); err != nil {
		return nil, err
	}
	_, manifest, err := manifestOf(s.out)
	return w.For(manifest), err
}

// startBy makes the tests in a folder start the program of --node, unless another command is set.
func (p *started) startBy(w *jstest.Writer, out string) error {
	if p.command == "" || w.Start != "" {
		return nil
	}
	to, err := seenFrom(out, p.dir)
	w.Start, w.Dir, w.Node = p.command, to, true
	w.Copied = func() bool { return p.writes != nil && p.writes() }
	return err
}

// seenFrom returns the path of a folder relative to another, or the absolute path if there is no relative one.
func seenFrom(folder, to string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if to, err = filepath.Abs(to); err != nil {
		return "", err
	}
	if way, err := filepath.Rel(from, to); err == nil {
		to = way
	}
	return filepath.ToSlash(to), nil
}

// resetBy makes tests bring the data back in the same way as the search.
func resetBy(reset, out string, w *jstest.Writer) (err error) {
	if w.Reset = writtenReset(reset, out); w.Reset != "" {
		w.ResetDir, err = seenFrom(out, ".")
	}
	return err
}

// manifestOf returns the package.json in a folder or the nearest folder above, with its folder; nothing if there is
// none.
func manifestOf(dir string) (folder string, manifest []byte, err error) {
	dir, err = filepath.Abs(dir)
	for err == nil {
		content, missing := os.ReadFile(filepath.Join(dir, "package.json"))
		if !errors.Is(missing, os.ErrNotExist) {
			return dir, content, missing
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return "", nil, err
}
