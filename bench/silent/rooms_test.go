package silent_test

import (
	"testing"
)

const (
	attic = `{"name": "Attic", "building": "north", "seats": 12, "notes": "Mind your head"}`
	choir = `{"room": 1, "title": "Choir", "day": "2026-03-02", "slot": "evening", "attendees": 9}`
	long  = `{"room": 1, "title": "Choir of the house", "day": "2026-03-02", "slot": "evening"}`
)

// steps appends steps to others without a change of these.
func steps(before []step, more ...step) []step {
	return append(append([]step{}, before...), more...)
}

func roomsSymptoms() map[string]symptom {
	room := []step{{"amy", "POST /rooms", attic, 201, ""}}
	booked := steps(room, step{"ben", "POST /bookings", choir, 201, `/owner "ben"`})
	gone := steps(booked, step{"ben", "POST /bookings/1/cancel", "", 200, `/state "cancelled"`})
	return map[string]symptom{
		"patch-drops-notes": {
			steps(room, step{"amy", "PATCH /rooms/1", `{"notes": "No heating"}`, 200, `/notes "No heating"`}),
			step{user: "ben", request: "GET /rooms/1"},
			outcome{200, `/notes "No heating"`}, outcome{200, `/notes "Mind your head"`},
		},
		"foreign-cancel": {
			steps(booked, step{"cleo", "PATCH /bookings/1", `{"title": "x"}`, 403, ""},
				step{"cleo", "DELETE /bookings/1", "", 403, ""}),
			step{user: "cleo", request: "POST /bookings/1/cancel"}, outcome{403, ""},
			outcome{200, `/state "cancelled"`},
		},
		"delete-keeps-bookings": {
			steps(booked, step{"amy", "DELETE /rooms/1", "", 204, ""},
				step{"amy", "GET /rooms/1/bookings", "", 404, ""}),
			step{user: "ben", request: "GET /bookings/1"}, outcome{404, ""}, outcome{200, "/room 1"},
		},
		"if-match-ignored": {
			steps(room, step{"amy", "PATCH /rooms/1\nIf-Match: \"old\"", `{"seats": 20}`, 412, ""},
				step{"amy", "PUT /rooms/1\nIf-Match: *", attic, 200, ""}),
			step{"amy", "PUT /rooms/1\nIf-Match: \"old\"", `{"name": "Den", "building": "west", "seats": 3}`, 0, ""},
			outcome{412, ""}, outcome{200, `/name "Den"`},
		},
		"min-seats-exclusive": {
			steps(room, step{"ben", "GET /rooms?minSeats=11", "", 200, "/total 1"},
				step{"ben", "GET /rooms?maxSeats=12", "", 200, "/total 1"}),
			step{user: "ben", request: "GET /rooms?minSeats=12"}, outcome{200, "/total 1"}, outcome{200, "/total 0"},
		},
		"cancelled-counts": {
			steps(booked, step{"ben", "GET /rooms/1/usage", "", 200, "/attendees 9"},
				step{"ben", "POST /bookings/1/cancel", "", 200, ""}),
			step{user: "ben", request: "GET /rooms/1/usage"}, outcome{200, "/attendees 0"},
			outcome{200, "/attendees 9"},
		},
		"wrong-location": {booked, step{user: "ben", request: "GET {Location}"},
			outcome{200, "/id 1"}, outcome{404, ""}},
		"title-cut": {
			steps(room, step{"ben", "POST /bookings", long, 201, `/title "Choir of the house"`}),
			step{user: "ben", request: "GET /bookings/1"},
			outcome{200, `/title "Choir of the house"`}, outcome{200, `/title "Choir of the"`},
		},
		"role-unchecked": {
			steps(room, step{"ben", "PUT /rooms/1", attic, 403, ""}, step{"ben", "DELETE /rooms/1", "", 403, ""}),
			step{"ben", "PATCH /rooms/1", `{"seats": 20}`, 0, ""}, outcome{403, ""}, outcome{200, "/seats 20"},
		},
		"duplicate-name": {room, step{"amy", "POST /rooms", attic, 0, ""}, outcome{409, ""}, outcome{201, "/id 2"}},
		"total-of-page": {
			steps(room, step{"amy", "POST /rooms", `{"name": "Den", "building": "west", "seats": 3}`,
				201, "/open true"}),
			step{user: "ben", request: "GET /rooms?limit=1"}, outcome{200, "/total 2"}, outcome{200, "/total 1"},
		},
		"update-after-delete": {
			steps(booked, step{"ben", "DELETE /bookings/1", "", 204, ""}, step{"ben", "GET /bookings/1", "", 404, ""}),
			step{"ben", "PATCH /bookings/1", `{"title": "Band"}`, 0, ""}, outcome{404, ""},
			outcome{200, `/title "Band"`},
		},
		"refused-is-kept": {
			steps(booked, step{"cleo", "POST /bookings", choir, 409, ""}), step{user: "cleo", request: "GET /bookings"},
			outcome{200, "/total 1"}, outcome{200, "/total 2"},
		},
		"cancelled-twice": {gone, step{user: "ben", request: "POST /bookings/1/cancel"}, outcome{409, ""},
			outcome{200, `/state "cancelled"`}},
	}
}

// What the healthy service promises besides.
func TestRoomsHealthy(t *testing.T) {
	s := begin(t, named(t, "rooms"))
	s.all([]step{
		{"", "GET /rooms", "", 401, ""},
		{"ben", "GET /me", "", 200, `/role "guest"`},
		{"ben", "POST /rooms", attic, 403, ""},
		{"amy", "POST /rooms", `{"name": "", "building": "north", "seats": 12}`, 400, ""},
		{"amy", "POST /rooms", `{"name": "x", "building": "north", "seats": 201}`, 400, ""},
		{"amy", "POST /rooms", `{"name": "x", "building": "north", "seats": 1.5}`, 400, ""},
		{"amy", "POST /rooms", `{"name": null, "building": "north", "seats": 1}`, 400, ""},
		{"amy", "POST /rooms\nContent-Type: text/plain", attic, 415, ""},
		{"amy", "POST /rooms", attic, 201, ""},
		{"amy", "POST /rooms", `{"name": "Den", "building": "west", "seats": 2}`, 201, `/notes ""`},
		{"amy", "PUT /rooms/2", attic, 409, ""},
		{"amy", "PATCH /rooms/2", `{"name": "Attic"}`, 409, ""},
		{"amy", "PUT /rooms/1", `{"name": "Loft", "building": "south", "seats": 12}`, 200, `/notes ""`},
		{"ben", "GET /rooms?sort=seats", "", 200, "/items/0/id 2"},
		{"ben", "GET /rooms?sort=-seats", "", 200, "/items/0/id 1"},
		{"ben", "GET /rooms?sort=name&offset=1", "", 200, "/items/0/id 1"},
		{"ben", "GET /rooms?building=west", "", 200, "/total 1"},
		{"ben", "GET /rooms?limit=0", "", 400, ""},
		{"ben", "GET /rooms/x", "", 400, ""},
		{"ben", "GET /rooms/9", "", 404, ""},
		{"ben", "POST /bookings", choir, 201, ""},
		{"ben", "POST /bookings",
			`{"room": 2, "title": "Band", "day": "2026-03-02", "slot": "evening", "attendees": 3}`, 409, ""},
		{"ben", "PATCH /bookings/1", `{"attendees": 13}`, 409, ""},
		{"amy", "PATCH /bookings/1", `{"attendees": 12}`, 200, `/title "Choir"`},
		{"cleo", "GET /bookings?day=2026-03-02&room=1&state=active", "", 200, "/total 1"},
		{"cleo", "GET /bookings?day=2026-03-03", "", 200, "/total 0"},
		{"cleo", "GET /bookings?day=tomorrow", "", 400, ""},
		{"ben", "POST /bookings/1/cancel", "", 200, ""},
		{"cleo", "POST /bookings", choir, 201, `/owner "cleo"`},
		{"cleo", "DELETE /bookings/2", "", 204, ""},
		{"cleo", "DELETE /bookings/2", "", 404, ""},
	})
}
