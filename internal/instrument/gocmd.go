package instrument

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// goCommand is the go command for one Prepare.
type goCommand struct {
	path string
	dir  string
	env  []string
	vars goVars
}

// goVars are the settings of the go command that instrumentation uses.
type goVars struct {
	GOOS, GOARCH, GOHOSTOS, GOHOSTARCH, GOEXPERIMENT      string
	GOFLAGS, GOMOD, GOMODCACHE, GOROOT, GOVERSION, GOWORK string

	CC           string
	CgoEnabled   string `json:"CGO_ENABLED"`
	CgoLdflags   string `json:"CGO_LDFLAGS"`
	ExternalLink string `json:"GO_EXTLINK_ENABLED"`
}

// goVarNames are the names of the fields of goVars.
const goVarNames = "GOOS GOARCH GOHOSTOS GOHOSTARCH GOEXPERIMENT GOFLAGS GOMOD GOMODCACHE GOROOT GOVERSION GOWORK " +
	"CC CGO_ENABLED CGO_LDFLAGS GO_EXTLINK_ENABLED"

// afterInterrupt is how long the go command may take to stop its compilers after the context has ended.
const afterInterrupt = 3 * time.Second

func newGoCommand(ctx context.Context, dir string, env []string) (*goCommand, error) {
	if env == nil {
		env = os.Environ()
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%w: no folder %s", ErrNoSource, dir)
	}
	path, err := lookGo(env)
	if err != nil {
		return nil, err
	}
	// The go command takes the name of its folder from PWD if that leads to the same place, and the overlay has to use
	// the same name for its files.
	c := &goCommand{path: path, dir: dir, env: append(slices.Clip(env), "PWD="+dir)}
	out, err := c.output(ctx, append([]string{"env", "-json"}, strings.Fields(goVarNames)...)...)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &c.vars); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if c.vars.GOWORK == "off" {
		c.vars.GOWORK = ""
	}
	if c.vars.GOMOD == "" || c.vars.GOMOD == os.DevNull {
		if c.vars.GOWORK == "" {
			return nil, fmt.Errorf("%w: no go.mod in %s or above it", ErrNoSource, dir)
		}
	}
	return c, nil
}

// lookGo finds the go command in the PATH of an environment.
func lookGo(env []string) (string, error) {
	name := "go"
	if runtime.GOOS == "windows" {
		name = "go.exe"
	}
	if path := lookIn(variable(env, "PATH"), name); path != "" {
		return path, nil
	}
	return "", ErrNoGo
}

// lookIn finds a command in the folders of a PATH.
func lookIn(folders, name string) string {
	for _, dir := range filepath.SplitList(folders) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); dir != "" && err == nil {
			return path
		}
	}
	return ""
}

// variable returns the value of the last setting of a variable, which is the one that counts.
func variable(env []string, name string) string {
	for _, setting := range slices.Backward(env) {
		key, value, _ := strings.Cut(setting, "=")
		if key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// with returns the go command with a variable set.
func (c *goCommand) with(name, value string) *goCommand {
	changed := *c
	changed.env = append(slices.Clip(c.env), name+"="+value)
	return &changed
}

// output runs the go command and returns its standard output. Messages on standard error become an error of one line.
func (c *goCommand) output(ctx context.Context, args ...string) ([]byte, error) {
	var out, complaints bytes.Buffer
	err := c.run(ctx, &out, &complaints, args...)
	if err == nil {
		return out.Bytes(), nil
	}
	return nil, c.explain(ctx, err, complaints.String())
}

// explain makes an error of one line of a failure of the go command.
func (c *goCommand) explain(ctx context.Context, err error, complaints string) error {
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !errors.As(err, &exit) && errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", ErrNoGo, err)
	case !errors.As(err, &exit):
		return fmt.Errorf("go command: %w", err)
	}
	return toolError(complaints, c.dir)
}

func (c *goCommand) run(ctx context.Context, stdout, stderr io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, c.path, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = afterInterrupt
	return cmd.Run()
}
