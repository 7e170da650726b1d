package jstest

import (
	_ "embed" // for the source below
	"net/url"
	"slices"
	"strings"
	"text/template"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

//go:embed support.js.tmpl
var supportTemplate string

// supportData fills the template of the shared file.
type supportData struct {
	Header, Prepare    string
	Node, Jest, Vitest bool
	BaseURL            string // a literal
	Writer             Writer
	startData
	Exact                 bool // a call needs node:http, since the client of the runner would change it
	Gzip, Latin1, Streams bool // the suite has such answers
	Upgrades              bool
	Expects               bool // a set-up method asserts by expect
}

// startData has the data for starting the program.
type startData struct {
	Start, Dir string // the command and its folder, as literals; "" for none
	BasePath   string
	Folder     bool   // the code makes paths of files
	Post       string // the URL or path of the reset that gets a POST, as a literal
	Command    string // the command of the reset, as a literal
	CommandDir string // the folder of the command, as a literal
	Program    string // the file that changes the port of a program of Node; "" for other programs
	Copied     bool   // each test has a copy of the folder
}

// Files reports whether the code works on files.
func (d startData) Files() bool { return d.Resets() || d.Copied }

// Resets reports whether tests bring the data back.
func (d startData) Resets() bool { return d.Post != "" || d.Command != "" }

// Shared reports whether tests bring back the data of a service that other tests may use at the same time.
func (d startData) Shared() bool { return d.Resets() && d.Start == "" }

// Located reports whether the code needs the folder of the tests.
func (d startData) Located() bool { return d.Folder && (!d.Shared() || d.CommandDir != "") }

// Children returns the names of the functions that start other programs.
func (d startData) Children() string {
	var names []string
	if d.Command != "" {
		names = append(names, "execSync")
	}
	if d.Start != "" {
		names = append(names, "spawn")
	}
	return strings.Join(names, ", ")
}

func (r *renderer) startData() (d startData) {
	switch r.w.resets() {
	case byPost:
		d.Post, d.Folder = escape.JSString(r.resetAt()), true
	case byCommand:
		d.Command, d.Folder = escape.JSString(r.w.Reset), true
		if r.w.ResetDir != "" {
			d.CommandDir = escape.JSString(r.w.ResetDir)
		}
	}
	if r.w.Start == "" {
		return d
	}
	d.Start = escape.JSString(r.w.Start)
	if r.w.Dir != "" {
		d.Dir = escape.JSString(r.w.Dir)
	}
	if r.w.Node {
		d.Program = r.w.portFile()
		d.Copied = r.w.Copied != nil && r.w.Copied()
	}
	d.Folder = d.Folder || d.Dir != "" || r.w.Node
	if at, err := url.Parse(r.suite.BaseURL); err == nil {
		d.BasePath = escape.JSTemplate(strings.TrimSuffix(at.EscapedPath(), "/"))
	}
	return d
}

// resetAt returns the address of a reset that gets a POST. For a running service it lacks the origin, which moves with
// the base URL.
func (r *renderer) resetAt() string {
	base, err := url.Parse(r.suite.BaseURL)
	to, resetErr := url.Parse(r.w.Reset)
	if err != nil || resetErr != nil || r.w.Start != "" || to.User != nil || to.Host == "" {
		return r.w.Reset
	}
	if to.Scheme != base.Scheme || !strings.EqualFold(to.Host, base.Host) {
		return r.w.Reset
	}
	return to.RequestURI()
}

// The forms of Reset.
const (
	byNothing = iota
	byPost
	byCommand
)

// resets returns the form of Reset.
func (w *Writer) resets() int {
	path := strings.HasPrefix(w.Reset, "/") && !strings.ContainsAny(w.Reset, " \t")
	switch {
	case w.Reset == "":
		return byNothing
	case path || strings.HasPrefix(w.Reset, "http://") || strings.HasPrefix(w.Reset, "https://"):
		return byPost
	}
	return byCommand
}

func (r *renderer) supportData() supportData {
	d := supportData{
		Header: r.header(prose.Shared(r.suite.Title), false), Prepare: r.preparations(),
		Node: r.w.Runner == Node, Jest: r.w.Runner == Jest, Vitest: r.w.Runner == Vitest,
		BaseURL: escape.JSString(r.suite.BaseURL), Writer: *r.w,
		startData: r.startData(),
	}
	for i := range r.suite.Tests {
		for _, s := range r.suite.Tests[i].Steps {
			e := &s.Call.Expect
			d.Gzip, d.Latin1, d.Streams, d.Upgrades = d.Gzip || e.Gzip, d.Latin1 || e.Latin1, d.Streams || e.Stream,
				d.Upgrades || e.Status == 101
			d.Exact = d.Exact || !r.w.Runner.sends(&s.Call.Request)
		}
	}
	d.Exact, d.Expects = d.Exact || d.Node, strings.Contains(d.Prepare, "expect(")
	return d
}

// sends reports whether the client of a runner sends a request unchanged: fetch, and URL of both clients, change or
// refuse some requests.
func (r Runner) sends(request *suite.Request) bool {
	path := request.Path.String()
	if strings.ContainsAny(path, "\\\"<>^`|'") || strings.Contains(path, "//") ||
		slices.ContainsFunc(strings.Split(strings.ReplaceAll(strings.ToLower(path), "%2e", "."),
			"/"), func(s string) bool { return s == "." || s == ".." }) {
		return false
	}
	seen := map[string]bool{}
	for _, h := range request.Headers {
		name := strings.ToLower(h.Name)
		if seen[name] || words.ByClient.Has(name) || !isText(h.Value) {
			return false
		}
		seen[name] = true
	}
	known := []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"}
	return slices.Contains(known, request.Method) &&
		(request.Body == nil || request.Method != "GET" && request.Method != "HEAD")
}

//go:embed port.cjs
var portSource string

// portFile returns the name of the file that changes the port of a program.
func (w *Writer) portFile() string { return w.Prefix + "_port.cjs" }

// port writes the file that changes the port of a program.
func (r *renderer) port() suite.File {
	return suite.File{Name: r.w.portFile(), Mark: mark, Content: []byte("// " + mark + "\n\n" + portSource)}
}

// support writes the shared file.
func (r *renderer) support(files []suite.File) (suite.File, error) {
	out := suite.File{Name: r.w.Prefix + "_support" + r.w.script(), Mark: mark}
	t, err := template.New("support").Parse(supportTemplate)
	if err != nil {
		return out, err
	}
	var b strings.Builder
	err = t.Execute(&b, r.supportData())
	var code strings.Builder
	for _, f := range files {
		code.Write(f.Content)
	}
	out.Content = []byte(prune(b.String(), code.String()))
	return out, err
}
