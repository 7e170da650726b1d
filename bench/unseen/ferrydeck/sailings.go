package ferrydeck

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// sailingsAPI has the handlers of sailings.
type sailingsAPI struct{ *store }

func (api *sailingsAPI) routes(w http.ResponseWriter, _ *http.Request) {
	respond(w, http.StatusOK, map[string]any{"data": routes})
}

func (api *sailingsAPI) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	route, p1 := queryOneOf(q, "route", routeCodes)
	status, p2 := queryOneOf(q, "status", sailingStatuses)
	offset, p3 := queryInt(q, "offset", 0, 10000, 0)
	limit, p4 := queryInt(q, "limit", 1, 50, 20)
	least, p5 := queryInt(q, "min_free_seats", 0, 1000, 0)
	var p6 *problem
	if _, err := time.Parse(time.DateOnly, q.Get("day")); q.Has("day") && err != nil {
		p6 = &problem{"day", "must be a date"}
	}
	if p := first(p1, p2, p3, p4, p5, p6); p != nil {
		wrong(w, p)
		return
	}
	found := []Sailing{}
	for _, x := range api.sailings {
		v, day := api.view(x), x.DepartsOn
		if api.bug == 1 {
			day = x.at.Format(time.DateOnly)
		}
		if (route == "" || x.Route == route) && (status == "" || x.Status == status) && v.FreeSeats >= least &&
			(!q.Has("day") || day == q.Get("day")) {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b Sailing) int { return strings.Compare(a.DepartsAt, b.DepartsAt) })
	from, to := min(offset, len(found)), min(offset+limit, len(found))
	respond(w, http.StatusOK, map[string]any{"data": found[from:to], "total": len(found)})
}

func (api *sailingsAPI) create(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Route     string `json:"route"`
		DepartsAt string `json:"departs_at"`
		Seats     int    `json:"seats"`
		Lane      *int   `json:"lane_m"`
	}
	if p := decode(r, &in); p != nil {
		wrong(w, p)
		return
	}
	at, p := parseInstant("departs_at", in.DepartsAt)
	lane := 0
	if in.Lane != nil {
		lane = *in.Lane
	}
	if p := first(oneOf("route", in.Route, routeCodes), p, between("seats", in.Seats, 1, 900),
		between("lane_m", lane, 0, 2000)); p != nil {
		wrong(w, p)
		return
	}
	x := &Sailing{Route: in.Route, Status: "open", Seats: in.Seats, Lane: lane}
	x.schedule(at)
	if slices.ContainsFunc(api.sailings, func(o *Sailing) bool {
		return o.Route == x.Route && o.DepartsAt == x.DepartsAt && o.Status != "cancelled"
	}) {
		conflict(w, "sailing_exists", "a ship leaves on this route at this time already")
		return
	}
	api.addSailing(x)
	w.Header().Set("Location", "/v2/sailings/"+x.Code)
	respond(w, http.StatusCreated, api.view(x))
}

// find returns the sailing of the path, or nil after an answer.
func (api *sailingsAPI) find(w http.ResponseWriter, r *http.Request) *Sailing {
	x := api.sailing(chi.URLParam(r, "sailing_code"))
	if x == nil {
		notFound(w, "sailing")
	}
	return x
}

// findOpen is like find and wants the sailing to be open.
func (api *sailingsAPI) findOpen(w http.ResponseWriter, r *http.Request) *Sailing {
	x := api.find(w, r)
	if x != nil && x.Status != "open" {
		conflict(w, "sailing_closed", "the sailing is "+x.Status)
		return nil
	}
	return x
}

func (api *sailingsAPI) get(w http.ResponseWriter, r *http.Request) {
	if x := api.find(w, r); x != nil {
		respond(w, http.StatusOK, api.view(x))
	}
}

func (api *sailingsAPI) patch(w http.ResponseWriter, r *http.Request) {
	x := api.find(w, r)
	if x == nil {
		return
	}
	var in struct {
		Seats *int `json:"seats"`
		Lane  *int `json:"lane_m"`
	}
	if p := decode(r, &in); p != nil {
		wrong(w, p)
		return
	}
	seats, lane := x.Seats, x.Lane
	if in.Seats != nil {
		seats = *in.Seats
	}
	if in.Lane != nil {
		lane = *in.Lane
	}
	if p := first(between("seats", seats, 1, 900), between("lane_m", lane, 0, 2000)); p != nil {
		wrong(w, p)
		return
	}
	if x.Status != "open" {
		conflict(w, "sailing_closed", "the sailing is "+x.Status)
		return
	}
	v := api.view(x)
	if seats < v.Seats-v.FreeSeats || lane < v.Lane-v.FreeLane {
		conflict(w, "sailing_booked", "more than that is booked")
		return
	}
	x.Seats, x.Lane = seats, lane
	api.promote(x)
	respond(w, http.StatusOK, api.view(x))
}

func (api *sailingsAPI) cancel(w http.ResponseWriter, r *http.Request) {
	x := api.findOpen(w, r)
	if x == nil {
		return
	}
	x.Status = "cancelled"
	for _, b := range api.bookings {
		if b.Sailing == x.Code && b.Status != "cancelled" && (api.bug != 7 || b.Status != "checked_in") {
			b.cancel(100)
		}
	}
	respond(w, http.StatusOK, api.view(x))
}

func (api *sailingsAPI) depart(w http.ResponseWriter, r *http.Request) {
	if x := api.findOpen(w, r); x != nil {
		x.Status = "departed"
		respond(w, http.StatusOK, api.view(x))
	}
}

// Row is a passenger of a manifest.
type Row struct {
	Ref  string `json:"booking_ref"`
	Name string `json:"name"`
	Age  string `json:"age_group"`
}

func (api *sailingsAPI) manifest(w http.ResponseWriter, r *http.Request) {
	x := api.find(w, r)
	if x == nil {
		return
	}
	rows, counts, cars := []Row{}, map[string]int{"adult": 0, "child": 0, "infant": 0}, 0
	for _, b := range api.bookings {
		if b.Sailing != x.Code || b.Status != "checked_in" {
			continue
		}
		if b.Vehicle != nil {
			cars++
		}
		for _, p := range b.Passengers {
			rows = append(rows, Row{b.Ref, p.Name, p.Age})
			counts[p.Age]++
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return strings.Compare(a.Name, b.Name) })
	respond(w, http.StatusOK, map[string]any{
		"sailing_code": x.Code, "passengers": rows, "counts": counts, "vehicles": cars,
	})
}

func (api *sailingsAPI) waiting(w http.ResponseWriter, r *http.Request) {
	x := api.find(w, r)
	if x == nil {
		return
	}
	out := []map[string]any{}
	for i, b := range api.store.waiting(x) {
		out = append(out, map[string]any{"position": i + 1, "booking_ref": b.Ref, "agent": b.Agent,
			"seats": b.seats(), "lane_m": b.lane()})
	}
	respond(w, http.StatusOK, map[string]any{"data": out})
}
