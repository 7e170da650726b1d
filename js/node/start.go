package node

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/js"
)

// program starts a program with the hook.
type program struct {
	options Options
	root    string
	modules bool // import may load files of the program
	tries   bool // resets by reloading are tried
	plain   bool // the command does nothing but start the program
	folders folders
	probes  *instrumenter
	mu      sync.Mutex
	hook    string   // folder; "": not there
	starts  []string // folders of processes that the command started with this hook
	known   *process // how the command started the program; nil: not known
}

// process is how a process of node was started.
type process struct {
	Env, Args []string
	Dir       string
	in        string // the folder of the process
}

//go:embed hook
var hooks embed.FS

// command returns the command that starts the program. If the hook cannot be written, or the process has no folder, the
// command fails with the reason.
func (p *program) command() *exec.Cmd {
	dir, err := p.write()
	if err != nil {
		return &exec.Cmd{Err: err}
	}
	box, root, err := p.folders.box()
	if err != nil {
		return &exec.Cmd{Err: err}
	}
	settings, err := p.settings(dir, root)
	cmd := p.direct(root)
	if cmd == nil {
		cmd = p.indirect(dir, root)
	}
	if box != nil {
		cmd.Env = append(cmd.Env, "PWD="+root)
	}
	cmd.Env = append(cmd.Env, "EVOKE_NODE="+settings)
	cmd.Err = errors.Join(cmd.Err, err)
	p.folders.has(cmd, box)
	return cmd
}

// hookOption returns the option of node that loads the hook.
func hookOption(dir string) string {
	return fmt.Sprintf("--trace-sigint --require %q", filepath.ToSlash(filepath.Join(dir, "hook.cjs")))
}

// settings returns the settings of the hook, for a process that works in a folder.
func (p *program) settings(dir, root string) (string, error) {
	o := &p.options
	b, err := json.Marshal(map[string]any{
		"root": root, "from": p.root, "libraries": o.Libraries, "modules": p.modules,
		"reload": o.Reload || p.tries, "tries": p.tries, "lasting": o.Reset == nil, "goesOn": o.Keep || o.Reload,
		"plain": o.Plain, "option": hookOption(dir),
	})
	return string(b), err
}

// indirect starts the program by the command.
func (p *program) indirect(dir, root string) *exec.Cmd {
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.Command(shell, flag, p.options.Command)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), p.options.Env...)
	options := strings.TrimSpace(variable(cmd.Env, "NODE_OPTIONS") + " " + hookOption(dir))
	cmd.Env = append(cmd.Env, "NODE_OPTIONS="+options)
	if p.plain {
		cmd.Env = append(cmd.Env, "EVOKE_LAUNCH="+p.launch(root))
	}
	return cmd
}

// launch returns the path of the file in which the hook writes how the command started the program. No two starts share
// one. With a space in the path the option would end early, so then there is none.
func (p *program) launch(root string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starts = append(p.starts, root)
	return fmt.Sprint(filepath.Join(p.hook, "launch-"), len(p.starts))
}

// direct starts the program as the command did before, but without programs such as npm, npx and tsx, which each start
// a process of node before the program, and take most of the time. It returns nil while the way of starting is not
// known, and if files are missing that the command made.
func (p *program) direct(root string) *exec.Cmd {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.starts); i > 0 && p.known == nil; i-- {
		b, err := os.ReadFile(fmt.Sprint(filepath.Join(p.hook, "launch-"), i))
		said := process{in: p.starts[i-1]}
		if err == nil && json.Unmarshal(b, &said) == nil && len(said.Args) > 0 {
			said.Env = slices.DeleteFunc(said.Env, func(v string) bool {
				return strings.HasPrefix(v, "EVOKE_HOLDER=") || strings.HasPrefix(v, "EVOKE_LAUNCH=")
			})
			p.known = &said
		}
	}
	if p.known == nil {
		return nil
	}
	args := p.folders.elsewhere(append([]string{p.known.Dir}, p.known.Args...), p.known.in, root)
	if !isThere(args, root) {
		return nil
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir, cmd.Env = args[0], p.folders.elsewhere(p.known.Env, p.known.in, root)
	return cmd
}

// isPlain reports whether a command is a single one, and so are the scripts of package.json that it runs: then starting
// only the program leaves out nothing else.
func isPlain(command string, scripts map[string]string) bool {
	if strings.ContainsAny(command, ";&|<>$`(){}*?[]~#!\\\n'\"") {
		return false
	}
	words := strings.Fields(command)
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	if len(words) == 0 || !slices.Contains([]string{"npm", "yarn", "pnpm"}, words[0]) {
		return len(words) > 0
	}
	words = slices.DeleteFunc(words[1:], func(w string) bool {
		return strings.HasPrefix(w, "-") || w == "run" || w == "run-script"
	})
	if len(words) == 0 {
		return false
	}
	script, there := scripts[words[0]]
	delete(scripts, words[0]) // none leads to itself
	return there && scripts["pre"+words[0]] == "" && isPlain(script, scripts)
}

// scriptsOf returns the scripts of the package.json of a folder.
func scriptsOf(root string) map[string]string {
	var manifest struct{ Scripts map[string]string }
	if b, err := os.ReadFile(filepath.Join(root, "package.json")); err != nil || json.Unmarshal(b, &manifest) != nil {
		return nil
	}
	return manifest.Scripts
}

// variable is the last value of an environment variable.
func variable(env []string, name string) string {
	out := ""
	for _, v := range env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			out = value
		}
	}
	return out
}

// write writes the hook, unless it is there.
func (p *program) write() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hook != "" {
		return p.hook, nil
	}
	if err := p.folders.make(); err != nil {
		return "", err
	}
	dir := filepath.Join(p.folders.run.Dir, "hook")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	code, err := js.Runtime()
	files := map[string][]byte{"runtime.js": []byte(code)}
	for _, name := range []string{"hook.cjs", "channel.cjs", "inputs.cjs", "files.cjs", "timers.cjs", "loader.mjs"} {
		b, readErr := fs.ReadFile(hooks, "hook/"+name)
		files[name], err = b, errors.Join(err, readErr)
	}
	for name, b := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	if err != nil {
		p.folders.remove()
		return "", err
	}
	p.hook = dir
	return dir, nil
}

// remove removes the hook. No process runs any more.
func (p *program) remove() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hook, p.known, p.starts = "", nil, nil
	p.folders.remove()
	return nil
}
