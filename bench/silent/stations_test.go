package silent_test

import (
	"testing"
)

const (
	hill = `{"code": "OSL-0001", "name": "Hill", "region": "north", "zone": "Europe/Oslo", "notes": "On the roof"}`
	quay = `{"name": "Quay", "region": "northwest", "zone": "UTC"}`
	noon = `{"at": "2026-03-01T12:00:00Z", "temperature": 3.5, "humidity": 81}`
	late = `{"at": "2026-03-01T23:30:00Z", "temperature": 2, "humidity": 90}`
)

func stationsSymptoms() map[string]symptom {
	station := []step{{"", "POST /stations", hill, 201, "/active true"}}
	measured := steps(station, step{"", "POST /stations/OSL-0001/readings", noon, 201, "/id 1"},
		step{"", "POST /stations/OSL-0001/readings", late, 201, "/id 2"})
	three := steps(station, step{"", "PUT /stations/OSL-0002", quay, 201, ""},
		step{"", "PUT /stations/OSL-0003", quay, 201, ""})
	const readings = "/stations/OSL-0001/readings"
	return map[string]symptom{
		"patch-keeps-tag": {
			steps(station, step{"", "GET /stations/OSL-0001\nIf-None-Match: \"v1\"", "", 304, ""},
				step{"", "PATCH /stations/OSL-0001", `{"name": "Top"}`, 200, ""}),
			step{request: "GET /stations/OSL-0001\nIf-None-Match: \"v1\""},
			outcome{200, `/name "Top"`}, outcome{304, ""},
		},
		"delete-ignores-if-match": {
			steps(station, step{"", "PATCH /stations/OSL-0001\nIf-Match: \"v0\"", `{}`, 412, ""}),
			step{request: "DELETE /stations/OSL-0001\nIf-Match: \"v0\""}, outcome{412, ""}, outcome{204, ""},
		},
		"put-keeps-notes": {
			station, step{request: "PUT /stations/OSL-0001", body: quay}, outcome{200, `/notes ""`},
			outcome{200, `/notes "On the roof"`},
		},
		"false-taken-for-missing": {
			nil, step{request: "POST /stations",
				body: `{"code": "BGO-0001", "name": "B", "region": "south", "zone": "UTC", "active": false}`},
			outcome{201, "/active false"}, outcome{201, "/active true"},
		},
		"reading-location": {
			steps(measured, step{"", "GET " + readings + "/2", "", 200, ""}), step{request: "GET {Location}"},
			outcome{200, "/id 2"}, outcome{404, ""},
		},
		"import-half": {
			steps(station,
				step{"", "POST " + readings + "/import", `{"readings": [` + noon + "," + noon + "]}", 409, ""}),
			step{request: "GET " + readings}, outcome{200, "/total 0"}, outcome{200, "/total 1"},
		},
		"fahrenheit-in-place": {
			steps(measured, step{"", "GET " + readings + "?unit=fahrenheit", "", 200, "/items/0/temperature 38.3"}),
			step{request: "GET " + readings + "/1"},
			outcome{200, "/temperature 3.5"}, outcome{200, "/temperature 38.3"},
		},
		"day-in-utc": {
			measured, step{request: "GET /stations/OSL-0001/summary?day=2026-03-02"}, outcome{200, "/count 1"},
			outcome{200, "/count 0"},
		},
		"mean-cut": {
			measured, step{request: "GET /stations/OSL-0001/summary?day=2026-03-01"}, outcome{200, "/mean 3.5"},
			outcome{200, "/mean 3"},
		},
		"latest-reversed": {
			steps(measured, step{"", "GET " + readings + "?order=desc", "", 200, "/items/0/id 2"}),
			step{request: "GET " + readings + "?order=desc&limit=1"},
			outcome{200, "/items/0/id 2"}, outcome{200, "/items/0/id 1"},
		},
		"readings-outlive-station": {
			steps(measured, step{"", "DELETE /stations/OSL-0001", "", 204, ""},
				step{"", "GET " + readings, "", 404, ""}, step{"", "POST /stations", hill, 201, ""}),
			step{request: "GET " + readings}, outcome{200, "/total 0"}, outcome{200, "/total 2"},
		},
		"instants-as-text": {
			steps(measured, step{"", "POST " + readings, noon, 409, ""}),
			step{request: "POST " + readings,
				body: `{"at": "2026-03-01T13:00:00+01:00", "temperature": 3.5, "humidity": 81}`},
			outcome{409, ""}, outcome{201, `/at "2026-03-01T12:00:00Z"`},
		},
		"total-of-all": {
			measured, step{request: "GET " + readings + "?from=2026-03-01T23:30:00Z"}, outcome{200, "/total 1"},
			outcome{200, "/total 2"},
		},
		"cursor-skips": {
			three, step{request: "GET /stations?limit=1"}, outcome{200, `/next "OSL-0001"`},
			outcome{200, `/next "OSL-0002"`},
		},
		"zero-refused": {
			station,
			step{request: "POST " + readings, body: `{"at": "2026-03-01T13:00:00Z", "temperature": 0, "humidity": 0}`},
			outcome{201, "/humidity 0"}, outcome{400, ""},
		},
		"import-unchecked": {
			station, step{request: "POST " + readings + "/import",
				body: `{"readings": [{"at": "2026-03-01T13:00:00Z", "temperature": 999, "humidity": 7}]}`},
			outcome{400, ""}, outcome{200, "/imported 1"},
		},
		"region-by-prefix": {
			three, step{request: "GET /stations?region=north"}, outcome{200, "/items/1 -"},
			outcome{200, `/items/1/code "OSL-0002"`},
		},
	}
}

// Pages, spans and alarms are as they say.
func TestMeasurements(t *testing.T) {
	s := begin(t, named(t, "stations"))
	s.all([]step{
		{"", "POST /stations", hill, 201, ""},
		{"", "GET {Location}", "", 200, "/altitude 0"},
		{"", "POST /stations", hill, 409, ""},
		{"", "PUT /stations/OSL-0002", quay, 201, ""},
		{"", "GET /stations?limit=1&after=OSL-0001", "", 200, `/items/0/name "Quay"`},
		{"", "GET /stations?limit=2", "", 200, "/next -"},
		{"", "POST /stations/OSL-0001/readings/import", `{"readings": [` + late + "," + noon + "]}",
			200, "/imported 2"},
		{"", "GET /stations/OSL-0001/readings", "", 200, "/items/0/id 2"},
		{"", "GET /stations/OSL-0001/readings?to=2026-03-01T23:30:00Z", "", 200, "/total 1"},
		{"", "GET /stations/OSL-0001/summary?day=2026-03-03", "", 200, "/mean null"},
		{"", "GET /stations/OSL-0001/alarm", "", 404, ""},
		{"", "PUT /stations/OSL-0001/alarm", `{"above": 2}`, 200, "/enabled true"},
		{"", "GET /alarms", "", 200, "/0 -"},
		{"", "PUT /stations/OSL-0001/alarm", `{"above": 1.5}`, 200, ""},
		{"", "GET /alarms", "", 200, "/0/above 1.5"},
		{"", "PATCH /stations/OSL-0001", `{"active": false}`, 200, ""},
		{"", "POST /stations/OSL-0001/readings", `{"at": "2026-03-05T00:00:00Z", "temperature": 1, "humidity": 1}`,
			409, ""},
		{"", "DELETE /stations/OSL-0001/readings/1", "", 204, ""},
		{"", "GET /stations/OSL-0001/readings/1", "", 404, ""},
		{"", "DELETE /stations/OSL-0001/alarm", "", 204, ""},
		{"", "DELETE /stations/OSL-0001\nIf-Match: \"v3\"", "", 204, ""},
		{"", "PUT /stations/OSL-0001\nIf-Match: *", quay, 412, ""},
	})
}
