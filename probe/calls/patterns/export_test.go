package patterns

import "github.com/evoke-go/evoke/heuristics"

// Kept is how many machines are kept at most.
const Kept = kept

// Machine is the machine of a pattern.
func Machine(pattern string) *heuristics.Machine { return machines.of(pattern) }

// Known is how many machines are kept now.
func Known() int { return len(machines.known) }
