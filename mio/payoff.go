package mio

import "math"

// payoff is what one way to make individuals brought lately, and what that cost.
type payoff struct{ gain, cost float64 }

const (
	// memory is how much of a payoff is left after one unit of cost.
	memory = 0.998
	// priorCost is what brings one gain for all that is known at first.
	priorCost = 100
	// leastShare is how much is left of P_r.
	leastShare = 0.1
)

func (p *payoff) note(gained bool, cost int) {
	left := math.Pow(memory, float64(max(cost, 1)))
	p.gain *= left
	p.cost = p.cost*left + float64(max(cost, 1))
	if gained {
		p.gain++
	}
}

// rate is the gain for a unit of cost.
func (p *payoff) rate() float64 { return (p.gain + 1) / (p.cost + priorCost) }

// share is how much of P_r is left: all while samples bring as much as mutants do.
func share(samples, mutants *payoff) float64 {
	s, m := samples.rate(), mutants.rate()
	return max(min(1, s/m), leastShare)
}
