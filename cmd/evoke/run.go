package main

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/sut"
)

// settings are the flags of evoke run.
type settings struct {
	schema, url, out, auth string
	algorithm, name        string
	pkg, handler, reset    string
	cover, replace         []string
	workers                int
	calls                  int
	time, timeout          time.Duration
	seed                   uint64
	rate                   float64
	headers                []string
	include, exclude, tags []string
	samples                []string
	insecure, testify      bool
	failOnFault            bool
	file                   fromFile
	// given reports whether a flag is set on the command line.
	given func(flag string) bool
}

func newRun() *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:     "run [--schema S (--pkg P|--program M|--node C|--url U)|--page P]",
		Short:   "Search for tests of a Go handler, a program of Go or Node, a running service, or a web page",
		Long:    runHelp,
		Example: runExamples,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.settle(cmd, os.LookupEnv); err != nil {
				return fmt.Errorf("evoke run: %w", err)
			}
			return s.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	s.flags(cmd)
	wrapped(cmd)
	return cmd
}

// flags declares the flags of the command.
func (s *settings) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	declareSystem(s, cmd)
	declareSearch(s, f)
	declareTests(s, cmd)
	declareCalls(s, f)
	f.StringVar(&s.algorithm, "algorithm", "mio", "search algorithm: "+strings.Join(evoke.Algorithms(), ", "))
	f.DurationVar(&s.timeout, "timeout", 0, "most time a call may take (default 10s)")
	f.BoolVar(&s.insecure, "insecure", false, "do not verify TLS certificates")
	f.BoolVar(&s.failOnFault, "fail-on-fault", false,
		"exit with 1 when faults were found, and write fault tests that fail unless --faults says otherwise")
}

// declareSystem declares the flags that select, build and start the system.
func declareSystem(s *settings, cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.schema, "schema", "", "OpenAPI or Swagger document: a path or a URL; with --node or --program "+
		"also a path that the program serves, such as /api-json")
	f.StringArrayVar(&s.file.refs, "refs", nil,
		"`folder` or URL that references of --schema may lead to, besides its own folder or host; may be repeated")
	f.StringVar(&s.file.path, "config", "",
		"`file` with settings (default: the evoke.yaml of this folder, if there is one)")
	f.StringVar(&s.pkg, "pkg", "", "folder of the Go package with the handler")
	f.StringVar(&s.handler, "handler", "", "function of --pkg that returns the http.Handler, and maybe an error")
	f.StringVar(&s.reset, "reset", "", resetUsage)
	f.StringArrayVar(&s.replace, "replace", nil, "`function=other` has another function of yours stand in for one "+
		"and tell how near its outcome was (see probe.Replacement)")
	f.StringArrayVar(&s.cover, "cover", nil, "`packages` whose code guides the search, such as example.com/shop/...; "+
		"\"-...\" leaves out (default those of the module)")
	f.IntVar(&s.workers, "workers", 1, "processes that search at the same time, with --pkg")
	f.BoolVar(&s.file.race, "race", false, "build with -race and report data races, with --pkg")
	s.file.flags(cmd)
	f.StringVar(&s.url, "url", "",
		"base URL of a running service, instead of --pkg; with --program where the program listens by itself")
	f.StringVar(&s.file.restart, "restart", "", "shell command or URL (which gets a POST) that gives --url a fresh "+
		"service and takes its time: the suite is run once more there, and what fails is mended or left out")
}

// declareSearch declares the flags that end a search, and select the places of its results.
func declareSearch(s *settings, f *pflag.FlagSet) {
	f.IntVar(&s.calls, "calls", 0, "end after this many HTTP calls or acts (default 10000 unless --time is given)")
	f.DurationVar(&s.time, "time", 0, "end after this time, such as 90s or 10m")
	f.Uint64Var(&s.seed, "seed", 0, "seed of the random numbers")
	f.StringVar(&s.out, "out", defaultOut, "folder for the tests and report.json; with --pkg the default is its folder")
	f.StringVar(&s.file.archive, "archive", "",
		"folder that keeps the tests and the known faults as text, for the next search to begin with")
}

// declareTests declares the flags of tests and reports.
func declareTests(s *settings, cmd *cobra.Command) {
	f := cmd.Flags()
	f.TextVar(&s.file.assert, "assert", output.Strength(""),
		"how much a test asserts of the call that it is about: status, shape, full or invariants (default full)")
	f.TextVar(&s.file.faults, "faults", output.Faults(""),
		"what tests of faults do until the fault is mended: record it, skip or fail (default record)")
	s.file.language.flags(cmd)
	f.StringVar(&s.name, "package", "", "package name of the tests")
	f.BoolVar(&s.testify, "testify", false, "write tests that use testify")
	f.BoolVar(&s.file.fuzz, "fuzz", false, "also write a fuzz test that begins with the calls of the tests, with --pkg")
	f.StringArrayVar(&s.file.reports, "report", nil, "also write the report as `format=file`: junit, sarif, github, "+
		"curl, har, html or json; - is the standard output; may be repeated")
}

// declareCalls declares the flags of users, operations and rates of calls.
func declareCalls(s *settings, f *pflag.FlagSet) {
	f.StringVar(&s.auth, "auth", "", "users, as a Web Fuzzing Commons auth file (YAML or JSON)")
	f.StringArrayVar(&s.headers, "header", nil,
		"`header` of every call, \"Name: value\", written into the tests as it is; may be repeated")
	f.Float64Var(&s.rate, "rate", 0, "most calls a second (default no limit)")
	f.StringArrayVar(&s.include, "include", nil, "only operations that match a `pattern`: \"METHOD /path\", "+
		"\"/path\" or operationId; * is any text; may be repeated")
	f.StringArrayVar(&s.exclude, "exclude", nil, "leave out operations that match a `pattern`, as for --include")
	f.StringArrayVar(&s.tags, "tag", nil, "only operations with this `tag`; may be repeated")
	f.StringArrayVar(&s.samples, "samples", nil, "begin with the real requests in a `file` or folder: HAR, Postman, "+
		"Bruno, and bodies; credentials are left out; may be repeated")
}

func (s *settings) run(ctx context.Context, w io.Writer) error {
	cfg, err := s.config(w)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, s.searches(cfg.Budget))
	p, _ := writtenProgram(s)
	for _, text := range []string{untold(p), untoldReset(s.reset)} {
		if text != "" {
			fmt.Fprintln(w, text)
		}
	}
	if s.pkg == "" && s.file.page.page == "" {
		if err := s.file.program.keepRows(ctx, s.reset, s.out, w); err != nil {
			return err
		}
	}
	result, err := s.start(ctx, cfg)
	unrestored := s.file.program.rows.close()
	if result != nil {
		fmt.Fprintln(w)
		if result.Report.Calls > 0 && interrupted(err) {
			err = nil // what was found until then is written, as at the end of a shorter search
		}
		err = errors.Join(err, report.Summary(w, result.Report), s.file.print(w, result))
	}
	err = errors.Join(err, unrestored)
	switch {
	case err != nil:
		return err
	case s.failOnFault && len(report.Findings(result.Report)) > 0:
		return errFaults
	}
	return nil
}

// start starts a black-box run of a URL or a white-box run of a package.
func (s *settings) start(ctx context.Context, cfg evoke.Config) (*evoke.Result, error) {
	switch {
	case s.file.page.page != "":
		return s.startPage(ctx, cfg)
	case s.file.program.command != "":
		return s.startNode(ctx, cfg)
	case s.file.program.main != "":
		return s.startProgram(ctx, cfg)
	}
	if s.pkg == "" {
		o := s.remote()
		if reset := s.file.program.hook(s.reset); reset != nil {
			o.Reset = func(ctx context.Context) error { return reset(ctx, originOf(s.url)) }
			cfg.System.Reset = func() error { return o.Reset(ctx) } // only marks that there is a reset
		}
		cfg.System.Controller = sut.NewRemote(s.url, o)
		if s.file.restart != "" {
			cfg.System.Restart = hook(s.file.restart)
		}
		return evoke.Run(ctx, cfg)
	}
	if s.algorithm == "mio" {
		cfg.Search.Algorithm = nil // the default, with its parameters for a white-box search
	}
	return evoke.RunPackage(ctx, evoke.Package{Dir: s.pkg, Handler: s.handler, Reset: s.reset}, cfg)
}

// originOf returns a URL without its path.
func originOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return text
	}
	return u.Scheme + "://" + u.Host
}

// config turns the flags into a configuration.
func (s *settings) config(w io.Writer) (evoke.Config, error) {
	if err := s.check(); err != nil {
		return evoke.Config{}, fmt.Errorf("evoke run: %w", err)
	}
	users, err := s.users()
	if err != nil {
		return evoke.Config{}, err
	}
	options, err := s.options(users)
	if err != nil {
		return evoke.Config{}, fmt.Errorf("evoke run: %w", err)
	}
	replacements, err := replacementsOf(s.replace)
	if err != nil {
		return evoke.Config{}, err
	}
	algorithm, err := evoke.AlgorithmNamed(s.algorithm)
	if err != nil {
		return evoke.Config{}, err
	}
	reports, _, err := s.file.forms()
	if err != nil {
		return evoke.Config{}, fmt.Errorf("evoke run: %w", err)
	}
	writer, err := s.writer()
	if err != nil {
		return evoke.Config{}, fmt.Errorf("evoke run: %w", err)
	}
	return evoke.Config{
		Schema: s.schema,
		Refs:   s.file.refs,
		Race:   s.file.race,
		WhiteBox: evoke.WhiteBox{Cover: s.cover, Replacements: replacements, NoLibraries: s.file.noLibraries,
			Clock: s.file.clock},
		Search: evoke.Search{Workers: s.workers, Seed: s.seed, Algorithm: algorithm,
			Observe: evoke.Progress(w, redraws(w, os.Getenv))},
		Budget: evoke.Budget{Calls: s.calls, Time: s.time, Evaluations: s.file.evaluations},

		Output: outputOf(s, reports, writer),
		REST:   options,
	}, nil
}

// options returns the options in the file, with the flags that override them.
func (s *settings) options(users []auth.User) (rest.Options, error) {
	o := s.file.rest
	o.Users, o.Include, o.Exclude, o.Tags = users, s.include, s.exclude, s.tags
	o.WithoutMakers = s.file.without
	var err error
	o.Samples, err = samples.Read(s.samples...)
	return o, err
}

// replacementsOf parses the values of --replace.
func replacementsOf(texts []string) ([]probe.Replacement, error) {
	var rows []probe.Replacement
	for _, text := range texts {
		function, with, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("evoke run: --replace %s: want function=other", text)
		}
		rows = append(rows, probe.Replacement{Func: function, With: with})
	}
	return rows, nil
}

// checkURL returns an error for a mistake in the flags of packages and running services.
func (s *settings) checkURL() error {
	switch {
	case s.schema == "" || s.url == "" && s.pkg == "":
		return errors.New("--schema and --url, --pkg, --program or --node are needed, or --page, " +
			"or an evoke.yaml with " +
			"schema and system.url, package, system.program or system.node, or with page; see evoke run --help")
	case s.url != "" && s.pkg != "":
		return errors.New("--url and --pkg do not go together")
	case s.pkg != "" && s.handler == "":
		return errors.New("--pkg needs --handler, the function that returns the handler")
	case s.pkg == "" && (s.handler != "" || len(s.cover)+len(s.replace) > 0 || s.workers != 1):
		return errors.New("--handler, --cover, --replace and --workers need --pkg")
	case s.pkg == "" && s.file.race:
		return errors.New("--race needs --pkg")
	case s.pkg == "" && (s.reset == reload || s.reset == restart):
		return fmt.Errorf("--reset %s needs --node or --program", s.reset)
	case s.pkg != "" && s.file.restart != "":
		return errors.New("--restart needs --url")
	case s.pkg != "" && (s.timeout != 0 || s.rate != 0 || s.insecure):
		return errors.New("--timeout, --rate and --insecure need --url")
	case s.workers < 1:
		return errors.New("--workers has to be at least 1")
	case s.pkg == "" && !strings.Contains(s.url, "://"):
		return fmt.Errorf("--url %q: it has to begin with http:// or https://", s.url)
	}
	return nil
}

// check returns an error for a mistake in the flags, before the command makes any call.
func (s *settings) check() error {
	if err := s.checkSystem(); err != nil {
		return err
	}
	if s.pkg == "" {
		if err := checkRows(s.reset); err != nil {
			return err
		}
	}
	switch {
	case s.calls < 0 || s.time < 0 || s.rate < 0 || s.timeout < 0:
		return errors.New("--calls, --time, --rate and --timeout cannot be negative")
	case s.calls == 0 && s.given("calls") || s.time == 0 && s.given("time"):
		return errors.New("--calls and --time have to be more than 0; without both there are 10000 calls")
	case math.IsNaN(s.rate):
		return errors.New("--rate: a number is needed")
	case s.name != "" && !token.IsIdentifier(s.name):
		return fmt.Errorf("--package %q: this cannot be the name of a package", s.name)
	case s.out == "":
		return errors.New("--out: a folder is needed")
	}
	return nil
}

// users returns the users in evoke.yaml and in the --auth file, each with the headers of the command line.
func (s *settings) users() ([]auth.User, error) {
	users := slices.Clone(s.file.rest.Users)
	if s.auth != "" {
		f, err := os.Open(s.auth)
		if err != nil {
			return nil, fmt.Errorf("evoke run: --auth: %w", err)
		}
		defer f.Close()
		loaded, err := auth.LoadUsers(f)
		if err != nil {
			return nil, fmt.Errorf("evoke run: --auth %s: %w", s.auth, err)
		}
		users = append(users, loaded...)
	}
	if len(s.headers) == 0 {
		return users, nil
	}
	if len(users) == 0 {
		users = []auth.User{{Name: "user"}}
	}
	for _, text := range s.headers {
		h, err := header(text)
		if err != nil {
			name, _, _ := strings.Cut(text, ":") // the value may be a credential
			return nil, fmt.Errorf("evoke run: --header %q: %w", name, err)
		}
		for i := range users {
			users[i].Headers = append(users[i].Headers, h)
		}
	}
	return users, nil
}

// header parses "Name: value".
func header(text string) (auth.Header, error) {
	name, value, ok := strings.Cut(text, ":")
	h := auth.Header{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)}
	switch http.CanonicalHeaderKey(h.Name) {
	case "":
		ok = false
	case "Connection", "Content-Length", "Trailer", "Transfer-Encoding":
		return h, errors.New("it belongs to the connection and cannot be set")
	}
	switch {
	case !ok:
		return h, errors.New(`want "Name: value"`)
	case strings.ContainsFunc(h.Name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/;<=>?@[\]{}`, r)
	}):
		return h, fmt.Errorf("%q cannot be the name of a header", h.Name)
	case strings.ContainsFunc(h.Value, unicode.IsControl):
		return h, errors.New("the value has a line break or another control character")
	}
	return h, nil
}
