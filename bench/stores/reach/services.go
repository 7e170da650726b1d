package main

import (
	"context"
	"fmt"
	"os"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/features"
	featuresql "github.com/evoke-go/evoke/bench/features/sqlite"
	"github.com/evoke-go/evoke/bench/news"
	newsql "github.com/evoke-go/evoke/bench/news/sqlite"
	"github.com/evoke-go/evoke/bench/stores/boxoffice"
	"github.com/evoke-go/evoke/bench/stores/meterhall"
	"github.com/evoke-go/evoke/bench/stores/quayside"
	"github.com/evoke-go/evoke/bench/stores/server"
)

// services returns the services that are not micro services.
func services() map[string]subject {
	const bench = "github.com/evoke-go/evoke/bench/"
	return map[string]subject{
		"features": {handler: featuresql.New, database: featuresql.Database, schema: features.Schema, unreachable: 5,
			cover: []string{bench + "features", bench + "features/sqlite"}},
		"news": {handler: newsql.New, database: newsql.Database, schema: news.Schema, unreachable: 2,
			cover: []string{bench + "news", bench + "news/sqlite"}},
		"meterhall": {handler: meterhall.New, database: meterhall.Database, schema: meterhall.Schema, unreachable: 27},
		"quayside": {handler: quayside.New, database: quayside.Database, schema: quayside.Schema, unreachable: 91,
			start: func(ctx context.Context) (*server.Server, string, error) {
				s, err := server.StartPostgres(ctx)
				return s, quayside.Variable + "=" + server.PostgresDSN(s.Port), err
			}},
		"boxoffice": {handler: boxoffice.New, database: boxoffice.Database, schema: boxoffice.Schema, unreachable: 34,
			start: func(ctx context.Context) (*server.Server, string, error) {
				s, err := server.StartMariaDB(ctx)
				return s, boxoffice.Variable + "=" + server.MariaDSN(s.Port) + "evoke", err
			}},
	}
}

// executedOfAll searches a service with each seed, in a process of its own.
func executedOfAll(s subject, o options, seeds int) {
	variable := ""
	if s.start != nil {
		started, named, err := s.start(context.Background())
		check(err)
		defer func() { check(started.Stop()) }()
		variable = named
	}
	for o.seed = range seeds {
		fmt.Printf("%s, seed %d: %s\n", o.of, o.seed, process(o, variable))
	}
}

// executed searches a service and returns how many of its statements the tests execute. The tests are in a folder of
// the working directory, which has to be in the module of the service.
func (s *subject) executed(cfg evoke.Config) string {
	dir, err := os.MkdirTemp(".", "reach")
	check(err)
	defer os.RemoveAll(dir)
	cfg.Output.Dir = dir
	if keep := os.Getenv("KEEP"); keep != "" {
		cfg.Output.Dir = keep
	}
	res, err := evoke.Run(context.Background(), cfg)
	if res == nil || res.Report.Coverage == nil {
		check(err)
		return "not measured"
	}
	red := ""
	if err != nil { // such as a test that fails
		red = ", " + err.Error()
	}
	sum := res.Report.Coverage.Total()
	all := sum.Statements - s.unreachable
	return fmt.Sprintf("%d of %d (%.1f %%), %d tests%s", sum.Covered, all, 100*float64(sum.Covered)/float64(all),
		len(res.Report.Suite.Tests), red)
}
