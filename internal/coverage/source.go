package coverage

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
)

// readSources finds the first statement of each block in its source. Blocks
// whose source is not found stay without.
func (r *runner) readSources(ctx context.Context, blocks []Block) {
	dirs := r.folders(ctx, blocks)
	for rest := blocks; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(b Block) bool { return b.Package != rest[0].Package || b.File != rest[0].File })
		if n < 0 {
			n = len(rest)
		}
		if dir := dirs[rest[0].Package]; dir != "" {
			locate(rest[:n], filepath.Join(dir, rest[0].File), nil)
		}
		rest = rest[n:]
	}
}

// folders asks the go command where packages are.
func (r *runner) folders(ctx context.Context, blocks []Block) map[string]string {
	var paths []string
	for i := range blocks {
		if n := len(paths); n == 0 || paths[n-1] != blocks[i].Package {
			paths = append(paths, blocks[i].Package)
		}
	}
	dirs := map[string]string{}
	if len(paths) == 0 {
		return dirs
	}
	args := append([]string{"list", "-e", "-f", "{{.ImportPath}}\t{{.Dir}}"}, r.Flags...)
	out, err := r.command(ctx, "go", append(append(args, "--"), paths...)...).Output()
	if err != nil {
		return dirs
	}
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); ok {
			dirs[path] = dir
		}
	}
	return dirs
}
