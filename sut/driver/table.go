package driver

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"sync"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// table has the targets of all processes of a system, by number. It is safe for concurrent use: a process may announce
// targets while another is searched.
type table struct {
	mu       sync.Mutex
	targets  []*target // by number
	names    map[fitness.Target]int
	warnings []string
	registry *fitness.Registry
	by       map[fitness.ID]*target // conditions that were reached
	covered  []*target              // reported with 1 before the last Begin
	newly    []*target              // reported with 1 since then
	fresh    []*target              // reused by tell
}

// target is a target that was announced.
type target struct {
	Target
	name, line, file fitness.Target // line and file of a statement
	id               fitness.ID     // -1: not reached yet
	lineID, fileID   fitness.ID
	covered          bool
}

func newTable() *table {
	return &table{names: map[fitness.Target]int{}, by: map[fitness.ID]*target{}}
}

// announce adds targets. A number that is there already has to stand for the same target.
func (t *table) announce(list []Target) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range list {
		n := int(list[i].Number)
		if n >= len(t.targets) {
			t.targets = append(t.targets, make([]*target, n+1-len(t.targets))...)
		}
		if old := t.targets[n]; old == nil {
			t.targets[n] = t.added(&list[i])
		} else if old.File != list[i].File || old.Line != list[i].Line || old.Column != list[i].Column ||
			old.Kind != list[i].Kind || old.Side != list[i].Side {
			return fmt.Errorf("target %d is at %s:%d in one process and at %s:%d in another", n, old.File, old.Line,
				list[i].File, list[i].Line)
		}
	}
	return nil
}

// added makes a target. Its name has to differ from those of conditions with the same place and words.
func (t *table) added(from *Target) *target {
	line := from.File + ":" + strconv.Itoa(int(from.Line))
	name := line + ":" + strconv.Itoa(int(from.Column))
	if from.Kind == sut.BranchTarget {
		name += " " + from.What
		if from.Side != NoSide {
			name += " " + from.Side.String()
		}
	}
	out := &target{Target: *from, name: fitness.Target{Kind: from.Kind, Name: name}, id: -1}
	out.Values = nil
	for _, v := range from.Values {
		out.Values = append(out.Values, plain(v))
	}
	t.names[out.name]++
	if n := t.names[out.name]; n > 1 {
		out.name.Name += " " + strconv.Itoa(n)
	}
	if from.Kind == sut.StatementTarget {
		out.line = fitness.Target{Kind: sut.LineTarget, Name: line}
		out.file = fitness.Target{Kind: sut.FileTarget, Name: from.File}
	}
	return out
}

// maxWarnings is how many warnings are kept.
const maxWarnings = 20

func (t *table) warn(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text = oneLine(text); text != "" && len(t.warnings) < maxWarnings && !slices.Contains(t.warnings, text) {
		t.warnings = append(t.warnings, text)
	}
}

func (t *table) of(number uint32) *target {
	if int(number) >= len(t.targets) {
		return nil
	}
	return t.targets[number]
}

// tell appends the targets that were reached. New targets get their ids in the order of their names, which does not
// depend on the order in which files were loaded.
func (t *table) tell(into []sut.Reached, list []Score, all bool) ([]sut.Reached, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fresh = t.fresh[:0]
	for _, s := range list {
		at := t.of(s.Number)
		if at == nil {
			return into, fmt.Errorf("target %d was never announced", s.Number)
		}
		if at.id < 0 {
			at.id = -2 // a target is registered once
			t.fresh = append(t.fresh, at)
		}
	}
	slices.SortFunc(t.fresh, func(a, b *target) int { return cmp.Compare(a.name.Name, b.name.Name) })
	for _, at := range t.fresh {
		t.learn(at)
	}
	for _, s := range list {
		at := t.targets[s.Number]
		into = append(into, sut.Reached{Target: at.id, Value: s.Value})
		if s.Value >= 1 && !at.covered {
			t.newly = append(t.newly, at)
		}
		if at.Kind == sut.StatementTarget && (all || !at.covered) {
			into = append(into, sut.Reached{Target: at.lineID, Value: 1}, sut.Reached{Target: at.fileID, Value: 1})
		}
	}
	return into, nil
}

// learn registers a target.
func (t *table) learn(at *target) {
	at.id = t.registry.ID(at.name)
	if at.Kind == sut.BranchTarget {
		t.by[at.id] = at
		return
	}
	at.lineID, at.fileID = t.registry.ID(at.line), t.registry.ID(at.file)
}

// begin notes which targets are covered for good, and returns all of them.
func (t *table) begin() []*target {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, at := range t.newly {
		if !at.covered {
			at.covered = true
			t.covered = append(t.covered, at)
		}
	}
	t.newly = t.newly[:0]
	return t.covered
}

// statements returns the counts of statements by package.
func (t *table) statements() (out []sut.PackageCoverage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	by := map[string]sut.PackageCoverage{}
	for _, at := range t.targets {
		if at == nil || at.Kind != sut.StatementTarget {
			continue
		}
		dir := path.Dir(at.File)
		p := by[dir]
		p.Path, p.Statements = dir, p.Statements+1
		if at.id >= 0 {
			p.Covered++
		}
		by[dir] = p
	}
	for _, dir := range slices.Sorted(maps.Keys(by)) {
		out = append(out, by[dir])
	}
	return out
}

// constants returns the constants of all conditions, each once, by file and place.
func (t *table) constants() []any {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(t.targets), func(at *target) bool { return at == nil })
	slices.SortStableFunc(list, func(a, b *target) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var out []any
	seen := map[any]bool{}
	for _, at := range list {
		for _, v := range at.Values {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// condition returns the target with an id if it is a condition that was reached, else nil.
func (t *table) condition(id fitness.ID) *target {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.by[id]
}

// sides returns the ids of both sides of a condition, by the number of its true side.
func (t *table) sides(number uint32) (onTrue, onFalse fitness.ID, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	onFalse = -1
	at := t.of(number)
	if at == nil || at.id < 0 {
		return -1, -1, false
	}
	if other := t.of(number + 1); other != nil && other.Side == False && other.id >= 0 {
		onFalse = other.id
	}
	return at.id, onFalse, true
}

// warned returns what drivers warned of, each line once.
func (t *table) warned() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.warnings)
}
