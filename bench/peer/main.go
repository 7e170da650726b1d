// Command peer measures what a tool executes in a service with a number of calls: Evoke,
// or Schemathesis, over a socket.
//
// It is built once, with counters of the packages that are the services, and makes one
// trial: it serves a new instance of the service, has the tool call it, and appends a
// line of CSV. The call after the last of the budget is answered 503 and does not reach
// the service, and the tool is ended. A tool that ends before is started again with the
// next seed, if it has no budget of calls itself. What follows "--" is told to the tool.
//
//	go build -cover -covermode=atomic -coverpkg=$(go run ./peer -packages),./peer -o peer.bin ./peer
//	./peer.bin -sut rest-ncs -tool evoke -program evoke -calls 1000 -seed 0 -out peer.csv
//	./peer.bin -sut rest-ncs -tool schemathesis -program st -calls 1000 -seed 0 -out peer.csv -- --max-time 3600
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/evoke-go/evoke/bench"
)

// services are those that the tools are compared on.
var services = []string{"gotify", "ach", "alertmanager", "bookshop", "features-service",
	"rest-news", "rest-ncs", "rest-scs"}

// trial is one measurement.
type trial struct {
	sut, tool, program string
	more               []string // arguments
	calls, seed        int
	limit              time.Duration
	log, profile       string
}

func main() {
	var t trial
	flag.StringVar(&t.sut, "sut", "rest-ncs", "the service, see package bench")
	flag.StringVar(&t.tool, "tool", "evoke", "evoke or schemathesis")
	flag.StringVar(&t.program, "program", "", "the program of the tool; default: its name")
	flag.IntVar(&t.calls, "calls", 1000, "calls that the tool may make, at least 1")
	flag.IntVar(&t.seed, "seed", 0, "seed of the tool")
	flag.DurationVar(&t.limit, "limit", 15*time.Minute, "longest time")
	flag.StringVar(&t.log, "log", "",
		"file for what the tool prints and what each operation was answered; default: nowhere")
	flag.StringVar(&t.profile, "profile", "", "file for the profile of what the service executed; default: nowhere")
	out := flag.String("out", "", "CSV file that gets a line more; default: the line is printed only")
	packages := flag.Bool("packages", false, "print the packages of the services, for -coverpkg, and end")
	flag.Parse()
	t.more = flag.Args()
	if strings.ContainsRune(t.program, filepath.Separator) {
		t.program, _ = filepath.Abs(t.program) // the tool has a folder of its own
	}
	if *packages {
		fmt.Println(strings.Join(covered(), ","))
		return
	}
	if err := t.command(*out); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

// covered are the packages of all services that are compared.
func covered() (all []string) {
	for _, name := range services {
		if s, err := bench.Named(name); err == nil {
			all = append(all, s.Cover...)
		}
	}
	return all
}

func (t trial) command(out string) error {
	s, err := bench.Named(t.sut)
	if err != nil {
		return err
	}
	if _, ok := tools[t.tool]; !ok || t.calls < 1 {
		return fmt.Errorf("want a tool that is known and a call at least, not %q and %d", t.tool, t.calls)
	}
	row, err := t.measure(s)
	if err != nil {
		return fmt.Errorf("%s, %s, seed %d: %w", t.sut, t.tool, t.seed, err)
	}
	fmt.Println(strings.Join(row, ","))
	if out == "" {
		return nil
	}
	return appendRow(out, row)
}

var columns = []string{"sut", "tool", "budget", "seed", "calls", "starts", "statements", "all statements",
	"operations 2xx", "operations 5xx", "operations", "seconds"}

// measure makes the trial and returns its line.
func (t trial) measure(s *bench.Service) (row []string, err error) {
	dir, err := os.MkdirTemp("", "peer-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r, err := routesOf(s.Schema)
	if err != nil {
		return nil, err
	}
	i := s.Instance()
	g := newGate(i.New(), t.calls, r.name)
	server := httptest.NewUnstartedServer(g)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the service may panic often
	server.Start()
	defer func() {
		server.CloseClientConnections()
		server.Close()
		err = errors.Join(err, i.Close())
	}()
	if err := coverage.ClearCounters(); err != nil {
		return nil, err
	}
	began := time.Now()
	starts, err := t.run(s, g, server.URL, dir)
	if err != nil {
		return nil, err
	}
	took := time.Since(began)
	executed, all, err := bench.Executed(dir, s.Cover)
	if err == nil && t.profile != "" {
		err = os.Rename(filepath.Join(dir, "profile"), t.profile)
	}
	if err != nil {
		return nil, err
	}
	row = []string{t.sut, t.tool}
	for _, n := range []int{t.calls, t.seed, g.made(), starts, executed, all, g.operations(2), g.operations(5), r.all} {
		row = append(row, strconv.Itoa(n))
	}
	return append(row, strconv.FormatFloat(took.Seconds(), 'f', 1, 64)), nil
}

// run starts the tool, as often as it takes, and returns how often that was.
func (t trial) run(s *bench.Service, g *gate, url, dir string) (starts int, err error) {
	st := start{url: url, calls: t.calls, schema: filepath.Join(dir, "schema.yaml")} // JSON is YAML
	if err := os.WriteFile(st.schema, s.Schema, 0o600); err != nil {
		return 0, err
	}
	if len(s.Users) > 0 {
		st.users = filepath.Join(dir, "users.json")
		users, err := commons(s.Users)
		if err := errors.Join(err, os.WriteFile(st.users, users, 0o600)); err != nil {
			return 0, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	for made := -1; g.made() < t.calls && (starts == 0 || tools[t.tool].again); starts++ {
		if g.made() == made {
			return starts, errors.New("the tool ended without a call")
		}
		made = g.made()
		st.seed, st.dir = t.seed+seedsApart*starts, filepath.Join(dir, fmt.Sprint("start-", starts))
		if err := t.once(ctx, g, st); err != nil {
			return starts, err
		}
	}
	return starts, nil
}

// seedsApart is how far the seeds of two starts of one trial are apart, so that they are
// none of another trial's.
const seedsApart = 1000

// once runs the tool until it ends or the calls are made. What it ends with is no error:
// tools say that way that they found faults.
func (t trial) once(ctx context.Context, g *gate, st start) error {
	if err := os.MkdirAll(st.dir, 0o755); err != nil {
		return err
	}
	cmd := exec.Command(or(t.program, t.tool), append(tools[t.tool].args(st), t.more...)...)
	cmd.Dir, cmd.SysProcAttr = st.dir, &syscall.SysProcAttr{Setpgid: true}
	if t.log != "" {
		printed, err := os.OpenFile(t.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer printed.Close()
		fmt.Fprintln(printed, cmd)
		cmd.Stdout, cmd.Stderr = printed, printed
		defer func() { fmt.Fprint(printed, g) }()
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
		return nil
	case <-g.full:
	case <-ctx.Done():
	}
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what the tool started as well
	<-ended
	return errors.Join(err, ctx.Err())
}

// appendRow writes a line behind the others of a file, or behind the names of the columns.
func appendRow(file string, row []string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	info, err := f.Stat()
	if err == nil && info.Size() == 0 {
		err = w.Write(columns)
	}
	err = errors.Join(err, w.Write(row))
	w.Flush()
	return errors.Join(err, w.Error(), f.Close())
}
