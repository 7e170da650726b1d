package report

import (
	"regexp"
	"strconv"
)

// Source is a file of the program with the coverage of the written tests.
type Source struct {
	// Package is the import path, File the base name, and Path the path relative to the root of the repository, with
	// slashes.
	Package, File, Path string
	// Text is the content of the file.
	Text string
	// Spans are the basic blocks of the file, in order.
	Spans []Span
}

// Span is a basic block as cmd/cover defines it. Lines and columns (in bytes) count from 1; the end is exclusive.
type Span struct {
	StartLine, StartColumn, EndLine, EndColumn int
	Covered                                    bool
}

// inFile matches the file and line at the end of a frame: "shop.get (shop.go:42)".
var inFile = regexp.MustCompile(`\(([^()/\\]+\.go):(\d+)\)$`)

// frameFile returns the base name of the file and the line of a frame. ok is false if the frame has none.
func frameFile(frame string) (file string, line int, ok bool) {
	at := inFile.FindStringSubmatch(frame)
	if at == nil {
		return "", 0, false
	}
	line, err := strconv.Atoi(at[2])
	return at[1], line, err == nil
}
