// Package values has replacements of functions of slices, maps, sort, cmp, errors, reflect and sync that compare
// values, or look for a value among others. They report how near a call came to its other outcome.
//
// Each calls the function that it replaces first, and returns its results as they are. If the function returns no bool,
// its true outcome is that the value is found, or that both values are equal. The rows of the table are in
// [probe.Replacements].
package values
