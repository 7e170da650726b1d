package function

import (
	"encoding/json"
	"fmt"
	"time"
)

// A function that hung once gets at least leastPatience, and so many times the
// time of its slowest call.
const (
	leastPatience  = 50 * time.Millisecond
	timesOfSlowest = 20
)

const (
	// hanging is how many calls of one function may hang until few of its calls
	// are still made: each hang takes time, and a search is drawn to what it
	// cannot see the end of.
	hanging = 20
	// spareEvery is which part of these calls is made.
	spareEvery = 10
)

// patience is what a search learns about how long to wait for a function: it may
// come back to a hang very often.
type patience struct {
	Places  map[string]bool // where it hung
	Slowest time.Duration   // of the calls that ended
	Hangs   int             // calls that hung
	Spared  int             // calls since they are spared
}

// spares reports whether the next call of a search is better not made.
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

// limit is how long the next call may take.
func (p *patience) limit(full time.Duration, patient bool) time.Duration {
	if patient || len(p.Places) == 0 {
		return full
	}
	return min(full, max(leastPatience, timesOfSlowest*p.Slowest))
}

// encodePatience writes what the next process should know of the functions.
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

// restorePatience takes what encodePatience wrote in another process.
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
