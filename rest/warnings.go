package rest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest"
)

// Warnings implements [problem.Warner]. It lists the parts of the schema and the users that could not be used, and
// peculiarities of the router of the system.
func (p *Problem) Warnings() []string {
	out := together(slices.Concat(p.warnings, p.executor.Users.Warnings(), p.executor.Effects.Warnings(),
		routes(p.executor), p.unjudged()))
	switch names, err := p.harvester.Failed(); {
	case err != nil:
		out = append(out, "the suite was not tried on a fresh service: "+err.Error())
	case len(names) > 0:
		out = append(out, "left out because they fail on a restarted service, which has nothing that the "+
			"search left behind: "+some(names))
	}
	if places := harvest.Staying(p.harvester); len(places) > 0 {
		out = append(out, "tests in which time passes are left out, since goroutines that start in "+some(places)+
			" do not end with the handler: in a bubble of testing/synctest they would end the process of all tests "+
			"(a handler that is an io.Closer is closed at the end of each test, and can end them)")
	}
	if n := p.harvester.Leaning(); n > 0 {
		out = append(out, fmt.Sprintf("tests left out because they need what other tests left behind in the service, "+
			"which a fresh one does not have: %d", n))
	}
	return out
}

// together joins warnings with the same reason to one line each.
func together(all []openapi.Warning) (out []string) {
	places := map[string][]string{}
	for _, w := range all {
		places[w.Reason] = append(places[w.Reason], w.Where)
	}
	for _, w := range all {
		if where := places[w.Reason]; len(where) > 0 {
			out = append(out, openapi.Warning{Where: some(where), Reason: w.Reason}.String())
			delete(places, w.Reason)
		}
	}
	return out
}

// routes describes what the search learned about the router of the system, one line for each kind.
func routes(x *execute.Executor) (out []openapi.Warning) {
	if names := x.Respelled(); len(names) > 0 {
		out = append(out, openapi.Warning{Where: "slashes", Reason: "the service redirects " + some(names) +
			" to the same path with another end (a slash more or less than in the schema); " +
			"the calls follow its spelling"})
	}
	if names := x.Routed(); len(names) > 0 {
		out = append(out,
			openapi.Warning{Where: "router", Reason: "values with a slash in them (%2F) do not come to " + some(names) +
				": a router or another operation answers 404, 405 or a redirect; that counts as no fault"})
	}
	var places []string
	from := map[string][]string{}
	for i := range x.Tally {
		if t := &x.Tally[i]; t.Redirects() {
			if from[t.Location] == nil {
				places = append(places, t.Location)
			}
			from[t.Location] = append(from[t.Location], t.Operation.Name())
		}
	}
	for _, place := range places {
		out = append(out, openapi.Warning{Where: "redirects",
			Reason: fmt.Sprintf("all calls of %s are redirected, to %q at first", some(from[place]), place)})
	}
	return out
}

// maxNamed is the largest number of operations that a warning names.
const maxNamed = 4

// some joins the first of the names.
func some(names []string) string {
	if len(names) <= maxNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed-1], ", "), len(names)-maxNamed+1)
}
