package ferrydeck

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Route is a line between two ports.
type Route struct {
	Code  string `json:"route"`
	Hours int    `json:"utc_offset_hours"`
	Adult int    `json:"adult_cents"`
	Metre int    `json:"metre_cents"`
}

var routes = []Route{
	{"ALD-BRE", 3, 4000, 900},
	{"BRE-ALD", -1, 4000, 900},
	{"ALD-CAL", 3, 6500, 1400},
}

var (
	routeCodes      = []string{"ALD-BRE", "BRE-ALD", "ALD-CAL"}
	sailingStatuses = []string{"open", "departed", "cancelled"}
	bookingStatuses = []string{"confirmed", "waiting", "checked_in", "cancelled"}
	ages            = []string{"adult", "child", "infant"}
	vehicles        = []string{"car", "van", "motorbike"}
	languages       = []string{"en", "de", "fr"}
)

// Sailing is a ship that leaves.
type Sailing struct {
	Code      string `json:"sailing_code"`
	Route     string `json:"route"`
	DepartsAt string `json:"departs_at"`
	DepartsOn string `json:"departs_on"`
	Status    string `json:"status"`
	Seats     int    `json:"seats"`
	Lane      int    `json:"lane_m"`
	FreeSeats int    `json:"free_seats"`
	FreeLane  int    `json:"free_lane_m"`

	at time.Time
}

// Booking is a party on a sailing.
type Booking struct {
	Ref        string      `json:"booking_ref"`
	Agent      string      `json:"agent"`
	Sailing    string      `json:"sailing_code"`
	Status     string      `json:"status"`
	Passengers []Passenger `json:"passengers"`
	Vehicle    *Vehicle    `json:"vehicle,omitempty"`
	Contact    Contact     `json:"contact"`
	Fare       int         `json:"fare_cents"`
	Refund     *int        `json:"refund_cents,omitempty"`
	Boarding   int         `json:"boarding_no,omitempty"`
}

// Passenger is one of the party.
type Passenger struct {
	Name string `json:"name"`
	Age  string `json:"age_group"`
}

// Vehicle is what the party drives.
type Vehicle struct {
	Kind   string `json:"kind"`
	Length int    `json:"length_cm"`
	Plate  string `json:"plate"`
}

// Contact is how to reach the party.
type Contact struct {
	Email    string `json:"email"`
	Phone    string `json:"phone,omitempty"`
	Language string `json:"language"`
}

// store has everything in memory.
type store struct {
	mu       sync.Mutex
	bug      int
	sailings []*Sailing
	bookings []*Booking // in the order in which they were made
}

func routeOf(code string) Route {
	return routes[slices.Index(routeCodes, code)]
}

// schedule sets the time of departure.
func (x *Sailing) schedule(at time.Time) {
	x.at = at
	x.DepartsAt = at.Format(time.RFC3339)
	x.DepartsOn = at.Add(time.Duration(routeOf(x.Route).Hours) * time.Hour).Format(time.DateOnly)
}

func (st *store) sailing(code string) *Sailing {
	for _, x := range st.sailings {
		if x.Code == code {
			return x
		}
	}
	return nil
}

// view works out what is free.
func (st *store) view(x *Sailing) Sailing {
	v := *x
	v.FreeSeats, v.FreeLane = x.Seats, x.Lane
	for _, b := range st.bookings {
		if b.Sailing == x.Code && (b.Status == "confirmed" || b.Status == "checked_in") {
			v.FreeSeats -= b.seats()
			v.FreeLane -= b.lane()
		}
	}
	return v
}

// seats are those of the party; infants sit on a lap.
func (b *Booking) seats() int {
	n := 0
	for _, p := range b.Passengers {
		if p.Age != "infant" {
			n++
		}
	}
	return n
}

// lane is the length of the vehicle in metres, each one begun.
func (b *Booking) lane() int {
	if b.Vehicle == nil {
		return 0
	}
	return (b.Vehicle.Length + 99) / 100
}

func (st *store) fits(b *Booking, x *Sailing) bool {
	v := st.view(x)
	return b.seats() <= v.FreeSeats && b.lane() <= v.FreeLane
}

// fare is the price of a booking on a route.
func (st *store) fare(b *Booking, r Route) int {
	sum := 0
	for _, p := range b.Passengers {
		switch p.Age {
		case "adult":
			sum += r.Adult
		case "child":
			sum += r.Adult / 2
		}
	}
	metres := b.lane()
	if st.bug == 2 && b.Vehicle != nil {
		metres = (b.Vehicle.Length + 50) / 100
	}
	return sum + metres*r.Metre
}

// plateTaken reports whether another booking brings the vehicle already.
func (st *store) plateTaken(plate, sailing string, self *Booking) bool {
	plain := func(s string) string {
		if st.bug == 5 {
			return s
		}
		return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(s))
	}
	return slices.ContainsFunc(st.bookings, func(b *Booking) bool {
		return b != self && b.Sailing == sailing && b.Status != "cancelled" && b.Vehicle != nil &&
			plain(b.Vehicle.Plate) == plain(plate)
	})
}

// waiting returns the bookings on the waiting list, the next one first.
func (st *store) waiting(x *Sailing) []*Booking {
	out := []*Booking{}
	for _, b := range st.bookings {
		if b.Sailing == x.Code && b.Status == "waiting" {
			out = append(out, b)
		}
	}
	return out
}

// promote gives what is free to the waiting list.
func (st *store) promote(x *Sailing) {
	if x.Status != "open" {
		return
	}
	list := st.waiting(x)
	if st.bug == 4 {
		slices.Reverse(list)
	}
	for _, b := range list {
		if st.fits(b, x) {
			b.Status = "confirmed"
		}
	}
}

// cancel cancels a booking and says what is paid back.
func (b *Booking) cancel(percent int) {
	refund := b.Fare * percent / 100
	if b.Status == "waiting" {
		refund = 0
	}
	b.Status, b.Refund = "cancelled", &refund
}

func (st *store) addSailing(x *Sailing) {
	x.Code = fmt.Sprintf("S-%d", 1001+len(st.sailings))
	st.sailings = append(st.sailings, x)
}

func (st *store) addBooking(b *Booking) {
	b.Ref = fmt.Sprintf("BK%04d", 1+len(st.bookings))
	st.bookings = append(st.bookings, b)
}
