package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
)

// fromFile has the settings of evoke.yaml for which most have no flag.
type fromFile struct {
	path    string // path of the file; "" for the one in the working directory
	program started
	page    visited
	refs    []string
	restart string // --restart
	archive string
	assert  output.Strength
	faults  output.Faults
	fuzz    bool
	reported
	language    language
	evaluations int
	sight
	rest rest.Options
}

// sight has the settings of what a search sees of a package, and of its makers of tests.
type sight struct {
	clock       time.Time
	noLibraries bool
	race        bool     // --race
	without     []string // --without: makers of tests
}

// reported has the settings of reports about the suite.
type reported struct {
	reports []string // "junit=junit.xml"
	silence []report.Silence
	mutants int // negative for none
}

// variables are the flags that environment variables can set, as those of evoke.Generate: EVOKE_CALLS for --calls.
var variables = [...]string{"calls", "time", "seed", "out", "cover", "workers", "algorithm"}

// settle takes settings that the command line lacks from the environment, and settings that both lack from evoke.yaml.
func (s *settings) settle(cmd *cobra.Command, lookup func(string) (string, bool)) error {
	file, err := s.readFile()
	if err != nil {
		return err
	}
	s.given = cmd.Flags().Changed
	if s.given("url") { // the file may be for a package
		file.Package, file.Handler, file.Reset, file.WhiteBox, file.Search.Workers, file.Race = "", "",
			"", project.WhiteBox{}, 0, false
		file.System.Node, file.System.Program, file.System.Dir = "", "", ""
	}
	if s.given("node") || s.given("program") { // as well
		file.Package, file.Handler, file.Reset, file.WhiteBox, file.Search.Workers, file.Race = "", "",
			"", project.WhiteBox{}, 0, false
		file.System = project.System{Timeout: file.System.Timeout, Rate: file.System.Rate,
			Insecure: file.System.Insecure}
	}
	if s.given("page") {
		*file = project.File{Page: file.Page, Budget: file.Budget, Search: file.Search, Output: file.Output}
	} else if s.given("url") || s.given("node") || s.given("program") || s.given("pkg") {
		file.Page = project.Page{}
	}
	if s.given("pkg") {
		file.Package, file.Handler, file.Reset, file.System = "", "", "", project.System{}
	}
	inPackage := s.pkg+file.Package != ""
	budget := s.given("calls") || s.given("time")
	for _, name := range variables {
		text, _ := lookup("EVOKE_" + strings.ToUpper(name))
		switch {
		case text == "" || s.given(name), budget && (name == "calls" || name == "time"):
			continue
		case !inPackage && (name == "cover" || name == "workers"):
			continue // the variable is for packages that are tested in the same job
		}
		if err := set(cmd, name, text); err != nil {
			return fmt.Errorf("environment variable EVOKE_%s=%q: %w", strings.ToUpper(name), text, err)
		}
	}
	s.take(file)
	return s.file.page.fits(cmd.Flags())
}

// set sets a flag to a value, or to several values separated by commas.
func set(cmd *cobra.Command, name, text string) error {
	values := []string{text}
	if name == "cover" {
		values = strings.Split(text, ",")
	}
	for _, value := range values {
		if err := cmd.Flags().Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// readFile reads the file that was named, or the one in the working directory if there is one.
func (s *settings) readFile() (*project.File, error) {
	if s.file.path != "" {
		return project.Read(s.file.path)
	}
	file, err := project.Find(".")
	if file == nil && err == nil {
		file = &project.File{}
	}
	return file, err
}

// take takes settings from the file that no flag sets.
func (s *settings) take(file *project.File) {
	fill(s.given, "schema", &s.schema, file.Schema)
	fillList(s.given, "refs", &s.file.refs, file.Refs)
	fill(s.given, "pkg", &s.pkg, file.Package)
	fill(s.given, "handler", &s.handler, file.Handler)
	fill(s.given, "reset", &s.reset, cmp.Or(file.Reset, file.System.Reset))
	fill(s.given, "restart", &s.file.restart, file.System.Restart)
	fill(s.given, "url", &s.url, file.System.URL)
	s.takeProgram(file)
	fill(s.given, "timeout", &s.timeout, file.System.Timeout)
	fill(s.given, "rate", &s.rate, file.System.Rate)
	fill(s.given, "insecure", &s.insecure, file.System.Insecure)
	fill(s.given, "auth", &s.auth, file.REST.Auth)
	fillList(s.given, "include", &s.include, file.REST.Include)
	fillList(s.given, "exclude", &s.exclude, file.REST.Exclude)
	fillList(s.given, "tag", &s.tags, file.REST.Tags)
	fillList(s.given, "samples", &s.samples, file.REST.Samples)
	fill(s.given, "seed", &s.seed, file.Search.Seed)
	fill(s.given, "algorithm", &s.algorithm, file.Search.Algorithm)
	fill(s.given, "workers", &s.workers, file.Search.Workers)
	fillList(s.given, "cover", &s.cover, file.WhiteBox.Cover)
	fill(s.given, "archive", &s.file.archive, file.Output.Archive)
	fill(s.given, "assert", &s.file.assert, file.Output.Assert)
	fill(s.given, "faults", &s.file.faults, file.Output.Faults)
	fill(s.given, "package", &s.name, file.Output.Package)
	fill(s.given, "fuzz", &s.file.fuzz, file.Output.Fuzz)
	fillList(s.given, "report", &s.file.reports, file.Output.Reports.Pairs())
	fill(s.given, "testify", &s.testify, file.Output.Testify)
	fill(s.given, "fail-on-fault", &s.failOnFault, file.Output.FailOnFault)
	if !s.given("replace") {
		for _, r := range file.WhiteBox.Replacements {
			s.replace = append(s.replace, r.Func+"="+r.With)
		}
	}
	if !s.given("calls") && !s.given("time") { // --calls and --time are one budget
		s.calls, s.time, s.file.evaluations = file.Budget.Calls, file.Budget.Time, file.Budget.Evaluations
	}
	s.takeOut(file)
	s.file.rest, s.file.clock, s.file.noLibraries = file.REST.Options(), file.WhiteBox.Clock, file.WhiteBox.NoLibraries
}

// flags declares the flags of programs and pages, and of makers.
func (f *fromFile) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.without, "without", nil,
		"search without this `maker` of tests, as evoke makers lists them; may be repeated")
	f.program.flags(cmd)
	f.page.flags(cmd)
}

// takeProgram takes the program or the page from the file, and the makers of tests that are left out.
func (s *settings) takeProgram(file *project.File) {
	fill(s.given, "node", &s.file.program.command, file.System.Node)
	fill(s.given, "program", &s.file.program.main, file.System.Program)
	fill(s.given, "dir", &s.file.program.dir, file.System.Dir)
	fill(s.given, "race", &s.file.race, file.Race)
	fillList(s.given, "without", &s.file.without, file.REST.WithoutMakers)
	s.file.page.take(s, &file.Page)
}

// takeOut takes settings of the output from the file. The folder is also taken from the package.
func (s *settings) takeOut(file *project.File) {
	s.takeLanguage(file)
	if s.pkg != "" && !s.given("out") {
		s.out = s.pkg
	}
	fill(s.given, "out", &s.out, file.Output.Dir)
	s.file.silence, s.file.mutants = file.Output.Silence, file.Output.Mutants
}

// fill sets a value from the file, if no flag set it and the file has it.
func fill[T comparable](given func(flag string) bool, flag string, to *T, value T) {
	var none T
	if !given(flag) && value != none {
		*to = value
	}
}

func fillList(given func(flag string) bool, flag string, to *[]string, values []string) {
	if !given(flag) && len(values) > 0 {
		*to = slices.Clone(values)
	}
}
