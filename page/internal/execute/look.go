package execute

import (
	"context"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Look does acts, which open the page first, and looks at the states on their way that are wanted, once at each. It is
// no error that the page does not come to these states again.
func (x *Executor) Look(ctx context.Context, acts []*act.Act, width int, wanted map[string]*visitor.View) error {
	g, err := x.tabs.take(ctx)
	if err != nil {
		return err
	}
	defer func() { x.tabs.give(g) }()
	for _, a := range acts {
		s, err := x.step(ctx, g, a, Check)
		if err != nil {
			return err
		}
		if view, is := wanted[s.Told.State]; is && view == nil && s.Broken == nil {
			wanted[s.Told.State], s.Broken = look(ctx, g, width)
		}
		if s.Broken != nil {
			g.drop(ctx)
			return ctx.Err()
		}
		if s.Told.Missing || x.leaves(s.Told) {
			return nil
		}
	}
	return nil
}

// look looks at a page. One that is not there in time counts as a page that hangs.
func look(ctx context.Context, g *guest, width int) (*visitor.View, error) {
	limited, cancel := context.WithTimeout(ctx, actLimit)
	defer cancel()
	return g.visitor.Look(limited, width)
}
