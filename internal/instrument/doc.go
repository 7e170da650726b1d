// Package instrument builds Go programs with probes, which measure how close conditions came to their other side. It
// rewrites the sources of the covered packages so that they call package probe, and gives the rewritten files to the go
// command by its -overlay flag. It writes nothing outside of a cache folder.
//
// [Prepare] lists the packages, type-checks the covered ones from their original files, has package rewrite put probes
// into them, and writes the overlay. It reads the types of their imports from export data. [Plan.Build] builds the
// program or the test binary.
//
// Calls of functions without probes can be replaced by functions that report a distance, see [probe.Replacement].
// Prepare checks the rows of [Options.Replacements] before anything is rewritten, and returns [ErrReplacement] for one
// that does not fit.
//
// Packages of the main module, of a workspace, of replaced folders and of a vendor folder are overlaid where they are.
// The go command accepts no overlay in its module cache. So a module of the cache is redirected, by an overlaid go.mod
// or a new go.work, to a folder that exists only in the overlay, or to a copy if cgo or assembly needs a real folder.
//
// Probes cannot be combined with the coverage of the go command, which reads the original files and silently ignores
// the overlay (golang/go#73802). So the flags for coverage are left out of instrumented builds.
//
// Packages of other modules that the covered packages import may get probes without being covered ([Library]): a
// validator or a parser there often decides about an input. Their comparisons are no targets, and are reported only
// while the search listens. The go command has to compile these modules, and all packages that import them, again. So
// the nearest and smallest modules come first, up to a bound.
package instrument
