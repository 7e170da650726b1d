//go:build unix

package supervise_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
)

// TestMain plays the child when it is told to, else it runs the tests.
func TestMain(m *testing.M) {
	play, ok := roles[os.Getenv("SUPERVISE_ROLE")]
	if !ok {
		os.Exit(m.Run())
	}
	play()
	fmt.Fprintln(os.Stderr, "came to its end")
}

const memoryLimit = 256 << 20

// roles are what a child may do.
var roles = map[string]func(){
	"finish":             func() {},
	"exit":               func() { fmt.Fprintln(os.Stderr, "three"); os.Exit(3) },
	"log fatal":          func() { log.Fatal("cannot go on") },
	"panic in goroutine": func() { go panics("boom"); wait() },
	"map writes":         limited(writeMaps),
	"deadlock":           deadlock,
	"stack overflow":     limited(func() { fmt.Println(recurse(1)) }),
	"race":               race,
	"unlock":             func() { new(sync.Mutex).Unlock() },
	"memory growth":      limited(grow),
	"one allocation":     limited(func() { keep(make([]byte, hugeAllocation)); wait() }),
	"short of memory":    limited(func() { churn(); fmt.Fprintln(os.Stderr, "enough") }),
	"kill":               func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); wait() },
	"segv":               func() { _ = syscall.Kill(os.Getpid(), syscall.SIGSEGV); wait() },
	"endless loop":       limited(func() { call("loop"); spin() }),
	"loop in goroutine":  limited(func() { call("loop"); go spin(); wait() }),
	"blocked":            limited(func() { call("block"); block(make(chan int)) }),
	"stop":               limited(stopInCall),
	"stop between calls": limited(stopBetweenCalls),
	"stop for a moment":  stopForAMoment,
	"busy":               limited(hangInReset),
	"lose files":         loseFiles,
	"lose to another":    loseAFileToAnother,
	"lose the poller":    loseThePoller,
	"keep files":         keepFiles,
	"quit":               limited(quitItself),
	"deaf loop":          func() { signal.Ignore(syscall.SIGQUIT); call("loop"); spin() },
	"many calls":         limited(manyCalls),
	"obey":               func() { <-supervise.Ended(func() {}); fmt.Fprintln(os.Stderr, "obeyed") },
	"do not obey":        limited(func() { supervise.Ended(func() {}); block(make(chan int)) }),
	"print": func() {
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		fmt.Println(os.Getenv("EXTRA"))
	},
	"leave a child":      leaveChild,
	"sleep":              func() { time.Sleep(20 * time.Second) },
	"parent of obey":     func() { parentOf("obey") },
	"parent of stubborn": func() { parentOf("do not obey") },
	"parent of family":   func() { parentOf("family that waits") },
	"read":               readInput,
	"close files":        closeFiles,
	"family":             func() { startSleep() },
	"family that waits":  func() { supervise.Ended(tellOrphaned); startSleep(); wait() },
	"recorder":           recordAndDie,
}

// limited plays after what every child does first.
func limited(play func()) func() {
	return func() {
		if err := supervise.Limit(memoryLimit); err != nil {
			log.Fatal(err)
		}
		play()
	}
}

func panics(v any) { panic(v) }

func wait() { time.Sleep(20 * time.Second) }

func spin() {
	for n := 0; ; n++ {
		_ = n
	}
}

func block(c chan int) { <-c }

func deadlock() {
	var mu sync.Mutex
	mu.Lock()
	fmt.Println("ready")
	mu.Lock()
}

func writeMaps() {
	m := map[int]int{}
	for range 4 {
		go func() {
			for i := 0; ; i++ {
				m[i%10] = i
			}
		}()
	}
	wait()
}

func race() {
	n, done := 0, make(chan bool)
	go func() { n++; done <- true }()
	n++
	<-done
	fmt.Println(n)
}

func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + n
}

var kept [][]byte

func keep(b []byte) { kept = append(kept, b) }

// grow asks for a megabyte more, again and again.
func grow() {
	for {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		keep(b)
		time.Sleep(100 * time.Microsecond)
	}
}

// churn uses ten times the limit, but not at once.
func churn() {
	for range 10 * memoryLimit >> 20 {
		b := make([]byte, 1<<20)
		b[len(b)-1] = 1
		runtime.KeepAlive(b)
	}
}

func recorder() *supervise.Recorder {
	r, err := supervise.Record(os.Getenv("SUPERVISE_FLIGHT"))
	if err != nil {
		log.Fatal(err)
	}
	return r
}

func call(operation string) {
	r := recorder()
	r.Test(7, 42)
	r.Call(&supervise.Request{Operation: operation, Method: "GET", Target: "/" + operation})
}

// manyCalls takes far longer than the limit of a call, but no call does.
func manyCalls() {
	r := recorder()
	for i := range 100 {
		r.Test(i, i)
		r.Call(&supervise.Request{Operation: "quick"})
		time.Sleep(10 * time.Millisecond)
		r.Answered()
	}
	time.Sleep(time.Second) // no call: no hang
}

func recordAndDie() {
	r := recorder()
	r.Phase("search")
	r.Test(12, 34)
	r.Call(&supervise.Request{Operation: "first", Method: "GET", Target: "/a?b=c"})
	r.Answered()
	r.Call(&supervise.Request{
		Operation: "second", Method: "POST", Target: "/b", Body: []byte("{}"),
		Header: map[string][]string{"Accept": {"a", "b"}},
	})
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	wait()
}

// leaveChild ends at once and leaves a process that holds its output open.
func leaveChild() {
	p, err := supervise.Start(context.Background(), self("sleep", func(c *supervise.Command) { c.Stderr = os.Stderr }))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.ID())
}

// readInput reads the standard input to its end.
func readInput() {
	data, err := io.ReadAll(os.Stdin)
	fmt.Printf("%q %v\n", data, err)
}

// closeFiles closes all files that a careless daemon closes, and waits until it has to end.
func closeFiles() {
	ended := supervise.Ended(func() {})
	for fd := 3; fd < 200; fd++ {
		_ = syscall.Close(fd)
	}
	fmt.Println("closed")
	<-ended
}

// startSleep leaves a process behind that is no Go program, and tells its number.
func startSleep() {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(cmd.Process.Pid)
}

// tellOrphaned leaves a note for the test.
func tellOrphaned() { _ = os.Remove(os.Getenv("SUPERVISE_NOTE")) }

// parentOf starts a child, tells that it runs and does nothing more. Who waits
// for the end of its output waits for both.
func parentOf(role string) {
	_, err := supervise.Start(context.Background(), self(role, func(c *supervise.Command) { c.Stdout = os.Stdout }))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("started")
	wait()
}

// self is the command that plays a role.
func self(role string, options ...func(*supervise.Command)) supervise.Command {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	c := supervise.Command{Path: exe}
	for _, o := range options {
		o(&c)
	}
	env := append(os.Environ(), c.Env...)
	c.Env = append(env, "SUPERVISE_ROLE="+role, "SUPERVISE_FLIGHT="+c.Flight)
	return c
}

// lines keeps what is written to it, from any goroutine.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

var _ io.Writer = (*lines)(nil)
