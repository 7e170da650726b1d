package rest

import (
	"context"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// welcome knows the log-ins of the search that the user did not configure.
type welcome struct {
	doc      *openapi.Document
	options  Options
	basePath string      // base path of the operations
	users    []auth.User // users that the search found
	advice   string
	remedies []auth.Remedy // corrections of log-ins in the options
	calls    int           // calls of the search for a log-in that no test has counted yet
}

// welcomed returns a welcome that knows only the options.
func welcomed(doc *openapi.Document, o Options) welcome {
	return welcome{doc: doc, options: o, basePath: doc.BasePath}
}

// FindLogin looks for a log-in if the options name no users and the system refuses anonymous calls. It tries the
// log-ins that the schema suggests, see [auth.Infer], and uses the first that works, as if the options had its users.
// The calls count as calls of the first test. It makes no calls if leaveOut returns true for [auth.LoginOperation].
func (p *Problem) FindLogin(ctx context.Context, leaveOut func(operation string) bool) error {
	p.basePath = p.executor.BasePath
	if p.options.Users != nil {
		return diagnose(ctx, p, leaveOut)
	}
	candidates := p.suggested()
	if len(candidates) == 0 {
		return nil
	}
	found, err := p.executor.FindLogin(ctx, candidates, leaveOut, p.sampler.drafts.plain)
	p.calls += found.Calls
	switch {
	case err != nil:
		return err
	case len(found.Users) > 0:
		p.Adopt(found.Users)
		p.warnings = append(p.warnings, openapi.Warning{Where: "log-in", Reason: fmt.Sprintf(
			"%s answers %d to calls of nobody. The search logs in as the schema suggests (%s). To make "+
				"that explicit, set REST: %s",
			found.Refused[0], found.Status, found.Why, onOneLine(auth.Source(found.Users)))})
	case len(found.Refused) > 0:
		p.advice = advice(candidates, found.Tried)
	}
	return nil
}

// FindBasePath finds the base path below which the system serves its
// operations. Schemas name the base path of the deployed service, but a proxy
// often removes it, so that the handler does not know it. FindBasePath keeps
// the path of the schema if any operation below it gets another answer than a
// path that does not exist. Else it takes the first candidate below which one
// does, and adds a warning. It does not call operations for which leaveOut
// returns true.
func (p *Problem) FindBasePath(ctx context.Context, candidates []string, leaveOut func(operation string) bool) error {
	own := p.executor.BasePath
	path, err := p.executor.FindBasePath(ctx, candidates, leaveOut, p.sampler.drafts.plain)
	if err == nil && path != own {
		p.warnings = append(p.warnings, openapi.Warning{Where: "servers", Reason: fmt.Sprintf(
			"the schema has its paths below %q, where the service knows none of them; they are called below %q",
			own+"/", path+"/")})
	}
	for _, op := range p.api.Ops {
		if path, ok := p.executor.Moved[op.Spec.Base]; ok && err == nil && path != op.Spec.Below("") {
			p.warnings = append(p.warnings, openapi.Warning{Where: op.Spec.Name(), Reason: fmt.Sprintf(
				"its server in the schema is at %q, where the service does not know it; it is called below %q",
				op.Spec.Base, path+"/")})
		}
	}
	return err
}

// BasePath returns the base path of the operations.
func (p *Problem) BasePath() string { return p.executor.BasePath }

// suggested returns the log-ins that the schema suggests, below the base path of
// the operations.
func (w *welcome) suggested() []auth.Candidate {
	doc := *w.doc
	doc.BasePath = w.basePath
	return auth.Infer(&doc)
}

// diagnose tries the log-ins of the options. It corrects those that fail, if it can.
func diagnose(ctx context.Context, p *Problem, leaveOut func(operation string) bool) error {
	found, err := execute.Diagnose(ctx, p.executor, &execute.Given{
		Users: p.options.Users, Document: p.doc, LeaveOut: leaveOut, NewCall: p.sampler.drafts.plain,
	})
	if err != nil {
		return err
	}
	p.warnings = append(p.warnings, found.Vain...)
	if len(found.Remedies) > 0 {
		p.calls += found.Calls
		Mend(p, found.Remedies)
	}
	return nil
}

// Mended returns the corrections with which the log-ins of the options work, as the search found them.
func (w *welcome) Mended() []auth.Remedy { return w.remedies }

// Mend corrects the log-ins of the users in the options. Call it before the first test.
func Mend(p *Problem, remedies []auth.Remedy) {
	p.remedies = remedies
	users := p.options.Users
	for i := range remedies {
		r := &remedies[i]
		users = r.Mend(users)
		for _, name := range r.Users {
			p.warnings = append(p.warnings, openapi.Warning{Where: "user " + name, Reason: r.String()})
		}
	}
	p.options.Users = users
	engage(p, auth.Prepare(users, p.doc), false)
}

// Adopt replaces the users of the options by users of the search. Call it before the first test.
func (p *Problem) Adopt(users []auth.User) {
	p.options.Users, p.users = users, users
	engage(p, users, true)
}

// engage makes users the callers of the search. found says that the search found them itself.
func engage(p *Problem, users []auth.User, found bool) {
	o := &p.options
	users = withSpare(users, p.doc, p.executor.Effects.Keeps(), found, o)
	p.api.Rebuild(genotype.NewBuilder(genotype.Options{Formats: o.Formats, Users: users,
		Credentials: genotype.Credentials(users, p.doc.Security)}))
	admit(p.api, users, p.doc.Security, o)
	p.codec.Users, p.codec.Names = len(users), userNames(users)
	p.sampler.adopt(users)
	sow(p)
	p.executor.Adopt(users)
	p.harvester.Adopt(p.codec)
}

// Adopted returns the users that the search found by itself. There are none if
// the options name users, or if no log-in works.
func (w *welcome) Adopted() []auth.User { return w.users }

// Advice says which users to configure if the system refuses anonymous calls. It returns "" if the search found a
// log-in, or if no anonymous call was refused.
func (w *welcome) Advice() string {
	if w.advice == "" && len(w.options.Users) == 0 {
		return advice(w.suggested(), nil)
	}
	return w.advice
}

// advice returns the text of Advice. tried describes the log-ins that failed.
func advice(candidates []auth.Candidate, tried []string) string {
	users := []auth.User{auth.Bearer("ann", "your-token")}
	why := "the schema names no way to log in"
	for i := range candidates {
		if c := &candidates[i]; i == 0 || !c.Complete && candidates[0].Complete {
			users, why = c.Users, c.Why
			if !c.Complete {
				break
			}
		}
	}
	text := fmt.Sprintf("set REST: %s with values that your system accepts (%s)", onOneLine(auth.Source(users)), why)
	if len(tried) > 0 {
		text += "; the search tried in vain: " + strings.Join(tried, "; ")
	}
	return text
}

// onOneLine joins lines of Go source to one line.
func onOneLine(source string) string {
	source = strings.NewReplacer("{\n\t", "{", ",\n}", "}", "(\n\t", "(", ",\n)", ")").Replace(source)
	return strings.ReplaceAll(source, "\n\t", " ")
}
