// Package chance has the four shares by which the search does something now and then. With these a search covers as
// much as with a rate for each of some sixty places: mean A12 of covered targets 0.54, eight services, six seeds, 3,000
// calls. How much of a search a maker of tests gets on one system is no matter of chance, see package payoff.
package chance

import "math/rand/v2"

const (
	rarely = 0.05
	seldom = 0.2
	evenly = 0.5
	mostly = 0.8
)

// Rarely is true one time in twenty.
func Rarely(r *rand.Rand) bool { return r.Float64() < rarely }

// Seldom is true one time in five.
func Seldom(r *rand.Rand) bool { return r.Float64() < seldom }

// Evenly is true every other time.
func Evenly(r *rand.Rand) bool { return r.Float64() < evenly }

// Mostly is true four times in five.
func Mostly(r *rand.Rand) bool { return r.Float64() < mostly }
