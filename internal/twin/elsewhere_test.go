package twin

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/sut"
)

// serveVariable makes a test binary serve until its standard input ends.
const serveVariable = "EVOKE_TWIN_TEST_SERVE"

// TestServeForOthers is the process that a controller of these tests starts.
func TestServeForOthers(t *testing.T) {
	if os.Getenv(serveVariable) == "" {
		t.Skip("it is a process for other tests")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	fmt.Println("http://" + listener.Addr().String())
	go func() { _ = http.Serve(listener, http.NotFoundHandler()) }()
	_, _ = os.Stdin.Read(make([]byte, 1))
}

// starter is a controller that starts a process, or a server of this one.
type starter struct {
	process bool
	starts  int
	stop    func()
}

func (s *starter) Start(context.Context) (sut.Info, error) {
	s.starts++
	if !s.process {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return sut.Info{}, err
		}
		server := &http.Server{Handler: http.NotFoundHandler()}
		go func() { _ = server.Serve(listener) }()
		s.stop = func() { _ = server.Close() }
		return sut.Info{BaseURL: "http://" + listener.Addr().String()}, nil
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestServeForOthers$")
	cmd.Env = append(os.Environ(), serveVariable+"=1")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		return sut.Info{}, err
	}
	s.stop = func() {
		_ = in.Close()
		_ = cmd.Wait()
	}
	line := bufio.NewScanner(out)
	line.Scan()
	return sut.Info{BaseURL: line.Text()}, nil
}

func (s *starter) Reset(context.Context) error { return nil }

func (s *starter) Stop(context.Context) error {
	s.stop()
	return nil
}

// TestStartsElsewhere: a service in another process tells nothing of this one, a
// server in this process does, and packages that the user names decide.
func TestStartsElsewhere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // something else that listens
	require.NoError(t, err)
	defer listener.Close()
	go func() { _ = http.Serve(listener, http.NotFoundHandler()) }()
	require.Eventually(t, func() bool { return listening() > 0 }, 10*time.Second, time.Millisecond)
	for name, tt := range map[string]struct {
		task   task.Task
		want   bool
		starts int
	}{
		"another process":      {task.Task{Source: task.Source{SUT: &starter{process: true}}}, true, 1},
		"a server of this one": {task.Task{Source: task.Source{SUT: &starter{}}}, false, 1},
		"packages are named": {task.Task{Source: task.Source{SUT: &starter{process: true}},
			White: task.White{Cover: []string{"a"}}}, false, 0},
		"it makes the calls": {
			task.Task{Source: task.Source{SUT: sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{})}}, false, 0,
		},
		"a handler": {task.Task{Source: task.Source{Handler: http.NotFoundHandler}}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := startsElsewhere(context.Background(), &tt.task)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
			if s, ok := tt.task.SUT.(*starter); ok {
				assert.Equal(t, tt.starts, s.starts)
			}
		})
	}
}
