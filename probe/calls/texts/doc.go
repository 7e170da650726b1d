// Package texts has functions that stand in for those of the standard library
// that compare, search and read texts: of strings, bytes, strconv, unicode and
// unicode/utf8. They report how near a call came to its other outcome.
//
// Each calls the function it stands in for, and returns its results as they are,
// errors and shared memory included. It panics as that one does, since it does
// nothing before that call. Where a function returns no bool, its true outcome is
// that something is found, equal, or read without an error. The rows of the table
// are in [probe.Replacements].
//
// Functions that call one of the program's, such as strings.ContainsFunc, have
// none here: what decides them are the conditions of that function.
package texts
