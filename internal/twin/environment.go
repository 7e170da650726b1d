package twin

import (
	"flag"
	"os"
	"regexp"
	"runtime"
	"strings"
)

// environment returns the environment of a process, with the file of its job
// and the folder for its temporary files.
func (s *supervisor) environment(j *job, file, temp string) []string {
	env := append(os.Environ(), jobVariable+"="+file, j.fixed(s.task.Clock).Environment())
	if j.searches() {
		env = append(env, "GODEBUG="+sameChance(os.Getenv("GODEBUG")))
	}
	for _, name := range tempVariables() {
		env = append(env, name+"="+temp)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		env = append(env, "GOMAXPROCS=1") // goroutines of the system take turns in the same order each time
	}
	return env
}

// tempVariables returns the names of the variables from which [os.TempDir]
// reads its folder.
func tempVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"TMP", "TEMP"}
	}
	return []string{"TMPDIR"}
}

// arguments returns the arguments of this process, changed for a job. A test
// binary gets the one test to run, no time limit, and no output files of "go
// test".
func (s *supervisor) arguments() []string {
	if !s.forTest {
		return os.Args[1:]
	}
	var parts []string
	for _, part := range strings.Split(s.id.Test, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	if len(parts) == 1 {
		parts = append(parts, chosenSubtests()...)
	}
	args := []string{"-test.run=" + strings.Join(parts, "/"), "-test.timeout=0", "-test.paniconexit0"}
	if s.sent != nil {
		return args
	}
	for _, a := range os.Args[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch {
		case !strings.HasPrefix(name, "test."), name == "test.short":
			args = append(args, a)
		case name == "test.count", name == "test.cpu": // a call may be one of a later round
			args = append(args, a)
		}
	}
	return args
}

// chosenSubtests returns the patterns for subtests that this test binary was
// given. A call may happen in a subtest although Evoke knows only its top-level
// test.
func chosenSubtests() []string {
	f := flag.Lookup("test.run")
	if f == nil || strings.Contains(f.Value.String(), "|") {
		return nil
	}
	_, parts, found := strings.Cut(f.Value.String(), "/")
	if !found {
		return nil
	}
	return []string{parts}
}
