// Package feasible knows the statements of the real services that some sequence of
// requests was shown to execute. Whole packages mislead as a whole: most statements of
// Alertmanager's cannot be reached through its API at all.
//
// A list is made by hand-written requests against the wiring of this module, for the
// version of the service in its name. What is missing from it was not proven: a suite
// that executes more has found more.
//
//	go run ./feasible/share gotify cover.out
package feasible

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/cover"
)

//go:embed lists/*.gz
var lists embed.FS

// Service is one whose statements are known.
type Service struct {
	Name string
	// Module and Version are what the list was made for.
	Module, Version string
}

// Services returns all of them.
func Services() []Service {
	return []Service{
		{"gotify", "github.com/gotify/server/v2", "v2.9.1"},
		{"ach", "github.com/moov-io/ach", "v1.63.3"},
		{"alertmanager", "github.com/prometheus/alertmanager", "v0.28.1"},
	}
}

// Block is a piece of code that runs as a whole, named as in a cover profile:
// "example.com/shop/shop.go:12.34,15.2".
type Block string

// Named returns the block between two places of a file, which is an import path with a
// base name. Lines and columns count from 1.
func Named(file string, line, column, endLine, endColumn int) Block {
	return Block(fmt.Sprintf("%s:%d.%d,%d.%d", file, line, column, endLine, endColumn))
}

// List maps blocks to how many statements begin in them.
type List map[Block]int

// Load returns the list of a service, nil for one without.
func Load(service string) (List, error) {
	if !slices.ContainsFunc(Services(), func(s Service) bool { return s.Name == service }) {
		return nil, nil
	}
	content, err := lists.ReadFile("lists/" + service + ".feasible.gz")
	if err != nil {
		return nil, fmt.Errorf("feasible statements: %w", err)
	}
	l, err := read(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("feasible statements of %s: %w", service, err)
	}
	return l, nil
}

// read takes lines such as "example.com/shop/shop.go:12.34,15.2 3", compressed.
func read(r io.Reader) (List, error) {
	plain, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	l := List{}
	lines := bufio.NewScanner(plain)
	for lines.Scan() {
		block, count, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(count)
		if err != nil || n < 0 || !strings.Contains(block, ".go:") {
			return nil, fmt.Errorf("%q is no block with its statements", lines.Text())
		}
		if n > 0 { // else an empty function
			l[Block(block)] += n
		}
	}
	return l, lines.Err()
}

// Statements counts all of a list.
func (l List) Statements() (n int) {
	for _, count := range l {
		n += count
	}
	return n
}

// Missed returns the blocks that are not executed, in the order of their names. executed
// says of each block of the program whether it was. A block that it does not know is an
// error: the list is that of another version.
func (l List) Missed(executed map[Block]bool) ([]Block, error) {
	var out []Block
	for block := range l {
		hit, known := executed[block]
		if !known {
			return nil, fmt.Errorf("the program has no block %s, which is in the list of feasible ones", block)
		}
		if !hit {
			out = append(out, block)
		}
	}
	slices.Sort(out)
	return out, nil
}

// Executed says of each block of some cover profiles whether it was executed.
func Executed(profiles []*cover.Profile) map[Block]bool {
	out := map[Block]bool{}
	for _, file := range profiles {
		for _, b := range file.Blocks {
			out[Named(file.FileName, b.StartLine, b.StartCol, b.EndLine, b.EndCol)] = b.Count > 0
		}
	}
	return out
}

// Covered counts the statements of a list but those of the missed blocks.
func (l List) Covered(missed []Block) int {
	n := l.Statements()
	for _, block := range missed {
		n -= l[block]
	}
	return n
}
