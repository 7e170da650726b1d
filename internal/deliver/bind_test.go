package deliver

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// TestHowToRun tells the command where the reader stands: in the folder of the
// run, or anywhere in the module for a test of a package.
func TestHowToRun(t *testing.T) {
	module, bare := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(module, "a b"), 0o700))
	for name, c := range map[string]struct {
		in, out string
		foreign bool
		path    string
		want    string
	}{
		"nothing written":      {module, "", false, "", ""},
		"a folder":             {module, "tests/api", false, "", "go test ./tests/api"},
		"this folder":          {module, ".", false, "", "go test ."},
		"with a dot":           {module, "./tests/", false, "", "go test ./tests"},
		"beside":               {filepath.Join(module, "a b"), "../tests", false, "", "go test ../tests"},
		"elsewhere":            {bare, module, false, "", "cd " + filepath.ToSlash(module) + " && go test ."},
		"with a space":         {module, "a b", false, "", "go test './a b'"},
		"no module":            {bare, "tests", false, "", "go test tests/*_test.go"},
		"a test of a package":  {module, ".", false, "m/api", "go test m/api"},
		"an external test":     {module, ".", false, "m/api_test", "go test m/api"},
		"below a package":      {module, "sub", false, "m/api", "go test m/api/sub"},
		"outside of a package": {filepath.Join(module, "a b"), "../sub", false, "m/api", "go test ../sub"},
		"evoke run --pkg": {filepath.Join(module, "a b"), "./internal/api", true,
			"m/internal/api", "go test ./internal/api"},
		"evoke run --pkg --out": {module, "tests", true, "m/internal/api", "go test ./tests"},
		"evoke run --pkg, a way": {bare, module, true, "m/internal/api",
			"cd " + filepath.ToSlash(module) + " && go test ."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(c.in)
			own := &task.Task{Output: task.Output{Dir: c.out}, From: task.Caller{Path: c.path}, Foreign: c.foreign}
			writers := []output.Writer{&gotest.Writer{}}
			assert.Equal(t, c.want, output.Command(writers, Folder(own), []suite.File{{Name: "evoke_success_test.go"}}))
			assert.Empty(t, output.Command(writers, Folder(own), []suite.File{{Name: "tests.http"}}), "no Go tests")
		})
	}
	t.Chdir(bare)
	alone := &task.Task{Output: task.Output{Dir: "tests"}, Foreign: true}
	writers := []output.Writer{&gotest.Writer{Constructor: gotest.Func{ImportPath: "m/api", Name: "New"}}}
	assert.Empty(t, output.Command(writers, Folder(alone), []suite.File{{Name: "evoke_success_test.go"}}),
		"a package of a module cannot be imported there")
}

// lister is a writer of another language.
type lister struct{ about string }

func (w lister) Files(s *suite.Suite) ([]suite.File, error) {
	if s.Tests[0].Form == nil {
		return nil, errors.New("nobody chose a form")
	}
	if s.Title == "broken" {
		return nil, errors.New("broken")
	}
	return []suite.File{{Name: "tests.txt", Content: []byte(w.about + s.Tests[0].Name)}}, nil
}

func (w lister) Bind(s *output.System) (output.Writer, []string) {
	return lister{s.Constructor.Name + ": "}, []string{"a note"}
}

func (lister) Command(at output.Folder, files []suite.File) string {
	return "cat " + at.Dir + "/" + files[0].Name
}

func handler() http.Handler { return http.NotFoundHandler() }

// Any writer is asked: one that gotest knows nothing of is told of the system,
// and says how its tests are run.
func TestAskWriters(t *testing.T) {
	own := &task.Task{Output: task.Output{Dir: "out", Writers: []output.Writer{lister{}}}}
	own.Handler = handler
	result := func() *Result {
		s := &suite.Suite{Tests: []suite.Test{{Name: "A"}}}
		return &Result{Suite: s, Report: &report.Report{Suite: s}}
	}
	r := result()
	notes, err := r.AskWriters(own)
	require.NoError(t, err)
	assert.Equal(t, []string{"a note"}, notes)
	assert.Equal(t, "handler: A", string(r.Files[0].Content))
	assert.Equal(t, r.Files, r.Report.Files)
	assert.Equal(t, "cat out/tests.txt", r.Report.HowToRun)

	own.Foreign, own.Writers = true, []output.Writer{lister{"told before: "}}
	r = result()
	notes, err = r.AskWriters(own)
	require.NoError(t, err)
	assert.Empty(t, notes, "they were told before the search")
	assert.Equal(t, "told before: A", string(r.Files[0].Content))

	r.Suite.Title = "broken"
	_, err = r.AskWriters(own)
	require.EqualError(t, err, "evoke: write the suite: broken")
	r = &Result{Suite: &suite.Suite{}, Report: &report.Report{}}
	_, err = r.AskWriters(own)
	require.NoError(t, err)
	assert.Empty(t, r.Files, "there is nothing to write")
}

// TestTestsBesideCode: tests that are written to a folder with code are of its package, whoever asks for them.
func TestTestsBesideCode(t *testing.T) {
	module := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n", "calc/sum.go": "package sums\n",
		"calc/sum_test.go": "package sums_test\n",
		"cmd/main.go":      "package main\n\nfunc main() {}\n", "tests/a_test.go": "package mine\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(module, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(module, name), []byte(text), 0o600))
	}
	for folder, want := range map[string][2]string{
		"calc": {"sums", "example.com/m/calc"}, "cmd": {"main", "main"}, "tests": {"", ""}, "new": {"", ""},
	} {
		for _, from := range []task.Caller{{}, {Path: "example.com/m", Name: "m"}} {
			out := task.Output{Dir: filepath.Join(module, folder)}
			writers, notes := writersOf(&task.Task{Output: out, From: from})
			assert.Empty(t, notes)
			w := writers[0].(*gotest.Writer)
			assert.Equal(t, want, [2]string{w.Package, w.ImportPath}, folder)
		}
	}
}

// TestFilesHaveAPlaceOfTheirOwn: no file is written outside of the folder, and none over another one.
func TestFilesHaveAPlaceOfTheirOwn(t *testing.T) {
	ours, err := report.File(&report.Report{})
	require.NoError(t, err)
	files := []suite.File{
		{Name: "a.txt"}, {Name: "../b.txt"}, {Name: "/c.txt"}, {Name: "sub/../a.txt"}, {Name: "sub/a.txt"},
		{Name: ours.Name}, {Name: ""},
	}
	kept, refused := placed([]suite.File{{Name: "d.txt"}}, append(files, suite.File{Name: "d.txt"}))
	assert.Equal(t, []suite.File{{Name: "a.txt"}, {Name: "sub/a.txt"}}, kept)
	assert.Equal(t, []string{
		`"../b.txt" is no name of a file in the folder of the tests: it was not written`,
		`"/c.txt" is no name of a file in the folder of the tests: it was not written`,
		`"sub/../a.txt" is the name of another file too: the first one was written`,
		`"report.json" is the name of another file too: the first one was written`,
		`"" is no name of a file in the folder of the tests: it was not written`,
		`"d.txt" is the name of another file too: the first one was written`,
	}, refused)
}

// The default writer cleans up like one that was named.
func TestTheDefaultWriterCleansUp(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "evoke_fault_test.go")
	require.NoError(t, os.WriteFile(old, []byte(generatedBy+"\n"), 0o600))
	r := &Result{Files: []suite.File{{Name: "evoke_success_test.go", Content: []byte(generatedBy + "\n")}}}
	require.NoError(t, r.WriteFiles(&task.Task{Output: task.Output{Dir: dir}}))
	assert.NoFileExists(t, old)
}

// newOwn is a constructor that tests elsewhere cannot name.
func newOwn() sut.Controller { return &own{} }

// TestTestsStartTheSystem with the function that made its controller.
func TestTestsStartTheSystem(t *testing.T) {
	from := task.Caller{Path: "github.com/evoke-go/evoke/internal/deliver", Name: "deliver"}
	writers, notes := writersOf(&task.Task{Source: task.Source{SUT: &own{}, NewSUT: newOwn},
		Output: task.Output{Dir: "."}, From: from})
	assert.Empty(t, notes)
	assert.Equal(t, gotest.Func{Name: "newOwn"}, writers[0].(*gotest.Writer).Controller)
	_, notes = writersOf(&task.Task{Source: task.Source{SUT: &own{}, NewSUT: newOwn},
		Output: task.Output{Dir: t.TempDir()}})
	require.Len(t, notes, 1)
	assert.Contains(t, notes[0],
		"System.NewController: github.com/evoke-go/evoke/internal/deliver.newOwn is in a _test.go file")
}

// own is a controller that tests cannot name.
type own struct{ sut.Controller }

// TestControllersAreNoConstructors: the written tests say what somebody has to
// start for them.
func TestControllersAreNoConstructors(t *testing.T) {
	_, notes := writersOf(&task.Task{Source: task.Source{SUT: &own{}}})
	require.Len(t, notes, 1)
	assert.Contains(t, notes[0],
		"the generated tests cannot start the controller (*deliver.own): set System.NewController")
	_, notes = writersOf(&task.Task{Source: task.Source{SUT: sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{}),
		NewSUT: newOwn}})
	require.Len(t, notes, 1)
	assert.Contains(t, notes[0], "cannot call a system through its controller (*sut.Handler)")
	_, notes = writersOf(
		&task.Task{Source: task.Source{SUT: sut.NewRemote("http://localhost:8080", sut.RemoteOptions{})}},
	)
	assert.Empty(t, notes, "it runs anyway")
	_, notes = writersOf(
		&task.Task{Source: task.Source{SUT: apart{sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{})}}},
	)
	assert.Equal(t, []string{"the generated tests do not start the program: start it and set EVOKE_BASE_URL to its " +
		"URL, or set Program of gotest.Writer if it is one in Go"}, notes)
}

// apart is a controller of a process of its own.
type apart struct{ *sut.Handler }

func (apart) BaseURL() string { return "http://localhost:8080" }

func TestFunctionsThatOtherFoldersCannotCall(t *testing.T) {
	assert.Empty(t, named("Handler", http.NotFoundHandler).Note)
	assert.Contains(t, named("Handler", handler).Note, "deliver.handler is in a _test.go file")
	assert.Contains(t, named("Handler", func() {}).Note, "not a package-level function")
}
