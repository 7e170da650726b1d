package twin

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

func TestWantedEvents(t *testing.T) {
	at := func(elapsed time.Duration, progress float64) search.Event {
		return search.Evaluation{Progress: progress, Stats: search.Stats{Elapsed: elapsed}}
	}
	fault := search.Covered{Target: fitness.Target{Kind: rest.FaultTarget}}
	status := search.Covered{Target: fitness.Target{Kind: rest.StatusTarget}}
	events := []search.Event{
		at(0, 0.1), at(sparseEvery/2, 0.2), fault, status, search.Improved{}, at(sparseEvery, 0.3),
		at(sparseEvery+1, 0.4), at(sparseEvery+2, 1),
	}
	for name, tt := range map[string]struct {
		job  searchJob
		want []bool
	}{
		"none":   {searchJob{}, []bool{false, false, false, false, false, false, false, false}},
		"all":    {searchJob{Observed: true}, []bool{true, true, true, true, true, true, true, true}},
		"sparse": {searchJob{Observed: true, Sparse: true}, []bool{true, false, true, false, false, true, false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			wanted := tt.job.wanted()
			for i, e := range events {
				assert.Equal(t, tt.want[i], wanted(e), "%d: %v", i, e)
			}
		})
	}
}
