package twin

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/probe/aside"
)

// environment returns the environment of a process, with the file of its job
// and its folders.
func (s *supervisor) environment(j *job, file string, box *scratch.Box) []string {
	env := append(s.task.Environment(), jobVariable+"="+file, j.fixed(s.task.Clock).Environment())
	env = append(env, box.Environment()...)
	if j.Sent != nil {
		env = append(env, usersVariable+"="+j.Sent.users())
	}
	if j.searches() {
		env = append(env, "GODEBUG="+sameChance(os.Getenv("GODEBUG")))
	}
	if slices.Contains(s.program.Flags, "-race") && os.Getenv("GORACE") == "" {
		env = append(env, aside.Environment(filepath.Join(s.dir, "races")))
	}
	if j.Answer != nil {
		_, offset := time.Now().Zone()
		env = append(env, "TZ="+otherZone(offset))
	}
	if n := s.task.Workers; n > 1 && os.Getenv("GOMAXPROCS") == "" {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(max(1, runtime.NumCPU()/n)))
	}
	return env
}

// otherZone returns a time zone far from a zone that is so many seconds east of Greenwich, and differs by part of an
// hour. The process that records the answers has this zone, so that the tests assert nothing that depends on the zone.
func otherZone(offset int) string {
	if offset > 0 {
		return "Pacific/Marquesas" // 9:30 hours behind Greenwich
	}
	return "Pacific/Chatham" // 12:45 hours ahead, or 13:45
}

// arguments returns the arguments of this process, changed for a job. A test
// binary gets the one test to run, no time limit, and no output files of "go
// test". An os.Exit(0) ends the process and does not panic, as it would under "go
// test": the panic would look like one of the handler.
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
	args := []string{"-test.run=" + strings.Join(parts, "/"), "-test.timeout=0"}
	if s.sent != nil {
		return args
	}
	return append(args, ownArguments(os.Args[1:], flag.Lookup)...)
}

// ownArguments returns the arguments of a test binary without those of package testing, but with those on which the
// number of calls of a program depends.
func ownArguments(args []string, lookup func(string) *flag.Flag) (out []string) {
	for i := 0; i < len(args); i++ {
		name, _, whole := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		end := i + 1
		if strings.HasPrefix(args[i], "-") && !whole && takesValue(lookup(name)) {
			end = min(end+1, len(args))
		}
		switch {
		case !strings.HasPrefix(args[i], "-"):
			return append(out, args[i:]...) // no flag follows
		case !strings.HasPrefix(name, "test."), name == "test.short":
			out = append(out, args[i:end]...)
		case name == "test.count", name == "test.cpu": // the call of the job may be in a later round
			out = append(out, args[i:end]...)
		}
		i = end - 1
	}
	return out
}

// takesValue reports whether a flag has its value in the next argument.
func takesValue(f *flag.Flag) bool {
	if f == nil {
		return false
	}
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// chosenSubtests returns the patterns for subtests that this test binary got. A call may be in a subtest although Evoke
// knows only its top-level test.
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
