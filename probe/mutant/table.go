package mutant

import (
	"strings"
	"sync"
)

// Package describes a package with mutants.
type Package struct {
	// Path is its import path.
	Path string
	// Points are its mutants.
	Points []Point
	// Sites has a line for each mutant: the function and the change, with a tab between them.
	Sites string
}

// Site describes a mutant.
type Site struct {
	// Package is an import path, or the path of a file.
	Package string
	// Function is the function that is changed: "(*store).add".
	Function string
	// Change describes the change: "n > 100 becomes n >= 100".
	Change string
	// Line is the line of the change if Package is the path of a file, and 0 if Package is an import path.
	Line int
}

// Program is a program with mutants of itself.
type Program interface {
	// Sites describes the mutants. The number of a mutant is its index.
	Sites() []Site
	// Switch switches a mutant on or off.
	Switch(number int, on bool)
	// Reached returns the numbers of the mutants that the program reached since the last call, sorted.
	Reached() []int
}

// Own returns the running program, with the mutants that its packages have registered.
func Own() Program { return own{} }

type own struct{}

func (own) Sites() []Site              { return Sites() }
func (own) Switch(number int, on bool) { Switch(number, on) }

func (own) Reached() []int {
	numbers := Reached()
	Forget()
	return numbers
}

// table has the registered packages.
type table struct {
	sync.Mutex
	points []*Point
	sites  []Site
}

var known table

// Register adds the mutants of a package. Packages register while the program
// starts, so the order is the same in each process.
func Register(p Package) bool {
	known.Lock()
	defer known.Unlock()
	lines := strings.Split(p.Sites, "\n")
	for i := range p.Points {
		site := Site{Package: p.Path}
		if i < len(lines) {
			site.Function, site.Change, _ = strings.Cut(lines[i], "\t")
		}
		known.points = append(known.points, &p.Points[i])
		known.sites = append(known.sites, site)
	}
	return true
}

// Sites describes all mutants of the program. The number of a mutant is its
// index.
func Sites() []Site {
	known.Lock()
	defer known.Unlock()
	return known.sites[:len(known.sites):len(known.sites)]
}

// Switch switches a mutant on or off.
func Switch(number int, on bool) {
	known.Lock()
	defer known.Unlock()
	if on {
		known.points[number].state.Or(switched)
	} else {
		known.points[number].state.And(^uint32(switched))
	}
}

// Forget forgets which mutants were reached.
func Forget() {
	known.Lock()
	defer known.Unlock()
	for _, p := range known.points {
		p.state.And(^uint32(reached))
	}
}

// Reached returns the numbers of the mutants that the program reached since the last call of [Forget], sorted.
func Reached() (numbers []int) {
	known.Lock()
	defer known.Unlock()
	for i, p := range known.points {
		if p.state.Load()&reached != 0 {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
