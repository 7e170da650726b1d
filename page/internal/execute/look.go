package execute

import (
	"context"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Look does acts, which open the page first, and looks at the states on their way that are wanted, once at each. It is
// no error that the page does not come to these states again.
func (x *Executor) Look(ctx context.Context, acts []*act.Act, width int, wanted map[string]*visitor.View) error {
	if err := x.tabs.draw(ctx); err != nil {
		return err
	}
	g, err := x.tabs.take(ctx)
	if err != nil {
		return err
	}
	defer func() { x.tabs.give(g) }()
	var before []Step
	for _, a := range acts {
		s, err := x.step(ctx, g, a, Check)
		if err != nil {
			return err
		}
		if view, is := wanted[s.Told.State]; is && view == nil && s.Broken == nil {
			wanted[s.Told.State], s.Broken = x.look(ctx, g, width, before, &s)
		}
		if s.Broken != nil {
			g.drop(ctx)
			return ctx.Err()
		}
		if s.Told.Missing || x.leaves(s.Told) {
			return nil
		}
		before = append(before, s)
	}
	return nil
}

// look looks at the page after a step, which follows others, and notes what is wrong with it. A page that is not looked
// at in time counts as one that hangs.
func (x *Executor) look(ctx context.Context, g *guest, width int, before []Step, s *Step) (*visitor.View, error) {
	limited, cancel := g.tab.Limit(ctx, actLimit)
	defer cancel()
	view, err := g.visitor.Look(limited, width)
	if err != nil || x.tabs.page.Check == nil {
		return view, err
	}
	troubles, err := x.tabs.page.Check(limited, g.tab)
	for _, id := range x.Faults.Targets(&Step{Act: s.Act, Told: &visitor.Told{Troubles: troubles}}) {
		x.Faults.Of(id).keep(before, s)
	}
	return view, err
}
