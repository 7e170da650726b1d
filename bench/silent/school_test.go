package silent_test

import (
	"maps"
	"testing"
)

const (
	math = `{"code": "MAT-1010", "title": "Sums", "level": "beginner", "seats": 1, ` +
		`"starts": "2026-09-07T18:30:00+02:00", "published": true}`
	art = `{"code": "ART-1010", "title": "Clay", "level": "advanced", ` +
		`"starts": "2026-09-07T17:30:00Z", "published": true}`
	draft = `{"code": "HIS-1010", "title": "Kings", "level": "beginner", "starts": "2026-10-01T18:00:00Z"}`
	wide  = `{"title": "Sums", "level": "beginner", "seats": 2, ` +
		`"starts": "2026-09-07T18:30:00+02:00", "published": true}`
	top = `{"grade": 90, "remark": "Sleeps"}`
)

const places = "/courses/MAT-1010/enrolments"

func schoolSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, courseSymptoms())
	maps.Copy(out, seatSymptoms())
	maps.Copy(out, gradeSymptoms())
	return out
}

// courseSymptoms are those of courses.
func courseSymptoms() map[string]symptom {
	course := []step{{"ines", "POST /courses", math, 201, "/taken 0"}}
	full := steps(course, step{"jon", "POST " + places, "{}", 201, `/status "enrolled"`})
	queue := steps(course, step{"ines", "PUT /courses/MAT-1010", wide, 200, "/version 2"},
		step{"jon", "POST " + places, "{}", 201, ""})
	waits := step{"kim", "POST " + places, "{}", 201, ""}
	return map[string]symptom{
		"version-ignored": {
			queue, step{user: "ines", request: "PUT /courses/MAT-1010",
				body: `{"title": "S", "level": "beginner", "starts": "2026-09-07T18:30:00Z", "version": 1}`},
			outcome{409, ""}, outcome{200, "/version 3"},
		},
		"offset-dropped": {
			course, step{user: "ines", request: "GET /courses/MAT-1010"},
			outcome{200, `/starts "2026-09-07T18:30:00+02:00"`}, outcome{200, `/starts "2026-09-07T18:30:00Z"`},
		},
		"drafts-by-code": {
			[]step{{"ines", "POST /courses", draft, 201, "/published false"}, {"jon", "GET /courses", "", 200, "/0 -"}},
			step{user: "jon", request: "GET /courses/HIS-1010"}, outcome{404, ""}, outcome{200, `/title "Kings"`},
		},
		"starts-as-text": {
			steps(course, step{"ines", "POST /courses", art, 201, ""}), step{user: "jon", request: "GET /courses"},
			outcome{200, `/0/code "MAT-1010"`}, outcome{200, `/0/code "ART-1010"`},
		},
		"taken-counts-waiting": {
			steps(full, waits), step{user: "jon", request: "GET /courses/MAT-1010"}, outcome{200, "/taken 1"},
			outcome{200, "/taken 2"},
		},
		"seats-default": {
			nil, step{user: "ines", request: "POST /courses", body: draft}, outcome{201, "/seats 25"},
			outcome{201, "/seats 20"},
		},
		"refused-seats-stored": {
			steps(
				queue, waits, step{"ines", "PUT /courses/MAT-1010", `{"title": "Add", "level": "beginner", "seats": ` +
					`1, "starts": "2026-09-07T18:30:00Z", "published": true}`, 409, ""},
			),
			step{user: "ines", request: "GET /courses/MAT-1010"}, outcome{200, `/title "Sums"`},
			outcome{200, `/title "Add"`},
		},
	}
}

// seatSymptoms are those of who gets a seat.
func seatSymptoms() map[string]symptom {
	course := []step{{"ines", "POST /courses", math, 201, "/taken 0"}}
	full := steps(course, step{"jon", "POST " + places, "{}", 201, `/status "enrolled"`})
	both := steps(full, step{"ines", "POST /courses", art, 201, "/seats 25"},
		step{"jon", "POST /courses/ART-1010/enrolments", "{}", 201, "/id 2"})
	waits := step{"kim", "POST " + places, "{}", 201, ""}
	return map[string]symptom{
		"one-seat-more": {
			full, step{user: "kim", request: "POST " + places, body: "{}"}, outcome{201, `/status "waiting"`},
			outcome{201, `/status "enrolled"`},
		},
		"nobody-moves-up": {
			steps(full, waits, step{"jon", "DELETE /enrolments/1", "", 204, ""}),
			step{user: "kim", request: "GET /enrolments/2"},
			outcome{200, `/status "enrolled"`}, outcome{200, `/status "waiting"`},
		},
		"withdraws-all": {
			steps(both, step{"jon", "DELETE /enrolments/1", "", 204, ""}),
			step{user: "jon", request: "GET /enrolments/2"}, outcome{200, "/id 2"}, outcome{404, ""},
		},
		"waits-twice": {
			steps(full, waits, step{"jon", "POST " + places, "{}", 409, ""}),
			step{user: "kim", request: "POST " + places, body: "{}"},
			outcome{409, ""}, outcome{201, "/id 3"},
		},
		"enrols-others": {
			steps(course, step{"jon", "POST " + places, `{"student": "ines"}`, 403, ""}),
			step{user: "jon", request: "POST " + places, body: `{"student": "kim"}`},
			outcome{403, ""}, outcome{201, `/student "kim"`},
		},
	}
}

// gradeSymptoms are those of grades, lists of enrolments and users.
func gradeSymptoms() map[string]symptom {
	course := []step{{"ines", "POST /courses", math, 201, "/taken 0"}}
	full := steps(course, step{"jon", "POST " + places, "{}", 201, `/status "enrolled"`})
	graded := steps(full, step{"ines", "PUT /enrolments/1/grade", top, 200, `/remark "Sleeps"`})
	both := steps(full, step{"ines", "POST /courses", art, 201, "/seats 25"},
		step{"jon", "POST /courses/ART-1010/enrolments", "{}", 201, "/id 2"})
	return map[string]symptom{
		"remark-shown": {
			steps(graded, step{"jon", "GET /enrolments/1", "", 200, "/remark -"}),
			step{user: "jon", request: "GET /enrolments"},
			outcome{200, "/items/0/remark -"}, outcome{200, `/items/0/remark "Sleeps"`},
		},
		"grade-by-student": {
			full, step{user: "jon", request: "PUT /enrolments/1/grade", body: `{"grade": 100}`}, outcome{403, ""},
			outcome{200, "/grade 100"},
		},
		"average-of-all": {
			steps(both, step{"ines", "PUT /enrolments/1/grade", top, 200, ""}), step{user: "jon", request: "GET /me"},
			outcome{200, "/average 90"}, outcome{200, "/average 45"},
		},
		"grade-survives": {
			steps(graded, step{"jon", "DELETE /enrolments/1", "", 204, ""}),
			step{user: "jon", request: "POST " + places, body: "{}"},
			outcome{201, "/grade null"}, outcome{201, "/grade 90"},
		},
		"cursor-inclusive": {
			steps(both, step{"jon", "GET /enrolments?limit=1", "", 200, "/next 1"}),
			step{user: "jon", request: "GET /enrolments?limit=1&after=1"},
			outcome{200, "/items/0/id 2"}, outcome{200, "/items/0/id 1"},
		},
		"reminders-reset": {
			[]step{{"jon", "PATCH /me", `{"reminders": false}`, 200, "/reminders false"}},
			step{user: "jon", request: "PATCH /me", body: `{"name": "Jon D"}`},
			outcome{200, "/reminders false"}, outcome{200, "/reminders true"},
		},
	}
}

// Seats, grades and lists are as they say.
func TestEnrolment(t *testing.T) {
	s := begin(t, named(t, "school"))
	s.all([]step{
		{"", "POST /login", `{"username": "jon", "password": "JON-SECRET"}`, 401, ""},
		{"jon", "POST /courses", math, 403, ""},
		{"ines", "POST /courses", math, 201, "/version 1"},
		{"jon", "GET {Location}", "", 200, "/waiting 0"},
		{"ines", "POST /courses", math, 409, ""},
		{"ines", "POST /courses", draft, 201, ""},
		{"jon", "POST /courses/HIS-1010/enrolments", "{}", 404, ""},
		{"ines", "POST " + places, "{}", 409, ""},
		{"ines", "POST " + places, `{"student": "kim", "note": "Hi"}`, 201, `/status "enrolled"`},
		{"kim", "GET {Location}", "", 200, `/note "Hi"`},
		{"jon", "GET {Location}", "", 403, ""},
		{"jon", "POST " + places, `{"student": "jon"}`, 201, `/status "waiting"`},
		{"jon", "GET /courses?open=true", "", 200, "/0 -"},
		{"jon", "GET /courses?open=false&search=SUM", "", 200, "/0/waiting 1"},
		{"jon", "GET /courses?from=2026-09-07T16:30:00Z", "", 200, `/0/code "MAT-1010"`},
		{"jon", "GET /courses?from=2026-09-07T16:30:01Z", "", 200, "/0 -"},
		{"ines", "PUT /enrolments/2/grade", top, 409, ""},
		{"ines", "PUT /courses/MAT-1010", wide, 200, "/taken 2"},
		{"ines", "PUT /enrolments/2/grade", top, 200, `/status "enrolled"`},
		{"jon", "GET /me", "", 200, "/average 90"},
		{"kim", "GET /me", "", 200, "/average null"},
		{"jon", "GET " + places, "", 403, ""},
		{"ines", "GET " + places, "", 200, `/1/remark "Sleeps"`},
		{"ines", "GET /enrolments?status=enrolled", "", 200, "/next -"},
		{"ines", "DELETE /courses/MAT-1010", "", 204, ""},
		{"ines", "GET /enrolments", "", 200, "/items []"},
		{"jon", "GET /me", "", 200, "/courses 0"},
	})
}
