// Package payoff compares ways of doing a thing by what each gained lately for what it cost. It has the one formula by
// which a search shares its budget: between new tests and mutants (mio), between makers of tests (rest), and between
// the kinds of tests of a maker.
package payoff

import "math"

// Payoff is what one way gained lately, and what that cost. The zero value has tried nothing. It is not safe for
// concurrent use.
type Payoff struct{ gain, cost float64 }

const (
	// memory is how much of a payoff is left after one unit of cost.
	memory = 0.998
	// priorCost is what brings one gain for all that is known at first.
	priorCost = 100
	// least and most bound how a way that pays less or more than others is favoured.
	least, most = 0.1, 2
)

// Note counts one try with its cost, of which at least 1 is counted, and with how many new things it brought. Many at
// once are worth less than the same number one by one, since behind one door there may be a large room.
func (p *Payoff) Note(news, cost int) {
	paid := float64(max(cost, 1))
	left := math.Pow(memory, paid)
	p.gain = p.gain*left + math.Log2(1+float64(news))
	p.cost = p.cost*left + paid
}

// Rate is the gain for a unit of cost. It is positive: a way that was never tried may pay.
func (p *Payoff) Rate() float64 { return (p.gain + 1) / (p.cost + priorCost) }

// Share says how much of its usual share of a search a way gets that pays at one rate while the search as a whole pays
// at another: as many times more or less, from a tenth to twice as much. So a way that brings nothing here costs
// little, and is still tried when the search stands still.
func Share(rate, whole float64) float64 { return min(max(rate/whole, least), most) }
