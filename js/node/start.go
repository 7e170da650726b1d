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
	modules bool // import may load files of it
	tries   bool // a reload is tried
	plain   bool // all that the command starts leads to the program
	mu      sync.Mutex
	hook    string   // folder; "": not there
	starts  int      // by the command, with this hook
	known   *process // how the command started the program; nil: not known
}

// process is how a process of node was started.
type process struct {
	Env, Args []string
	Dir       string
}

//go:embed hook
var hooks embed.FS

// command returns the command that starts the program. If the hook cannot be written, the
// command says so.
func (p *program) command() *exec.Cmd {
	dir, err := p.write()
	if cmd := p.direct(); err == nil && cmd != nil {
		return cmd
	}
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.Command(shell, flag, p.options.Command)
	cmd.Dir = p.root
	if err != nil {
		cmd.Err = err
		return cmd
	}
	option := fmt.Sprintf("--trace-sigint --require %q", filepath.ToSlash(filepath.Join(dir, "hook.cjs")))
	settings, err := json.Marshal(map[string]any{
		"root": p.root, "libraries": p.options.Libraries, "modules": p.modules,
		"reload": p.options.Reload || p.tries, "tries": p.tries, "lasting": p.options.Reset == nil,
		"plain": p.options.Plain, "option": option,
	})
	if err != nil {
		cmd.Err = err
		return cmd
	}
	cmd.Env = append(os.Environ(), p.options.Env...)
	options := strings.TrimSpace(variable(cmd.Env, "NODE_OPTIONS") + " " + option)
	cmd.Env = append(cmd.Env, "EVOKE_NODE="+string(settings), "NODE_OPTIONS="+options)
	if p.plain {
		cmd.Env = append(cmd.Env, "EVOKE_LAUNCH="+p.launch())
	}
	return cmd
}

// launch is the file in which the hook says how the command started the program. No two starts share one. A blank in
// its name would end it; then nobody says so.
func (p *program) launch() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starts++
	return fmt.Sprint(filepath.Join(p.hook, "launch-"), p.starts)
}

// direct starts the program as the command did before, without what only leads to it: npm, npx and tsx each start a
// process of node before that of the program, which takes most of the time. It returns nil while that is not known.
func (p *program) direct() *exec.Cmd {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := p.starts; i > 0 && p.known == nil; i-- {
		b, err := os.ReadFile(fmt.Sprint(filepath.Join(p.hook, "launch-"), i))
		var said process
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
	cmd := exec.Command(p.known.Args[0], p.known.Args[1:]...)
	cmd.Dir, cmd.Env = p.known.Dir, slices.Clone(p.known.Env)
	return cmd
}

// isPlain reports whether a command is a single one, and so are the scripts of a package.json that it leads to:
// nothing else that it does would be missed if only the program was started.
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
	dir, err := os.MkdirTemp("", "evoke-node-")
	if err != nil {
		return "", err
	}
	code, err := js.Runtime()
	files := map[string][]byte{"runtime.js": []byte(code)}
	for _, name := range []string{"hook.cjs", "channel.cjs", "inputs.cjs", "files.cjs", "loader.mjs"} {
		b, readErr := fs.ReadFile(hooks, "hook/"+name)
		files[name], err = b, errors.Join(err, readErr)
	}
	for name, b := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	p.hook = dir
	return dir, nil
}

// remove removes the hook. No process runs any more.
func (p *program) remove() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	dir := p.hook
	p.hook, p.known, p.starts = "", nil, 0
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}
