// Package rest makes a search problem of a REST API. It turns the operations of
// a schema into actions made of genes. It samples and mutates sequences of
// calls, executes them against a system under test, judges the answers, and
// makes plain tests of the best sequences.
//
// Makers make the tests ([Makers]). A portfolio asks them in a fixed order, which begins with repairs that a refusal
// demands, tests of samples and first samples, and ends with a random test, or with a mutant where the search wants one
// for a target. How often each is asked depends on what its tests gained for their calls. First samples try to have
// each operation succeed soon, since a successful call prepares the next, and they end for an operation that succeeded,
// so that a small budget keeps most of itself. A published way to search ([Options.Policy]) makes all later samples and
// the mutants, and shares all else, so a comparison shows the policy alone.
package rest

import (
	"database/sql"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/surround"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/store"
)

// Options configure a REST problem. The zero value is valid.
type Options struct {
	// BaseURL is the URL of a remote system, for suites and curl lines. Default:
	// "", for a system in this process.
	BaseURL string
	// Users are the identities that can make calls. Default: nil, and the search
	// looks for a log-in if the system refuses anonymous calls, see
	// [Problem.FindLogin]. With a list that is empty but not nil, all calls are
	// anonymous. Where users are refused, users with forged credentials are tried
	// too, see [auth.Forge], and, in a system that can be reset, those who get in
	// otherwise, see [auth.Alternates].
	Users []auth.User
	// LoginEachTest logs users in again after every reset, for systems that lose
	// their sessions with it. Default: false; a user logs in once, and again
	// after a 401.
	LoginEachTest bool
	// Include and Exclude select operations by "METHOD /path", "/path" or
	// operationId, where * stands for any characters. Default: all operations.
	Include, Exclude []string
	// Tags keeps only the operations with one of these tags. Default: all.
	Tags []string
	// Formats make genes for schemas with a format. They take precedence over the
	// built-in ones. Default: none.
	Formats map[string]func(*openapi.Schema) gene.Gene
	// InvalidRate is the share of sampled calls with data that is invalid on
	// purpose, from 0 to 1. Default: 0.1. A negative rate means none.
	InvalidRate float64
	// MaxCalls is the largest number of calls in a test. Default: 10 (Arcuri,
	// RESTful API Automated Test Case Generation with EvoMaster, 2019, Section
	// 4.2).
	MaxCalls int
	// Samples are real requests and bodies, as [samples.Read] reads them. The search
	// begins with them and comes back to their values. Default: none.
	Samples samples.Set
	// Policy says how tests are sampled and how they change, for comparisons.
	// Default: nil, Evoke's own way.
	Policy Policy
	// Nouns returns the nouns of an English text. With it, dependencies between resources are
	// looked for in summaries and descriptions too. The module evoke/nouns has one. Default:
	// nil.
	Nouns func(text string) []string
	// Oracles judge every answer in addition to the built-in oracles. One that panics
	// finds nothing, and the report says so; a nil one is an error. Default: none.
	Oracles []oracle.Oracle
	// Leaks reports goroutines that tests leave behind in a system of this
	// process. A goroutine that ends later than about half a second counts as
	// left behind. Default: false.
	Leaks bool
	// Database returns the SQL database of the newest system, for searches with a tracer. Their tests insert rows that
	// statements of the system look for and that no call makes. The database must be for tests only, and the reset of
	// the system must put its rows back. Default: nil, and tests insert no rows.
	Database func() *sql.DB
	// Stores return further stores of the newest system, which need not be SQL: tests insert rows that its queries
	// wanted there, as they do in Database. Each may return nil. Default: none.
	Stores []func() store.Watcher
	// NoMemory turns off everything that the search learns besides its archive:
	// it does not repeat successful calls and does not put constants of the
	// program into new calls. Use it for comparisons. Default: false.
	NoMemory bool
	// NoExpansion keeps calls to what the schema declares. Without it, parameters,
	// headers, cookies, fields of forms and bodies that the program reads and the
	// schema does not declare become optional parts of calls. Default: false.
	NoExpansion bool
	// NoTracking turns off the search for the inputs that conditions of the program
	// compare: mutation for a condition then aims at the whole call that met it. NoMemory
	// turns it off as well. Use it for comparisons. Default: false.
	NoTracking bool
	// With lists the codes of rules that are used though they are not by default, see
	// [oracle.Rule]. Default: none.
	With []int
	// Without lists the codes of faults that are not reported. Default: none.
	Without []int
	// WithoutMakers names makers that make no tests, see [Makers]: a search without one shows what that is worth.
	// Default: none.
	WithoutMakers []string
}

// stores returns where tests insert rows.
func (o *Options) stores() surround.Stores {
	return surround.Stores{Database: o.Database, Watchers: o.Stores}
}

// DefaultMaxCalls is the largest number of calls in a test unless Options set
// one.
const DefaultMaxCalls = 10

const defaultInvalidRate = 0.1

func (o Options) invalidRate() float64 {
	if o.InvalidRate == 0 {
		return defaultInvalidRate
	}
	return max(0, min(o.InvalidRate, 1))
}

func (o Options) maxCalls() int {
	if o.MaxCalls <= 0 {
		return DefaultMaxCalls
	}
	return o.MaxCalls
}
