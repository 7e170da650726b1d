package browser

import "context"

// Apart evaluates an expression after a script, as [Tab.Evaluate] does, in an isolated world, which shares with the
// scripts of the page only the document.
func (t *Tab) Apart(ctx context.Context, script, expression string, result any) error {
	var world struct{ ExecutionContextID int }
	frame := object{"frameId": t.made.target} // the id of the main frame is that of the tab's target
	if err := t.session.Call(ctx, "Page.createIsolatedWorld", frame, &world); err != nil {
		return t.why(ctx, err)
	}
	rules := object{"expression": script + "\n;null", "contextId": world.ExecutionContextID}
	if err := t.evaluate(ctx, rules, nil); err != nil {
		return err
	}
	return t.evaluate(ctx, object{"expression": expression, "contextId": world.ExecutionContextID}, result)
}
