package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/evoke-go/evoke/js"
)

// judge reads pairs of files from a file, and prints those of which node takes the first and not the second, and how
// many it takes.
const judge = `
const fs = require("node:fs"), vm = require("node:vm");
const takes = (file) => {
	const text = fs.readFileSync(file, "utf8").replace(/^#!.*/, "");
	try { new vm.Script("(function (exports, require, module, __filename, __dirname) {" + text + "\n})"); return true; } catch { }
	try { new vm.SourceTextModule(text); return true; } catch { return false; }
};
let taken = 0, broken = 0;
for (const [before, after] of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
	if (!takes(before)) continue;
	taken++;
	if (!takes(after)) { broken++; console.log("no longer valid: " + before); }
}
console.log(taken + " files that node takes, " + broken + " of them no longer with probes");
`

// stayValid puts probes into copies of all files of a program and has node say which are no longer valid.
func stayValid(dir string, own []string) (err error) {
	temp, err := os.MkdirTemp("", "evoke-jsown-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	var pairs [][2]string
	refused, targets := 0, 0
	for _, name := range own {
		err := filepath.WalkDir(filepath.Join(dir, name), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isScript(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			code := js.Instrument(js.Source{Path: path, Text: string(text)})
			if targets += len(code.Targets); code.Err != nil {
				refused++
			}
			to := filepath.Join(temp, fmt.Sprint(len(pairs))+".js")
			whole, err := filepath.Abs(path)
			pairs = append(pairs, [2]string{whole, to})
			return errors.Join(err, os.WriteFile(to, []byte(code.Text), 0o600))
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("%d files, %d of them served as they are, %d targets\n", len(pairs), refused, targets)
	return judged(temp, pairs)
}

// judged has node judge files with and without probes, by a script in a folder.
func judged(temp string, pairs [][2]string) error {
	list, err := json.Marshal(pairs)
	if err != nil {
		return err
	}
	script, listed := filepath.Join(temp, "judge.cjs"), filepath.Join(temp, "pairs.json")
	if err := errors.Join(os.WriteFile(script, []byte(judge), 0o600), os.WriteFile(listed, list, 0o600)); err != nil {
		return err
	}
	out, err := exec.Command("node", "--no-warnings", "--experimental-vm-modules", script, listed).CombinedOutput()
	fmt.Print(string(out))
	return err
}

func isScript(path string) bool {
	ending := filepath.Ext(path)
	return ending == ".js" || ending == ".cjs" || ending == ".mjs"
}
