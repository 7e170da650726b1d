package silent_test

import (
	"maps"
	"testing"
)

const (
	mia   = `{"first_name": "Mia", "last_name": "Holm", "email": "mia@holm.example", "phone": "555", "born": "1984-03-09", "city": "Bergen", "insured": true}`
	leo   = `{"first_name": "Leo", "last_name": "Abel", "email": "leo@abel.example", "born": "1950-01-31"}`
	pia   = `{"first_name": "Pia", "last_name": "Holt", "email": "pia@holt.example", "born": "2001-12-24"}`
	cough = `{"patient_id": "P-1001", "doctor": "dan", "date": "2026-05-04", "hour": 9, "reason": "Cough"}`
	flu   = `{"patient_id": "P-1001", "doctor": "dan", "date": "2026-05-04", "hour": 10, "reason": "Flu"}`
	knee  = `{"patient_id": "P-1001", "doctor": "eve", "date": "2026-05-04", "hour": 9, "reason": "Knee"}`
)

func clinicSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, patientSymptoms())
	maps.Copy(out, bookingSymptoms())
	maps.Copy(out, doctorSymptoms())
	return out
}

// patientSymptoms are those of patients and their list.
func patientSymptoms() map[string]symptom {
	patient := []step{{"rosa", "POST /patients", mia, 201, `/id "P-1001"`}}
	two := steps(patient, step{"rosa", "POST /patients", leo, 201, `/id "P-1002"`})
	gone := steps(patient, step{"rosa", "POST /appointments", cough, 201, ""},
		step{"rosa", "POST /appointments/A-1001/cancel", "", 200, ""},
		step{"rosa", "DELETE /patients/P-1001", "", 204, ""}, step{"rosa", "GET /patients/P-1001", "", 404, ""})
	return map[string]symptom{
		"phone-not-stored": {
			steps(patient, step{"rosa", "PATCH /patients/P-1001", `{"phone": "777"}`, 200, `/phone "777"`}),
			step{user: "dan", request: "GET /patients/P-1001"}, outcome{200, `/phone "777"`},
			outcome{200, `/phone "555"`},
		},
		"insured-cleared": {
			steps(patient, step{"rosa", "PATCH /patients/P-1001", `{"city": "Oslo"}`, 200, `/city "Oslo"`}),
			step{user: "dan", request: "GET /patients/P-1001"}, outcome{200, "/insured true"},
			outcome{200, "/insured false"},
		},
		"offset-by-pages": {
			steps(two, step{"rosa", "POST /patients", pia, 201, ""},
				step{"dan", "GET /patients?limit=2", "", 200, `/data/1/id "P-1002"`}),
			step{user: "dan", request: "GET /patients?limit=2&offset=2"}, outcome{200, `/data/0/id "P-1003"`},
			outcome{200, "/data []"},
		},
		"deleted-by-doctors": {
			steps(patient, step{"dan", "PATCH /patients/P-1001", "{}", 403, ""}),
			step{user: "dan", request: "DELETE /patients/P-1001"}, outcome{403, ""}, outcome{204, ""},
		},
		"email-twice": {
			steps(two, step{"rosa", "POST /patients", leo, 409, ""}),
			step{user: "rosa", request: "PATCH /patients/P-1001", body: `{"email": "leo@abel.example"}`},
			outcome{409, ""}, outcome{200, `/email "leo@abel.example"`},
		},
		"empty-name": {
			patient, step{user: "rosa", request: "PATCH /patients/P-1001", body: `{"last_name": ""}`}, outcome{400, ""},
			outcome{200, `/last_name ""`},
		},
		"appointments-left": {
			gone, step{user: "rosa", request: "GET /appointments/A-1001"}, outcome{404, ""},
			outcome{200, `/patient_id "P-1001"`},
		},
		"booked-after-delete": {
			gone, step{user: "rosa", request: "POST /appointments", body: knee}, outcome{422, ""},
			outcome{201, `/patient_id "P-1001"`},
		},
	}
}

// bookingSymptoms are those of the steps and times of appointments.
func bookingSymptoms() map[string]symptom {
	booked := []step{{"rosa", "POST /patients", mia, 201, ""},
		{"rosa", "POST /appointments", cough, 201, `/id "A-1001"`}}
	two := steps(booked, step{"dan", "POST /appointments", flu, 201, `/id "A-1002"`})
	cancelled := steps(booked, step{"dan", "POST /appointments/A-1001/cancel", "", 200, `/status "cancelled"`})
	return map[string]symptom{
		"status-ignored": {
			booked, step{user: "dan", request: "GET /appointments?status=cancelled"}, outcome{200, "/data []"},
			outcome{200, "/meta/total 1"},
		},
		"cancelled-twice": {
			cancelled, step{user: "dan", request: "POST /appointments/A-1001/cancel"}, outcome{409, ""},
			outcome{200, `/status "cancelled"`},
		},
		"total-of-page": {
			steps(two, step{"dan", "GET /appointments?limit=1", "", 200, `/data/0/id "A-1001"`}),
			step{user: "dan", request: "GET /appointments?limit=1"},
			outcome{200, "/meta/total 2"}, outcome{200, "/meta/total 1"},
		},
		"slot-stays-taken": {
			cancelled, step{user: "dan", request: "POST /appointments", body: cough},
			outcome{201, `/id "A-1002"`}, outcome{409, ""},
		},
		"refused-stored": {
			steps(two, step{"dan", "PATCH /appointments/A-1002", `{"hour": 9, "reason": "Fever"}`, 409, ""}),
			step{user: "dan", request: "GET /appointments/A-1002"}, outcome{200, `/reason "Flu"`},
			outcome{200, `/reason "Fever"`},
		},
		"cancelled-left-out": {
			steps(two, step{"dan", "POST /appointments/A-1002/cancel", "", 200, ""},
				step{"ruth", "GET /summary?date=2026-05-04", "", 200, "/cancelled 1"}),
			step{user: "ruth", request: "GET /summary?date=2026-05-04"}, outcome{200, "/total 2"},
			outcome{200, "/total 1"},
		},
	}
}

// doctorSymptoms are those of what doctors see of each other, and of notes.
func doctorSymptoms() map[string]symptom {
	booked := []step{{"rosa", "POST /patients", mia, 201, ""}, {"rosa", "POST /appointments", cough, 201, ""},
		{"eve", "GET /appointments/A-1001", "", 404, ""}}
	return map[string]symptom{
		"foreign-cancel": {
			steps(booked, step{"eve", "PATCH /appointments/A-1001", "{}", 404, ""}),
			step{user: "eve", request: "POST /appointments/A-1001/cancel"},
			outcome{404, ""}, outcome{200, `/doctor "dan"`},
		},
		"others-of-patient": {
			steps(booked, step{"eve", "GET /appointments", "", 200, "/data []"}),
			step{user: "eve", request: "GET /patients/P-1001/appointments"},
			outcome{200, "/data []"}, outcome{200, `/data/0/doctor "dan"`},
		},
		"notes-told": {
			steps(booked, step{"eve", "GET /appointments/A-9999/notes", "", 404, ""}),
			step{user: "eve", request: "GET /appointments/A-1001/notes"},
			outcome{404, ""}, outcome{403, ""},
		},
		"note-location": {
			steps(booked, step{"dan", "POST /appointments/A-1001/notes", `{"text": "Rest"}`, 201, "/id 1"}),
			step{user: "dan", request: "GET {Location}"},
			outcome{200, `/text "Rest"`}, outcome{404, ""},
		},
	}
}

// Patients, appointments and notes are as they say.
func TestAppointments(t *testing.T) {
	s := begin(t, named(t, "clinic"))
	s.all([]step{
		{"dan", "POST /patients", mia, 403, ""},
		{"ruth", "POST /patients", mia, 201, `/phone "555"`},
		{"eve", "GET {Location}", "", 200, `/born "1984-03-09"`},
		{"rosa", "POST /patients", mia, 409, ""},
		{"rosa", "POST /patients", leo, 201, "/insured false"},
		{"rosa", "POST /patients", pia, 201, ""},
		{"dan", "GET /patients?sort=-born&limit=1", "", 200, `/data/0/first_name "Pia"`},
		{"dan", "GET /patients?last_name=Hol&insured=false", "", 200, `/data/0/first_name "Pia"`},
		{"dan", "GET /patients?city=Bergen", "", 200, "/meta/total 1"},
		{"dan", "GET /patients?sort=last_name&offset=2", "", 200, `/data/0/last_name "Holt"`},
		{"rosa", "PATCH /patients/P-1002", `{"email": "leo@abel.example", "insured": true}`, 200, "/insured true"},
		{"eve", "POST /appointments", cough, 403, ""},
		{"rosa", "POST /appointments", cough, 201, `/status "booked"`},
		{"dan", "GET {Location}", "", 200, "/hour 9"},
		{"rosa", "POST /appointments", cough, 409, ""},
		{"eve", "POST /appointments", knee, 201, ""},
		{"rosa", "POST /appointments", flu, 201, `/id "A-1003"`},
		{"rosa", "GET /appointments?doctor=dan&from=2026-05-04&until=2026-05-04", "", 200, "/meta/total 2"},
		{"eve", "GET /appointments?doctor=dan", "", 200, "/meta/total 0"},
		{"rosa", "GET /patients/P-1001/appointments?limit=1&offset=1", "", 200, `/data/0/id "A-1002"`},
		{"dan", "PATCH /appointments/A-1003", `{"hour": 9}`, 409, ""},
		{"dan", "PATCH /appointments/A-1003", `{"hour": 10, "reason": ""}`, 200, `/reason ""`},
		{"dan", "POST /appointments/A-1003/check-in", "", 403, ""},
		{"dan", "POST /appointments/A-1003/complete", "", 409, ""},
		{"rosa", "POST /appointments/A-1003/check-in", "", 200, `/status "checked_in"`},
		{"dan", "POST /appointments/A-1003/complete", "", 200, `/status "completed"`},
		{"rosa", "POST /appointments/A-1003/cancel", "", 409, ""},
		{"rosa", "DELETE /patients/P-1001", "", 409, ""},
		{"rosa", "GET /appointments/A-1001/notes", "", 403, ""},
		{"ruth", "POST /appointments/A-1001/notes", `{"text": "Rest"}`, 201, `/author "ruth"`},
		{"dan", "GET {Location}", "", 200, `/text "Rest"`},
		{"eve", "GET /appointments/A-1002/notes/1", "", 404, ""},
		{"dan", "DELETE /appointments/A-1001/notes/1", "", 204, ""},
		{"dan", "GET /appointments/A-1001/notes", "", 200, "/meta/total 0"},
		{"rosa", "GET /summary?date=2026-05-04", "", 403, ""},
		{"ruth", "GET /summary?date=2026-05-04", "", 200, "/total 3"},
		{"rosa", "POST /appointments/A-1001/cancel", "", 200, ""},
		{"eve", "POST /appointments/A-1002/cancel", "", 200, ""},
		{"rosa", "DELETE /patients/P-1001", "", 204, ""},
		{"ruth", "GET /appointments", "", 200, "/meta/total 0"},
	})
}
