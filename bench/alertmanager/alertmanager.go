// Package alertmanager wires version 2 of the API of the Prometheus
// Alertmanager (github.com/prometheus/alertmanager), without its notifiers.
package alertmanager

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	apiv2 "github.com/prometheus/alertmanager/api/v2"
	"github.com/prometheus/alertmanager/config"
	"github.com/prometheus/alertmanager/featurecontrol"
	"github.com/prometheus/alertmanager/matcher/compat"
	"github.com/prometheus/alertmanager/provider/mem"
	"github.com/prometheus/alertmanager/silence"
	"github.com/prometheus/alertmanager/types"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/model"
)

//go:embed testdata/openapi.yaml
var schema []byte

// Schema returns the Swagger 2.0 document of the service.
func Schema() []byte { return schema }

const configuration = `
route:
  receiver: everyone
  group_by: [alertname]
  routes:
    - receiver: pagers
      matchers: [severity="critical"]
receivers:
  - name: everyone
  - name: pagers
`

// quiet drops all records.
var quiet = slog.New(slog.DiscardHandler)

// initParsers chooses the default syntax of matchers, which is a setting of
// the whole process.
var initParsers = sync.OnceValue(func() error {
	flags, err := featurecontrol.NewFlags(quiet, "")
	if err != nil {
		return err
	}
	compat.InitFromFlags(quiet, flags)
	return nil
})

// handler is the API with what it has to close.
type handler struct {
	http.Handler
	alerts *mem.Alerts
}

// Close ends the collection of resolved alerts.
func (h *handler) Close() error {
	h.alerts.Close()
	return nil
}

// New returns the handler of an Alertmanager that has no alerts and no
// silences. It panics if the pinned version cannot be wired this way.
func New() http.Handler {
	h, err := wire()
	if err != nil {
		panic(fmt.Errorf("alertmanager: %w", err))
	}
	return h
}

func wire() (*handler, error) {
	if err := initParsers(); err != nil {
		return nil, err
	}
	cfg, err := config.Load(configuration)
	if err != nil {
		return nil, err
	}
	registry := prometheus.NewRegistry()
	marker := types.NewMarker(registry)
	alerts, err := mem.NewAlerts(context.Background(), marker, time.Hour, nil, quiet, registry)
	if err != nil {
		return nil, err
	}
	silences, err := silence.New(silence.Options{Retention: time.Hour, Logger: quiet, Metrics: registry})
	if err != nil {
		return nil, err
	}
	groups := newGrouping(alerts, cfg)
	api, err := apiv2.NewAPI(alerts, groups.list, marker.Status, marker.Muted, silences, nil, quiet, registry)
	if err != nil {
		return nil, err
	}
	api.Update(cfg, func(model.LabelSet) {})
	return &handler{Handler: api.Handler, alerts: alerts}, nil
}
