package opened

import (
	"encoding/binary"
	"hash/fnv"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/aside"
)

// most bounds the resources that are noted in one round.
const most = 64

// lostBeforeSure is the number of resources of one call chain that have to be lost, with none kept, before the next
// ones are taken for lost without a check. Then one in enough is still checked.
const lostBeforeSure = 8

// maxPause bounds the number of rounds in a row in which a call chain that keeps its resources is not checked.
const maxPause = 256

// recorder notes the resources that are opened in a round.
type recorder struct {
	on   atomic.Bool
	mu   aside.Mutex
	list []*resource
	ways map[uint64]*record // by call chain: the functions that call each other, and the place that opens
}

// record has what was seen of the resources that one call chain opens.
type record struct {
	lost, kept  int // resources that were garbage though open, and others
	pause, skip int
}

// sure reports whether the next resource counts as lost without a check.
func (r *record) sure() bool {
	if r.kept > 0 || r.lost < lostBeforeSure {
		return false
	}
	r.skip = (r.skip + 1) % lostBeforeSure
	return r.skip > 0
}

// keeps notes that a resource was closed after its round, or is kept.
func (r *record) keeps() {
	r.kept++
	if r.lost == 0 {
		r.pause = min(max(2*r.pause, 1), maxPause)
		r.skip = r.pause
	}
}

// noted has the resources of this process.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.mu.Lock()
	noted.list = nil
	noted.mu.Unlock()
	noted.on.Store(on)
}

// Drop begins a new round.
func Drop() {
	if noted.on.Load() {
		noted.take()
	}
}

func (n *recorder) add(r *resource) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.list) < most {
		n.list = append(n.list, r)
	}
}

func (n *recorder) take() []*resource {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// Left ends the round. It returns the resources that were opened in it, are still open, and can be closed by nobody any
// more, in the order of opening. Only resources opened on goroutines whose stacks own accepts are included. If
// something is open, Left waits a little for others to close it, and collects garbage. working reports whether code
// still runs that may end transactions.
func Left(own func(stack []uintptr) bool, working func() bool) []probe.Incident {
	if !noted.on.Load() {
		return nil
	}
	list := noted.take()
	list = slices.DeleteFunc(list, func(r *resource) bool { return !r.open() || !own(r.stack) })
	if len(list) == 0 {
		return nil
	}
	for range 10 {
		runtime.Gosched()
	}
	var lost, unsure []*resource
	for _, r := range list {
		switch way := noted.recordOf(r); {
		case !r.open():
		case way.sure():
			lost = append(lost, r)
		case way.lost == 0 && way.skip > 0:
			way.skip--
		default:
			unsure = append(unsure, r)
		}
	}
	lost = append(lost, noted.collectGarbage(waitUntilClosed(unsure, working), working)...)
	var out []probe.Incident
	for _, r := range list {
		if slices.Contains(lost, r) {
			out = append(out, probe.Incident{Kind: probe.LeftOpen, Text: r.what, Stack: r.stack})
		}
	}
	return out
}

// recordOf returns the record of the call chain that opened a resource.
func (n *recorder) recordOf(r *resource) *record {
	h := fnv.New64a()
	for _, pc := range r.stack {
		var b [8]byte
		binary.NativeEndian.PutUint64(b[:], uint64(pc))
		_, _ = h.Write(b[:])
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ways == nil {
		n.ways = map[uint64]*record{}
	}
	way := n.ways[h.Sum64()]
	if way == nil {
		way = &record{}
		n.ways[h.Sum64()] = way
	}
	return way
}

// waitUntilClosed waits up to 2 ms until resources are closed, and up to 34 ms if they are transactions and code works
// that may end them. It returns the resources that are still open.
func waitUntilClosed(list []*resource, working func() bool) (open []*resource) {
	open = slices.Clone(list)
	for pause := 100 * time.Microsecond; ; pause *= 4 {
		open = slices.DeleteFunc(open, func(r *resource) bool { return !r.open() })
		if len(open) == 0 || pause > 30*time.Millisecond || pause > 6*time.Millisecond && !awaits(open, working) {
			break
		}
		time.Sleep(pause)
	}
	for _, r := range list {
		if !slices.Contains(open, r) {
			noted.recordOf(r).keeps()
		}
	}
	return open
}

// awaits reports whether a transaction is open and code works that may end it.
func awaits(open []*resource, working func() bool) bool {
	return slices.ContainsFunc(open, (*resource).isTransaction) && working()
}

// collectGarbage collects garbage. It returns the resources that are garbage, and updates the records of their call
// chains. No transaction is garbage while code works that may end it.
func (n *recorder) collectGarbage(list []*resource, working func() bool) (lost []*resource) {
	if len(list) == 0 {
		return nil
	}
	busy := awaits(list, working)
	gone := make([]func() bool, len(list))
	for i, r := range list {
		gone[i] = r.release()
	}
	runtime.GC()
	for i, r := range list {
		way := n.recordOf(r)
		if busy && r.isTransaction() || !gone[i]() {
			way.keeps()
			continue
		}
		way.lost++
		lost = append(lost, r)
	}
	return lost
}
