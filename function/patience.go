package function

import (
	"encoding/json"
	"fmt"
	"time"
)

// The time limit of a function that hung before is at least leastPatience, and timesOfSlowest times the duration of its
// slowest call.
const (
	leastPatience  = 50 * time.Millisecond
	timesOfSlowest = 20
)

const (
	// hanging is after how many hangs of one function few of its calls are still made. Each hang takes time, and the
	// search keeps trying them, because their targets stay open.
	hanging = 20
	// spareEvery is the interval of the calls that are still made: one in ten.
	spareEvery = 10
)

// patience is what a search learns about the time limit of one function, because it may reach the same hang very often.
type patience struct {
	Places  map[string]bool // the places where it hung
	Slowest time.Duration   // the duration of the slowest call that ended
	Hangs   int             // number of hangs
	Spared  int             // number of calls since few are made
}

// spares reports whether the search should skip the next call.
func (p *patience) spares() bool {
	if p.Hangs < hanging {
		return false
	}
	p.Spared++
	return p.Spared%spareEvery != 0
}

func (p *patience) hung(place string) {
	p.Hangs++
	if p.Places == nil {
		p.Places = map[string]bool{}
	}
	p.Places[place] = true
}

func (p *patience) ended(elapsed time.Duration) { p.Slowest = max(p.Slowest, elapsed) }

// limit returns the time limit of the next call.
func (p *patience) limit(full time.Duration, patient bool) time.Duration {
	if patient || len(p.Places) == 0 {
		return full
	}
	return min(full, max(leastPatience, timesOfSlowest*p.Slowest))
}

// encodePatience encodes the patience for the next process.
func encodePatience(subjects []*subject, of []patience) ([]byte, error) {
	state := map[string]patience{}
	for i, s := range subjects {
		state[s.name] = of[i]
	}
	data, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("function: %w", err)
	}
	return data, nil
}

// restorePatience decodes what encodePatience encoded in another process.
func restorePatience(subjects []*subject, of []patience, data []byte) error {
	state := map[string]patience{}
	if err := json.Unmarshal(data, &state); err != nil {
		return fmt.Errorf("function: %w", err)
	}
	for i, s := range subjects {
		if p, ok := state[s.name]; ok {
			of[i] = p
		}
	}
	return nil
}
