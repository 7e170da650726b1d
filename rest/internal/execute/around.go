package execute

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Surroundings arrange what stands beside the requests of calls: rows of a database, answers of other services, time.
type Surroundings interface {
	// Begin begins a test, before the reset of the system.
	Begin(c *testcase.Case)
	// Arrange arranges the given surroundings of a call, in their order. It returns those that it arranged, in the form
	// of written tests. It leaves out those that are impossible, such as a row that the database refuses. An error
	// means that nothing can be arranged any more, or that ctx ended.
	Arrange(ctx context.Context, given []message.Given) ([]suite.Given, error)
}

// arrange arranges the given surroundings of a call. around may be nil.
func arrange(ctx context.Context, around Surroundings, given []message.Given) ([]suite.Given, error) {
	if around == nil || len(given) == 0 {
		return nil, nil
	}
	out, err := around.Arrange(ctx, given)
	if err != nil {
		return nil, fmt.Errorf("arrange the surroundings: %w", err)
	}
	return out, nil
}

// isAbroad reports whether a request went to another machine, through a transport that tests cannot replace.
func isAbroad(a sut.Asked) bool {
	u, err := url.Parse(a.URL)
	if err != nil || !a.Own {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback())
}

// doubt makes errors of the server hints if another service failed in the call, since nobody knows which status the
// program should answer then. Each hint is a finding of its own, beside the same error without a failed service.
func doubt(found []oracle.Finding, requests []sut.Asked) {
	if !slices.ContainsFunc(requests, func(a sut.Asked) bool { return a.Failed }) {
		return
	}
	for i := range found {
		if f := &found[i]; f.Code == oracle.CodeServerError && f.Doubt == "" {
			f.Doubt, f.Detail = "another service failed in the call", f.Detail+" without another service"
		}
	}
}

// plausible returns the findings in an answer that hold whatever surroundings the test arranged: errors of the server,
// and those with a place in the program. All others may be about a row, or an answer of another service, that nobody
// else would make. None holds after a row that the program cannot read.
func plausible(found []oracle.Finding, arranged bool, misfits []sut.Misfit) []oracle.Finding {
	switch {
	case !arranged:
		return found
	case len(misfits) > 0:
		return nil
	}
	return slices.DeleteFunc(found, func(f oracle.Finding) bool {
		return f.Code != oracle.CodeServerError && f.Code != oracle.CodeTimeout && f.Frame == ""
	})
}
