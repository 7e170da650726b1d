// Package project reads evoke.yaml, the file with the settings of evoke run. Its
// fields are those of evoke.Config.
package project

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/rest"
)

// Name is the name of the file.
const Name = "evoke.yaml"

// File is the content of an evoke.yaml. What the file does not have is zero.
type File struct {
	Schema string `yaml:"schema"`
	// Package, Handler and Reset are those of evoke.Package.
	Package  string   `yaml:"package"`
	Handler  string   `yaml:"handler"`
	Reset    string   `yaml:"reset"`
	System   System   `yaml:"system"`
	REST     REST     `yaml:"rest"`
	Budget   Budget   `yaml:"budget"`
	Search   Search   `yaml:"search"`
	WhiteBox WhiteBox `yaml:"whiteBox"`
	Output   Output   `yaml:"output"`
}

// System is a running service, and how to call it.
type System struct {
	URL      string        `yaml:"url"`
	Timeout  time.Duration `yaml:"timeout"`
	Rate     float64       `yaml:"rate"`
	Insecure bool          `yaml:"insecure"`
}

// REST holds those rest.Options that a file can have.
type REST struct {
	Users         []User   `yaml:"users"`
	Auth          string   `yaml:"auth"`
	LoginEachTest bool     `yaml:"loginEachTest"`
	Include       []string `yaml:"include"`
	Exclude       []string `yaml:"exclude"`
	Tags          []string `yaml:"tags"`
	InvalidRate   *float64 `yaml:"invalidRate"`
	MaxCalls      int      `yaml:"maxCalls"`
	Leaks         bool     `yaml:"leaks"`
	NoMemory      bool     `yaml:"noMemory"`
	Without       []int    `yaml:"without"`
}

// Budget ends the search.
type Budget struct {
	Calls       int           `yaml:"calls"`
	Evaluations int           `yaml:"evaluations"`
	Time        time.Duration `yaml:"time"`
}

// Search sets the algorithm, its seed and its number of processes.
type Search struct {
	Seed      uint64 `yaml:"seed"`
	Algorithm string `yaml:"algorithm"`
	Workers   int    `yaml:"workers"`
}

// WhiteBox sets what the search sees of the program.
type WhiteBox struct {
	Cover        []string      `yaml:"cover"`
	Replacements []Replacement `yaml:"replacements"`
	Clock        time.Time     `yaml:"clock"`
}

// Replacement is a probe.Replacement.
type Replacement struct {
	Func string `yaml:"func"`
	With string `yaml:"with"`
}

// Output sets what is written, and where.
type Output struct {
	Dir         string          `yaml:"dir"`
	Archive     string          `yaml:"archive"`
	Assert      output.Strength `yaml:"assert"`
	Faults      output.Faults   `yaml:"faults"`
	Package     string          `yaml:"package"`
	Testify     bool            `yaml:"testify"`
	FailOnFault bool            `yaml:"failOnFault"`
}

// from makes the paths of a file begin in its folder.
func (f *File) from(dir string) {
	for _, path := range []*string{&f.Schema, &f.Package, &f.REST.Auth, &f.Output.Dir, &f.Output.Archive} {
		if *path != "" && !strings.Contains(*path, "://") && !filepath.IsAbs(*path) {
			*path = inFolder(dir, *path)
		}
	}
}

// inFolder joins a folder and a path, and keeps "./" in front, with which people
// name packages.
func inFolder(dir, path string) string {
	joined := filepath.ToSlash(filepath.Join(dir, path))
	if strings.HasPrefix(path, "./") && !strings.HasPrefix(joined, "../") && !filepath.IsAbs(joined) {
		return "./" + joined
	}
	return joined
}

// Options returns the options of the REST problem without the users of an auth
// file.
func (r *REST) Options() rest.Options {
	o := rest.Options{
		LoginEachTest: r.LoginEachTest, Include: r.Include, Exclude: r.Exclude, Tags: r.Tags,
		MaxCalls: r.MaxCalls, Leaks: r.Leaks, NoMemory: r.NoMemory, Without: r.Without,
	}
	if r.InvalidRate != nil {
		if o.InvalidRate = *r.InvalidRate; o.InvalidRate == 0 {
			o.InvalidRate = -1 // zero is the default there
		}
	}
	for i := range r.Users {
		o.Users = append(o.Users, r.Users[i].plain())
	}
	return o
}
