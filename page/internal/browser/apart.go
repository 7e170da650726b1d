package browser

import "context"

// Apart evaluates an expression behind a script, as [Tab.Evaluate] does, in a world of its own: it shares the document
// with the scripts of the page, and nothing else.
func (t *Tab) Apart(ctx context.Context, script, expression string, result any) error {
	var world struct{ ExecutionContextID int }
	frame := object{"frameId": t.made.target} // the main one has the id of its target
	if err := t.session.Call(ctx, "Page.createIsolatedWorld", frame, &world); err != nil {
		return t.why(ctx, err)
	}
	rules := object{"expression": script + "\n;null", "contextId": world.ExecutionContextID}
	if err := t.evaluate(ctx, rules, nil); err != nil {
		return err
	}
	return t.evaluate(ctx, object{"expression": expression, "contextId": world.ExecutionContextID}, result)
}
