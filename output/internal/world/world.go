// Package world has pages of written tests see of the world what they saw in the search that wrote the tests.
package world

import _ "embed"

// Script is the declaration of a function of JavaScript, called world, that runs before the scripts of a page. It draws
// random numbers by mulberry32 of Tommy Ettinger, from the seed 1, and has a clock that stands still, as in a search.
// Tests call __rest__(time): the clock goes on for so many milliseconds, while the page does what it has to do.
//
//go:embed world.js
var Script string
