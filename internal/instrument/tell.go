package instrument

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/standard"
)

// telling finds the packages that are to tell packages of probes what the program does: packages of the standard
// library, and drivers that do not use them. It changes programs that have both packages, and adds no package to a
// program.
type telling struct {
	list    *listing
	overlay overlay
	reached map[string]bool // the IDs of the program's packages, without Evoke's and what these import
	runtime string          // the import path of the probes
	mutants bool            // the program has mutants in place of probes
	fixed   string          // the folder in which no file of the standard library can be overlaid
	place   func(l *listed, path string) (string, error)
}

// told is a file that tells.
type told struct {
	pkg, path string
	content   []byte
}

// teller is a package that tells. Its file is changed.
type teller struct {
	pkg, file, runtime string
	made               func(content []byte) []byte
	lacks              string // what is not so without it
}

// tellers returns the packages that tell in this program.
//
// database/sql gives each connection that a driver opens to the package that notes statements. Other places for it do
// not see all: the calls of sql.Open are often in libraries, and a driver that registers itself cannot be exchanged
// later. So do connections of pgx, which programs use without database/sql. net/http asks the package that answers in
// place of other services before each request.
func (t *telling) tellers() (all []teller) {
	if !t.mutants {
		all = append(all, teller{"database/sql", "sql.go", t.runtime + "/tables", standard.Connections,
			"the tables of statements are not known"})
		all = append(all, teller{"github.com/jackc/pgx/v5", "conn.go", t.runtime + "/tables", standard.Pgx,
			"the tables of statements are not known"})
	}
	if t.list.byID[t.runtime+"/neighbour"] != nil && t.asksNeighbours() {
		all = append(all, teller{"net/http", "roundtrip.go", t.runtime + "/neighbour", standard.Requests,
			"other services are really called"})
	}
	return all
}

// files returns the changed files.
func (t *telling) files() (all []told, notes []Note, err error) {
	for _, r := range t.tellers() {
		used := t.list.byID[r.pkg]
		if used == nil || !t.reached[r.pkg] || t.list.byID[r.runtime] == nil {
			continue
		}
		if used.Standard && beneath(used.Dir, t.fixed) {
			notes = append(notes,
				Note{r.pkg, "the go command comes from the module cache, where nothing can be overlaid: " + r.lacks})
			continue
		}
		path := filepath.Join(used.Dir, r.file)
		if !slices.Contains(used.GoFiles, r.file) || t.made(r, path) == nil {
			of := ""
			if used.Standard {
				of = " of Go"
			}
			notes = append(notes, Note{r.pkg, "it is not as expected in this version" + of + ": " + r.lacks})
			continue
		}
		if path, err = t.place(used, path); err != nil { // it may have probes there
			return nil, nil, err
		}
		if made := t.made(r, path); made != nil {
			all = append(all, told{r.pkg, path, made})
		}
	}
	return all, notes, nil
}

// made returns the changed content of a file, nil for a file that is not as expected.
func (t *telling) made(r teller, path string) []byte {
	content, err := os.ReadFile(t.overlay.actual(path))
	if err != nil {
		return nil
	}
	return r.made(content)
}

// asksNeighbours reports whether a package of the program may make HTTP requests. A program that makes none is not
// worth the time in which all that imports net/http is compiled again.
func (t *telling) asksNeighbours() bool {
	for _, l := range t.list.packages {
		imports := slices.Contains(l.Imports, "net/http") || slices.Contains(l.Imports, "net/http/httputil")
		if l.Standard || !t.reached[l.ImportPath] || !imports {
			continue
		}
		for _, name := range slices.Concat(l.GoFiles, l.CgoFiles) {
			content, err := os.ReadFile(t.overlay.actual(filepath.Join(l.Dir, name)))
			if err == nil && !strings.HasSuffix(name, "_test.go") && asks(content) {
				return true
			}
		}
	}
	return false
}

// The imports of a file, and what can make requests: whoever makes a request has a client or a transport, or uses those
// of net/http.
var (
	httpImports = regexp.MustCompile(`(?m)^\s*(?:import\s+)?(\w+|\.)?\s*"net/http(?:/httputil)?"`)
	askers      = regexp.MustCompile(`\b(\w+)\.(?:Client|Transport|DefaultClient|DefaultTransport|Get|Head|Post|` +
		`PostForm|ReverseProxy|NewSingleHostReverseProxy)\b`)
)

// asks reports whether a file may make requests.
func asks(content []byte) bool {
	names := map[string]bool{}
	for _, found := range httpImports.FindAllSubmatch(content, -1) {
		names[string(found[1])] = true
	}
	if names[""] {
		names["http"], names["httputil"] = true, true
	}
	if names["."] || len(names) == 0 {
		return names["."]
	}
	for _, found := range askers.FindAllSubmatch(content, -1) {
		if names[string(found[1])] {
			return true
		}
	}
	return false
}
