package execute

import (
	"context"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Look does acts, of which the first opens the page, and records the view of each wanted state on their way, once for
// each. If the page does not come to these states again, that is no error.
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

// look records the view of the page after a step, and adds the defects that checks find. before are the steps before
// it. A page of which no view can be made in time counts as hanging.
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
