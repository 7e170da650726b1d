// Package rest is the REST problem: it turns the operations of a schema into
// actions made of genes, samples and mutates sequences of calls, evaluates
// them against a system under test, judges the answers, and lowers the best
// ones to plain tests.
package rest

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/oracle"
)

// Options configure a REST problem. The zero value is ready to use.
type Options struct {
	// BaseURL is where a remote system is, for suites and curl lines. Default:
	// "", a system in this process.
	BaseURL string
	// Users are the identities that calls can be made with. Default: none,
	// all calls are anonymous.
	Users []auth.User
	// LoginEachTest logs in anew after every reset, for systems that lose
	// their sessions when they are reset. Default: log in once, and again
	// after a 401.
	LoginEachTest bool
	// Include and Exclude choose operations by "METHOD /path", "/path" or
	// operationId, with * for any run of characters. Default: all.
	Include, Exclude []string
	// Tags keeps only the operations with one of these tags. Default: all.
	Tags []string
	// Formats make genes for schemas by their format. They go before the
	// built-in ones. Default: none.
	Formats map[string]func(*openapi.Schema) gene.Gene
	// InvalidRate is the share of sampled calls that are given deliberately
	// invalid data. Default 0.1; negative for none.
	InvalidRate float64
	// MaxCalls is the most calls a test has. Default 10 (Arcuri, RESTful API
	// Automated Test Case Generation with EvoMaster, 2019, Section 4.2).
	MaxCalls int
	// Oracles judge every answer besides the built-in oracles. Default: none.
	Oracles []oracle.Oracle
	// Leaks reports goroutines that tests leave behind, which takes a system in
	// this process. What ends late, after half a second or so, is taken for one.
	// Default: they are not looked for.
	Leaks bool
	// NoMemory has the search learn nothing beside its archive: calls that
	// succeeded are not used again, and the constants of the program are not put
	// into new calls. It is there for comparisons. Default: it learns.
	NoMemory bool
	// Without names the fault codes that are not reported. Default: none.
	Without []int
}

// DefaultMaxCalls is the most calls a test has when Options do not say.
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
