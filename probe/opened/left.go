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

// most bounds what is noted in one round.
const most = 64

// enough is how many resources that a way of calls opens have to be garbage, and none not, until the next ones are
// taken for that; then one in enough is looked at.
const enough = 8

// maxPause bounds how many rounds in which something stays open pass without a look at a way that keeps what it opens.
const maxPause = 256

// recorder notes what is opened in a round.
type recorder struct {
	on   atomic.Bool
	mu   aside.Mutex
	list []*resource
	ways map[uint64]*record // by the functions that call each other and the place that opens
}

// record is what was seen of the resources that one way of calls opens.
type record struct {
	lost, kept  int // garbage though open, and not
	pause, skip int
}

// sure reports whether the next resource is lost as well, without a look.
func (r *record) sure() bool {
	if r.kept > 0 || r.lost < enough {
		return false
	}
	r.skip = (r.skip + 1) % enough
	return r.skip > 0
}

// noted is what this process opened.
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

// Left ends the round. It returns what was opened in it, is open and can be closed by nobody any more, in the order in
// which it was opened. Only what was opened on goroutines that own accepts by their stacks counts. Left waits a
// little for what others are about to close, and collects garbage, but only where something is open.
func Left(own func(stack []uintptr) bool) []probe.Incident {
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
		switch way := noted.way(r); {
		case !r.open():
		case way.sure():
			lost = append(lost, r)
		case way.lost == 0 && way.skip > 0:
			way.skip--
		default:
			unsure = append(unsure, r)
		}
	}
	lost = append(lost, noted.judge(patient(unsure))...)
	var out []probe.Incident
	for _, r := range list {
		if slices.Contains(lost, r) {
			out = append(out, probe.Incident{Kind: probe.LeftOpen, Text: r.what, Stack: r.stack})
		}
	}
	return out
}

// way returns the record of what opened a resource.
func (n *recorder) way(r *resource) *record {
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

// patient waits up to 10 ms until resources are closed, and returns those that are not.
func patient(list []*resource) []*resource {
	for pause := 100 * time.Microsecond; len(list) > 0; pause *= 4 {
		list = slices.DeleteFunc(list, func(r *resource) bool { return !r.open() })
		if pause > 6*time.Millisecond {
			break
		}
		time.Sleep(pause)
	}
	return list
}

// judge collects garbage, returns the resources that are, and notes that of the ways to them.
func (n *recorder) judge(list []*resource) (lost []*resource) {
	if len(list) == 0 {
		return nil
	}
	gone := make([]func() bool, len(list))
	for i, r := range list {
		gone[i] = r.release()
	}
	runtime.GC()
	for i, r := range list {
		way := n.way(r)
		if gone[i]() {
			way.lost++
			lost = append(lost, r)
			continue
		}
		way.kept++
		if way.lost == 0 {
			way.pause = min(max(2*way.pause, 1), maxPause)
			way.skip = way.pause
		}
	}
	return lost
}
