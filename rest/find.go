package rest

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/openapi"
)

// FindBasePath finds the base path below which the system serves its
// operations. Schemas name the base path of the deployed service, but a proxy
// often removes it, so that the handler does not know it. FindBasePath keeps
// the path of the schema if any operation below it gets another answer than a
// path that does not exist. Else it takes the first candidate below which one
// does, and adds a warning. It does not call operations for which leaveOut
// returns true.
func (p *Problem) FindBasePath(ctx context.Context, candidates []string, leaveOut func(operation string) bool) error {
	own := p.executor.BasePath
	path, err := p.executor.FindBasePath(ctx, candidates, leaveOut, p.sampler.plainCall)
	if err == nil && path != own {
		p.warnings = append(p.warnings, openapi.Warning{Where: "servers", Reason: fmt.Sprintf(
			"the schema has its paths below %q, where the service knows none of them; they are called below %q", own+"/", path+"/")})
	}
	return err
}

// BasePath returns the base path of the operations.
func (p *Problem) BasePath() string { return p.executor.BasePath }
