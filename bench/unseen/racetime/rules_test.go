package racetime

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
201 ~"tokenType":"Bearer"~ - POST /api/sessions {"email":"otis@example.org","password":"gun-2044"} => otis=accessToken
201 ~"role":"timekeeper"~ - POST /api/sessions {"email":"tess@example.org","password":"chip-318"} => tess=accessToken
201 ~"handle":"nora"~ - POST /api/sessions {"email":"nora@example.org","password":"stride-71"} => nora=accessToken
201 ~"handle":"pia"~ - POST /api/sessions {"email":"pia@example.org","password":"tempo-26"} => pia=accessToken
201 ~"handle":"sami"~ - POST /api/sessions {"email":"sami@example.org","password":"lap-905"} => sami=accessToken
401 ~BAD_CREDENTIALS~ - POST /api/sessions {"email":"sami@example.org","password":"x"}
422 ~"fields":["password"]~ - POST /api/sessions {"email":"sami@example.org"}
400 ~BAD_JSON~ - POST /api/sessions
401 ~UNAUTHORIZED~ - GET /api/events
403 ~FORBIDDEN~ $nora GET /api/runners
200 ~"handle":"sami"~ $tess GET /api/runners
403 ~FORBIDDEN~ $tess POST /api/events {"eventCode":"CITY2031","name":"City Run","date":"2031-05-18","distanceMeters":10000,"capacity":1}
422 ~"fields":["date"]~ $otis POST /api/events {"eventCode":"CITY2031","name":"City Run","date":"2031-02-30","distanceMeters":10000,"capacity":1}
422 ~"fields":["capacity","name"]~ $otis POST /api/events {"eventCode":"CITY2031","name":"C","date":"2031-02-20","distanceMeters":10000,"capacity":0}
422 ~"fields":["state"]~ $otis POST /api/events {"eventCode":"CITY2031","name":"City","date":"2031-02-20","distanceMeters":10000,"capacity":1,"state":"closed"}
201 ~"description":null,"date":"2031-05-18","distanceMeters":10000,"capacity":1,"state":"draft","confirmed":0,"waitlisted":0~ $otis POST /api/events {"eventCode":"CITY2031","name":"City Run","date":"2031-05-18","distanceMeters":10000,"capacity":1}
409 ~CODE_TAKEN~ $otis POST /api/events {"eventCode":"CITY2031","name":"City Run","date":"2031-05-18","distanceMeters":10000,"capacity":1}
404 ~event~ $nora GET /api/events/CITY2031
200 ~"total":0~ $nora GET /api/events
200 ~"total":1~ $tess GET /api/events
409 ~NOT_OPEN~ $otis POST /api/events/CITY2031/registrations {"runner":"nora","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
409 ~BAD_MOVE~ $otis POST /api/events/CITY2031/state {"state":"closed"}
200 ~"state":"open"~ $otis POST /api/events/CITY2031/state {"state":"open"}
409 ~NOT_A_DRAFT~ $otis DELETE /api/events/CITY2031
200 ~"total":1~ $nora GET /api/events?from=2031-05-18&to=2031-05-18&state=open
200 ~"total":0~ $nora GET /api/events?from=2031-05-19
422 ~"fields":["to"]~ $nora GET /api/events?to=x
200 ~"description":"Flat"~ $otis PATCH /api/events/CITY2031 {"description":"Flat"}
200 ~"description":"Flat"~ $otis PATCH /api/events/CITY2031 {"name":"City Run 2"}
200 ~"description":null~ $otis PATCH /api/events/CITY2031 {"description":null}
422 ~"fields":["name"]~ $otis PATCH /api/events/CITY2031 {"name":null}
403 ~FORBIDDEN~ $tess POST /api/events/CITY2031/registrations {"runner":"nora","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
403 ~NOT_YOU~ $nora POST /api/events/CITY2031/registrations {"runner":"pia","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
422 ~runner~ $otis POST /api/events/CITY2031/registrations {"runner":"tess","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
422 ~runner~ $otis POST /api/events/CITY2031/registrations {"birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
422 ~emergencyContact~ $nora POST /api/events/CITY2031/registrations {"birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"030"}}
422 ~emergencyContact~ $nora POST /api/events/CITY2031/registrations {"birthYear":1992,"sex":"F","emergencyContact":{"name":"","phone":"+4930123456"}}
201 ~"status":"confirmed","bib":1,"birthYear":1992,"sex":"F","category":"F30","club":null,"shirtSize":"M","emergencyContact"~ $nora POST /api/events/CITY2031/registrations {"birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}} => n=registrationId
409 ~ALREADY_REGISTERED~ $otis POST /api/events/CITY2031/registrations {"runner":"nora","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}}
201 ~"status":"waitlisted","bib":null~ $pia POST /api/events/CITY2031/registrations {"runner":"pia","birthYear":1991,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}} => p=registrationId
201 ~"status":"waitlisted","bib":null,"birthYear":1970,"sex":"M","category":"M60","club":"Harriers"~ $otis POST /api/events/CITY2031/registrations {"runner":"sami","birthYear":1970,"sex":"M","club":"Harriers","emergencyContact":{"name":"Family","phone":"+4930123456"}} => s=registrationId
200 ~"confirmed":1,"waitlisted":2~ $nora GET /api/events/CITY2031
200 ~"shirtSize":"M"}~ $nora GET /api/registrations/{p}
200 ~"emergencyContact":{"name":"Family"~ $tess GET /api/registrations/{p}
200 ~"total":2~ $nora GET /api/events/CITY2031/registrations?status=waitlisted
200 ~"runner":"sami"~ $nora GET /api/events/CITY2031/registrations?club=Harriers
200 ~"runner":"sami"~ $nora GET /api/events/CITY2031/registrations?offset=2&limit=5
403 ~NOT_YOURS~ $nora PATCH /api/registrations/{s} {"club":null}
200 ~"club":"Harriers","shirtSize":"XL"~ $sami PATCH /api/registrations/{s} {"shirtSize":"XL"}
200 ~"club":null~ $sami PATCH /api/registrations/{s} {"club":null}
403 ~NOT_YOURS~ $sami DELETE /api/registrations/{n}
204 ~~ $nora DELETE /api/registrations/{n}
409 ~WITHDRAWN~ $nora DELETE /api/registrations/{n}
409 ~WITHDRAWN~ $nora PATCH /api/registrations/{n} {}
200 ~"status":"confirmed","bib":2~ $pia GET /api/registrations/{p}
200 ~"status":"waitlisted"~ $sami GET /api/registrations/{s}
200 ~"total":2~ $nora GET /api/events/CITY2031/registrations
200 ~"total":1~ $nora GET /api/events/CITY2031/registrations?status=withdrawn
201 ~"status":"waitlisted"~ $nora POST /api/events/CITY2031/registrations {"runner":"nora","birthYear":1992,"sex":"F","emergencyContact":{"name":"Family","phone":"+4930123456"}} => n=registrationId
200 ~"status":"withdrawn"~ $nora GET /api/me/registrations
200 ~"confirmed":2,"waitlisted":1~ $otis PATCH /api/events/CITY2031 {"capacity":2}
409 ~CAPACITY_TOO_LOW~ $otis PATCH /api/events/CITY2031 {"capacity":1}
200 ~"bib":3~ $sami GET /api/registrations/{s}
200 ~"confirmed":3,"waitlisted":0~ $otis PATCH /api/events/CITY2031 {"capacity":9}
200 ~"bib":4~ $nora GET /api/registrations/{n}
200 ~"items":[]~ $nora GET /api/events/CITY2031/results
409 ~NOT_CLOSED~ $tess POST /api/events/CITY2031/times {"bib":2,"millis":2467300}
409 ~OPEN~ $otis PUT /api/events/CITY2031/disqualifications/2 {"reason":"Left the course"}
200 ~"state":"closed"~ $otis POST /api/events/CITY2031/state {"state":"closed"}
200 ~"state":"open"~ $otis POST /api/events/CITY2031/state {"state":"open"}
200 ~"state":"closed"~ $otis POST /api/events/CITY2031/state {"state":"closed"}
409 ~NOT_OPEN~ $sami PATCH /api/registrations/{s} {"shirtSize":"S"}
422 ~"fields":["bib"]~ $tess POST /api/events/CITY2031/times {"bib":1,"millis":2467300}
403 ~FORBIDDEN~ $nora POST /api/events/CITY2031/times {"bib":2,"millis":2467300}
201 ~{"bib":2,"millis":2467300}~ $tess Idempotency-Key:k POST /api/events/CITY2031/times {"bib":2,"millis":2467300}
201 ~{"bib":2,"millis":2467300}~ $tess Idempotency-Key:k POST /api/events/CITY2031/times {"bib":2,"millis":2467300}
409 ~KEY_REUSED~ $tess Idempotency-Key:k POST /api/events/CITY2031/times {"bib":3,"millis":2467300}
409 ~HAS_TIME~ $tess POST /api/events/CITY2031/times {"bib":2,"millis":2467300}
201 ~~ $tess POST /api/events/CITY2031/times {"bib":3,"millis":2467300}
201 ~~ $tess POST /api/events/CITY2031/times {"bib":4,"millis":2500000}
409 ~HAS_TIME~ $sami DELETE /api/registrations/{s}
409 ~HAS_TIMES~ $otis POST /api/events/CITY2031/state {"state":"open"}
200 ~[{"rank":1,"categoryRank":1,"bib":2,"runner":"pia","category":"F40","millis":2467300,"clock":"0:41:08","secondsPerKm":247,"status":"finished"},{"rank":1,"categoryRank":1,"bib":3,"runner":"sami","category":"M60","millis":2467300,"clock":"0:41:08","secondsPerKm":247,"status":"finished"},{"rank":3,"categoryRank":1,"bib":4,"runner":"nora","category":"F30","millis":2500000,"clock":"0:41:40","secondsPerKm":250,"status":"finished"}]~ $pia GET /api/events/CITY2031/results
200 ~"items":[{"rank":3,~ $pia GET /api/events/CITY2031/results?category=F30
404 ~bib~ $otis PUT /api/events/CITY2031/disqualifications/1 {"reason":"Left the course"}
200 ~{"bib":2,"reason":"Left the course"}~ $otis PUT /api/events/CITY2031/disqualifications/2 {"reason":"Left the course"}
200 ~{"rank":2,"categoryRank":1,"bib":4~ $pia GET /api/events/CITY2031/results
200 ~{"rank":null,"categoryRank":null,"bib":2,"runner":"pia","category":"F40","millis":2467300,"clock":"0:41:08","secondsPerKm":247,"status":"disqualified","reason":"Left the course"}]~ $pia GET /api/events/CITY2031/results
204 ~~ $otis DELETE /api/events/CITY2031/disqualifications/2
404 ~~ $otis DELETE /api/events/CITY2031/disqualifications/2
404 ~time~ $tess DELETE /api/events/CITY2031/times/1
204 ~~ $tess DELETE /api/events/CITY2031/times/4
204 ~~ $nora DELETE /api/registrations/{n}
200 ~"category":"F30"~ $otis GET /api/registrations/{n}
200 ~"date":"2032-05-16"~ $otis PATCH /api/events/CITY2031 {"date":"2032-05-16"}
200 ~"state":"finished"~ $otis POST /api/events/CITY2031/state {"state":"finished"}
409 ~FINISHED~ $otis PATCH /api/events/CITY2031 {"capacity":20}
409 ~NOT_CLOSED~ $tess DELETE /api/events/CITY2031/times/3
409 ~FINISHED~ $pia DELETE /api/registrations/{p}
`, "~", "`")
