package twin

import (
	"flag"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// environment is that of a process with a job in a file and a folder for its
// temporary files.
func (s *supervisor) environment(j *job, file, temp string) []string {
	env := append(os.Environ(), jobVariable+"="+file)
	if j.searches() {
		env = append(env, "GODEBUG="+sameChance(os.Getenv("GODEBUG")))
	}
	for _, name := range tempVariables() {
		env = append(env, name+"="+temp)
	}
	if n := s.task.Workers; n > 1 && os.Getenv("GOMAXPROCS") == "" {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(max(1, runtime.NumCPU()/n)))
	}
	return env
}

// tempVariables name the folder that [os.TempDir] is.
func tempVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"TMP", "TEMP"}
	}
	return []string{"TMPDIR"}
}

// arguments are those of this process. A test binary is told to run the one
// test, for as long as it takes, and to leave the files of "go test" alone.
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

// chosenSubtests are the patterns that this test binary was given for parts of
// tests: a call that only a test as a whole is known of may be made in one.
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
