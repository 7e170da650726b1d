// Package world gives the pages of written tests the same environment as in the search: random numbers and the clock.
package world

import _ "embed"

// Script declares a JavaScript function world, which runs before the scripts of a page. It replaces the random numbers
// by mulberry32 of Tommy Ettinger with the seed 1, and stops the clock, as in a search. Tests call __rest__(time): the
// clock advances by so many milliseconds, while the page does its work.
//
//go:embed world.js
var Script string
