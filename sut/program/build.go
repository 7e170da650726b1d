package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/sut/program/inside"
)

// build is a program that is built when it is needed.
type build struct {
	options Options
	rules   []int
	strays  strays
	mu      sync.Mutex
	folder  *scratch.Folder // nil: not built
	built   *program.Built
	boxes   map[*exec.Cmd]*scratch.Box // of running processes
	recent  []string                   // base URLs that were given last, since processes start at the same time
}

// mostRecent is the number of base URLs that are not given again.
const mostRecent = 32

// unlike returns a base URL at which nothing listens, and which no starting process got.
func (b *build) unlike() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		baseURL, err := free()
		if err != nil || !slices.Contains(b.recent, baseURL) {
			b.recent = append(b.recent, baseURL)
			b.recent = b.recent[max(0, len(b.recent)-mostRecent):]
			return baseURL, err
		}
	}
}

// done builds the program unless it is there, and returns where it is.
func (b *build) done(ctx context.Context) (path string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.folder != nil {
		return b.built.Path, nil
	}
	folder, err := scratch.New()
	if err != nil {
		return "", err
	}
	o := &b.options
	main := program.Main{Dir: o.Dir, Package: o.Package, Cover: o.Cover, Flags: o.Flags, With: linked, Rules: b.rules}
	built, err := main.Build(ctx, folder.Dir)
	if err != nil {
		folder.Remove()
		return "", err
	}
	b.folder, b.built, b.boxes = folder, built, map[*exec.Cmd]*scratch.Box{}
	return built.Path, nil
}

// linked is the package that is linked into the program.
const linked = program.Evoke + "/sut/program/inside"

// notes returns what the last build left without probes.
func (b *build) notes() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.built == nil {
		return nil
	}
	return b.built.Notes()
}

// remove removes the program. No process of it runs any more.
func (b *build) remove() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.folder != nil {
		b.folder.Remove()
		b.folder = nil
	}
	return nil
}

// box makes the folders of a process.
func (b *build) box() (box *scratch.Box, dir string, err error) {
	if box, err = b.folder.Box(b.options.Dir); err != nil {
		return nil, "", err
	}
	dir = filepath.Join(box.Temp, "dir")
	return box, dir, os.Mkdir(dir, 0o700)
}

// ended removes the folders of a process.
func (b *build) ended(cmd *exec.Cmd) {
	b.mu.Lock()
	box := b.boxes[cmd]
	delete(b.boxes, cmd)
	b.mu.Unlock()
	if box != nil {
		box.Remove()
	}
}

// command returns the command that starts the program. If there is no program, port or folder for it, the command fails
// with the reason.
func (b *build) command() *exec.Cmd {
	cmd, err := b.process()
	if err != nil {
		if cmd == nil {
			cmd = &exec.Cmd{}
		}
		cmd.Err = err
	}
	return cmd
}

func (b *build) process() (*exec.Cmd, error) {
	o := &b.options
	path, err := b.done(context.Background())
	if err != nil {
		return nil, err
	}
	baseURL := o.BaseURL
	if baseURL == "" {
		baseURL, err = b.unlike()
	} else {
		err = unused(baseURL)
	}
	box, dir, boxErr := b.box()
	if err = errors.Join(err, boxErr); box == nil {
		return nil, err
	}
	given := &names{all: map[string]string{"{dir}": dir}}
	if u, parseErr := url.Parse(baseURL); parseErr == nil {
		given.all["{port}"] = u.Port()
	}
	args, env := given.into(o.Args), given.into(o.Env)
	cmd := exec.Command(path, args...)
	cmd.Dir = box.Dir
	cmd.Env = append(append(os.Environ(), box.Environment()...), "PORT="+given.all["{port}"])
	cmd.Env = append(cmd.Env, env...)
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s %d", inside.Variable, baseURL, cmp.Or(o.Memory, defaultMemory)))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.boxes[cmd] = box
	return cmd, errors.Join(err, given.err)
}
