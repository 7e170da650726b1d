package probe

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Target is the dense number of something that can be covered: a statement, or
// one side of a condition. Packages follow each other in the order in which
// they registered; in each its statements come first, then two targets per
// condition, the true side before the false.
type Target int32

// entry is what the table knows of one target. A condition is listed once, in
// the entry of its true side.
type entry struct {
	stmt *Stmt
	cond *Cond
	side int32  // of cond: 0 true, 1 false
	next uint32 // what was touched before it, as target+1; 0 at the end of the list
}

// The table grows by chunks that never move, so that probes can link entries
// while another package registers.
const (
	chunkBits  = 11
	chunkSize  = 1 << chunkBits
	chunkCount = 1 << 11
	maxTargets = chunkSize * chunkCount // 4 million
)

// registered is one package as it came to [Register].
type registered struct {
	path  string
	stmts []Stmt
	conds []Cond
	first Target // its first target
	text  string
	once  sync.Once // guards sites
	sites []Site
}

func (p *registered) size() int { return len(p.stmts) + 2*len(p.conds) }

var (
	// registry guards the growth of the table, and Kill against it.
	registry sync.Mutex
	// chunks are written before a cell gets its number, and read after that
	// number was read from the cell, the list or count.
	chunks   [chunkCount]*[chunkSize]entry
	count    atomic.Int32                  // targets
	packages atomic.Pointer[[]*registered] // copied on write
	killed   atomic.Bool                   // between Kill and Revive
	touched  struct {                      // a cache line of its own
		_    [64]byte
		head atomic.Uint32 // the list of what was touched, as target+1
		_    [60]byte
	}
)

func at(t Target) *entry { return &chunks[t>>chunkBits][t&(chunkSize-1)] }

// push puts the target on the list of what was touched. Only the goroutine
// that set the cell's listed bit may do so: that makes it the owner of next
// until the list is taken. As the list is only ever taken whole, a head that
// comes back is the same list, and no ABA problem arises.
func push(t Target) {
	e := at(t)
	for {
		e.next = touched.head.Load()
		if touched.head.CompareAndSwap(e.next, uint32(t+1)) {
			return
		}
	}
}

// Register makes the cells of a package known; the generated file of each
// instrumented package calls it once, from a variable declaration. Cells may
// be touched before that. It reports false, and the package stays without
// targets, if the table is full at four million targets.
//
// The text of sites has one line per entry, in the order of the cells:
//
//	F base.go                              a file begins
//	S line col [first count t|f]           a statement; it runs when the
//	                                       conditions first.. are true or false
//	C kind op line col text                a condition
func Register(path string, s []Stmt, c []Cond, sites string) bool {
	registry.Lock()
	defer registry.Unlock()
	p := &registered{path: path, stmts: s, conds: c, text: sites, first: Target(count.Load())}
	if p.size() > maxTargets-int(p.first) {
		return false
	}
	enrol(p)
	list := append(slices.Clone(registeredPackages()), p)
	packages.Store(&list)
	count.Store(int32(p.first) + int32(p.size()))
	var stmtFlags, condFlags uint32
	if killed.Load() {
		stmtFlags, condFlags = killedBit, condKilled
	}
	for i := range s {
		s[i].number(p.first+Target(i), stmtFlags)
	}
	for i := range c {
		c[i].number(p.first+Target(len(s)+2*i), condFlags)
	}
	return true
}

func registeredPackages() []*registered {
	if list := packages.Load(); list != nil {
		return *list
	}
	return nil
}

// enrol writes the entries of a package.
func enrol(p *registered) {
	t := p.first
	for i := range p.stmts {
		*grown(t) = entry{stmt: &p.stmts[i]}
		t++
	}
	for i := range p.conds {
		*grown(t) = entry{cond: &p.conds[i]}
		*grown(t + 1) = entry{cond: &p.conds[i], side: 1}
		t += 2
	}
}

func grown(t Target) *entry {
	if chunks[t>>chunkBits] == nil {
		chunks[t>>chunkBits] = new([chunkSize]entry)
	}
	return at(t)
}

// Targets returns how many targets there are; 0 means that this program is not
// instrumented.
func Targets() int { return int(count.Load()) }

// condOf returns the condition of a target, nil if it has none.
func condOf(t Target) *Cond {
	if t < 0 || int(t) >= Targets() {
		return nil
	}
	return at(t).cond
}

// owner returns the package that target t is in, nil if there is none.
func owner(t Target) *registered {
	list := registeredPackages()
	i := sort.Search(len(list), func(i int) bool { return list[i].first > t }) - 1
	if i < 0 || int(t-list[i].first) >= list[i].size() || t < 0 {
		return nil
	}
	return list[i]
}

// located returns the target of the statement at an address.
func located(address uintptr) (Target, bool) {
	for _, p := range registeredPackages() {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(p.stmts)))
		if offset := address - start; address >= start && offset < uintptr(len(p.stmts))*unsafe.Sizeof(Stmt{}) {
			return p.first + Target(offset/unsafe.Sizeof(Stmt{})), true
		}
	}
	return 0, false
}
