package pagerota

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

var ruleForm = regexp.MustCompile("^(\\d{3}) `(.*?)` (.+)$")

// TestRules plays what the document says on the healthy build: a line is a status, a part of the answer and a call. An
// empty line begins anew.
func TestRules(t *testing.T) {
	declared := readOperations(t)
	p := &sess.Player{H: New(0)}
	for i, line := range strings.Split(strings.TrimSpace(rules), "\n") {
		if line == "" {
			p = &sess.Player{H: New(0)}
			continue
		}
		m := ruleForm.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("line %d is no rule: %s", i+1, line)
		}
		a := p.Do(m[3])
		if fmt.Sprint(a.Status) != m[1] || !strings.Contains(a.Body, m[2]) {
			t.Errorf("line %d: %s\n got %v", i+1, line, a)
		}
		if op, ok := declared.fits(m[3], a.Status); !ok {
			t.Errorf("line %d: %s does not declare %v", i+1, op, a)
		}
	}
}

var rules = strings.ReplaceAll(`
200 ~"role":"manager"~ - POST /api/v2/auth/login {"username":"dana","password":"bell-410"} => dana=token
200 ~"role":"responder"~ - POST /api/v2/auth/login {"username":"kofi","password":"horn-226"} => kofi=token
200 ~"token"~ - POST /api/v2/auth/login {"username":"lene","password":"siren-913"} => lene=token
200 ~"role":"viewer"~ - POST /api/v2/auth/login {"username":"ivo","password":"lamp-075"} => ivo=token
401 ~bad_credentials~ - POST /api/v2/auth/login {"username":"ivo","password":"x"}
400 ~bad_json~ - POST /api/v2/auth/login nonsense
422 ~"field":"x"~ - POST /api/v2/auth/login {"username":"ivo","password":"x","x":1}
401 ~unauthorized~ - GET /api/v2/teams
401 ~unauthorized~ $nobody GET /api/v2/me
403 ~forbidden~ $kofi POST /api/v2/teams {"slug":"payments","name":"Payments"}
201 ~{"slug":"payments","name":"Payments","time_zone":"America/New_York","private":false,"members":["dana"]}~ $dana POST /api/v2/teams {"slug":"payments","name":"Payments","time_zone":"America/New_York"}
409 ~slug_taken~ $dana POST /api/v2/teams {"slug":"payments","name":"Other"}
422 ~"field":"slug"~ $dana POST /api/v2/teams {"slug":"Payments","name":"Other"}
422 ~"field":"private"~ $dana POST /api/v2/teams {"slug":"infra","name":"Other","private":null}
201 ~"private":true~ $dana POST /api/v2/teams {"slug":"infra","name":"Infra","private":true}
200 ~[{"slug":"infra"~ $dana GET /api/v2/teams
200 ~{"teams":[{"slug":"payments"~ $kofi GET /api/v2/teams
404 ~team~ $kofi GET /api/v2/teams/infra
404 ~team~ $kofi GET /api/v2/teams/infra/shifts
404 ~team~ $ivo GET /api/v2/teams/infra/stats
409 ~not_a_responder~ $dana PUT /api/v2/teams/payments/members/ivo
404 ~user~ $dana PUT /api/v2/teams/payments/members/nobody
200 ~"members":["dana","kofi"]~ $dana PUT /api/v2/teams/payments/members/kofi
200 ~"members":["dana","kofi"]~ $dana PUT /api/v2/teams/payments/members/kofi
200 ~"teams":["payments"]~ $kofi GET /api/v2/me
200 ~"time_zone":"America/New_York","private":false~ $dana PATCH /api/v2/teams/payments {"name":"Pay"}
403 ~members~ $lene POST /api/v2/teams/payments/shifts {"username":"kofi","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-02T20:00:00Z"}
409 ~not_a_member~ $kofi POST /api/v2/teams/payments/shifts {"username":"lene","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-02T20:00:00Z"}
422 ~"field":"ends_at"~ $kofi POST /api/v2/teams/payments/shifts {"username":"kofi","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-02T08:00:00Z"}
422 ~7 days~ $kofi POST /api/v2/teams/payments/shifts {"username":"kofi","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-09T08:00:01Z"}
201 ~"starts_at":"2031-03-02T20:00:00Z","ends_at":"2031-03-03T08:00:00Z"~ $kofi POST /api/v2/teams/payments/shifts {"username":"kofi","starts_at":"2031-03-02T22:00:00+02:00","ends_at":"2031-03-03T08:00:00Z"}
409 ~overlap~ $kofi POST /api/v2/teams/payments/shifts {"username":"kofi","starts_at":"2031-03-03T07:59:59Z","ends_at":"2031-03-03T20:00:00Z"}
201 ~"shift_id":2~ $dana POST /api/v2/teams/payments/shifts {"username":"dana","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-02T20:00:00Z"}
200 ~{"shifts":[{"shift_id":2,~ $ivo GET /api/v2/teams/payments/shifts
200 ~{"shifts":[{"shift_id":1,~ $ivo GET /api/v2/teams/payments/shifts?username=kofi
200 ~{"shifts":[{"shift_id":1,~ $ivo GET /api/v2/teams/payments/shifts?day=2031-03-03
200 ~{"shifts":[]}~ $ivo GET /api/v2/teams/payments/shifts?day=2031-03-01
422 ~"field":"day"~ $ivo GET /api/v2/teams/payments/shifts?day=2031-02-30
200 ~"shift_id":2,"team":"payments","username":"dana"~ $ivo GET /api/v2/teams/payments/oncall?at=2031-03-02T08:00:00Z
200 ~"username":"kofi"~ $ivo GET /api/v2/teams/payments/oncall?at=2031-03-02T20:00:00Z
200 ~"username":null~ $ivo GET /api/v2/teams/payments/oncall?at=2031-03-03T08:00:00Z
422 ~"field":"at"~ $ivo GET /api/v2/teams/payments/oncall
403 ~forbidden~ $ivo POST /api/v2/incidents {"team":"payments","title":"Slow","severity":"sev2","occurred_at":"2031-03-02T21:00:00Z"}
422 ~"field":"team"~ $kofi POST /api/v2/incidents {"team":"infra","title":"Slow","severity":"sev2","occurred_at":"2031-03-02T21:00:00Z"}
201 ~"occurrences":1,"assignee":"kofi","resolution":null,"resolved_by":null,"note_count":0,"created_by":"lene"~ $lene POST /api/v2/incidents {"team":"payments","title":"Slow","severity":"sev2","occurred_at":"2031-03-02T21:00:00Z","dedup_key":"slow","labels":{"a":"b"}}
200 ~"title":"Slow","severity":"sev2","status":"triggered","dedup_key":"slow","labels":{"a":"b"},"occurred_at":"2031-03-02T21:00:00Z","occurrences":2~ $lene POST /api/v2/incidents {"team":"payments","title":"Slower","severity":"sev1","occurred_at":"2031-03-02T22:00:00Z","dedup_key":"slow"}
201 ~"ref":"INC-2"~ $dana POST /api/v2/incidents {"team":"infra","title":"Slow","severity":"sev1","occurred_at":"2031-03-02T21:00:00Z","dedup_key":"slow"}
404 ~incident~ $kofi GET /api/v2/incidents/INC-2
404 ~incident~ $kofi GET /api/v2/incidents/INC-2/notes
404 ~incident~ $kofi POST /api/v2/incidents/INC-2/acknowledge
200 ~[{"ref":"INC-1"~ $kofi GET /api/v2/incidents
200 ~[{"ref":"INC-2"~ $dana GET /api/v2/incidents
200 ~[]~ $kofi GET /api/v2/incidents?team=infra
201 ~"ref":"INC-3"~ $lene POST /api/v2/incidents {"team":"payments","title":"Down","severity":"sev4","occurred_at":"2031-03-05T21:00:00Z"}
200 ~[{"ref":"INC-3"~ $lene GET /api/v2/incidents?sort=newest
200 ~[{"ref":"INC-1"~ $lene GET /api/v2/incidents?sort=severity
200 ~[{"ref":"INC-1"~ $lene GET /api/v2/incidents?page=2&per_page=1
200 ~[]~ $lene GET /api/v2/incidents?page=3&per_page=1
200 ~[{"ref":"INC-1"~ $lene GET /api/v2/incidents?assignee=kofi
422 ~"field":"page"~ $lene GET /api/v2/incidents?page=0
422 ~"field":"severity"~ $lene GET /api/v2/incidents?severity=sev9
200 ~"status":"acknowledged","labels":{},"occurred_at":"2031-03-05T21:00:00Z","occurrences":1,"assignee":"lene"~ $lene POST /api/v2/incidents/INC-3/acknowledge
409 ~not_triggered~ $lene POST /api/v2/incidents/INC-3/acknowledge
409 ~not_resolved~ $lene POST /api/v2/incidents/INC-3/reopen
200 ~"severity":"sev3"~ $kofi PATCH /api/v2/incidents/INC-3 {"severity":"sev3"}
200 ~{"occurrences":3,"open":2,"open_by_severity":{"sev1":0,"sev2":1,"sev3":1,"sev4":0},"resolved":0,"team":"payments"}~ $ivo GET /api/v2/teams/payments/stats
422 ~"field":"resolution"~ $lene POST /api/v2/incidents/INC-1/resolve {"resolution":"ok"}
200 ~"status":"resolved"~ $lene POST /api/v2/incidents/INC-1/resolve {"resolution":"Restarted"}
409 ~resolved~ $lene POST /api/v2/incidents/INC-1/resolve {"resolution":"Restarted"}
409 ~resolved~ $lene PATCH /api/v2/incidents/INC-1 {"title":"Slow again"}
200 ~"open":1,~ $ivo GET /api/v2/teams/payments/stats
201 ~"ref":"INC-4"~ $lene POST /api/v2/incidents {"team":"payments","title":"Slow","severity":"sev2","occurred_at":"2031-03-02T21:00:00Z","dedup_key":"slow"}
409 ~duplicate~ $lene POST /api/v2/incidents/INC-1/reopen
200 ~"resolved_by":"kofi"~ $kofi POST /api/v2/incidents/INC-4/resolve {"resolution":"Restarted"}
200 ~"status":"triggered","dedup_key":"slow","labels":{"a":"b"},"occurred_at":"2031-03-02T21:00:00Z","occurrences":2,"assignee":null,"resolution":null,"resolved_by":null~ $lene POST /api/v2/incidents/INC-1/reopen
201 ~{"note_id":1,"author":"lene","text":"Hm"}~ $lene POST /api/v2/incidents/INC-1/notes {"text":"Hm"}
403 ~forbidden~ $ivo POST /api/v2/incidents/INC-1/notes {"text":"Hm"}
403 ~not_yours~ $kofi DELETE /api/v2/incidents/INC-1/notes/1
200 ~"note_count":1~ $kofi GET /api/v2/incidents/INC-1
404 ~note~ $lene DELETE /api/v2/incidents/INC-3/notes/1
204 ~~ $lene DELETE /api/v2/incidents/INC-1/notes/1
404 ~note~ $lene DELETE /api/v2/incidents/INC-1/notes/1
200 ~{"notes":[]}~ $ivo GET /api/v2/incidents/INC-1/notes
200 ~"note_count":0~ $kofi GET /api/v2/incidents/INC-1
200 ~"assignee":"kofi"~ $kofi POST /api/v2/incidents/INC-1/acknowledge
204 ~~ $dana DELETE /api/v2/teams/payments/members/kofi
404 ~member~ $dana DELETE /api/v2/teams/payments/members/kofi
200 ~"status":"acknowledged","dedup_key":"slow","labels":{"a":"b"},"occurred_at":"2031-03-02T21:00:00Z","occurrences":2,"assignee":null~ $kofi GET /api/v2/incidents/INC-1
200 ~{"shifts":[{"shift_id":2,"team":"payments","username":"dana","starts_at":"2031-03-02T08:00:00Z","ends_at":"2031-03-02T20:00:00Z"}]}~ $dana GET /api/v2/teams/payments/shifts
404 ~shift~ $dana DELETE /api/v2/teams/payments/shifts/1
204 ~~ $dana DELETE /api/v2/teams/payments/shifts/2
200 ~"private":true~ $dana PATCH /api/v2/teams/payments {"private":true}
404 ~~ $kofi GET /api/v2/incidents/INC-1
`, "~", "`")
