// Package instrument builds Go programs that tell how close their conditions
// came: it rewrites the sources of the packages to cover so that they call
// package probe, and lets the go command see the rewritten files by its
// -overlay flag. Nothing is written outside of a cache folder.
//
// [Prepare] lists the packages, type-checks the covered ones from their
// original files against the export data of what they import, rewrites them
// and writes the overlay. [Plan.Build] makes the program or test binary.
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
package instrument
