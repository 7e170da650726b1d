package probe

import (
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Target is the dense number of something that can be covered: a statement, or one side of a condition. Packages follow
// each other in the order in which they registered. In each package the statements come first, then two targets for
// each condition, the true side before the false side.
type Target int32

// maxTargets is the largest number of targets.
const maxTargets = 1 << 30

// Package describes an instrumented package to [Register]. Each slice of cells should be at the start of an array whose
// size is a multiple of eight bytes.
type Package struct {
	Path       string // import path
	Groups     []Group
	Statements []Stmt
	Conditions []Cond
	Distances  []Near // one for each condition
	Choices    []Choice
	// Starts has the starts of the groups. There may be more groups than starts; the further ones have no cells. Nil
	// means one group of all cells.
	Starts []Start
	// Sites has one line per entry, in the order of the cells:
	//
	//	F base.go                              a file begins
	//	N (*Server).create                     a function begins; with no name, what is in none
	//	S line col [first count t|f]           a statement; it runs when the
	//	                                       conditions first.. are true or false
	//	C kind op line col text                a condition
	//	V constant                             a constant in that condition
	Sites string
	// Library says that the package is not covered. Its conditions are no targets: only [Overheard] reports them, and
	// they are muted unless somebody listens.
	Library bool
	// Counts says that the package calls [Step].
	Counts bool
}

// registered is a package that came to [Register].
type registered struct {
	*Package
	starts []Start // and, last, the end of the last group
	first  Target  // its first target

	groups, stmts, conds marks // one byte for each group, two for each statement and condition
	// muted has bits for the bytes of marks that need not be read: those of muted statements, and of conditions with
	// two muted sides.
	muted struct{ stmts, conds []uint64 }

	once  sync.Once // guards sites
	sites []Site
}

func (p *registered) size() int { return len(p.Statements) + 2*len(p.Conditions) }

var (
	registry  sync.Mutex                    // guards the growth of packages and libraries
	packages  atomic.Pointer[[]*registered] // copied on write
	libraries atomic.Pointer[[]*registered] // packages that are not covered, copied on write too
)

// FirstOfLibraries is the first target in packages that are not covered. All targets of covered packages are smaller.
const FirstOfLibraries Target = maxTargets

// Register makes the cells of a package known. The generated file of each instrumented package calls it once, from a
// variable declaration. Cells may be touched before that. It returns false, and the package has no targets, if there
// would be more than 2^30 targets.
func Register(p Package) bool {
	registry.Lock()
	defer registry.Unlock()
	if p.Library {
		return registerLibrary(&registered{Package: &p})
	}
	r := &registered{Package: &p, starts: p.Starts, first: Target(Targets())}
	if r.size() > maxTargets-int(r.first) {
		return false
	}
	if r.starts == nil {
		r.starts = []Start{{}}
	}
	end := Start{uint32(len(p.Statements)), uint32(len(p.Conditions)), uint32(len(p.Choices))}
	r.starts = append(slices.Clip(r.starts), end)
	r.groups, r.stmts, r.conds = marksOf(p.Groups), marksOf(p.Statements), marksOf(p.Conditions)
	r.muted.stmts = make([]uint64, (r.stmts.size+7)/8)
	r.muted.conds = make([]uint64, (r.conds.size+7)/8)
	list := append(slices.Clone(registeredPackages()), r)
	packages.Store(&list)
	return true
}

// registerLibrary is [Register] for a package that is not covered.
func registerLibrary(r *registered) bool {
	list := loaded(&libraries)
	r.first = FirstOfLibraries
	if n := len(list); n > 0 {
		r.first = list[n-1].first + Target(list[n-1].size())
	}
	if r.size() > math.MaxInt32-int(r.first) {
		return false
	}
	r.muteLibrary()
	list = append(slices.Clone(list), r)
	libraries.Store(&list)
	return true
}

// muteLibrary mutes all conditions and switches of a library.
//
//go:norace
func (p *registered) muteLibrary() {
	for i := range p.Conditions {
		p.Distances[i].muted = [2]uint8{muted, muted}
		p.Conditions[i].silence()
	}
	for i := range p.Choices {
		p.Choices[i].muted = muted
	}
}

// startListening unmutes all conditions and switches of a library and clears their marks, for a new round.
//
//go:norace
func (p *registered) startListening() {
	clear(p.Conditions)
	for i := range p.Distances {
		p.Distances[i].muted = [2]uint8{}
		p.Distances[i].drop()
	}
	for i := range p.Choices {
		p.Choices[i].drop()
		p.Choices[i].unmute()
	}
}

func loaded(of *atomic.Pointer[[]*registered]) []*registered {
	if list := of.Load(); list != nil {
		return *list
	}
	return nil
}

func registeredPackages() []*registered { return loaded(&packages) }

// Targets returns the number of targets of covered packages; 0 means that this program is not instrumented.
func Targets() int {
	list := registeredPackages()
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	return int(last.first) + last.size()
}

// condOf returns the condition of a target, nil if the target is no side of a condition.
func condOf(t Target) *Cond {
	p := owner(t)
	if p == nil || int(t-p.first) < len(p.Statements) {
		return nil
	}
	return &p.Conditions[(int(t-p.first)-len(p.Statements))/2]
}

// nearOf returns the Near of a condition, nil if no package has the condition.
func nearOf(c *Cond) *Near {
	for _, p := range registeredPackages() {
		offset := uintptr(unsafe.Pointer(c)) - uintptr(unsafe.Pointer(unsafe.SliceData(p.Conditions)))
		if i := offset / unsafe.Sizeof(Cond{}); c != nil && i < uintptr(len(p.Conditions)) {
			return &p.Distances[i]
		}
	}
	return nil
}

// targetOf returns the target of the true side of a condition.
func targetOf(c *Cond) (t Target, ok bool) {
	at := uintptr(unsafe.Pointer(c))
	for _, p := range slices.Concat(registeredPackages(), loaded(&libraries)) {
		base := uintptr(unsafe.Pointer(unsafe.SliceData(p.Conditions)))
		if i := (at - base) / unsafe.Sizeof(*c); at >= base && i < uintptr(len(p.Conditions)) {
			return p.first + Target(len(p.Statements)) + 2*Target(i), true
		}
	}
	return 0, false
}

// owner returns the package of a target, nil if there is none.
func owner(t Target) *registered {
	list := registeredPackages()
	if t >= FirstOfLibraries {
		list = loaded(&libraries)
	}
	i := sort.Search(len(list), func(i int) bool { return list[i].first > t }) - 1
	if i < 0 || int(t-list[i].first) >= list[i].size() || t < 0 {
		return nil
	}
	return list[i]
}

// mute mutes a target of the package.
func (p *registered) mute(t Target) {
	i := int(t - p.first)
	if i < len(p.Statements) {
		setMuted(p.muted.stmts, i)
		return
	}
	i -= len(p.Statements)
	if p.Distances[i/2].mute(index(i%2 == 0)) {
		setMuted(p.muted.conds, i/2)
		p.Conditions[i/2].silence()
	}
}

// setMuted sets the two bytes of cell i in a bit set of muted cells.
func setMuted(words []uint64, i int) { atomic.OrUint64(&words[i/4], within(2*i&^7, 2*i, 2*i+2)) }

func (p *registered) unmute() {
	p.stmts.clearMuted(p.muted.stmts)
	p.conds.clearMuted(p.muted.conds)
	for i := range p.Distances {
		p.Distances[i].unmute()
	}
	p.conds.clearQuiet()
	for i := range p.Choices {
		p.Choices[i].unmute()
	}
}
