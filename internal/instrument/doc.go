// Package instrument builds Go programs that tell how close their conditions
// came. It rewrites the sources of the packages to cover so that they call
// package probe, and hands the rewritten files to the go command by its -overlay
// flag. It writes nothing outside of a cache folder.
//
// [Prepare] lists the packages, type-checks the covered ones from their
// original files, has package rewrite put probes into them, and writes the
// overlay. It reads the types of what they import from export data. [Plan.Build]
// makes the program or the test binary.
//
// Other functions can stand in for calls that a condition cannot look into, see
// [probe.Replacement]. Prepare checks the rows of [Options.Replacements] before
// anything is rewritten, and returns [ErrReplacement] for one that does not fit.
//
// Packages of the main module, of a workspace, of replaced folders and of a
// vendor folder are overlaid where they are. The go command accepts no overlay
// beneath its module cache, so a module from there is redirected, by an
// overlaid go.mod or a go.work of our own, to a folder that exists only in the
// overlay, or to a copy where cgo or assembly needs a real folder.
//
// Probes and the coverage of the go command exclude each other (it reads the
// original files and drops the overlay without a word, golang/go#73802), so
// the flags for coverage are left out of instrumented builds.
//
// Packages of other modules that the covered packages import are heard without being covered ([Library]): a
// validator or a parser there often decides about an input. Their comparisons have no targets, and are told only
// while the search listens. The go command compiles such a module again with all that imports it, so the nearest
// and smallest modules come first, up to a bound.
package instrument
