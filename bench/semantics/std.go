package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
)

// stdProbe and stdHeuristics are the names of the runtime as packages of the
// standard library, which its packages can import.
const (
	stdProbe      = "evokeprobe"
	stdHeuristics = "evokeheuristics"
)

// stdRuntime returns the files of the runtime as if they were part of the
// standard library, by absolute path: nothing of this is ever on disk there.
func stdRuntime(ctx context.Context) (map[string][]byte, error) {
	root, err := engineDir(ctx)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	std := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	out := map[string][]byte{}
	for name, as := range map[string]string{"probe": stdProbe, "probe/aside": stdProbe + "/aside",
		"heuristics": stdHeuristics} {
		files, err := packageFiles(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		for file, content := range files {
			content = strings.ReplaceAll(content, `"`+engine+`/heuristics"`, `heuristics "`+stdHeuristics+`"`)
			content = strings.ReplaceAll(content, `"`+engine+`/probe/aside"`, `"`+stdProbe+`/aside"`)
			out[filepath.Join(std, as, file)] = []byte(content)
		}
	}
	return out, nil
}
