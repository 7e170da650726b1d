package output_test

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing/fstest"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
)

// script is a writer of shell scripts, one for each test.
type script struct{ about string }

const mark = "# Written by script."

// Files returns the scripts.
func (w script) Files(s *suite.Suite) (files []suite.File, err error) {
	for _, t := range s.Tests {
		lines := mark + w.about + "\n"
		for _, step := range t.Steps {
			if step.Call != nil {
				lines += fmt.Sprintf("curl -X %s \"$BASE%s\"\n", step.Call.Request.Method, step.Call.Request.Path)
			}
		}
		files = append(files, suite.File{Name: t.Name + ".sh", Content: []byte(lines), Mark: mark, Runner: "sh"})
	}
	return files, nil
}

// Bind records what the scripts are about.
func (w script) Bind(s *output.System) (output.Writer, []string) {
	w.about = " The system is that of " + s.Constructor.Name + "."
	return w, []string{"scripts do not start the system: set BASE"}
}

// Stale returns the scripts in the folder. [output.Stale] removes those of this run.
func (w script) Stale(folder fs.FS, written []suite.File) (stale []string, err error) {
	if w.Command(output.Folder{}, written) == "" {
		return nil, nil
	}
	names, err := fs.Glob(folder, "*.sh")
	for _, name := range names {
		if content, err := fs.ReadFile(folder, name); err == nil && strings.HasPrefix(string(content), mark) {
			stale = append(stale, name)
		}
	}
	return stale, err
}

// Command returns a command that runs one script after the other.
func (w script) Command(at output.Folder, files []suite.File) string {
	var commands []string
	for _, f := range files {
		if f.Runner == "sh" {
			commands = append(commands, "sh "+path.Join(at.Dir, f.Name))
		}
	}
	return strings.Join(commands, " && ")
}

// A writer for another language can have all abilities of the writer of Go tests.
func Example() {
	list := suite.Test{Name: "GetBooksReturns200", Kind: suite.Success, Steps: []suite.Step{{
		Operation: "GET /books",
		Call: &suite.Call{Request: suite.Request{Method: "GET", Path: suite.Literal("/books")},
			Expect: suite.Expect{Status: 200}},
	}}}
	system := &output.System{Constructor: output.Func{ImportPath: "example.com/shop", Name: "New"}}

	writers, notes := output.Bind([]output.Writer{script{}, &gotest.Writer{}}, system)
	var files []suite.File
	for _, w := range writers {
		more, err := w.Files(&suite.Suite{Tests: []suite.Test{list}})
		if err != nil {
			fmt.Println(err)
			return
		}
		files = append(files, more...)
	}
	before := fstest.MapFS{
		"GetBooksReturns200.sh": {Data: []byte(mark)},
		"GetShopsReturns404.sh": {Data: []byte(mark)},
		"deploy.sh":             {Data: []byte("# Written by hand.")},
	}
	stale, err := output.Stale(writers, before, files)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", files[0].Content)
	fmt.Println(notes[0])
	fmt.Println("stale:", stale)
	fmt.Println(output.Command(writers, output.Folder{Dir: "tests", Module: true}, files))
	// Output:
	// # Written by script. The system is that of New.
	// curl -X GET "$BASE/books"
	// scripts do not start the system: set BASE
	// stale: [GetShopsReturns404.sh]
	// sh tests/GetBooksReturns200.sh; go test ./tests
}
