package rest

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/openapi"
)

// FindBasePath finds out where the operations are. Schemas name the base path
// of the deployed service, which a proxy often takes away: the handler knows
// nothing of it. The path of the schema stays unless everything below it is
// answered like a path that does not exist, and something below another of the
// candidates is not; then that is taken, with a warning. Operations for which
// leaveOut is true are not called.
func (p *Problem) FindBasePath(ctx context.Context, candidates []string, leaveOut func(operation string) bool) error {
	own := p.executor.BasePath
	path, err := p.executor.FindBasePath(ctx, candidates, leaveOut, p.sampler.plain)
	if err == nil && path != own {
		p.warnings = append(p.warnings, openapi.Warning{Where: "servers", Reason: fmt.Sprintf(
			"the schema has its paths below %q, where the service knows none of them; they are called below %q", own+"/", path+"/")})
	}
	return err
}

// BasePath is where the operations are.
func (p *Problem) BasePath() string { return p.executor.BasePath }
