package mongo

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Serve builds the database and starts it in a process of its own. stop ends that.
func Serve() (url string, stop func() error, err error) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", nil, fmt.Errorf("find the module: %w", err)
	}
	dir, err := os.MkdirTemp("", "evoke-stores-mongo-")
	if err != nil {
		return "", nil, err
	}
	program := filepath.Join(dir, "mongodb")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join(strings.TrimSpace(string(module)), "js", "mongo")
	build.Env = append(os.Environ(), "GOFLAGS=") // those of the caller are for the program under test
	if out, err := build.CombinedOutput(); err != nil {
		return "", nil, errors.Join(fmt.Errorf("go build: %w: %s", err, out), os.RemoveAll(dir))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	address := l.Addr().String()
	_ = l.Close()
	c := exec.Command(program, address)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	stop = func() error {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
		return os.RemoveAll(dir)
	}
	for range 100 {
		if conn, err := net.Dial("tcp", address); err == nil {
			return "mongodb://" + address, stop, conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", nil, errors.Join(errors.New("the database does not answer"), stop())
}
