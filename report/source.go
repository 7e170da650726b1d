package report

import (
	"regexp"
	"strconv"
)

// Source is a file of the program with what the written tests execute of it.
type Source struct {
	// Package is an import path, File a base name, and Path that of the file from the
	// root of the repository, with slashes.
	Package, File, Path string
	// Text is what the file holds.
	Text string
	// Spans are its blocks in the order of their places.
	Spans []Span
}

// Span is a basic block as cmd/cover sees it. Lines and columns (in bytes) count
// from 1; the end is the place behind the block.
type Span struct {
	StartLine, StartColumn, EndLine, EndColumn int
	Covered                                    bool
}

// inFile matches the end of a frame: "shop.get (shop.go:42)".
var inFile = regexp.MustCompile(`\(([^()/\\]+\.go):(\d+)\)$`)

// frameFile returns the file and the line of a frame.
func frameFile(frame string) (file string, line int, ok bool) {
	at := inFile.FindStringSubmatch(frame)
	if at == nil {
		return "", 0, false
	}
	line, err := strconv.Atoi(at[2])
	return at[1], line, err == nil
}
