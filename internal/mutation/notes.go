package mutation

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/evoke-go/evoke/suite"
)

// notes keep the results of mutants in a file that survives the process. Each test is noted before it is executed: if
// the file ends with such a note, the process died of that test.
type notes struct {
	file  *os.File // nil: no file
	out   *gob.Encoder
	plain *plain
	done  map[int]*tried
	calls int // calls made on mutants so far
	since int // calls made on the current mutant
}

// note is one entry. Exactly one field is set.
type note struct {
	Plain *plain
	Test  *underway
	Tried *tried
}

// underway is a test that is being executed on a mutant.
type underway struct {
	Number, Test int
	Before       []Notice // results of the tests before it
}

// tried is a mutant with the tests that notice it.
type tried struct {
	Number  int
	Noticed []Notice
	Calls   int // number of calls that it took
}

// openNotes reads the notes in a file and continues them. If a process died of a mutant, the test that was being
// executed noticed it.
func openNotes(path string) (*notes, error) {
	n := &notes{done: map[int]*tried{}}
	if path == "" {
		return n, nil
	}
	all, err := readNotes(path)
	if err != nil {
		return nil, err
	}
	var last *underway
	for i := range all {
		last = all[i].Test
		n.take(&all[i])
	}
	if n.file, err = os.Create(path); err != nil {
		return nil, fmt.Errorf("mutation: notes: %w", err)
	}
	n.out = gob.NewEncoder(n.file)
	if last != nil {
		died := Notice{last.Test, []suite.Assertion{{Op: suite.StatusOp}}}
		n.done[last.Number] = &tried{Number: last.Number, Noticed: append(last.Before, died)}
		all = append(all, note{Tried: n.done[last.Number]})
	}
	for i := range all {
		if all[i].Test == nil { // these are done
			if err := n.write(&all[i]); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// readNotes reads a file up to the first incomplete line.
func readNotes(path string) (all []note, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("mutation: notes: %w", err)
	}
	defer file.Close()
	in := gob.NewDecoder(bufio.NewReader(file))
	for {
		var one note
		if err := in.Decode(&one); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return all, nil
			}
			return nil, fmt.Errorf("mutation: notes: %w", err)
		}
		all = append(all, one)
	}
}

func (n *notes) take(one *note) {
	switch {
	case one.Plain != nil:
		n.plain = one.Plain
	case one.Tried != nil:
		n.done[one.Tried.Number] = one.Tried
		n.calls += one.Tried.Calls
	}
}

func (n *notes) write(one *note) error {
	if n.file == nil {
		return nil
	}
	if err := n.out.Encode(one); err != nil {
		return fmt.Errorf("mutation: notes: %w", err)
	}
	return nil
}

func (n *notes) begin(p *plain) error {
	n.plain = p
	return n.write(&note{Plain: p})
}

// test notes that a test begins on a mutant.
func (n *notes) test(of *tried, test int) error {
	return n.write(&note{Test: &underway{of.Number, test, of.Noticed}})
}

// count counts calls on the present mutant.
func (n *notes) count(calls int) {
	n.calls += calls
	n.since += calls
}

// made returns the number of calls since the last time.
func (n *notes) made() int {
	calls := n.since
	n.since = 0
	return calls
}

func (n *notes) end(found *tried) error {
	n.done[found.Number] = found
	return n.write(&note{Tried: found})
}

func (n *notes) close() {
	if n.file != nil {
		_ = n.file.Close() // all of it is written already
	}
}
