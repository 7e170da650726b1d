// Command jsown runs the own tests of a package of JavaScript twice, as it is and with probes in its files, and
// shows how both end, so that what probes change can be seen.
//
//	go run ./jsown -dir ../../express -own lib,index.js -- \
//		npx mocha --require test/support/env --reporter dot test/ test/acceptance/
//	go run ./jsown -dir ../../zod -own packages/zod/src -except tests,benchmarks -- npx vitest run
//	go run ./jsown -dir ../../express -own node_modules -valid
//
// The folder has to have its node_modules. It stays as it is: the tests run in a copy, whose own files have probes.
// With -valid nothing runs: node says of each file that it takes whether it still does with probes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/js"
)

func main() {
	dir := flag.String("dir", ".", "the folder of the package")
	own := flag.String("own", "", "files and folders that get probes, separated by commas")
	except := flag.String("except", "", "names of folders below those, such as tests, whose files get none")
	valid := flag.Bool("valid", false, "run nothing, and ask node whether each file stays valid")
	lines := flag.Int("lines", 6, "how many lines of the end of each run are shown")
	flag.Parse()
	run := func() error {
		return compare(*dir, files{strings.Split(*own, ","), strings.Split(*except, ",")}, flag.Args(), *lines)
	}
	if *valid {
		run = func() error { return stayValid(*dir, strings.Split(*own, ",")) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "jsown:", err)
		os.Exit(1)
	}
}

// files are files and folders that get probes, and names of folders in them that get none.
type files struct{ own, except []string }

func compare(dir string, own files, command []string, lines int) (err error) {
	if len(command) == 0 {
		return errors.New("no command: give it after --")
	}
	temp, err := os.MkdirTemp("", "evoke-jsown-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	program := filepath.Join(temp, "program")
	if err := copied(dir, program); err != nil {
		return err
	}
	text, err := js.Runtime()
	if err != nil {
		return err
	}
	runtime := filepath.Join(temp, "runtime.js")
	if err := os.WriteFile(runtime, []byte(text+fmt.Sprintf(realms, strconv.Quote(text))), 0o600); err != nil {
		return err
	}
	fmt.Printf("as it is:\n%s\n", ended(program, command, "", lines))
	count, targets, err := own.probed(program)
	if err != nil {
		return err
	}
	fmt.Printf("with %d targets in %d files:\n%s\n", targets, count,
		ended(program, command, "--require="+runtime, lines))
	return nil
}

// realms has new realms begin with the runtime: files with probes on the disk are read into them as well.
const realms = `
{
	const vm = require("node:vm"), text = %s;
	for (const name of ["createContext", "runInNewContext"]) {
		const plain = vm[name];
		vm[name] = name === "createContext"
			? function (...all) { const context = plain.apply(this, all); vm.runInContext(text, context); return context; }
			: function (code, object, ...rest) { return vm.runInContext(code, vm.createContext(object), ...rest); };
	}
}
`

// copied copies a folder. Links stay links.
func copied(from, to string) error {
	out, err := exec.Command("cp", "-a", from, to).CombinedOutput()
	if err != nil {
		return fmt.Errorf("copy %s: %s", from, out)
	}
	return nil
}

// probed puts probes into the files of a program, and counts them and their targets.
func (f files) probed(program string) (count, targets int, err error) {
	for _, name := range f.own {
		err := filepath.WalkDir(filepath.Join(program, name), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && slices.Contains(f.except, d.Name()) {
				return fs.SkipDir
			}
			if err != nil || d.IsDir() || !slices.Contains([]string{".js", ".cjs", ".mjs", ".ts"}, filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			code := js.Instrument(js.Source{Path: path, Text: string(text), First: targets})
			if code.Err != nil {
				fmt.Println("served as it is:", strings.TrimPrefix(code.Err.Error(), program))
				return nil
			}
			count, targets = count+1, targets+len(code.Targets)
			return os.WriteFile(path, []byte(code.Text), 0o600)
		})
		if err != nil {
			return count, targets, err
		}
	}
	return count, targets, nil
}

// ended runs a command in a folder and returns the last lines that it prints.
func ended(dir string, command []string, options string, lines int) string {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "NODE_OPTIONS="+options)
	out, err := cmd.CombinedOutput()
	all := strings.Split(strings.TrimSpace(string(out)), "\n")
	text := strings.Join(all[max(0, len(all)-lines):], "\n")
	if err != nil {
		text += "\n" + err.Error()
	}
	return text
}
