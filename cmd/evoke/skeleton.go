package main

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest/auth"
)

// skeleton has the parts of the test that evoke init writes.
type skeleton struct {
	Package string
	// Schema is the path or the URL of the schema. Embedded is the variable that holds the schema, if there is one.
	Schema   string
	Embedded *find.Variable
	// Others are further schemas that were found.
	Others      []string
	Constructor find.Constructor
	// LogIn is the log-in that the schema suggests; nil for none.
	LogIn *auth.Candidate
}

// wrapper is the name of the function in the test that calls a constructor of another type than func() http.Handler.
const wrapper = "evokeHandler"

// skeletonText is the test.
const skeletonText = `package {{.Package}}

import (
{{- if .Wrapped}}
	"net/http"
{{- end}}
	"testing"

{{range .Constructor.Imports}}	{{printf "%q" .}}
{{end}}	"github.com/evoke-go/evoke"
{{- if .LogsIn}}
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
{{- end}}
)

// TestEvoke searches for tests the first time it runs and writes them beside this
// file. Later it only says how to search again:
//
//	go test -run TestEvoke -evoke.update
func TestEvoke(t *testing.T) {
	evoke.Generate(t, evoke.Config{
		Schema:  {{.SchemaSource}},
		Handler: {{.HandlerSource}},
{{- if .LogsIn}}
		{{.Comment (print .LogIn.Why ".")}}
		REST: {{.LogIn.Source}},
{{- else if .LogIn}}
		{{.Comment (print "The schema suggests this log-in (" .LogIn.Why ").")}}
		// Put in what only you know, and import the packages rest and rest/auth:
		//
		// REST: {{.LogInComment}},
{{- end}}
	})
}
{{- if .Wrapped}}

// ` + wrapper + ` returns the system under test. It is called for each test:
// state that lives elsewhere (a database, variables of a package) is made anew here.
` + wrapperText + `{{- end}}
`

// wrapperText is the function that calls the constructor.
const wrapperText = `func ` + wrapper + `() http.Handler {
{{- range .Constructor.Before}}
	{{.}}
{{- end}}
{{- if .Constructor.Fails}}
	h, err := {{.Call}}
	if err != nil {
		panic(err)
	}
	return {{.Constructor.Handler "h"}}
{{- else}}
	return {{.Constructor.Handler .Call}}
{{- end}}
}
`

// source returns the formatted test.
func (s *skeleton) source() ([]byte, error) {
	var b bytes.Buffer
	if err := template.Must(template.New("").Parse(skeletonText)).Execute(&b, s); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// schemaAt sets the path of the schema relative to the folder of the tests.
func (s *skeleton) schemaAt(dir, path string) (err error) {
	s.Schema, err = below(dir, path)
	return err
}

// schemaName returns the path or URL of the schema for a reader.
func (s *skeleton) schemaName() string {
	if s.Embedded != nil {
		return s.Embedded.File + ", embedded as " + s.Embedded.Name
	}
	return s.Schema
}

// SchemaSource returns the schema as a Go expression.
func (s *skeleton) SchemaSource() string {
	switch {
	case s.Embedded == nil:
		return strconv.Quote(s.Schema)
	case s.Embedded.Text:
		return s.Embedded.Name
	}
	return "string(" + s.Embedded.Name + ")"
}

// Wrapped reports whether the constructor has another type than func() http.Handler.
func (s *skeleton) Wrapped() bool {
	c := &s.Constructor
	return c.Fails || c.Result != "http.Handler" || c.Argument != "" || !c.IsHandler()
}

// Call returns the call of the constructor.
func (s *skeleton) Call() string { return s.Constructor.Name + "(" + s.Constructor.Argument + ")" }

// HandlerSource returns the Go expression of the function that makes the handler.
func (s *skeleton) HandlerSource() string {
	if s.Wrapped() {
		return wrapper
	}
	return s.Constructor.Name
}

// LogsIn reports whether the schema suggests a log-in without placeholders.
func (s *skeleton) LogsIn() bool { return s.LogIn != nil && s.LogIn.Complete }

// Comment returns a text as the line of a comment.
func (s *skeleton) Comment(text string) string { return escape.GoComment(text) }

// LogInComment returns the users as lines of a comment.
func (s *skeleton) LogInComment() string {
	return strings.ReplaceAll(s.LogIn.Source(), "\n", "\n\t\t// ")
}

func (s *skeleton) logInText() string {
	switch {
	case s.LogIn == nil:
		return "none: the schema suggests none"
	case !s.LogIn.Complete:
		return s.LogIn.Why + "; put in what only you know"
	}
	return s.LogIn.Why
}

// evokePath is the import path of the package evoke.
const evokePath = "github.com/evoke-go/evoke"

// requiresEvoke reports whether the module of a folder can import Evoke.
func requiresEvoke(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", evokePath)
	cmd.Dir = dir
	return cmd.Run() == nil
}

// getEvoke returns the command that makes a module require this version.
func getEvoke() string {
	v := version()
	if !strings.HasPrefix(v, "v") {
		v = "latest"
	}
	return fmt.Sprintf("go get %s@%s", evokePath, v)
}

// packageArgument returns the arguments of "go test" that select a package and show its summary. In the working
// directory go test shows the log of a passing test; elsewhere it needs -v.
func packageArgument(dir string) string {
	switch {
	case dir == ".":
		return ""
	case strings.HasPrefix(dir, "../") || filepath.IsAbs(dir):
		return " -v " + escape.Shell(dir)
	}
	return " -v " + escape.Shell("./"+dir)
}
