package silent_test

import (
	"maps"
	"testing"
)

const (
	soil    = `{"barcode": "SOI-0042", "material": "soil", "collectedAt": "2026-03-01T08:30:00+01:00", "volumeUl": 1500, "hazardous": true, "note": "Bank"}`
	water   = `{"barcode": "WAT-0001", "material": "water", "collectedAt": "2026-03-01T08:00:00Z", "volumeUl": 900}`
	drop    = `{"barcode": "SOI-0043", "volumeUl": 200}`
	nitrate = `{"name": "May", "assay": "nitrate", "capacity": 1, "dueOn": "2026-05-20"}`
	acidity = `{"name": "June", "assay": "acidity"}`

	// The ids that are given first.
	lab1 = "6de1d6d7-9513-5ee7-909a-ce9d4a1acdd5"
	lab2 = "fc4c373b-30f4-58e1-8ae3-0bfc5533031b"
	lab3 = "66ae83ce-cd7a-5613-a614-e9cb22a68478"
)

func labSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, sampleSymptoms())
	maps.Copy(out, sampleListSymptoms())
	maps.Copy(out, batchSymptoms())
	return out
}

// sampleSymptoms are those of one sample.
func sampleSymptoms() map[string]symptom {
	one := []step{{"tim", "POST /samples", soil, 201, `/id "` + lab1 + `"`}}
	return map[string]symptom{
		"hazardous-false-ignored": {
			one, step{user: "tim", request: "PATCH {Location}", body: `{"hazardous": false}`},
			outcome{200, "/hazardous false"}, outcome{200, "/hazardous true"},
		},
		"note-cleared": {
			steps(one, step{"tim", "PATCH {Location}", `{"volumeUl": 5}`, 200, "/volumeUl 5"}),
			step{user: "tim", request: "GET {Location}"},
			outcome{200, `/note "Bank"`}, outcome{200, "/note null"},
		},
		"offset-dropped": {
			one, step{user: "tim", request: "GET {Location}"},
			outcome{200, `/collectedAt "2026-03-01T08:30:00+01:00"`},
			outcome{200, `/collectedAt "2026-03-01T08:30:00Z"`},
		},
		"barcode-patched-same": {
			steps(one, step{"tim", "POST /samples", water, 201, ""}),
			step{user: "tim", request: "PATCH {Location}", body: `{"barcode": "SOI-0042"}`},
			outcome{409, ""}, outcome{200, `/barcode "SOI-0042"`},
		},
		"patch-foreign": {
			one, step{user: "uma", request: "PATCH {Location}", body: `{"volumeUl": 5}`}, outcome{403, ""},
			outcome{200, "/volumeUl 5"},
		},
		"parent-volume-stays": {
			steps(one, step{"tim", "POST {Location}/aliquots", drop, 201, "/volumeUl 200"}),
			step{user: "tim", request: "GET /samples/" + lab1},
			outcome{200, "/volumeUl 1300"}, outcome{200, "/volumeUl 1500"},
		},
		"refused-aliquot-reduces": {
			steps(one, step{"tim", "POST {Location}/aliquots", `{"barcode": "SOI-0042", "volumeUl": 200}`, 409, ""}),
			step{user: "tim", request: "GET {Location}"},
			outcome{200, "/volumeUl 1500"}, outcome{200, "/volumeUl 1300"},
		},
		"overview-stale": {
			steps(one, step{"tim", "GET /overview", "", 200, "/samples/received 1"},
				step{"tim", "POST {Location}/discard", "", 200, `/status "discarded"`}),
			step{user: "tim", request: "GET /overview"}, outcome{200, "/samples/discarded 1"},
			outcome{200, "/samples/discarded 0"},
		},
	}
}

// sampleListSymptoms are those of the list of samples.
func sampleListSymptoms() map[string]symptom {
	three := []step{{"tim", "POST /samples", soil, 201, ""}, {"tim", "POST /samples", water, 201, ""},
		{"tim", "POST /samples/" + lab1 + "/aliquots", drop, 201, ""}}
	return map[string]symptom{
		"volume-sorted-as-text": {
			three, step{user: "tim", request: "GET /samples?sort=volumeUl&minVolumeUl=900"},
			outcome{200, "/0/volumeUl 900"}, outcome{200, "/0/volumeUl 1300"},
		},
		"last-page-unlinked": {
			three, step{user: "tim", request: "GET /samples?perPage=2"},
			outcome{200, `Link: </samples?page=2&perPage=2>; rel="next"`}, outcome{200, "Link: "},
		},
		"total-of-page": {three, step{user: "tim", request: "GET /samples?perPage=2"}, outcome{200, "X-Total-Count: 3"},
			outcome{200, "X-Total-Count: 2"}},
	}
}

// batchSymptoms are those of a batch.
func batchSymptoms() map[string]symptom {
	one := []step{{"tim", "POST /samples", soil, 201, ""}, {"tim", "POST /batches", nitrate, 201, `/id "` + lab2 + `"`}}
	full := steps(one, step{"tim", "PUT /batches/" + lab2 + "/samples/" + lab1, "", 200, `/sampleIds/0 "` + lab1 + `"`})
	half := []step{
		{"tim", "POST /samples", soil, 201, ""}, {"tim", "POST /samples", water, 201, ""},
		{"tim", "POST /batches", acidity, 201, ""}, {"tim", "PUT /batches/" + lab3 + "/samples/" + lab1, "", 200, ""},
		{"tim", "PUT /batches/" + lab3 + "/samples/" + lab2, "", 200, ""},
		{"tim", "POST /batches/" + lab3 + "/start", "", 200, ""},
		{"tim", "PUT /batches/" + lab3 + "/results/" + lab1, `{"value": 8}`, 200, ""},
	}
	return map[string]symptom{
		"batch-location": {one, step{user: "tim", request: "GET {Location}"},
			outcome{200, `/name "May"`}, outcome{404, ""}},
		"capacity-default": {
			one[:1], step{user: "tim", request: "POST /batches", body: acidity}, outcome{201, "/capacity 8"},
			outcome{201, "/capacity 10"},
		},
		"approve-by-technician": {
			steps(full, step{"tim", "POST /batches/" + lab2 + "/start", "", 200, ""},
				step{"tim", "PUT /batches/" + lab2 + "/results/" + lab1, `{"value": 8}`, 200, ""},
				step{"tim", "POST /batches/" + lab2 + "/complete", "", 200, ""}),
			step{user: "tim", request: "POST /batches/" + lab2 + "/approve"}, outcome{403, ""},
			outcome{200, `/approvedBy "tim"`},
		},
		"batch-takes-samples": {
			steps(full, step{"tim", "DELETE /batches/" + lab2, "", 204, ""}),
			step{user: "tim", request: "GET /samples/" + lab1},
			outcome{200, `/status "received"`}, outcome{404, ""},
		},
		"one-over-capacity": {
			steps(full, step{"tim", "POST /samples", water, 201, `/id "` + lab3 + `"`}),
			step{user: "tim", request: "PUT /batches/" + lab2 + "/samples/" + lab3},
			outcome{409, ""}, outcome{200, `/sampleIds/1 "` + lab3 + `"`},
		},
		"mean-of-all": {half, step{user: "uma", request: "GET /batches/" + lab3 + "/results"},
			outcome{200, "/mean 8"}, outcome{200, "/mean 4"}},
		"started-empty": {one, step{user: "tim", request: "POST /batches/" + lab2 + "/start"}, outcome{409, ""},
			outcome{200, `/status "running"`}},
	}
}

// Samples are taken in, found, split and thrown away as it says.
func TestSamples(t *testing.T) {
	s := begin(t, named(t, "lab"))
	s.all([]step{
		{"tim", "POST /samples", soil, 201, `/createdBy "tim"`},
		{"uma", "POST /samples", soil, 409, ""},
		{"uma", "POST /samples", water, 201, "/note null"},
		{"uma", "GET /samples?sort=collectedAt", "", 200, `/0/barcode "SOI-0042"`},
		{"uma", "GET /samples?sort=-collectedAt", "", 200, `/0/barcode "WAT-0001"`},
		{"uma", "GET /samples?collectedFrom=2026-03-01T07:30:00Z&collectedBefore=2026-03-01T09:00:00%2B01:00",
			"", 200, "/1 -"},
		{"uma", "GET /samples?collectedFrom=2026-03-01T07:30:01Z", "", 200, `/0/barcode "WAT-0001"`},
		{"uma", "GET /samples?barcode=soi&material=soil&status=received&minVolumeUl=1500", "", 200, "/1 -"},
		{"uma", "GET /samples?sort=-barcode&page=2&perPage=1", "", 200, `/0/barcode "SOI-0042"`},
		{"tim", "POST /samples/" + lab1 + "/aliquots", drop, 201, `/parentId "` + lab1 + `"`},
		{"tim", "POST /samples/" + lab1 + "/aliquots", drop, 409, ""},
		{"tim", "POST /samples/" + lab1 + "/aliquots", `{"barcode": "SOI-0044", "volumeUl": 1301}`, 409, ""},
		{"uma", "POST /samples/" + lab1 + "/aliquots", drop, 403, ""},
		{"uma", "GET /samples/" + lab1 + "/aliquots", "", 200, `/0/material "soil"`},
		{"tim", "DELETE /samples/" + lab1, "", 409, ""},
		{"uma", "DELETE /samples/" + lab3, "", 403, ""},
		{"lena", "DELETE /samples/" + lab3, "", 204, ""},
		{"lena", "GET /samples/" + lab3, "", 404, ""},
		{"tim", "GET /samples/" + lab1, "", 200, "/volumeUl 1300"},
		{"tim", "PATCH /samples/" + lab1, `{"barcode": "SOI-0042", "note": null}`, 200, "/note null"},
		{"tim", "POST /samples/" + lab1 + "/discard", "", 200, `/status "discarded"`},
		{"tim", "POST /samples/" + lab1 + "/discard", "", 409, ""},
		{"tim", "PATCH /samples/" + lab1, "{}", 409, ""},
		{"tim", "POST /samples/" + lab1 + "/aliquots", drop, 409, ""},
		{"tim", "GET /overview", "", 200, "/volumeUl 900"},
	})
}

// A batch goes from its plan to its approval.
func TestBatches(t *testing.T) {
	s := begin(t, named(t, "lab"))
	batch, first := "/batches/"+lab2, "/samples/"+lab1
	s.all([]step{
		{"tim", "POST /samples", soil, 201, ""},
		{"tim", "POST /batches", nitrate, 201, `/dueOn "2026-05-20"`},
		{"uma", "POST /batches", nitrate, 409, ""},
		{"uma", "PUT " + batch, nitrate, 403, ""},
		{"tim", "PUT " + batch, `{"name": "May", "assay": "nitrate"}`, 200, "/dueOn null"},
		{"tim", "PUT " + batch + first, "", 200, "/capacity 8"},
		{"tim", "PUT " + batch + first, "", 200, "/sampleIds/1 -"},
		{"tim", "DELETE " + first, "", 409, ""},
		{"uma", "DELETE " + batch + first, "", 403, ""},
		{"tim", "DELETE " + batch + first, "", 204, ""},
		{"tim", "DELETE " + batch + first, "", 404, ""},
		{"tim", "GET " + first, "", 200, "/batchId null"},
		{"tim", "PUT " + batch + first, "", 200, ""},
		{"tim", "GET " + first, "", 200, `/batchId "` + lab2 + `"`},
		{"tim", "POST " + first + "/discard", "", 200, "/batchId null"},
		{"tim", "PUT " + batch + first, "", 409, ""},
		{"tim", "POST /samples", water, 201, `/id "` + lab3 + `"`},
		{"tim", "PUT " + batch + "/samples/" + lab3, "", 200, ""},
		{"tim", "PUT " + batch + "/results/" + lab3, `{"value": 1}`, 409, ""},
		{"tim", "POST " + batch + "/complete", "", 409, ""},
		{"uma", "POST " + batch + "/start", "", 403, ""},
		{"tim", "POST " + batch + "/start", "", 200, `/status "running"`},
		{"tim", "DELETE " + batch, "", 409, ""},
		{"tim", "PUT " + batch, nitrate, 409, ""},
		{"tim", "POST /samples/" + lab3 + "/discard", "", 409, ""},
		{"tim", "POST " + batch + "/complete", "", 409, ""},
		{"tim", "GET " + batch + "/results", "", 200, "/mean null"},
		{"tim", "PUT " + batch + "/results/" + lab3, `{"value": 1.255, "remark": "Twice"}`, 200, `/enteredBy "tim"`},
		{"tim", "DELETE " + batch + "/results/" + lab3, "", 204, ""},
		{"tim", "DELETE " + batch + "/results/" + lab3, "", 404, ""},
		{"lena", "PUT " + batch + "/results/" + lab3, `{"value": 2}`, 200, "/remark null"},
		{"tim", "GET " + batch + "/results", "", 200, "/count 1"},
		{"tim", "POST " + batch + "/complete", "", 200, `/status "completed"`},
		{"tim", "GET /samples/" + lab3, "", 200, `/status "analysed"`},
		{"lena", "POST " + batch + "/approve", "", 200, `/approvedBy "lena"`},
		{"lena", "POST " + batch + "/approve", "", 409, ""},
		{"tim", "GET /batches?assay=nitrate&owner=tim&status=approved", "", 200, "/0/capacity 8"},
		{"tim", "GET /overview", "", 200, "/batches/approved 1"},
	})
}
