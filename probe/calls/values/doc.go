// Package values has functions that stand in for those of the standard library
// that compare values, and look for one among others: of slices, maps, sort, cmp,
// errors and reflect. They report how near a call came to its other outcome.
//
// Each calls the function it stands in for first, and returns its results as they
// are. Where that returns no bool, its true outcome is that the value is found, or
// that both are equal. The rows of the table are in [probe.Replacements].
package values
