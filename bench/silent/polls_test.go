package silent_test

import (
	"maps"
	"testing"
)

const (
	lunch   = `{"title": "Lunch", "description": "Where?", "maxChoices": 2, "tags": ["food", "friday"], "closesOn": "2026-06-05"}`
	outing  = `{"title": "outing", "audience": "invited"}`
	zoo     = `{"title": "Zoo"}`
	pizza   = `{"text": "Pizza"}`
	soba    = `{"text": "Soba"}`
	opened  = `{"state": "open"}`
	closing = `{"state": "closed"}`
)

func pollsSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, pollSymptoms())
	maps.Copy(out, pollListSymptoms())
	maps.Copy(out, optionSymptoms())
	maps.Copy(out, voteSymptoms())
	maps.Copy(out, commentSymptoms())
	return out
}

// drafted is a draft with two options.
func drafted(poll string) []step {
	return []step{{"ola", "POST /polls", poll, 201, ""}, {"ola", "POST {Location}/options", pizza, 200, ""},
		{"ola", "POST {Location}/options", soba, 200, "/options/1/id 2"}}
}

// running is an open poll.
func running(poll string, more ...step) []step {
	return append(steps(drafted(poll), step{"ola", "PUT {Location}/state", opened, 200, `/state "open"`}), more...)
}

// pollSymptoms are those of one poll.
func pollSymptoms() map[string]symptom {
	one := []step{{"ola", "POST /polls", lunch, 201, `/closesOn "2026-06-05"`}}
	return map[string]symptom{
		"description-kept": {
			one, step{user: "ola", request: "PUT {Location}", body: `{"title": "Lunch"}`},
			outcome{200, `/description ""`}, outcome{200, `/description "Where?"`},
		},
		"tags-appended": {
			one, step{user: "ola", request: "PUT {Location}", body: lunch}, outcome{200, `/tags ["food", "friday"]`},
			outcome{200, `/tags ["food", "friday", "food", "friday"]`},
		},
		"closes-on-lost": {
			one, step{user: "ola", request: "GET {Location}"}, outcome{200, `/closesOn "2026-06-05"`},
			outcome{200, "/closesOn null"},
		},
		"guests-shown": {
			running(lunch, step{"ola", "PUT {Location}/guests/siv", "", 204, ""}),
			step{user: "per", request: "GET {Location}"}, outcome{200, "/guests -"}, outcome{200, `/guests ["siv"]`},
		},
	}
}

// pollListSymptoms are those of the list of polls.
func pollListSymptoms() map[string]symptom {
	two := []step{{"ola", "POST /polls", lunch, 201, ""}, {"ola", "POST /polls", outing, 201, ""}}
	return map[string]symptom{
		"has-more-at-end": {
			two, step{user: "ola", request: "GET /polls?skip=1&take=1"}, outcome{200, "/hasMore false"},
			outcome{200, "/hasMore true"},
		},
		"tag-by-part": {
			two, step{user: "ola", request: "GET /polls?tag=foo"}, outcome{200, "/total 0"}, outcome{200, "/total 1"},
		},
		"sorted-by-case": {
			steps(two, step{"ola", "POST /polls", zoo, 201, ""}), step{user: "ola", request: "GET /polls?sort=title"},
			outcome{200, `/polls/1/title "outing"`}, outcome{200, `/polls/1/title "Zoo"`},
		},
	}
}

// optionSymptoms are those of options.
func optionSymptoms() map[string]symptom {
	return map[string]symptom{
		"one-option-opens": {
			drafted(lunch)[:2], step{user: "ola", request: "PUT {Location}/state", body: opened}, outcome{409, ""},
			outcome{200, `/state "open"`},
		},
		"option-renamed-same": {
			drafted(lunch), step{user: "ola", request: "PUT {Location}/options/2", body: pizza}, outcome{409, ""},
			outcome{200, `/options/1/text "Pizza"`},
		},
		"tag-without-options": {
			steps(drafted(lunch)[:1], step{"ola", "GET {Location}", "", 200, ""},
				step{"ola", "POST {Location}/options", pizza, 200, ""}),
			step{user: "ola", request: "GET {Location}\nIf-None-Match: {ETag}"},
			outcome{200, "/options/0/id 1"}, outcome{304, ""},
		},
		"option-id-again": {
			steps(drafted(lunch), step{"ola", "DELETE {Location}/options/1", "", 204, ""}),
			step{user: "ola", request: "POST {Location}/options", body: pizza},
			outcome{200, "/options/1/id 3"}, outcome{200, "/options/1/id 2"},
		},
	}
}

// voteSymptoms are those of votes and results.
func voteSymptoms() map[string]symptom {
	votes := step{"per", "PUT {Location}/vote", `{"choices": [2]}`, 200, "/choices [2]"}
	return map[string]symptom{
		"max-choices-ignored": {
			running(zoo), step{user: "per", request: "PUT {Location}/vote", body: `{"choices": [1, 2]}`},
			outcome{422, ""}, outcome{200, "/choices [1, 2]"},
		},
		"results-early": {
			running(zoo), step{user: "per", request: "GET {Location}/results"}, outcome{403, ""},
			outcome{200, "/voters 0"},
		},
		"share-of-choices": {
			running(lunch, votes, step{"siv", "PUT {Location}/vote", `{"choices": [1, 2]}`, 200, ""}),
			step{user: "ola", request: "GET {Location}/results"},
			outcome{200, "/options/0/share 100"}, outcome{200, "/options/0/share 66.7"},
		},
		"guest-vote-stays": {
			running(outing, step{"ola", "PUT {Location}/guests/per", "", 204, ""}, votes,
				step{"ola", "DELETE {Location}/guests/per", "", 204, ""}),
			step{user: "ola", request: "GET {Location}/results"}, outcome{200, "/voters 0"}, outcome{200, "/voters 1"},
		},
		"withdrawn-after-close": {
			running(lunch, votes, step{"ola", "PUT {Location}/state", closing, 200, ""},
				step{"per", "PUT {Location}/vote", `{"choices": [1]}`, 409, ""}),
			step{user: "per", request: "DELETE {Location}/vote"}, outcome{409, ""}, outcome{204, ""},
		},
	}
}

// commentSymptoms are those of comments.
func commentSymptoms() map[string]symptom {
	said := running(lunch, step{"per", "POST {Location}/comments", `{"text": "Yes"}`, 201, "/id 1"})
	return map[string]symptom{
		"comment-count-stays": {
			steps(said, step{"per", "DELETE {Location}", "", 204, ""}), step{user: "per", request: "GET /polls"},
			outcome{200, "/polls/0/commentCount 0"}, outcome{200, "/polls/0/commentCount 1"},
		},
		"comment-by-anyone": {
			said, step{user: "siv", request: "DELETE {Location}"}, outcome{403, ""}, outcome{204, ""},
		},
	}
}

// A poll is prepared by its owner, and its options are told apart.
func TestPrepare(t *testing.T) {
	s := begin(t, named(t, "polls"))
	s.all([]step{
		{"", "GET /polls", "", 401, ""},
		{"ola", "POST /polls", lunch, 201, "/guests []"},
		{"ola", "POST /polls", lunch, 409, `/code "conflict"`},
		{"per", "GET {Location}", "", 404, ""},
		{"per", "POST {Location}/options", pizza, 404, ""},
		{"ola", "POST {Location}/options", pizza, 200, ""},
		{"ola", "POST {Location}/options", pizza, 409, ""},
		{"ola", "PUT {Location}/state", opened, 409, ""},
		{"ola", "PUT {Location}/state", closing, 409, ""},
		{"ola", "POST {Location}/options", soba, 200, ""},
		{"ola", "PUT {Location}/options/2", soba, 200, ""},
		{"ola", "PUT {Location}/options/3", soba, 404, ""},
		{"ola", "GET {Location}", "", 200, ""},
		{"ola", "PUT {Location}\nIf-Match: \"old\"", zoo, 412, ""},
		{"ola", "PUT {Location}\nIf-Match: {ETag}", zoo, 200, "/maxChoices 1"},
		{"ola", "DELETE {Location}\nIf-Match: {ETag}", "", 412, ""},
		{"ola", "GET {Location}\nIf-None-Match: {ETag}", "", 200, "/tags []"},
		{"ola", "GET {Location}\nIf-None-Match: {ETag}", "", 304, ""},
		{"ola", "PUT {Location}/state", opened, 200, ""},
		{"ola", "PUT {Location}/state", opened, 200, ""},
		{"per", "PUT {Location}/state", closing, 403, ""},
		{"per", "PUT {Location}", zoo, 403, ""},
		{"ola", "POST {Location}/options", `{"text": "Rice"}`, 409, ""},
		{"ola", "DELETE {Location}/options/1", "", 409, ""},
		{"ola", "PUT {Location}", lunch, 409, ""},
		{"ola", "GET {Location}", "", 200, `/title "Zoo"`},
		{"ola", "PUT {Location}", `{"title": "Zoo", "audience": "invited"}`, 200, ""},
		{"per", "GET {Location}", "", 404, ""},
		{"ola", "PUT {Location}/guests/per", "", 204, ""},
		{"ola", "PUT {Location}/guests/per", "", 204, ""},
		{"ola", "PUT {Location}/guests/ola", "", 404, ""},
		{"ola", "GET {Location}", "", 200, `/guests ["per"]`},
		{"per", "GET /polls?state=open&owner=ola&q=zo", "", 200, "/total 1"},
		{"siv", "GET /polls", "", 200, "/total 0"},
		{"ola", "PUT {Location}/state", closing, 200, ""},
		{"ola", "PUT {Location}/state", opened, 409, ""},
		{"ola", "PUT {Location}", zoo, 409, ""},
		{"per", "DELETE {Location}", "", 403, ""},
		{"ola", "DELETE {Location}", "", 204, ""},
		{"ola", "GET {Location}", "", 404, ""},
	})
}

// Votes are counted, and comments stay those of their authors.
func TestVotes(t *testing.T) {
	s := begin(t, named(t, "polls"))
	s.all(append(running(lunch), []step{
		{"per", "GET {Location}/vote", "", 404, ""},
		{"per", "DELETE {Location}/vote", "", 404, ""},
		{"per", "PUT {Location}/vote", `{"choices": [1, 1]}`, 400, ""},
		{"per", "PUT {Location}/vote", `{"choices": [3]}`, 422, ""},
		{"ola", "GET {Location}/results", "", 200, "/winners []"},
		{"per", "PUT {Location}/vote", `{"choices": [1, 2]}`, 200, ""},
		{"per", "PUT {Location}/vote", `{"choices": [2]}`, 200, `/voter "per"`},
		{"per", "GET {Location}/vote", "", 200, "/choices [2]"},
		{"siv", "PUT {Location}/vote", `{"choices": [1]}`, 200, ""},
		{"ola", "GET {Location}/results", "", 200, "/winners [1, 2]"},
		{"ola", "PUT {Location}/vote", `{"choices": [2]}`, 200, ""},
		{"ola", "GET {Location}/results", "", 200, "/options/0/share 66.7"},
		{"ola", "GET {Location}/results", "", 200, "/options/0/id 2"},
		{"siv", "DELETE {Location}/vote", "", 204, ""},
		{"ola", "POST /polls", zoo, 201, ""},
		{"ola", "GET /polls?sort=-voters", "", 200, "/polls/0/voterCount 2"},
		{"ola", "GET /polls?sort=-title&take=1", "", 200, `/polls/0/title "Zoo"`},
		{"ola", "GET /polls?tag=food", "", 200, "/total 1"},
		{"ola", "PUT /polls/97wyv/state", closing, 200, ""},
		{"siv", "GET /polls/97wyv/results", "", 200, "/winners [2]"},
		{"per", "POST /polls/97wyv/comments", `{"text": "Yes"}`, 201, `/author "per"`},
		{"siv", "GET {Location}", "", 200, `/text "Yes"`},
		{"siv", "GET /polls/97wyv/comments", "", 200, "/comments/0/id 1"},
		{"siv", "GET /polls/97wyv", "", 200, "/commentCount 1"},
		{"ola", "DELETE {Location}", "", 204, ""},
		{"per", "POST /polls/97wyv/comments", `{"text": "No"}`, 201, "/id 2"},
		{"siv", "GET /polls/iftxq", "", 404, ""},
	}...))
}
