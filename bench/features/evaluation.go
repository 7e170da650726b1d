package features

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench/features/store"
)

// The kinds of constraints.
const (
	requires = "requires"
	excludes = "excludes"
)

// maxDepth bounds the recursion of evaluation. The original's ends when the
// stack overflows, which is an answer of 500 there, but the end of a process
// in Go.
const maxDepth = 200

// evaluation finds out whether a configuration satisfies its constraints, and
// activates the features that it lacks.
type evaluation struct {
	valid    bool
	messages []string
	derived  set
}

// run passes over the constraints. While these only lack features, it activates
// one and runs again. It keeps two faults of the original: two derived features
// at once are an error, as the set loses one while it is iterated, and there is
// no end where activating a feature does not satisfy what derived it.
func (e *evaluation) run(d *draft, depth int) error {
	if depth > maxDepth {
		return errEndless
	}
	for _, c := range d.constraints {
		e.check(d, c)
	}
	if e.valid && len(e.derived.names) > 0 {
		changes := e.derived.changes
		for _, name := range slices.Clone(e.derived.names) {
			if e.derived.changes != changes {
				return errChanged
			}
			f, ok := named(d.features, name)
			if !ok {
				return fmt.Errorf("derived feature %q: %w", name, errNoFeature)
			}
			d.activate(f)
			e.derived.remove(name)
			if err := e.run(d, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// check looks at one constraint.
func (e *evaluation) check(d *draft, c store.Constraint) {
	if c.Kind == excludes {
		if d.isActive(c.Source) && d.isActive(c.Target) {
			e.valid = false
			e.messages = append(e.messages, fmt.Sprintf("%s excludes %s", *c.Source, *c.Target))
		}
	} else {
		if d.isActive(c.Source) && !d.isActive(c.Target) {
			e.derived.add(c.Target)
		}
	}
}

// err says what is wrong with an invalid configuration.
func (e *evaluation) err() error {
	return fmt.Errorf("%w: %s", errInvalid, strings.Join(e.messages, ", "))
}

// set is a set of names that counts its changes, as the collections of the
// original do to notice that they are changed while they are iterated.
type set struct {
	names   []string
	changes int
}

// add adds a name. One that is missing is the name of no feature, as is "".
func (s *set) add(name *string) {
	text := ""
	if name != nil {
		text = *name
	}
	if !slices.Contains(s.names, text) {
		s.names = append(s.names, text)
		s.changes++
	}
}

func (s *set) remove(name string) {
	s.names = slices.DeleteFunc(s.names, func(n string) bool { return n == name })
	s.changes++
}
