package coverage

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// readSources finds the first statement of each block in its source. Blocks whose source is not found get none.
func readSources(dirs map[string]string, blocks []Block) {
	for rest := blocks; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(b Block) bool {
			return b.Package != rest[0].Package || b.File != rest[0].File
		})
		if n < 0 {
			n = len(rest)
		}
		if dir := dirs[rest[0].Package]; dir != "" {
			locate(rest[:n], filepath.Join(dir, rest[0].File), nil)
		}
		rest = rest[n:]
	}
}

// folders asks the go command for the folders of packages.
func (r *runner) folders(ctx context.Context, blocks []Block) map[string]string {
	var paths []string
	for i := range blocks {
		if !slices.Contains(paths, blocks[i].Package) {
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

// sources returns the files of all blocks with their coverage. Paths are relative to the root of the repository, or
// else begin with the package.
func sources(dirs map[string]string, p *Profile) (out []report.Source) {
	at := map[string]int{}
	add := func(b *Block, covered bool) {
		dir := dirs[b.Package]
		if dir == "" {
			return
		}
		key := filepath.Join(dir, b.File)
		n, known := at[key]
		if !known {
			text, err := os.ReadFile(key)
			if err != nil {
				return
			}
			n = len(out)
			at[key] = n
			folder := cmp.Or(InRepository(dir), b.Package)
			out = append(out, report.Source{Package: b.Package, File: b.File, Path: path.Join(folder, b.File),
				Text: string(text)})
		}
		out[n].Spans = append(out[n].Spans, report.Span{StartLine: b.Start.Line, StartColumn: b.Start.Column,
			EndLine: b.End.Line, EndColumn: b.End.Column, Covered: covered})
	}
	for i := range p.Covered {
		add(&p.Covered[i], true)
	}
	for i := range p.Uncovered {
		add(&p.Uncovered[i], false)
	}
	for i := range out {
		slices.SortFunc(out[i].Spans, func(a, b report.Span) int {
			return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn))
		})
	}
	slices.SortFunc(out, func(a, b report.Source) int { return cmp.Compare(a.Path, b.Path) })
	return out
}
