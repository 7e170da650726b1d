package groundstation

import (
	"regexp"
	"slices"
	"sync"
	"time"
)

const (
	leadTime       = 30 * time.Minute
	horizon        = 14 * 24 * time.Hour
	maxTLEAge      = 10 * 24 * time.Hour
	minPass        = time.Minute
	maxPass        = 20 * time.Minute
	maxOutage      = 7 * 24 * time.Hour
	failuresToStop = 2
	maxOpen        = 5
)

var (
	allBands    = []string{"UHF", "S", "X"}
	missions    = []string{"AUR", "BOR", "CIR"}
	antennaCode = regexp.MustCompile(`^[A-Z]{3}-[1-9]\d?$`)
)

// store keeps everything in memory behind one mutex.
type store struct {
	mu         sync.Mutex
	now        func() time.Time
	bug        int
	antennas   map[string]*Antenna
	satellites map[int]*Satellite
	passes     []*Pass
	outages    []*Outage
}

func newStore(now func() time.Time, bug int) *store {
	return &store{now: now, bug: bug, antennas: map[string]*Antenna{}, satellites: map[int]*Satellite{}}
}

func checkBands(bands []string) error {
	if len(bands) == 0 {
		return invalid("bands", "must name at least one band")
	}
	for i, b := range bands {
		if !slices.Contains(allBands, b) {
			return invalid("bands", "must be of UHF, S, X")
		}
		if slices.Contains(bands[:i], b) {
			return invalid("bands", "must not repeat a band")
		}
	}
	return nil
}
