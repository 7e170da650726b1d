package groundstation

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// bump sends a confirmed pass back to the waiting list.
func (s *store) bump(p *Pass) {
	p.Status, p.Bumped = Requested, true
	if s.bug != 1 {
		s.antennas[p.Antenna].book(-p.minutes())
	}
}

type transition struct {
	Action     string `json:"action"`
	Reason     string `json:"reason"`
	Bytes      *int64 `json:"bytes"`
	FramesOK   *int   `json:"frames_ok"`
	FramesLost *int   `json:"frames_lost"`
}

func (s *store) apply(p *Pass, t transition) error {
	from := map[string][]string{"confirm": {Requested}, "start": {Confirmed}, "complete": {Running},
		"fail": {Running}, "cancel": {Requested, Confirmed}}
	if !p.in(from[t.Action]...) {
		return conflict("wrong_state", "cannot "+t.Action+" a pass that is "+p.Status)
	}
	x, a := s.satellites[p.Satellite], s.antennas[p.Antenna]
	switch t.Action {
	case "confirm":
		return s.confirm(p, x, a)
	case "start":
		for _, q := range s.passes {
			if q.Antenna == p.Antenna && q.Status == Running {
				return conflict("antenna_in_use", fmt.Sprintf("pass %d is running", q.ID))
			}
			if q.Antenna == p.Antenna && q.Status == Confirmed && q.Start.Before(p.Start) {
				return conflict("out_of_order", fmt.Sprintf("pass %d comes first", q.ID))
			}
		}
		p.Status = Running
	case "complete":
		if t.Bytes == nil || t.FramesOK == nil || t.FramesLost == nil {
			return invalid("bytes", ", frames_ok and frames_lost are required")
		}
		if *t.Bytes < 0 || *t.FramesOK < 0 || *t.FramesLost < 0 {
			return invalid("bytes", ", frames_ok and frames_lost must not be negative")
		}
		frames := *t.FramesOK + *t.FramesLost
		if frames == 0 && s.bug != 12 {
			return invalid("frames_ok", "and frames_lost must not both be 0; fail the pass instead")
		}
		r := &Report{Bytes: *t.Bytes, FramesOK: *t.FramesOK, FramesLost: *t.FramesLost, Quality: "good"}
		r.LossPercent = *t.FramesLost * 100 / frames
		if r.LossPercent > 20 {
			r.Quality = "poor"
		} else if r.LossPercent > 5 {
			r.Quality = "degraded"
		}
		p.Status, p.Report = Completed, r
		x.TotalBytes += r.Bytes
		if s.bug != 7 {
			x.ConsecutiveFailures = 0
		}
	case "fail":
		if strings.TrimSpace(t.Reason) == "" {
			return invalid("reason", "is required")
		}
		p.Status, p.Reason = Failed, t.Reason
		x.ConsecutiveFailures++
		if x.ConsecutiveFailures >= failuresToStop {
			x.Status = "suspended"
		}
	case "cancel":
		if p.Status == Confirmed {
			if len(strings.TrimSpace(t.Reason)) < 5 {
				return invalid("reason", "of 5 characters or more is required for a confirmed pass")
			}
			a.book(-p.minutes())
		}
		p.Status, p.Reason = Cancelled, t.Reason
	}
	return nil
}

func (s *store) confirm(p *Pass, x *Satellite, a *Antenna) error {
	if err := checkReady(x, a); err != nil {
		return err
	}
	if age := p.Start.Sub(x.TLEEpoch); age > maxTLEAge || age < -maxTLEAge {
		return conflict("stale_tle", "the elements are more than 10 days away from the pass")
	}
	if s.outageOn(p.Antenna, p.Start, p.End) != nil {
		return conflict("outage", "the antenna has an outage then")
	}
	used := p.length()
	for _, q := range s.passes {
		if q.Satellite == p.Satellite && q.in(Confirmed, Running, Completed) && sameDay(q.Start, p.Start) {
			used += q.length()
		}
	}
	limit := time.Duration(x.DailyLimitMinutes) * time.Minute
	if used > limit || (s.bug == 10 && used >= limit) {
		return conflict("daily_limit", fmt.Sprintf("the day would have %s of %d minutes", used, x.DailyLimitMinutes))
	}
	clashes, err := s.antennaClashes(p)
	if err != nil {
		return err
	}
	for _, q := range clashes {
		s.bump(q)
	}
	p.Status, p.Bumped = Confirmed, false
	a.book(p.minutes())
	return nil
}

func (a *Antenna) book(minutes float64) { a.BookedMinutes = round(a.BookedMinutes + minutes) }

func round(minutes float64) float64 { return math.Round(minutes*100) / 100 }

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }
