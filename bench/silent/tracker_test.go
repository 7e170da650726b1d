package silent_test

import "testing"

const (
	party  = `{"name": "Garden party", "description": "In June"}`
	ask    = `{"title": "Ask the neighbours", "priority": 4}`
	buy    = `{"title": "Buy lamps", "details": "Ten", "assignee": "gwen"}`
	asEdit = `{"role": "editor"}`
	asView = `{"role": "viewer"}`
)

func trackerSymptoms() map[string]symptom {
	project := []step{{"gwen", "POST /projects", party, 201, ""}}
	task := steps(project, step{"gwen", "POST /projects/1/tasks", ask, 201, `/state "open"`})
	viewed := steps(task, step{"gwen", "PUT /projects/1/members/hugo", asView, 200, ""})
	return map[string]symptom{
		"get-touches": {
			task, step{user: "gwen", request: "GET /tasks/1"},
			outcome{200, "/version 1"}, outcome{200, "/version 2"},
		},
		"deleted-by-id": {
			steps(task, step{"gwen", "DELETE /tasks/1", "", 204, ""},
				step{"gwen", "GET /projects/1/tasks", "", 200, "/total 0"}),
			step{user: "gwen", request: "GET /tasks/1"}, outcome{404, ""}, outcome{200, "/id 1"},
		},
		"anonymous-members": {
			steps(project, step{"", "GET /projects/1", "", 401, ""}), step{request: "GET /projects/1/members"},
			outcome{401, ""}, outcome{200, "/total 0"},
		},
		"stale-list": {
			steps(task, step{"gwen", "GET /projects/1/tasks", "", 200, "/items/0/priority 4"},
				step{"gwen", "PUT /tasks/1", buy, 200, `/title "Buy lamps"`},
				step{"gwen", "GET /tasks/1", "", 200, "/priority 3"}),
			step{user: "gwen", request: "GET /projects/1/tasks"}, outcome{200, "/items/0/priority 3"},
			outcome{200, "/items/0/priority 4"},
		},
		"limit-ignored": {
			steps(task, step{"gwen", "POST /projects/1/tasks", buy, 201, ""}),
			step{user: "gwen", request: "GET /projects/1/tasks?limit=1"},
			outcome{200, "/items/1 -"}, outcome{200, "/items/1/id 2"},
		},
		"refused-moves": {
			steps(task, step{"gwen", "POST /tasks/1/transitions", `{"to": "done"}`, 409, ""}),
			step{user: "gwen", request: "GET /tasks/1"},
			outcome{200, `/state "open"`}, outcome{200, `/state "done"`},
		},
		"patch-wipes": {
			steps(project, step{"gwen", "PATCH /projects/1", `{"name": "Summer party"}`, 200, ""}),
			step{user: "gwen", request: "GET /projects/1"},
			outcome{200, `/description "In June"`}, outcome{200, `/description ""`},
		},
		"viewer-writes": {
			steps(viewed, step{"hugo", "GET /tasks/1", "", 200, ""}, step{"hugo", "DELETE /tasks/1", "", 403, ""}),
			step{"hugo", "PUT /tasks/1", buy, 0, ""}, outcome{403, ""}, outcome{200, `/title "Buy lamps"`},
		},
		"wrong-location": {task, step{user: "gwen", request: "GET {Location}"},
			outcome{200, "/id 1"}, outcome{404, ""}},
		"foreign-delete": {
			steps(task, step{"iris", "GET /tasks/1", "", 404, ""}, step{"iris", "PUT /tasks/1", buy, 404, ""}),
			step{user: "iris", request: "DELETE /tasks/1"}, outcome{404, ""}, outcome{204, ""},
		},
		"password-shown": {nil, step{user: "iris", request: "GET /me"}, outcome{200, "/password -"},
			outcome{200, `/password "iris-secret"`}},
		"owners-tasks-missing": {
			steps(task, step{"gwen", "POST /projects/1/tasks", buy, 201, `/assignee "gwen"`}),
			step{user: "gwen", request: "GET /projects/1/tasks"},
			outcome{200, "/total 2"}, outcome{200, "/total 1"},
		},
		"false-not-stored": {
			steps(project, step{"gwen", "PATCH /projects/1", `{"archived": true}`, 200, "/archived true"}),
			step{"gwen", "PATCH /projects/1", `{"archived": false}`, 0, ""}, outcome{200, "/archived false"},
			outcome{200, "/archived true"},
		},
		"state-assigned": {
			project, step{"gwen", "POST /projects/1/tasks", `{"title": "Dance", "state": "done"}`, 0, ""},
			outcome{201, `/state "open"`}, outcome{201, `/state "done"`},
		},
		"member-twice": {
			steps(viewed, step{"gwen", "PUT /projects/1/members/hugo", asView, 200, ""}),
			step{user: "hugo", request: "GET /projects/1/members"},
			outcome{200, "/total 1"}, outcome{200, "/total 2"},
		},
	}
}

// What the healthy service promises besides.
func TestTrackerHealthy(t *testing.T) {
	s := begin(t, named(t, "tracker"))
	s.all([]step{
		{"", "POST /login", `{"name": "gwen", "password": "x"}`, 401, ""},
		{"gwen", "POST /projects", `{"description": "x"}`, 400, ""},
		{"gwen", "POST /projects", party, 201, `/owner "gwen"`},
		{"gwen", "GET {Location}", "", 200, "/tasks 0"},
		{"gwen", "POST /projects", party, 409, ""},
		{"hugo", "POST /projects", party, 201, "/id 2"},
		{"hugo", "GET /projects", "", 200, "/total 1"},
		{"hugo", "GET /projects/1", "", 404, ""},
		{"hugo", "POST /projects/1/tasks", ask, 404, ""},
		{"gwen", "PUT /projects/1/members/nobody", asEdit, 404, ""},
		{"gwen", "PUT /projects/1/members/gwen", asEdit, 409, ""},
		{"gwen", "PUT /projects/1/members/hugo", asEdit, 200, ""},
		{"gwen", "PUT /projects/1/members/iris", asView, 200, ""},
		{"hugo", "PUT /projects/1/members/iris", asEdit, 403, ""},
		{"hugo", "GET /projects?archived=false&limit=1&offset=1", "", 200, "/items/0/id 2"},
		{"hugo", "GET /projects?archived=yes", "", 400, ""},
		{"hugo", "POST /projects/1/tasks", `{"title": "Sing", "assignee": "nobody"}`, 409, ""},
		{"hugo", "POST /projects/1/tasks", `{"title": "Sing", "assignee": "hugo", "priority": 1}`, 201, "/priority 1"},
		{"gwen", "POST /projects/1/tasks", ask, 201, `/assignee ""`},
		{"iris", "POST /projects/1/tasks", ask, 403, ""},
		{"iris", "POST /tasks/1/comments", `{"text": "Ah"}`, 403, ""},
		{"iris", "GET /projects/1/tasks?sort=-priority", "", 200, "/items/0/id 2"},
		{"iris", "GET /projects/1/tasks?sort=priority&limit=1", "", 200, "/items/0/id 1"},
		{"iris", "GET /projects/1/tasks?sort=title&offset=1", "", 200, "/items/0/id 1"},
		{"iris", "GET /projects/1/tasks?assignee=hugo", "", 200, "/total 1"},
		{"iris", "GET /projects/1/tasks?minPriority=4&maxPriority=4", "", 200, "/total 1"},
		{"hugo", "POST /tasks/1/transitions", `{"to": "doing"}`, 200, "/version 2"},
		{"hugo", "POST /tasks/1/transitions", `{"to": "doing"}`, 409, ""},
		{"hugo", "POST /tasks/1/transitions", `{"to": "done"}`, 200, "/version 3"},
		{"hugo", "PUT /tasks/2", ask, 200, "/version 1"},
		{"iris", "GET /projects/1", "", 200, "/done 1"},
		{"iris", "GET /projects/1/tasks?state=done", "", 200, "/total 1"},
		{"hugo", "POST /tasks/1/comments", `{"text": "At last"}`, 201, `/author "hugo"`},
		{"iris", "GET /tasks/1/comments", "", 200, "/total 1"},
		{"gwen", "DELETE /projects/1/members/hugo", "", 204, ""},
		{"gwen", "DELETE /projects/1/members/hugo", "", 404, ""},
		{"hugo", "GET /tasks/1", "", 404, ""},
		{"gwen", "GET /tasks/1", "", 200, `/assignee ""`},
		{"gwen", "PATCH /projects/1", `{"archived": true}`, 200, `/description "In June"`},
		{"gwen", "POST /projects/1/tasks", ask, 409, ""},
		{"gwen", "DELETE /projects/1", "", 204, ""},
		{"gwen", "GET /tasks/1", "", 404, ""},
		{"gwen", "GET /tasks/1/comments", "", 404, ""},
	})
}
