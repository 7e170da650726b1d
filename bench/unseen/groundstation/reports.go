package groundstation

import (
	"math"
	"sort"
	"time"
)

type schedule struct {
	Antenna       string     `json:"antenna"`
	Day           string     `json:"day"`
	Passes        []Pass     `json:"passes"`
	Outages       []Outage   `json:"outages"`
	BookedMinutes float64    `json:"booked_minutes"`
	FirstStart    *time.Time `json:"first_start"`
}

func (s *store) schedule(code string, day time.Time) (*schedule, error) {
	if _, err := s.antenna(code); err != nil {
		return nil, err
	}
	out := &schedule{Antenna: code, Day: day.Format(time.DateOnly), Passes: []Pass{}, Outages: []Outage{}}
	for _, p := range s.passes {
		if p.Antenna == code && p.in(Confirmed, Running, Completed, Failed) && sameDay(p.Start, day) {
			out.Passes = append(out.Passes, *p)
			out.BookedMinutes = round(out.BookedMinutes + p.minutes())
		}
	}
	for _, o := range s.outages {
		if o.Antenna == code && o.From.Before(day.Add(24*time.Hour)) && day.Before(o.To) {
			out.Outages = append(out.Outages, *o)
		}
	}
	sort.Slice(out.Passes, func(i, j int) bool { return out.Passes[i].Start.Before(out.Passes[j].Start) })
	if len(out.Passes) > 0 || s.bug == 11 {
		out.FirstStart = &out.Passes[0].Start
	}
	return out, nil
}

type usage struct {
	Mission          string         `json:"mission"`
	Satellites       int            `json:"satellites"`
	Passes           map[string]int `json:"passes"`
	MinutesBooked    float64        `json:"minutes_booked"`
	MinutesCompleted float64        `json:"minutes_completed"`
	Bytes            int64          `json:"bytes"`
	LossPercent      float64        `json:"loss_percent"`
}

func (s *store) usage(mission string) usage {
	u := usage{Mission: mission, Passes: map[string]int{}}
	for _, x := range s.satellites {
		if x.Mission == mission {
			u.Satellites++
			u.Bytes += x.TotalBytes
		}
	}
	ok, lost := 0, 0
	for _, p := range s.passes {
		if p.Mission != mission {
			continue
		}
		u.Passes[p.Status]++
		if p.in(Confirmed, Running, Completed, Failed) || (s.bug == 9 && p.Status == Cancelled) {
			u.MinutesBooked += p.minutes()
		}
		if p.Report != nil {
			u.MinutesCompleted += p.minutes()
			ok, lost = ok+p.Report.FramesOK, lost+p.Report.FramesLost
		}
	}
	u.MinutesBooked, u.MinutesCompleted = round(u.MinutesBooked), round(u.MinutesCompleted)
	if ok+lost > 0 {
		u.LossPercent = math.Round(float64(lost)*1000/float64(ok+lost)) / 10
	}
	return u
}
