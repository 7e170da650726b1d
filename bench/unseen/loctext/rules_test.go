package loctext

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
401 ~unauthorized~ - GET /v1/projects
401 ~unauthorized~ key:x GET /v1/account
200 ~{"name":"agency-de","role":"translator","locale":"de"}~ key:lx-de-5520 GET /v1/account
403 ~forbidden~ key:lx-de-5520 POST /v1/projects {"name":"Shop","target_locales":["de"]}
400 ~malformed_json~ key:lx-mgr-70aa POST /v1/projects []
422 ~"field":"target_locales"~ key:lx-mgr-70aa POST /v1/projects {"name":"Shop","target_locales":[]}
422 ~"field":"target_locales"~ key:lx-mgr-70aa POST /v1/projects {"name":"Shop","target_locales":["en"]}
422 ~"field":"target_locales"~ key:lx-mgr-70aa POST /v1/projects {"name":"Shop","target_locales":["de","de"]}
422 ~"field":"name"~ key:lx-mgr-70aa POST /v1/projects {"name":" Shop","target_locales":["de"]}
422 ~"field":"name"~ key:lx-mgr-70aa POST /v1/projects {"name":null,"target_locales":["de"]}
201 ~"name":"Shop","source_locale":"en","target_locales":["de","fr"],"string_count":0~ key:lx-mgr-70aa POST /v1/projects {"name":"Shop","target_locales":["de","fr"]} => p=project_id
409 ~name_taken~ key:lx-mgr-70aa POST /v1/projects {"name":"SHOP","target_locales":["de"]}
201 ~"source_locale":"de"~ key:lx-mgr-70aa POST /v1/projects {"name":"App","source_locale":"de","target_locales":["ja"]} => q=project_id
200 ~"name":"App"~ key:lx-rev-41c9 GET /v1/projects?target_locale=ja
200 ~{"items":[]}~ key:lx-rev-41c9 GET /v1/projects?target_locale=pl
422 ~target_locale~ key:lx-rev-41c9 GET /v1/projects?target_locale=xx
409 ~name_taken~ key:lx-mgr-70aa PATCH /v1/projects/{q} {"name":"shop"}
200 ~"name":"APP"~ key:lx-mgr-70aa PATCH /v1/projects/{q} {"name":"APP"}
403 ~forbidden~ key:lx-rev-41c9 PUT /v1/projects/{p}/strings/a {"source":"Yes"}
201 ~{"key":"a","source":"Yes {name}","context":"c","max_length":12,"tags":["legal","ui"],"translations":{}}~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes {name}","context":"c","max_length":12,"tags":["ui","legal"]}
200 ~{"key":"a","source":"Yes {name}","context":"","tags":[],"translations":{}}~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes {name}"}
422 ~"field":"key"~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/A {"source":"Yes"}
422 ~"field":"tags"~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes","tags":["ui","ui"]}
422 ~"field":"tags[0]"~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes","tags":[1]}
404 ~string~ key:lx-mgr-70aa GET /v1/projects/{p}/strings/b
404 ~project~ key:lx-mgr-70aa GET /v1/projects/prj_x/strings/b
201 ~"tags":["ui"]~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/b.c {"source":"Äpfel","max_length":4,"tags":["ui"]}
201 ~"tags":["legal","ui"]~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/c {"source":"No","tags":["ui","legal"]}
200 ~"string_count":3~ key:lx-rev-41c9 GET /v1/projects/{p}
200 ~"next_after":"a"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?limit=1
200 ~{"items":[{"key":"b.c"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?limit=2&after=a
200 ~"next_after":null~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?limit=2&after=a
200 ~{"items":[{"key":"b.c"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?q=%C3%A4PF
200 ~{"items":[{"key":"c"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?tag=ui&tag=legal
200 ~{"items":[{"key":"b.c"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?tag=ui
422 ~limit~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?limit=0
422 ~untranslated~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?untranslated=ja
403 ~forbidden~ key:lx-rev-41c9 PUT /v1/projects/{p}/strings/a/translations/de {"text":"Ja {name}"}
403 ~own language~ key:lx-fr-9b37 PUT /v1/projects/{p}/strings/a/translations/de {"text":"Ja {name}"}
404 ~locale~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a/translations/ja {"text":"Ja {name}"}
422 ~placeholders~ key:lx-de-5520 PUT /v1/projects/{p}/strings/a/translations/de {"text":"Ja {nom}"}
404 ~translation~ key:lx-de-5520 GET /v1/projects/{p}/strings/a/translations/de
412 ~changed~ key:lx-de-5520 If-Match:"1" PUT /v1/projects/{p}/strings/a/translations/de {"text":"Ja {name}"}
201 ~{"key":"a","locale":"de","text":"Ja {name}","status":"draft","translated_by":"agency-de","revision":1}~ key:lx-de-5520 PUT /v1/projects/{p}/strings/a/translations/de {"text":"Ja {name}"}
412 ~changed~ key:lx-de-5520 If-Match:"2" PUT /v1/projects/{p}/strings/a/translations/de {"text":"Jo {name}"}
200 ~"revision":2~ key:lx-de-5520 If-Match:"1" PUT /v1/projects/{p}/strings/a/translations/de {"text":"Jo {name}"}
422 ~more than 4~ key:lx-de-5520 PUT /v1/projects/{p}/strings/b.c/translations/de {"text":"Äpfel"}
201 ~"text":"Äpfe"~ key:lx-de-5520 PUT /v1/projects/{p}/strings/b.c/translations/de {"text":"Äpfe"}
403 ~forbidden~ key:lx-de-5520 POST /v1/projects/{p}/strings/a/translations/de/review {"verdict":"approve"}
422 ~comment~ key:lx-rev-41c9 POST /v1/projects/{p}/strings/a/translations/de/review {"verdict":"reject"}
404 ~translation~ key:lx-rev-41c9 POST /v1/projects/{p}/strings/a/translations/fr/review {"verdict":"approve"}
200 ~"status":"approved","translated_by":"agency-de","reviewed_by":"language-desk","revision":3~ key:lx-rev-41c9 POST /v1/projects/{p}/strings/a/translations/de/review {"verdict":"approve"}
409 ~not_a_draft~ key:lx-rev-41c9 POST /v1/projects/{p}/strings/a/translations/de/review {"verdict":"approve"}
200 ~"status":"rejected","comment":"typo"~ key:lx-rev-41c9 POST /v1/projects/{p}/strings/b.c/translations/de/review {"verdict":"reject","comment":"typo"}
200 ~{"locale":"de","total":3,"translated":1,"approved":1,"percent":33}~ key:lx-rev-41c9 GET /v1/projects/{p}/progress
200 ~"texts":{"a":"Jo {name}"},"missing":["b.c","c"]~ key:lx-rev-41c9 GET /v1/projects/{p}/export/de => tag=Etag
304 ~~ key:lx-rev-41c9 If-None-Match:{tag} GET /v1/projects/{p}/export/de
404 ~locale~ key:lx-rev-41c9 GET /v1/projects/{p}/export/en
200 ~{"items":[{"key":"b.c"~ key:lx-rev-41c9 GET /v1/projects/{p}/strings?untranslated=de
200 ~"translations":{"de":"approved"}~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes {name}","context":"x"}
201 ~"name":"Shop 2","source_locale":"en","target_locales":["de","fr"],"string_count":3~ key:lx-mgr-70aa POST /v1/projects/{p}/copies {"name":"Shop 2"} => c=project_id
409 ~name_taken~ key:lx-mgr-70aa POST /v1/projects/{p}/copies {"name":"shop 2"}
200 ~"translations":{"de":"outdated"}~ key:lx-mgr-70aa PUT /v1/projects/{p}/strings/a {"source":"Yes, {name}"}
200 ~"texts":{}~ key:lx-rev-41c9 If-None-Match:{tag} GET /v1/projects/{p}/export/de
200 ~"a":"Jo {name}"~ key:lx-rev-41c9 GET /v1/projects/{c}/export/de
403 ~own language~ key:lx-fr-9b37 POST /v1/projects/{p}/import {"locale":"de","entries":[{"key":"c","text":"Nein"}]}
422 ~entries[1].key~ key:lx-de-5520 POST /v1/projects/{p}/import {"locale":"de","entries":[{"key":"c","text":"Nein"},{"key":"c","text":"Nein"}]}
404 ~translation~ key:lx-de-5520 GET /v1/projects/{p}/strings/c/translations/de
200 ~{"created":1,"updated":1}~ key:lx-de-5520 POST /v1/projects/{p}/import {"locale":"de","entries":[{"key":"c","text":"Nein"},{"key":"a","text":"Ja, {name}"}]}
200 ~"status":"draft","translated_by":"agency-de","revision":5~ key:lx-de-5520 GET /v1/projects/{p}/strings/a/translations/de
200 ~"percent":66~ key:lx-de-5520 GET /v1/projects/{p}/progress
204 ~~ key:lx-de-5520 DELETE /v1/projects/{p}/strings/c/translations/de
404 ~translation~ key:lx-de-5520 DELETE /v1/projects/{p}/strings/c/translations/de
200 ~"target_locales":["fr"]~ key:lx-mgr-70aa PATCH /v1/projects/{p} {"target_locales":["fr"]}
200 ~"target_locales":["fr","de"]~ key:lx-mgr-70aa PATCH /v1/projects/{p} {"target_locales":["fr","de"]}
200 ~"translations":{}~ key:lx-mgr-70aa GET /v1/projects/{p}/strings/a
200 ~"translations":{"de":"approved"}~ key:lx-mgr-70aa GET /v1/projects/{c}/strings/a
204 ~~ key:lx-mgr-70aa DELETE /v1/projects/{p}/strings/a
404 ~string~ key:lx-mgr-70aa DELETE /v1/projects/{p}/strings/a
200 ~"missing":["b.c","c"]~ key:lx-rev-41c9 GET /v1/projects/{p}/export/de
204 ~~ key:lx-mgr-70aa DELETE /v1/projects/{p}
404 ~project~ key:lx-mgr-70aa GET /v1/projects/{p}
200 ~"string_count":3~ key:lx-mgr-70aa GET /v1/projects/{c}
`, "~", "`")
