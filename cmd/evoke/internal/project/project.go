// Package project reads evoke.yaml, the file with the settings of evoke run. Its fields correspond to those of
// evoke.Config.
package project

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
)

// Name is the name of the file.
const Name = "evoke.yaml"

// File is the content of an evoke.yaml. Missing settings are zero.
type File struct {
	Schema string   `yaml:"schema,omitempty"`
	Refs   []string `yaml:"refs,omitempty"`
	// Package, Handler and Reset correspond to the fields of evoke.Package.
	Package  string   `yaml:"package,omitempty"`
	Handler  string   `yaml:"handler,omitempty"`
	Reset    string   `yaml:"reset,omitempty"`
	System   System   `yaml:"system,omitempty"`
	Page     Page     `yaml:"page,omitempty"`
	REST     REST     `yaml:"rest,omitempty"`
	Budget   Budget   `yaml:"budget,omitempty"`
	Search   Search   `yaml:"search,omitempty"`
	WhiteBox WhiteBox `yaml:"whiteBox,omitempty"`
	Race     bool     `yaml:"race,omitempty"`
	Output   Output   `yaml:"output,omitempty"`
}

// System is a running service, or a program to start, and how to call it.
type System struct {
	URL string `yaml:"url,omitempty"`
	// Node, Program and Dir correspond to --node, --program and --dir. The default of Dir is the folder of the file.
	Node     string        `yaml:"node,omitempty"`
	Program  string        `yaml:"program,omitempty"`
	Dir      string        `yaml:"dir,omitempty"`
	Timeout  time.Duration `yaml:"timeout,omitempty"`
	Rate     float64       `yaml:"rate,omitempty"`
	Insecure bool          `yaml:"insecure,omitempty"`
	// Reset and Restart are shell commands or URLs, see --reset and --restart.
	Reset   string `yaml:"reset,omitempty"`
	Restart string `yaml:"restart,omitempty"`
}

// Page is a web page, and how to visit it: --page, --start, --dir, --browser and --show.
type Page struct {
	Address string `yaml:"address,omitempty"`
	Start   string `yaml:"start,omitempty"`
	Dir     string `yaml:"dir,omitempty"`
	Browser string `yaml:"browser,omitempty"`
	Show    bool   `yaml:"show,omitempty"`
}

// REST has the rest.Options that a file can set.
type REST struct {
	Users         []User   `yaml:"users,omitempty"`
	Auth          string   `yaml:"auth,omitempty"`
	LoginEachTest bool     `yaml:"loginEachTest,omitempty"`
	Include       []string `yaml:"include,omitempty"`
	Exclude       []string `yaml:"exclude,omitempty"`
	Tags          []string `yaml:"tags,omitempty"`
	Samples       []string `yaml:"samples,omitempty"` // files and folders, see rest.Options
	InvalidRate   *float64 `yaml:"invalidRate,omitempty"`
	MaxCalls      int      `yaml:"maxCalls,omitempty"`
	Leaks         bool     `yaml:"leaks,omitempty"`
	NoMemory      bool     `yaml:"noMemory,omitempty"`
	NoExpansion   bool     `yaml:"noExpansion,omitempty"`
	NoTracking    bool     `yaml:"noTracking,omitempty"`
	With          Codes    `yaml:"with,omitempty"`
	Without       []int    `yaml:"without,omitempty"`
	WithoutMakers []string `yaml:"withoutMakers,omitempty"`
}

// Budget ends the search.
type Budget struct {
	Calls       int           `yaml:"calls,omitempty"`
	Evaluations int           `yaml:"evaluations,omitempty"`
	Time        time.Duration `yaml:"time,omitempty"`
}

// Search sets the algorithm, its seed and its number of processes.
type Search struct {
	Seed      uint64 `yaml:"seed,omitempty"`
	Algorithm string `yaml:"algorithm,omitempty"`
	Workers   int    `yaml:"workers,omitempty"`
}

// WhiteBox sets what the search sees of the program.
type WhiteBox struct {
	Cover        []string      `yaml:"cover,omitempty"`
	Replacements []Replacement `yaml:"replacements,omitempty"`
	NoLibraries  bool          `yaml:"noLibraries,omitempty"`
	Clock        time.Time     `yaml:"clock,omitempty"`
}

// Replacement corresponds to a probe.Replacement.
type Replacement struct {
	Func string `yaml:"func,omitempty"`
	With string `yaml:"with,omitempty"`
}

// Output sets what is written, and where.
type Output struct {
	Dir         string          `yaml:"dir,omitempty"`
	Archive     string          `yaml:"archive,omitempty"`
	Assert      output.Strength `yaml:"assert,omitempty"`
	Faults      output.Faults   `yaml:"faults,omitempty"`
	Writer      string          `yaml:"writer,omitempty"`
	Start       string          `yaml:"start,omitempty"` // for tests in JavaScript
	Package     string          `yaml:"package,omitempty"`
	Testify     bool            `yaml:"testify,omitempty"`
	Fuzz        bool            `yaml:"fuzz,omitempty"`
	FailOnFault bool            `yaml:"failOnFault,omitempty"`
	Mutants     int             `yaml:"mutants,omitempty"`
	// Silence lists faults that are not regarded as faults, each with a reason.
	Silence []report.Silence `yaml:"silence,omitempty"`
	Reports Reports          `yaml:"reports,omitempty"`
}

// Reports are the files of further forms of the report; "-" is the standard output.
type Reports struct {
	JUnit  string `yaml:"junit,omitempty"`
	SARIF  string `yaml:"sarif,omitempty"`
	GitHub string `yaml:"github,omitempty"`
	Curl   string `yaml:"curl,omitempty"`
	HAR    string `yaml:"har,omitempty"`
	HTML   string `yaml:"html,omitempty"`
}

// paths returns the paths by form.
func (r *Reports) paths() map[string]*string {
	return map[string]*string{"junit": &r.JUnit, "sarif": &r.SARIF, "github": &r.GitHub, "curl": &r.Curl,
		"har": &r.HAR, "html": &r.HTML}
}

// Pairs returns the reports as the flag --report has them: "junit=junit.xml".
func (r *Reports) Pairs() (out []string) {
	paths := r.paths()
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		if path := *paths[name]; path != "" {
			out = append(out, name+"="+path)
		}
	}
	return out
}

// from makes the paths in a file relative to the folder of the file.
func (f *File) from(dir string) {
	if f.System.Node+f.System.Program != "" && f.System.Dir == "" {
		f.System.Dir = "."
	}
	if f.Page.Start != "" && f.Page.Dir == "" {
		f.Page.Dir = "."
	}
	paths := []*string{
		&f.Schema, &f.Package, &f.System.Dir, &f.Page.Dir, &f.REST.Auth, &f.Output.Dir, &f.Output.Archive,
	}
	if f.Page.Start == "" { // otherwise it is a path of the server
		paths = append(paths, &f.Page.Address)
	}
	for i := range f.Refs {
		paths = append(paths, &f.Refs[i])
	}
	for _, path := range f.Output.Reports.paths() {
		if *path != "-" {
			paths = append(paths, path)
		}
	}
	for i := range f.REST.Samples {
		paths = append(paths, &f.REST.Samples[i])
	}
	for _, path := range paths {
		if *path != "" && !strings.Contains(*path, "://") && !filepath.IsAbs(*path) {
			*path = inFolder(dir, *path)
		}
	}
}

// inFolder joins a folder and a path. It keeps a leading "./", which marks a package.
func inFolder(dir, path string) string {
	joined := filepath.ToSlash(filepath.Join(dir, path))
	if strings.HasPrefix(path, "./") && !strings.HasPrefix(joined, "../") && !filepath.IsAbs(joined) {
		return "./" + joined
	}
	return joined
}

// Options returns the options of the REST problem, without users of an authentication file and without samples, which
// are read from files later.
func (r *REST) Options() rest.Options {
	o := rest.Options{
		LoginEachTest: r.LoginEachTest, Include: r.Include, Exclude: r.Exclude, Tags: r.Tags,
		MaxCalls: r.MaxCalls, Leaks: r.Leaks, NoMemory: r.NoMemory, NoExpansion: r.NoExpansion,
		NoTracking: r.NoTracking, With: r.With, Without: r.Without,
		WithoutMakers: r.WithoutMakers,
	}
	if r.InvalidRate != nil {
		if o.InvalidRate = *r.InvalidRate; o.InvalidRate == 0 {
			o.InvalidRate = -1 // zero would mean the default
		}
	}
	for i := range r.Users {
		o.Users = append(o.Users, r.Users[i].plain())
	}
	return o
}
