package supervise

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"
)

const (
	shortestLook = 2 * time.Millisecond
	longestLook  = 250 * time.Millisecond
	// suspendedTime is how long a process may be stopped by a signal. A debugger
	// stops it in another way.
	suspendedTime = time.Second
)

// watch looks in the flight recorder of a process for calls that take too long,
// and for a process that is stopped by a signal. It uses only the monotonic clock
// of this process, because somebody may set the wall clock at any time.
type watch struct {
	file  *os.File
	limit time.Duration // 0: nothing to look for
	late  time.Time     // when calls may take less time; zero: never
	least time.Duration // that they may take then
}

// newWatch creates an empty flight recorder at a path, so that the content of
// an earlier process does not count as a hang of the next one.
func newWatch(c *Command) (*watch, error) {
	// Create another file instead of truncating: a process that still maps the
	// old file would crash.
	if err := os.Remove(c.Flight); err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("supervise: flight recorder: %w", err)
	}
	f, err := openFlight(c.Flight)
	if err != nil {
		return nil, err
	}
	return &watch{file: f, limit: c.Hang, late: c.Late, least: c.HangLate}, nil
}

func (w *watch) close() error {
	if w == nil {
		return nil
	}
	return w.file.Close()
}

// run watches until the process is gone.
func (w *watch) run(p *Process) {
	defer w.close()
	if w.limit <= 0 {
		return
	}
	look := time.NewTicker(min(max(w.limit/10, shortestLook), longestLook))
	defer look.Stop()
	var last uint64
	since, awake := time.Now(), time.Now()
	for {
		select {
		case <-p.gone:
			return
		case <-look.C:
		}
		state := w.state()
		if calling := state&1 == 1; !calling || state != last {
			last, since = state, time.Now()
		}
		if !suspended(p.ID()) {
			awake = time.Now()
		}
		if time.Since(awake) > suspendedTime {
			p.stop(Suspended)
			return
		}
		if time.Since(since) > w.patience() {
			p.stop(Hang)
			return
		}
	}
}

// patience returns how long a call may take now.
func (w *watch) patience() time.Duration {
	if w.late.IsZero() || time.Now().Before(w.late) {
		return w.limit
	}
	return min(w.limit, w.least)
}

// state reads the word of the flight recorder that changes with each call.
func (w *watch) state() uint64 {
	var word [8]byte
	if _, err := w.file.ReadAt(word[:], stateWord*8); err != nil {
		return 0
	}
	return binary.NativeEndian.Uint64(word[:])
}
