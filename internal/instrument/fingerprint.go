package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// fingerprints are hashes of the sources of packages. They show which packages a change affects, without compiling.
// Each package has two: one of its whole source, and one of its surface, on which the types in its importers depend.
type fingerprints struct {
	list     *listing
	texts    *texts
	settings string            // everything else that changes how a package is compiled
	fixed    map[string]bool   // packages whose folder name tells their content (version or digest), by ID
	surfaces map[string]string // by ID
}

// newFingerprints reads the sources of the packages that may change.
func newFingerprints(l *listing, t *texts, vars goVars, s *settings) *fingerprints {
	f := &fingerprints{list: l, texts: t, fixed: map[string]bool{}, surfaces: map[string]string{}}
	f.settings = strings.Join(append([]string{
		vars.GOOS, vars.GOARCH, vars.CgoEnabled, vars.GOEXPERIMENT, vars.GOVERSION, vars.GOROOT, s.goflags,
	}, s.flags...), " ")
	overlaid := map[string]bool{}
	for path := range t.overlay {
		overlaid[filepath.Dir(path)] = true
	}
	released := !strings.Contains(vars.GOVERSION, "devel")
	for _, p := range l.packages {
		kept := p.Standard && released || beneath(p.Dir, vars.GOMODCACHE)
		f.fixed[p.ImportPath] = kept && !overlaid[p.Dir]
		if !f.fixed[p.ImportPath] {
			t.want(p)
		}
	}
	t.read()
	return f
}

// whole returns the fingerprint of the whole source of a package.
func (f *fingerprints) whole(p *listed) string {
	return f.of(p, func(t *text) string { return t.sum })
}

// surface returns the fingerprint of what the importers of a package see.
func (f *fingerprints) surface(p *listed) string {
	made, ok := f.surfaces[p.ImportPath]
	if !ok {
		made = f.of(p, func(t *text) string { return t.surface })
		f.surfaces[p.ImportPath] = made
	}
	return made
}

func (f *fingerprints) of(p *listed, told func(*text) string) string {
	parts := append([]string{f.settings, p.ImportPath, p.Dir}, slices.Concat(p.GoFiles, p.CgoFiles)...)
	if !f.fixed[p.ImportPath] {
		for _, path := range slices.Concat(p.files(), p.headers()) {
			parts = append(parts, told(f.texts.files[path]))
		}
	}
	for _, imported := range p.Imports {
		if q := f.list.byID[imported]; q != nil {
			parts = append(parts, f.surface(q))
		}
	}
	return digest([]byte(strings.Join(parts, "\n")))
}

// exports returns the files with the export data of packages, by their surfaces. It includes the imports of packages
// that may change.
func (f *fingerprints) exports() map[string]string {
	all := map[string]string{}
	for _, p := range f.list.packages {
		if f.fixed[p.ImportPath] {
			continue
		}
		for _, imported := range p.Imports {
			if q := f.list.byID[imported]; q != nil && q.Export != "" {
				all[f.surface(q)] = q.Export
			}
		}
	}
	return all
}

// text is a file that was read once, so that the text with the fingerprint is the text that is rewritten.
type text struct {
	kind         textKind
	content      []byte
	err          error
	sum, surface string
}

// textKind says which part of a file is visible to importers.
type textKind int

const (
	goText  textKind = iota
	cgoText          // Go with its comments, which contain C
	cText            // the whole file
)

// texts are the files of packages.
type texts struct {
	overlay  overlay // leads to the files, as the listing saw them
	files    map[string]*text
	surfaces map[string]string // surfaces from earlier runs, by the hash of the file
}

func newTexts(o overlay, surfaces map[string]string) *texts {
	return &texts{overlay: o, files: map[string]*text{}, surfaces: surfaces}
}

// want adds the files of a package to those to be read.
func (t *texts) want(p *listed) {
	for _, path := range p.files() {
		t.files[path] = &text{}
	}
	for _, name := range p.CgoFiles {
		t.files[inDir(p.Dir, name)].kind = cgoText
	}
	for _, path := range p.headers() {
		t.files[path] = &text{kind: cText}
	}
}

// read reads the files, several at a time.
func (t *texts) read() {
	paths := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range paths {
				t.files[path].read(t.overlay.actual(path), t.surfaces)
			}
		})
	}
	for path := range t.files {
		paths <- path
	}
	close(paths)
	wg.Wait()
}

func (t *text) read(path string, surfaces map[string]string) {
	t.content, t.err = os.ReadFile(path)
	t.sum = digest(t.content)
	switch known := surfaces[t.sum]; {
	case t.kind == cText:
		t.surface = t.sum
	case t.kind == goText && known != "":
		t.surface = known
	default:
		t.surface = digest(surfaceOf(t.content, t.kind == cgoText))
	}
}

// known returns the surfaces, for later runs.
func (t *texts) known() map[string]string {
	all := map[string]string{}
	for _, read := range t.files {
		if read.kind == goText && read.err == nil {
			all[read.sum] = read.surface
		}
	}
	return all
}

// content returns the content of a file.
func (t *texts) content(path string) ([]byte, error) {
	if read := t.files[path]; read != nil {
		return read.content, read.err
	}
	return os.ReadFile(t.overlay.actual(path))
}

// surfaceOf returns the part of a file on which types in importers can depend: its tokens without the bodies of
// functions, without comments unless asked for, and everything before the package clause, where build constraints are.
func surfaceOf(content []byte, comments bool) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	if err != nil {
		return content
	}
	parsed := fset.File(file.FileStart)
	var bodies []*ast.BlockStmt
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			bodies = append(bodies, f.Body)
		}
	}
	var out bytes.Buffer
	out.Write(content[:parsed.Offset(file.Package)])
	var tokens scanner.Scanner
	scanned := fset.AddFile("", -1, len(content))
	var mode scanner.Mode
	if comments {
		mode = scanner.ScanComments
	}
	tokens.Init(scanned, content, nil, mode)
	for {
		pos, tok, literal := tokens.Scan()
		at := parsed.Pos(scanned.Offset(pos))
		for len(bodies) > 0 && at >= bodies[0].End() {
			bodies = bodies[1:]
		}
		switch {
		case tok == token.EOF:
			return out.Bytes()
		case len(bodies) == 0 || at <= bodies[0].Lbrace:
			out.WriteString(tok.String() + " " + literal + "\n")
		}
	}
}
