package deliver

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/sut"
)

// writersOf returns the writers of a task, bound to its system. The notes say what the written tests cannot do.
func writersOf(t *task.Task) (writers []output.Writer, notes []string) {
	if t.Foreign { // then they were told where that is known
		return t.Writers, nil
	}
	return output.Bind(given(t), system(t))
}

// given returns the writers of a task, or the default writer if it has none.
func given(t *task.Task) []output.Writer {
	if len(t.Writers) == 0 {
		return []output.Writer{&gotest.Writer{Faults: t.Faults, Fuzz: t.Fuzz}}
	}
	return t.Writers
}

// system describes how to make the system of a task.
func system(t *task.Task) *output.System {
	s := &output.System{}
	if t.From.Path != "" && here(t.Dir) {
		s.Package = output.Package{ImportPath: t.From.Path, Name: t.From.Name}
	} else if t.Dir != "" {
		s.Package.ImportPath, s.Package.Name = program.PackageIn(absolute(t.Dir))
	}
	if t.Handler != nil {
		s.Constructor = named("Handler", t.Handler)
	}
	if t.SUT != nil {
		bindController(s, t)
	}
	if t.REST.Database != nil && t.Handler != nil {
		s.Database = named("System.Database", t.REST.Database)
	}
	for i, f := range t.REST.Stores {
		if t.Handler != nil {
			s.Stores = append(s.Stores, named(fmt.Sprintf("System.Stores[%d]", i), f))
		}
	}
	s.PutBack = t.PutBack
	if t.Reset != nil {
		s.Reset = named("Reset", t.Reset)
	}
	return s
}

// bindController describes how the written tests start the system of a controller.
func bindController(s *output.System, t *task.Task) {
	_, remote := t.SUT.(*sut.Remote)
	_, caller := t.SUT.(sut.Caller)
	_, alone := t.SUT.(interface{ BaseURL() string })
	switch {
	case remote: // nothing has to be started
	case alone: // a system in a process of its own
		s.Constructor.Note = "the generated tests do not start the program: start it and set EVOKE_BASE_URL to its " +
			"URL, or set Program of gotest.Writer if it is one in Go"
	case t.NewSUT != nil && !caller:
		s.Controller = named("System.NewController", t.NewSUT)
	default:
		s.Constructor.Note = fmt.Sprintf(
			"the generated tests cannot start the controller (%T): set System.NewController to a function that makes "+
				"one, or start the system as it does and set EVOKE_BASE_URL to its URL, or name a "+
				"Constructor in gotest.Writer", t.SUT)
		if caller { // calls are not sent over a network, so there is no URL
			s.Constructor.Note = fmt.Sprintf(
				"the generated tests cannot call a system through its controller (%T): start the system and set "+
					"EVOKE_BASE_URL to its URL, or name a Constructor in gotest.Writer", t.SUT)
		}
	}
}

// Startable reports whether the written tests can start the system of a controller.
func Startable(t *task.Task) bool {
	for _, w := range t.Writers {
		if w, ok := w.(*gotest.Writer); ok && w.Program != nil && !w.Program.Running {
			return true
		}
	}
	s := system(t)
	return s.Controller.Name != "" && s.Controller.Note == ""
}

// named describes a function of the user in the form in which written tests can call it.
func named(field string, f any) output.Func {
	path, name, ok := program.Function(f)
	switch {
	case !ok:
		return output.Func{Note: fmt.Sprintf("%s is not a package-level function: the generated tests cannot call it "+
			"and take a base URL from the environment", field)}
	case program.InTestFile(f):
		return output.Func{ImportPath: path, Name: name, Note: fmt.Sprintf(
			"%s: %s.%s is in a _test.go file, which only tests in its folder can call: write the tests there, by "+
				"Generate or with \".\" for Output.Dir, or move the function", field, path, name)}
	case path == "main" || !exported(name):
		return output.Func{ImportPath: path, Name: name, Note: fmt.Sprintf(
			"%s: %s.%s cannot be imported: the generated tests only compile in its own package", field, path, name)}
	}
	return output.Func{ImportPath: path, Name: name}
}

func exported(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// here reports whether a folder is the one in which this process was started. A child works in a mirror of that folder.
func here(dir string) bool { return absolute(dir) == program.StartDir }

// absolute returns an absolute path, relative to the folder in which the process was started.
func absolute(dir string) string {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(program.StartDir, dir)
	}
	return filepath.Clean(dir)
}

// Folder describes the folder of a task's files in the form that a reader can most likely use in a command.
func Folder(t *task.Task) output.Folder {
	f := output.Folder{Dir: t.Dir, Module: program.ModuleAt(t.Dir) != ""}
	// the working folder is that of the package, not that of who runs the test
	if t.From.Path != "" && !t.Foreign && filepath.IsLocal(t.Dir) {
		f.ImportPath = path.Join(strings.TrimSuffix(t.From.Path, "_test"), filepath.ToSlash(t.Dir))
	}
	return f
}
