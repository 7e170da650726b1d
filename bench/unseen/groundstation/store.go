package groundstation

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"
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

// ---- antennas ----

func (s *store) addAntenna(a Antenna) (*Antenna, error) {
	if !antennaCode.MatchString(a.Code) {
		return nil, invalid("code", "must look like KIR-1")
	}
	if err := checkAntenna(&a); err != nil {
		return nil, err
	}
	if _, dup := s.antennas[a.Code]; dup {
		return nil, conflict("duplicate", "antenna "+a.Code+" exists already")
	}
	a.Status, a.BookedMinutes = "active", 0
	s.antennas[a.Code] = &a
	return &a, nil
}

func checkAntenna(a *Antenna) error {
	if n := len(strings.TrimSpace(a.Name)); n < 3 || n > 60 {
		return invalid("name", "must have 3 to 60 characters")
	}
	if a.MinElevation < 0 || a.MinElevation > 30 {
		return invalid("min_elevation", "must be from 0 to 30")
	}
	if a.SlewMinutes < 0 || a.SlewMinutes > 30 {
		return invalid("slew_minutes", "must be from 0 to 30")
	}
	return checkBands(a.Bands)
}

func (s *store) antenna(code string) (*Antenna, error) {
	if a := s.antennas[code]; a != nil {
		return a, nil
	}
	return nil, notFound("antenna " + code)
}

func (s *store) listAntennas(band, status string) []Antenna {
	out := []Antenna{}
	for _, a := range s.antennas {
		if (band == "" || slices.Contains(a.Bands, band)) && (status == "" || a.Status == status) {
			out = append(out, *a)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Code < out[j].Code })
	return out
}

type antennaPatch struct {
	MinElevation *float64 `json:"min_elevation"`
	SlewMinutes  *int     `json:"slew_minutes"`
	Status       *string  `json:"status"`
}

func (s *store) patchAntenna(a *Antenna, in antennaPatch) error {
	if a.Status == "retired" {
		return conflict("retired", "a retired antenna cannot be changed")
	}
	b := *a
	set(&b.MinElevation, in.MinElevation)
	set(&b.SlewMinutes, in.SlewMinutes)
	set(&b.Status, in.Status)
	if err := checkAntenna(&b); err != nil {
		return err
	}
	if !slices.Contains([]string{"active", "maintenance", "retired"}, b.Status) {
		return invalid("status", "must be active, maintenance or retired")
	}
	for _, p := range s.passes {
		if b.Status == "retired" && p.Antenna == a.Code && p.in(Requested, Confirmed, Running) {
			return conflict("open_passes", fmt.Sprintf("pass %d is still open on this antenna", p.ID))
		}
	}
	*a = b
	return nil
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// ---- outages ----

type outageInput struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Reason string    `json:"reason"`
	Force  bool      `json:"force"`
}

func (s *store) addOutage(code string, in outageInput) (*Outage, []int, error) {
	if _, err := s.antenna(code); err != nil {
		return nil, nil, err
	}
	if in.From.IsZero() || !in.To.After(in.From) || in.To.Sub(in.From) > maxOutage {
		return nil, nil, invalid("to", "must be after from, by at most 7 days")
	}
	if strings.TrimSpace(in.Reason) == "" {
		return nil, nil, invalid("reason", "is required")
	}
	o := &Outage{Antenna: code, From: in.From.UTC(), To: in.To.UTC(), Reason: in.Reason}
	if s.outageOn(code, o.From, o.To) != nil {
		return nil, nil, conflict("outage_overlap", "another outage of the antenna overlaps")
	}
	o.ID = len(s.outages) + 1
	if s.bug == 8 {
		s.outages = append(s.outages, o)
	}
	var hit []*Pass
	for _, p := range s.passes {
		if p.Antenna != code || !p.Start.Before(o.To) || !o.From.Before(p.End) {
			continue
		}
		if p.Status == Running || (p.Status == Confirmed && !in.Force) {
			return nil, nil, conflict("passes_in_window", fmt.Sprintf("pass %d is %s in the window", p.ID, p.Status))
		}
		if p.Status == Confirmed {
			hit = append(hit, p)
		}
	}
	bumped := []int{}
	for _, p := range hit {
		s.bump(p)
		bumped = append(bumped, p.ID)
	}
	if s.bug != 8 {
		s.outages = append(s.outages, o)
	}
	return o, bumped, nil
}

func (s *store) outageOn(code string, from, to time.Time) *Outage {
	for _, o := range s.outages {
		if o.Antenna == code && from.Before(o.To) && o.From.Before(to) {
			return o
		}
	}
	return nil
}

func (s *store) listOutages(code string) ([]Outage, error) {
	if _, err := s.antenna(code); err != nil {
		return nil, err
	}
	out := []Outage{}
	for _, o := range s.outages {
		if o.Antenna == code {
			out = append(out, *o)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].From.Before(out[j].From) })
	return out, nil
}

// ---- satellites ----

func (s *store) addSatellite(in Satellite) (*Satellite, error) {
	if n := len(strings.TrimSpace(in.Name)); n < 2 || n > 40 {
		return nil, invalid("name", "must have 2 to 40 characters")
	}
	if !slices.Contains(missions, in.Mission) {
		return nil, invalid("mission", "is unknown")
	}
	if err := checkBands(in.Bands); err != nil {
		return nil, err
	}
	if in.DailyLimitMinutes < 10 || in.DailyLimitMinutes > 240 {
		return nil, invalid("daily_limit_minutes", "must be from 10 to 240")
	}
	t, err := parseTLE1(in.TLELine1)
	if err != nil {
		return nil, invalid("tle_line1", err.Error())
	}
	if s.satellites[t.Norad] != nil {
		return nil, conflict("duplicate", fmt.Sprintf("satellite %d exists already", t.Norad))
	}
	for _, o := range s.satellites {
		if o.Mission == in.Mission && strings.EqualFold(o.Name, in.Name) {
			return nil, conflict("duplicate_name", "the mission has a satellite of that name")
		}
	}
	in.Norad, in.TLEEpoch, in.Status = t.Norad, t.Epoch, "active"
	in.ConsecutiveFailures, in.TotalBytes = 0, 0
	s.satellites[in.Norad] = &in
	return &in, nil
}

func (s *store) listSatellites(mission, sortBy string) []Satellite {
	out := []Satellite{}
	for _, x := range s.satellites {
		if mission == "" || x.Mission == mission {
			out = append(out, *x)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		switch sortBy {
		case "name":
			return strings.ToLower(out[i].Name) < strings.ToLower(out[j].Name)
		case "-norad":
			return out[i].Norad > out[j].Norad
		}
		return out[i].Norad < out[j].Norad
	})
	return out
}

func (s *store) replaceTLE(x *Satellite, line string) error {
	t, err := parseTLE1(line)
	if err != nil {
		return invalid("tle_line1", err.Error())
	}
	if t.Norad != x.Norad && s.bug != 2 {
		return invalid("tle_line1", fmt.Sprintf("is of satellite %d", t.Norad))
	}
	if t.Epoch.Before(x.TLEEpoch) {
		return conflict("older_tle", "the stored elements are newer")
	}
	x.TLELine1, x.TLEEpoch = line, t.Epoch
	x.Status, x.ConsecutiveFailures = "active", 0
	return nil
}

// ---- passes ----

type passInput struct {
	Satellite    int       `json:"satellite"`
	Antenna      string    `json:"antenna"`
	Band         string    `json:"band"`
	Start        time.Time `json:"start"`
	Duration     string    `json:"duration"`
	MaxElevation float64   `json:"max_elevation"`
	Priority     *int      `json:"priority"`
	Notes        string    `json:"notes"`
}

type passPatch struct {
	Start        *time.Time `json:"start"`
	Duration     *string    `json:"duration"`
	MaxElevation *float64   `json:"max_elevation"`
	Priority     *int       `json:"priority"`
	Notes        *string    `json:"notes"`
}

// checkPass verifies the field rules of a pass, then its clashes.
func (s *store) checkPass(p *Pass, c caller) error {
	x, a := s.satellites[p.Satellite], s.antennas[p.Antenna]
	if !slices.Contains(x.Bands, p.Band) || !slices.Contains(a.Bands, p.Band) {
		return invalid("band", "must be supported by satellite and antenna")
	}
	if p.length() < minPass || p.length() > maxPass {
		return invalid("duration", "must be from 1m to 20m")
	}
	if p.MaxElevation <= a.MinElevation || p.MaxElevation > 90 {
		return invalid("max_elevation", "must be above the antenna's min_elevation and at most 90")
	}
	if p.Priority < 1 || p.Priority > 5 {
		return invalid("priority", "must be from 1 to 5")
	}
	if p.Band == "X" && (p.MaxElevation < 10 || p.length() < 3*time.Minute) {
		return invalid("band", "X needs a max_elevation of 10 or more and a duration of 3m or more")
	}
	if p.Band == "UHF" && p.Priority > 3 {
		return invalid("priority", "must be at most 3 in band UHF")
	}
	if p.Priority == 5 && c.Role != "planner" {
		return forbidden("priority 5 is for planners")
	}
	if len(p.Notes) > 200 {
		return invalid("notes", "must have at most 200 characters")
	}
	if p.Start.Before(s.now().Add(leadTime)) {
		return invalid("start", "must be 30 minutes or more ahead")
	}
	if p.Start.After(s.now().Add(horizon)) {
		return invalid("start", "must be at most 14 days ahead")
	}
	if s.outageOn(p.Antenna, p.Start, p.End) != nil {
		return conflict("outage", "the antenna has an outage then")
	}
	for _, q := range s.passes {
		if q.ID != p.ID && q.Satellite == p.Satellite && q.in(Requested, Confirmed, Running) &&
			p.Start.Before(q.End) && q.Start.Before(p.End) {
			return conflict("satellite_busy", fmt.Sprintf("overlaps pass %d of the satellite", q.ID))
		}
	}
	_, err := s.antennaClashes(p)
	return err
}

// antennaClashes gives the confirmed passes on the same antenna which leave
// less than the slew time before or after p, and an error if p cannot bump them.
func (s *store) antennaClashes(p *Pass) (out []*Pass, err error) {
	gap := time.Duration(s.antennas[p.Antenna].SlewMinutes) * time.Minute
	after := gap
	if s.bug == 4 {
		after = 0
	}
	for _, q := range s.passes {
		if q.ID == p.ID || q.Antenna != p.Antenna || !q.in(Confirmed, Running) ||
			!p.Start.Before(q.End.Add(gap)) || !q.Start.Before(p.End.Add(after)) {
			continue
		}
		if q.Status == Running || q.Priority >= p.Priority {
			return nil, conflict("antenna_busy", fmt.Sprintf("clashes with pass %d on the antenna", q.ID))
		}
		out = append(out, q)
	}
	return out, nil
}

func (s *store) addPass(in passInput, c caller) (*Pass, error) {
	x := s.satellites[in.Satellite]
	if x == nil {
		return nil, invalid("satellite", "is unknown")
	}
	if c.Role == "mission" && c.Mission != x.Mission {
		return nil, forbidden("satellite belongs to another mission")
	}
	a := s.antennas[in.Antenna]
	if a == nil {
		return nil, invalid("antenna", "is unknown")
	}
	d, err := parseDuration(in.Duration)
	if err != nil {
		return nil, invalid("duration", err.Error())
	}
	if in.Start.IsZero() {
		return nil, invalid("start", "is required")
	}
	p := &Pass{Satellite: x.Norad, Mission: x.Mission, Antenna: a.Code, Band: in.Band, Start: in.Start.UTC(),
		End: in.Start.UTC().Add(d), Duration: formatDuration(d), MaxElevation: in.MaxElevation,
		Priority: 2, Status: Requested, Notes: in.Notes}
	set(&p.Priority, in.Priority)
	if err := checkReady(x, a); err != nil {
		return nil, err
	}
	if err := s.checkPass(p, c); err != nil {
		return nil, err
	}
	open := 0
	for _, q := range s.passes {
		if q.Satellite == x.Norad && q.Status == Requested {
			open++
		}
	}
	if open >= maxOpen {
		return nil, conflict("too_many_requests", "the satellite has 5 passes waiting for confirmation")
	}
	p.ID = len(s.passes) + 1
	s.passes = append(s.passes, p)
	return p, nil
}

func (s *store) patchPass(p *Pass, in passPatch, c caller) error {
	if p.Status != Requested {
		return conflict("wrong_state", "only requested passes can be changed")
	}
	q := *p
	set(&q.Duration, in.Duration)
	d, err := parseDuration(q.Duration)
	if err != nil {
		return invalid("duration", err.Error())
	}
	set(&q.Start, in.Start)
	q.Start = q.Start.UTC()
	q.End, q.Duration = q.Start.Add(d), formatDuration(d)
	set(&q.MaxElevation, in.MaxElevation)
	set(&q.Priority, in.Priority)
	if s.bug == 6 {
		q.Notes = ""
	}
	set(&q.Notes, in.Notes)
	if err := s.checkPass(&q, c); err != nil {
		return err
	}
	*p = q
	return nil
}

func checkReady(x *Satellite, a *Antenna) error {
	if x.Status == "suspended" {
		return conflict("satellite_suspended", "new elements are needed after repeated failures")
	}
	if a.Status != "active" {
		return conflict("antenna_not_active", "antenna is in "+a.Status)
	}
	return nil
}

func (s *store) pass(id int, c caller) (*Pass, error) {
	for _, p := range s.passes {
		if p.ID == id && (c.Role != "mission" || c.Mission == p.Mission) {
			return p, nil
		}
	}
	return nil, notFound("pass")
}

type passFilter struct {
	Satellite       int
	Antenna, Status string
	From, To        time.Time
	Sort            string
}

func (s *store) listPasses(f passFilter, c caller) []Pass {
	out := []Pass{}
	for _, p := range s.passes {
		if (c.Role == "mission" && c.Mission != p.Mission) ||
			(f.Satellite != 0 && p.Satellite != f.Satellite) ||
			(f.Antenna != "" && p.Antenna != f.Antenna) ||
			(f.Status != "" && p.Status != f.Status) ||
			(!f.From.IsZero() && p.Start.Before(f.From)) ||
			(!f.To.IsZero() && !p.Start.Before(f.To)) {
			continue
		}
		out = append(out, *p)
	}
	key, desc := strings.CutPrefix(f.Sort, "-")
	sort.SliceStable(out, func(i, j int) bool {
		if desc {
			i, j = j, i
		}
		a, b := out[i], out[j]
		switch key {
		case "start":
			return a.Start.Before(b.Start)
		case "priority":
			return a.Priority < b.Priority
		case "duration":
			if s.bug == 3 {
				return a.Duration < b.Duration
			}
			return a.length() < b.length()
		}
		return a.ID < b.ID
	})
	return out
}

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

// ---- reports ----

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
