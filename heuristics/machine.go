package heuristics

import (
	"math"
	"unicode/utf8"
)

const (
	// machineStates bounds the states of a machine. A shape that needs more has no distances.
	machineStates = 2048
	// machineWork bounds the computation of a distance: the number of characters times the number of states, and times
	// machineSteps the number of steps.
	machineWork, machineSteps = 1 << 17, 16
)

// Machine measures how far texts are from a [Shape]. It is immutable.
type Machine struct {
	states []state
	start  int32
	large  bool // the shape needs too many states
}

// state is a state of an automaton that reads a text from left to right.
type state struct {
	kind       stateKind
	place      Place
	next, also int32  // states that follow; only a fork has also
	ranges     []rune // characters that it reads
}

type stateKind byte

const (
	matched stateKind = iota
	reads
	forks
	checks
)

// NewMachine returns the machine of a shape.
func NewMachine(s Shape) *Machine {
	m := &Machine{states: []state{{kind: matched}}}
	m.start = m.build(s, 0)
	return m
}

func (m *Machine) add(s state) int32 {
	if m.large = m.large || len(m.states) >= machineStates; m.large {
		return 0
	}
	m.states = append(m.states, s)
	return int32(len(m.states) - 1)
}

// build adds states for a shape that continue with the state next, and returns the first of them. Source: Thompson
// 1968, Regular expression search algorithm.
func (m *Machine) build(s Shape, next int32) int32 {
	switch s.kind {
	case ofRunes:
		return m.add(state{kind: reads, next: next, ranges: s.ranges})
	case ofPlace:
		return m.add(state{kind: checks, next: next, place: s.place})
	case ofRepetition:
		return m.repeat(s, next)
	case ofChoice:
		first := m.add(state{kind: reads}) // matches no text at all
		for i := len(s.parts) - 1; i >= 0; i-- {
			if part := m.build(s.parts[i], next); i == len(s.parts)-1 {
				first = part
			} else {
				first = m.add(state{kind: forks, next: part, also: first})
			}
		}
		return first
	}
	for i := len(s.parts) - 1; i >= 0; i-- {
		next = m.build(s.parts[i], next)
	}
	return next
}

func (m *Machine) repeat(s Shape, next int32) int32 {
	if s.max < 0 {
		loop := m.add(state{kind: forks, also: next})
		inner := m.build(s.parts[0], loop)
		m.states[loop].next = inner
		next = loop
	}
	after := next
	for range s.max - s.min {
		if m.large {
			break
		}
		next = m.add(state{kind: forks, next: m.build(s.parts[0], next), also: after})
	}
	for range s.min {
		if m.large {
			break
		}
		next = m.build(s.parts[0], next)
	}
	return next
}

// Distance is how far a text is from having a part with the shape, by the cheapest way to change it: the differences of
// the characters that change, in steps as in [StringDistance], and [MissingChar] for each that comes or goes. It is 0
// if the text has such a part. If not, it is above 0, except for texts that fail only because of a [Place].
//
// The work is bounded: only the first characters of a long text are read, and a shape that is too large has no
// distances. Source: Wagner, Fischer 1974, The string-to-string correction problem, for the states of an automaton in
// place of the second string.
func (m *Machine) Distance(text string) uint64 {
	if m.large {
		return MissingChar
	}
	w := m.newWay(text)
	for _, limit := range [...]uint64{MissingChar, 4 * MissingChar} { // a low limit makes near texts fast
		if d := w.search(limit); d < limit {
			return d
		}
	}
	return w.search(math.MaxUint64)
}

// search returns the distance if it is below a limit, else the limit.
func (w *way) search(limit uint64) uint64 {
	for w.at, w.best = 0, limit; w.at <= len(w.text) && w.best > 0; w.at++ {
		if w.at > 0 {
			w.read()
		}
		w.improve(w.start, 0)
		w.settle()
	}
	for _, s := range w.reached {
		w.cost[s] = math.MaxUint64
	}
	w.reached = w.reached[:0]
	return w.best
}

// way holds the cheapest ways through a machine up to an index in a text.
type way struct {
	*Machine
	text           []rune
	more           uint64   // number of characters after the text that are not read
	cost, next     []uint64 // by state, at this character of the text and at the next one
	reached, spare []int32  // the states that have a cost below the largest number
	queue          []int32  // states whose cost has changed
	queued         []bool
	at             int
	best           uint64 // the least cost of a match
	steps          int    // number of steps that may still be made
}

func (m *Machine) newWay(text string) *way {
	n := len(m.states)
	w := &way{Machine: m, cost: make([]uint64, n), next: make([]uint64, n), queued: make([]bool, n)}
	for i := range n {
		w.cost[i], w.next[i] = math.MaxUint64, math.MaxUint64
	}
	for limit := machineWork / n; text != "" && len(w.text) < limit; {
		r, size := firstChar(text)
		w.text, text = append(w.text, r), text[size:]
	}
	w.more = uint64(utf8.RuneCountInString(text))
	w.steps = machineSteps * n * (len(w.text) + 1)
	return w
}

// read continues with the next character, which matches, changes or is deleted.
func (w *way) read() {
	r, before := w.text[w.at-1], w.reached
	w.reached, w.spare = w.spare[:0], before
	w.cost, w.next = w.next, w.cost
	for _, i := range before {
		c := w.next[i]
		w.next[i] = math.MaxUint64
		if c >= w.best {
			continue
		}
		w.improve(i, c+MissingChar)
		if s := &w.states[i]; s.kind == reads && len(s.ranges) > 0 {
			w.improve(s.next, c+nearestRange(r, s.ranges))
		}
	}
}

// improve notes a way to a state if it is cheaper than the known one.
func (w *way) improve(s int32, cost uint64) {
	if cost >= w.cost[s] || cost >= w.best {
		return
	}
	if w.cost[s] == math.MaxUint64 {
		w.reached = append(w.reached, s)
	}
	w.cost[s] = cost
	switch {
	case s == 0:
		w.best = cost
	case !w.queued[s]:
		w.queued[s] = true
		w.queue = append(w.queue, s)
	}
}

// settle finds the cheapest ways to states without reading a character: through forks and places, and by inserting
// characters that the text lacks.
func (w *way) settle() {
	for i := 0; i < len(w.queue); i++ {
		from := w.queue[i]
		w.queued[from] = false
		w.steps--
		if w.cost[from] >= w.best || w.steps < 0 {
			continue
		}
		switch s, cost := &w.states[from], w.cost[from]; s.kind {
		case forks:
			w.improve(s.next, cost)
			w.improve(s.also, cost)
		case checks:
			w.improve(s.next, cost+w.placeCost(s.place))
		case reads:
			if len(s.ranges) > 0 {
				w.improve(s.next, cost+MissingChar)
			}
		}
	}
	w.queue = w.queue[:0]
}

// placeCost is the cost of making a place hold here.
func (w *way) placeCost(p Place) uint64 {
	before, behind := rune(-1), rune(-1)
	if w.at > 0 {
		before = w.text[w.at-1]
	}
	if w.at < len(w.text) {
		behind = w.text[w.at]
	}
	isEdge := inWord(before) != inWord(behind)
	holds := false
	switch p {
	case Start:
		return uint64(w.at) * MissingChar
	case End:
		return (uint64(len(w.text)-w.at) + w.more) * MissingChar
	case LineStart:
		holds = before == -1 || before == '\n'
	case LineEnd:
		holds = behind == -1 || behind == '\n'
	case Edge:
		holds = isEdge
	case NoEdge:
		holds = !isEdge
	}
	if holds {
		return 0
	}
	return MissingChar
}

func inWord(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '_'
}

// nearestRange is the distance of a character from the nearest one in ascending ranges.
func nearestRange(r rune, ranges []rune) uint64 {
	low, high := 0, len(ranges)/2
	for low < high { // the first range that does not end before r
		if mid := (low + high) / 2; ranges[2*mid+1] < r {
			low = mid + 1
		} else {
			high = mid
		}
	}
	d := uint64(math.MaxUint64)
	if low > 0 {
		d = charDistance(r, ranges[2*low-1])
	}
	if 2*low == len(ranges) {
		return d
	}
	if ranges[2*low] <= r {
		return 0
	}
	return min(d, charDistance(r, ranges[2*low]))
}
