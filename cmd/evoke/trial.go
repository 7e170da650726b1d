package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/openapi"
)

// trial calls the handler of a test before the test is written. It is a Go test itself, which exists only in an overlay
// of the build.
type trial struct {
	*skeleton
	Calls []trialCall
}

// trialCall is one call. Nowhere is a path that no operation has, to compare the answer with.
type trialCall struct{ Method, Path, Nowhere string }

const (
	// trialCalls is the maximum number of calls of a trial.
	trialCalls = 50
	// trialFile is the name of the file in the overlay, and trialMark the beginning of the line that the trial prints.
	trialFile, trialMark = "zz_evoke_trial_test.go", "evoke-trial: "
)

const trialText = `package {{.Package}}

import (
	evoke_fmt "fmt"
	"net/http"
	evoke_httptest "net/http/httptest"
	evoke_testing "testing"
	evoke_time "time"
{{range .Constructor.Imports}}
	{{printf "%q" .}}
{{- end}}
)

func TestEvokeTrial(t *evoke_testing.T) {
	known := 0
	for _, c := range [][3]string{ {{range .Calls}} { {{printf "%q, %q, %q" .Method .Path .Nowhere}} }, {{end}} } {
		h := {{.HandlerSource}}()
		answer := func(path string) (status int, body string) {
			done := make(chan bool)
			go func() {
				defer close(done)
				defer func() { _ = recover() }()
				w := evoke_httptest.NewRecorder()
				h.ServeHTTP(w, evoke_httptest.NewRequest(c[0], path, http.NoBody))
				status, body = w.Code, w.Body.String()
			}()
			select {
			case <-done:
				return status, body
			case <-evoke_time.After(evoke_time.Second):
				return 0, ""
			}
		}
		status, body := answer(c[1])
		if nowhere, text := answer(c[2]); status != http.StatusNotFound || nowhere != status || text != body {
			known++
		}
	}
	evoke_fmt.Printf("` + trialMark + `%d\n", known)
}
{{if .Wrapped}}
` + wrapperText + `{{end}}`

// tryOut makes the handler that a test would use, and calls it. It returns an error that says why the test would be
// useless.
func (s *skeleton) tryOut(ctx context.Context, p *find.Package, doc *openapi.Document) error {
	t := &trial{skeleton: s, Calls: callsOf(doc)}
	var source bytes.Buffer
	if err := template.Must(template.New("").Parse(trialText)).Execute(&source, t); err != nil {
		return err
	}
	out, err := inOverlay(ctx, p.Dir, source.Bytes())
	_, known, ran := strings.Cut(out, trialMark)
	known, _, _ = strings.Cut(known, "\n")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case ran && known == "0":
		return fmt.Errorf("%s answers 404 to everything: it has no routes. "+
			"Name the function that adds them with --handler, or write one: "+
			"func newHandler() http.Handler { h := %s; ...; return %s }. A _test.go file of the folder will do",
			s.Constructor.Name, s.Call(), s.Constructor.Handler("h"))
	case !ran && err != nil:
		return fmt.Errorf("the handler of %s cannot be tried: %s", s.Constructor.Name, why(out))
	}
	return nil
}

// callsOf returns the calls of each operation, with and without the base path.
func callsOf(doc *openapi.Document) (calls []trialCall) {
	seen := map[trialCall]bool{}
	for _, base := range append([]string{doc.BasePath, ""}, doc.BasePaths...) {
		for _, op := range doc.Operations {
			base := op.Below(base)
			c := trialCall{op.Method, base + filled(op.Path), base + "/evoke-looks-for-nothing"}
			if len(calls) < trialCalls && !seen[c] && strings.HasPrefix(c.Path, "/") {
				seen[c] = true
				calls = append(calls, c)
			}
		}
	}
	return calls
}

// filled returns a path with a value for each parameter.
func filled(path string) string {
	var b strings.Builder
	for {
		before, parameter, found := strings.Cut(path, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("1")
		_, path, _ = strings.Cut(parameter, "}")
	}
}

// inOverlay runs a test in a package without writing a file to it.
func inOverlay(ctx context.Context, dir string, source []byte) (string, error) {
	if formatted, err := format.Source(source); err == nil {
		source = formatted
	}
	temp, err := os.MkdirTemp("", "evoke-trial-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	file, overlay := filepath.Join(temp, trialFile), filepath.Join(temp, "overlay.json")
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(dir, trialFile): file}})
	if err := errors.Join(err, os.WriteFile(file, source, 0o600), os.WriteFile(overlay, replaced, 0o600)); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-v", "-count=1", "-timeout=1m",
		"-overlay", overlay, "-run", "^TestEvokeTrial$", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// chatter matches lines of go test that do not explain a failure.
var chatter = regexp.MustCompile(`^(?:#|FAIL|---|===)`)

// why returns the reason why a test did not complete: the panic, or the compile error.
func why(out string) string {
	var lines []string
	for _, line := range strings.Split(out, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || chatter.MatchString(line):
		case strings.HasPrefix(line, "panic: "):
			return line
		default:
			lines = append(lines, strings.TrimPrefix(line, "./"))
		}
	}
	if len(lines) == 0 {
		return "it says nothing"
	}
	return lines[0]
}
