package alertmanager

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/prometheus/alertmanager/config"
	"github.com/prometheus/alertmanager/dispatch"
	"github.com/prometheus/alertmanager/provider"
	"github.com/prometheus/alertmanager/types"
	"github.com/prometheus/common/model"
)

// grouping puts alerts into groups when it is asked for them. The dispatcher
// of the real program groups by the same rules, but in the background, so that
// an alert is in its group a while after the call that posted it.
type grouping struct {
	alerts provider.Alerts
	route  *dispatch.Route
}

func newGrouping(alerts provider.Alerts, cfg *config.Config) *grouping {
	return &grouping{alerts: alerts, route: dispatch.NewRoute(cfg.Route, nil)}
}

// list answers like dispatch.Dispatcher.Groups.
func (g *grouping) list(
	wanted func(*dispatch.Route) bool, keep func(*types.Alert, time.Time) bool,
) (dispatch.AlertGroups, map[model.Fingerprint][]string) {
	groups, receivers := dispatch.AlertGroups{}, map[model.Fingerprint][]string{}
	found := map[string]*dispatch.AlertGroup{}
	now := time.Now()
	pending := g.alerts.GetPending()
	defer pending.Close()
	for alert := range pending.Next() {
		if !keep(alert, now) {
			continue
		}
		for _, route := range g.route.Match(alert.Labels) {
			if !wanted(route) {
				continue
			}
			group := newGroup(route, alert)
			if known, ok := found[group.GroupKey]; ok {
				group = known
			} else {
				found[group.GroupKey] = group
				groups = append(groups, group)
			}
			group.Alerts = append(group.Alerts, alert)
			id := alert.Fingerprint()
			receivers[id] = append(receivers[id], route.RouteOpts.Receiver)
		}
	}
	order(groups, receivers)
	return groups, receivers
}

// newGroup returns the empty group that an alert belongs to.
func newGroup(route *dispatch.Route, alert *types.Alert) *dispatch.AlertGroup {
	labels := model.LabelSet{}
	for name, value := range alert.Labels {
		if _, ok := route.RouteOpts.GroupBy[name]; ok || route.RouteOpts.GroupByAll {
			labels[name] = value
		}
	}
	return &dispatch.AlertGroup{
		Labels: labels, Receiver: route.RouteOpts.Receiver,
		GroupKey: fmt.Sprintf("%s:%s", route.Key(), labels), RouteID: route.ID(),
	}
}

func order(groups dispatch.AlertGroups, receivers map[model.Fingerprint][]string) {
	sort.Sort(groups)
	for _, group := range groups {
		sort.Sort(group.Alerts)
	}
	for id := range receivers {
		slices.Sort(receivers[id])
	}
}
