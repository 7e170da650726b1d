package stintlog

import (
	"slices"
	"time"
)

// repository keeps projects, stints and sheets.
type repository interface {
	Projects() []Project
	Project(code string) (Project, bool)
	SaveProject(Project)

	Stint(no int) (Stint, bool)
	Stints(Filter) []Stint
	AddStint(Stint) Stint
	SaveStint(Stint)
	RemoveStint(no int)
	Overlaps(Stint) bool

	Sheet(person, week string) Sheet
	SaveSheet(person, week string, s Sheet)
}

// memory is a repository in memory.
type memory struct {
	bug      int
	projects []Project
	stints   []Stint
	lastNo   int
	sheets   map[[2]string]Sheet
}

func newMemory(bug int) *memory { return &memory{bug: bug, sheets: map[[2]string]Sheet{}} }

func (m *memory) Projects() []Project { return slices.Clone(m.projects) }

func (m *memory) Project(code string) (Project, bool) {
	for _, p := range m.projects {
		if p.Code == code {
			return p, true
		}
	}
	return Project{}, false
}

func (m *memory) SaveProject(p Project) {
	for i, old := range m.projects {
		if old.Code == p.Code {
			m.projects[i] = p
			return
		}
	}
	m.projects = append(m.projects, p)
}

func (m *memory) Stint(no int) (Stint, bool) {
	for _, s := range m.stints {
		if s.No == no {
			return s, true
		}
	}
	return Stint{}, false
}

// Stints returns the stints that fit, the latest start first, and those that start together by number.
func (m *memory) Stints(f Filter) []Stint {
	out := []Stint{}
	for _, s := range m.stints {
		day := s.Day()
		if m.bug == 1 {
			day = s.Start.UTC().Format(time.DateOnly)
		}
		if (f.Visible != nil && !f.Visible(s.Person)) ||
			(f.Person != "" && s.Person != f.Person) ||
			(f.Project != "" && s.Project != f.Project) ||
			(f.From != "" && day < f.From) ||
			(f.To != "" && day > f.To) ||
			(f.After != nil && !m.follows(s, *f.After)) {
			continue
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Stint) int {
		if c := b.Start.Compare(a.Start); c != 0 {
			return c
		}
		return a.No - b.No
	})
	if f.Limit > 0 && len(out) > f.Limit {
		out = out[:f.Limit]
	}
	return out
}

// follows says whether a stint comes after a position in the list.
func (m *memory) follows(s Stint, p Position) bool {
	if s.Start.Equal(p.Start) && m.bug != 7 {
		return s.No > p.No
	}
	return s.Start.Before(p.Start)
}

func (m *memory) AddStint(s Stint) Stint {
	m.lastNo++
	s.No = m.lastNo
	m.stints = append(m.stints, s)
	return s
}

func (m *memory) SaveStint(s Stint) {
	for i, old := range m.stints {
		if old.No == s.No {
			m.stints[i] = s
		}
	}
}

func (m *memory) RemoveStint(no int) {
	m.stints = slices.DeleteFunc(m.stints, func(s Stint) bool { return s.No == no })
}

// Overlaps says whether the person has another stint at the same time.
func (m *memory) Overlaps(s Stint) bool {
	return slices.ContainsFunc(m.stints, func(o Stint) bool {
		if o.Person != s.Person || o.No == s.No {
			return false
		}
		if m.bug == 6 {
			within := func(t time.Time) bool { return t.After(o.Start) && t.Before(o.End) }
			return within(s.Start) || within(s.End) || s.Start.Equal(o.Start)
		}
		return s.Start.Before(o.End) && o.Start.Before(s.End)
	})
}

func (m *memory) Sheet(person, week string) Sheet {
	if s, ok := m.sheets[[2]string{person, week}]; ok {
		return s
	}
	return Sheet{State: open}
}

func (m *memory) SaveSheet(person, week string, s Sheet) { m.sheets[[2]string{person, week}] = s }
