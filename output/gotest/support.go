package gotest

import (
	_ "embed" // for the sources below
	"go/format"
	"strings"
	"text/template"

	"github.com/evoke-go/evoke/suite"
)

// The shared file: the calls, and the answers.
var (
	//go:embed call.go.tmpl
	callTemplate string
	//go:embed answer.go.tmpl
	answerTemplate string
	//go:embed function.go.tmpl
	functionTemplate string
)

// numberSource is the source of plainNumber, which the tests need as well:
// both sides have to agree on it.
//
//go:embed number.go
var numberSource string

// supportData fills the template of the shared file.
type supportData struct {
	Header, Package, P             string
	InProcess, Fails               bool
	Constructor, ConstructorImport string
	ConstructorAlias               string
	Reset, ResetImport, ResetAlias string
	Controller, ControllerImport   string
	BaseURL, BaseURLEnv, NoBaseURL string
	NumberFunc, Prepare            string
	Testify                        bool
	Gzip, Streams                  bool // the suite expects some
}

func (r *renderer) supportData() supportData {
	about := "What the generated tests share."
	if r.suite.Title != "" {
		about = r.suite.Title + ": what the generated tests share."
	}
	d := supportData{
		Header: r.header(about), Package: r.w.Package, P: r.shared,
		InProcess:         r.w.Constructor.Name != "",
		Fails:             r.w.Constructor.Fails,
		ConstructorImport: r.w.Constructor.ImportPath, ConstructorAlias: "app",
		ResetImport: r.w.Reset.ImportPath, ResetAlias: "resetter",
		BaseURL: r.suite.BaseURL, BaseURLEnv: r.w.BaseURLEnv,
		NoBaseURL: "set " + r.w.BaseURLEnv + " to the base URL of the running API",
		Prepare:   r.preparations(), Testify: r.w.Testify,
		NumberFunc: strings.Replace(declaration(numberSource, "plainNumber"), "plainNumber", r.shared+"Number", 2),
	}
	for i := range r.suite.Tests {
		for _, s := range r.suite.Tests[i].Steps {
			if c := s.Call; c != nil {
				d.Gzip, d.Streams = d.Gzip || c.Expect.Gzip, d.Streams || c.Expect.Stream
			}
		}
	}
	if d.ResetImport == d.ConstructorImport {
		d.ResetAlias = d.ConstructorAlias
	}
	d.Constructor = callOf(&r.w.Constructor, d.ConstructorAlias)
	d.Reset = callOf(&r.w.Reset, d.ResetAlias)
	d.Controller, d.ControllerImport = callOf(&r.w.Controller, "starter"), r.w.Controller.ImportPath
	return d
}

// callOf returns how code names a function, "" for none.
func callOf(f *Func, alias string) string {
	if f.Name == "" || f.ImportPath == "" {
		return f.Name
	}
	return alias + "." + f.Name
}

// support writes the file with what the tests use.
func (r *renderer) support(files []suite.File) (suite.File, error) {
	out := suite.File{Name: r.w.Prefix + "_support_test.go", Mark: mark, Runner: suite.GoTest}
	t, err := template.New("support").Parse(callTemplate + "\n" + answerTemplate + "\n" + functionTemplate)
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
