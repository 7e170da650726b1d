package groundstation

import "time"

const (
	Requested = "requested"
	Confirmed = "confirmed"
	Running   = "running"
	Completed = "completed"
	Failed    = "failed"
	Cancelled = "cancelled"
)

type Antenna struct {
	Code          string   `json:"code"`
	Name          string   `json:"name"`
	Bands         []string `json:"bands"`
	MinElevation  float64  `json:"min_elevation"`
	SlewMinutes   int      `json:"slew_minutes"`
	Status        string   `json:"status"`
	BookedMinutes float64  `json:"booked_minutes"`
}

type Outage struct {
	ID      int       `json:"id"`
	Antenna string    `json:"antenna"`
	From    time.Time `json:"from"`
	To      time.Time `json:"to"`
	Reason  string    `json:"reason"`
}

type Satellite struct {
	Norad               int       `json:"norad"`
	Name                string    `json:"name"`
	Mission             string    `json:"mission"`
	Bands               []string  `json:"bands"`
	TLELine1            string    `json:"tle_line1"`
	TLEEpoch            time.Time `json:"tle_epoch"`
	DailyLimitMinutes   int       `json:"daily_limit_minutes"`
	Status              string    `json:"status"`
	ConsecutiveFailures int       `json:"consecutive_failures"`
	TotalBytes          int64     `json:"total_bytes"`
}

type Report struct {
	Bytes       int64  `json:"bytes"`
	FramesOK    int    `json:"frames_ok"`
	FramesLost  int    `json:"frames_lost"`
	LossPercent int    `json:"loss_percent"`
	Quality     string `json:"quality"`
}

type Pass struct {
	ID           int       `json:"id"`
	Satellite    int       `json:"satellite"`
	Mission      string    `json:"mission"`
	Antenna      string    `json:"antenna"`
	Band         string    `json:"band"`
	Start        time.Time `json:"start"`
	End          time.Time `json:"end"`
	Duration     string    `json:"duration"`
	MaxElevation float64   `json:"max_elevation"`
	Priority     int       `json:"priority"`
	Status       string    `json:"status"`
	Bumped       bool      `json:"bumped"`
	Notes        string    `json:"notes"`
	Reason       string    `json:"reason,omitempty"`
	Report       *Report   `json:"report,omitempty"`
}

func (p *Pass) length() time.Duration { return p.End.Sub(p.Start) }
func (p *Pass) minutes() float64      { return round(p.length().Minutes()) }

func (p *Pass) in(states ...string) bool {
	for _, s := range states {
		if p.Status == s {
			return true
		}
	}
	return false
}

// Error is the body of every refusal.
type Error struct {
	HTTP    int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func invalid(field, msg string) *Error {
	return &Error{HTTP: 400, Code: "invalid", Message: field + " " + msg, Field: field}
}
func notFound(what string) *Error {
	return &Error{HTTP: 404, Code: "not_found", Message: what + " not found"}
}
func conflict(code, msg string) *Error { return &Error{HTTP: 409, Code: code, Message: msg} }
func forbidden(msg string) *Error      { return &Error{HTTP: 403, Code: "forbidden", Message: msg} }
