// Package texts has replacements of functions of strings, bytes, strconv, unicode and unicode/utf8 that compare, search
// and read texts. They report how near a call came to its other outcome.
//
// Each calls the function that it replaces before it does anything else, and returns its results as they are, errors
// and shared memory included. So it panics as that function does. If the function returns no bool, its true outcome is
// that something is found, equal, or read without an error. The rows of the table are in [probe.Replacements].
//
// Functions that call back into the program, such as strings.ContainsFunc, have no replacement here: their outcome
// depends on the conditions of the program's function, which have probes.
package texts
