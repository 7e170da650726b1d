package gotest

import (
	_ "embed" // for the sources below
	"fmt"
	"go/format"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// The templates of the shared file: the calls, and the answers.
var (
	//go:embed call.go.tmpl
	callTemplate string
	//go:embed program.go.tmpl
	programTemplate string
	//go:embed neighbour.go.tmpl
	neighbourTemplate string
	//go:embed answer.go.tmpl
	answerTemplate string
	//go:embed function.go.tmpl
	functionTemplate string
)

// numberSource is the source of plainNumber. The written tests contain it too, because writer and tests have to agree
// on it.
//
//go:embed number.go
var numberSource string

// supportData fills the template of the shared file.
type supportData struct {
	Header, Package, P             string
	InProcess, Fails               bool
	BaseURL, BaseURLEnv, NoBaseURL string
	Program                        *programData // nil for none
	NumberFunc, Prepare            string
	Testify                        bool
	needs
	functionNames
}

// functionNames are the functions of the user that the shared file calls, as code refers to them; "" for none.
type functionNames struct {
	Constructor, Reset, Controller, Database string
	Stores                                   []stored
	PutBack                                  bool
	Imports                                  []imported // the packages of the functions
}

// needs are the parts of the shared file that only some suites need.
type needs struct {
	Gzip, Latin1, Streams, Upgrades bool // the suite has such answers
	Names                           bool // tests make unique names
	Leaving                         bool // clients disconnect before the answer
	Neighbours                      bool // tests answer in place of other services
}

func (r *renderer) supportData() supportData {
	d := supportData{
		Header: r.header(prose.Shared(r.suite.Title)), Package: r.w.Package, P: r.shared,
		InProcess: r.w.Constructor.Name != "",
		Fails:     r.w.Constructor.Fails,
		BaseURL:   r.suite.BaseURL, BaseURLEnv: r.w.BaseURLEnv,
		NoBaseURL: "set " + r.w.BaseURLEnv + " to the base URL of the running API",
		Prepare:   r.preparations(), Testify: r.w.Testify,
		NumberFunc: strings.Replace(declaration(numberSource, "plainNumber"), "plainNumber", r.shared+"Number", 2),
	}
	d.Neighbours = d.InProcess && r.suite.Neighbours
	for i := range r.suite.Tests {
		d.Names = d.Names || len(suite.Names(r.suite.Tests[i].Steps)) > 0
		for _, s := range r.suite.Tests[i].Steps {
			d.Neighbours = d.Neighbours || s.Arranges(func(g *suite.Given) bool { return g.Answer != nil })
			if c := s.Call; c != nil {
				d.Gzip, d.Latin1, d.Streams = d.Gzip || c.Expect.Gzip, d.Latin1 || c.Expect.Latin1,
					d.Streams || c.Expect.Stream
				d.Leaving = d.Leaving || c.Request.Gone
				d.Upgrades = d.Upgrades || c.Expect.Status == http.StatusSwitchingProtocols
			}
		}
	}
	d.Constructor = d.callOf(&r.w.Constructor, "app")
	d.Reset = d.callOf(&r.w.Reset, "resetter")
	d.Controller = d.callOf(&r.w.Controller, "starter")
	d.Database, d.PutBack = d.callOf(&r.w.Database, "store"), r.w.PutBack
	d.Stores = d.storesOf(r)
	if r.w.Program != nil {
		d.Program = r.w.Program.data(r.suite.BaseURL)
	}
	return d
}

// imported is a package of the user's program with its name in the tests.
type imported struct{ Alias, Path string }

// callOf returns the expression by which code refers to a function; "" for none. It adds the package of the function to
// the imports.
func (d *supportData) callOf(f *Func, alias string) string {
	if f.Name == "" || f.ImportPath == "" {
		return f.Name
	}
	at := slices.IndexFunc(d.Imports, func(i imported) bool { return i.Path == f.ImportPath })
	if at < 0 {
		at = len(d.Imports)
		d.Imports = append(d.Imports, imported{alias, f.ImportPath})
	}
	return d.Imports[at].Alias + "." + f.Name
}

// stored is a store that tests put rows into.
type stored struct{ Method, Call string }

// storesOf returns the stores that tests put rows into.
func (d *supportData) storesOf(r *renderer) (out []stored) {
	for i := range r.w.Stores {
		if f := &r.w.Stores[i]; f.Name != "" {
			out = append(out, stored{putter(r.w, i), d.callOf(f, fmt.Sprintf("store%d", i))})
		}
	}
	if len(out) > 0 || d.PutBack {
		d.Imports = append(d.Imports, imported{"evokestore", "github.com/evoke-go/evoke/store"})
	}
	return out
}

// putter returns the method that puts a row into a store: "put" and the name of its function, with the number of the
// store if several functions have that name.
func putter(w *Writer, n int) string {
	name := w.Stores[n].Name
	_, first := utf8.DecodeRuneInString(name)
	out := "put" + strings.ToUpper(name[:first]) + name[first:]
	for i := range w.Stores {
		if i != n && strings.EqualFold(w.Stores[i].Name, name) {
			out += strconv.Itoa(n)
			break
		}
	}
	return out
}

// support writes the shared file.
func (r *renderer) support(files []suite.File) (suite.File, error) {
	out := suite.File{Name: r.w.Prefix + "_support_test.go", Mark: mark, Runner: suite.GoTest}
	t, err := template.New("support").Parse(
		programTemplate + neighbourTemplate + callTemplate + "\n" + answerTemplate + "\n" + functionTemplate)
	if err != nil {
		return out, err
	}
	var b strings.Builder
	if err := t.Execute(&b, r.supportData()); err != nil {
		return out, err
	}
	p, err := newPruner(b.String())
	if err != nil {
		return out, err
	}
	for _, f := range files {
		if err := p.use(f.Content); err != nil {
			return out, err
		}
	}
	source := p.result()
	if source == "" {
		return out, nil
	}
	out.Content, err = format.Source([]byte(source))
	return out, err
}
