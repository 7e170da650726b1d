// Package unseen has services whose author had not read Evoke, with bugs that can be switched on one at a time.
// They say what a search finds on services that it was not written for: measure before you look.
package unseen

import (
	_ "embed" // the documents of the services
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/unseen/certmill"
	"github.com/evoke-go/evoke/bench/unseen/chargenet"
	"github.com/evoke-go/evoke/bench/unseen/commonroom"
	"github.com/evoke-go/evoke/bench/unseen/doughline"
	"github.com/evoke-go/evoke/bench/unseen/duebook"
	"github.com/evoke-go/evoke/bench/unseen/ferrydeck"
	"github.com/evoke-go/evoke/bench/unseen/flagmast"
	"github.com/evoke-go/evoke/bench/unseen/folio"
	"github.com/evoke-go/evoke/bench/unseen/gavel"
	"github.com/evoke-go/evoke/bench/unseen/groundstation"
	"github.com/evoke-go/evoke/bench/unseen/hangarlog"
	"github.com/evoke-go/evoke/bench/unseen/heronmail"
	"github.com/evoke-go/evoke/bench/unseen/hivebook"
	"github.com/evoke-go/evoke/bench/unseen/labdesk"
	"github.com/evoke-go/evoke/bench/unseen/loctext"
	"github.com/evoke-go/evoke/bench/unseen/otawave"
	"github.com/evoke-go/evoke/bench/unseen/outlay"
	"github.com/evoke-go/evoke/bench/unseen/pagerota"
	"github.com/evoke-go/evoke/bench/unseen/papercall"
	"github.com/evoke-go/evoke/bench/unseen/racetime"
	"github.com/evoke-go/evoke/bench/unseen/rundown"
	"github.com/evoke-go/evoke/bench/unseen/sealroom"
	"github.com/evoke-go/evoke/bench/unseen/signetry"
	"github.com/evoke-go/evoke/bench/unseen/stintlog"
	"github.com/evoke-go/evoke/bench/unseen/tipscale"
	"github.com/evoke-go/evoke/bench/unseen/vinolog"
	"github.com/evoke-go/evoke/bench/unseen/vitrine"
	"github.com/evoke-go/evoke/bench/unseen/zonekeeper"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed chargenet/openapi.yaml
var chargenetSchema []byte

//go:embed chargenet/BUGS.md
var chargenetBugs string

//go:embed groundstation/openapi.yaml
var groundstationSchema []byte

//go:embed groundstation/BUGS.md
var groundstationBugs string

//go:embed labdesk/openapi.yaml
var labdeskSchema []byte

//go:embed labdesk/BUGS.md
var labdeskBugs string

//go:embed vinolog/openapi.yaml
var vinologSchema []byte

//go:embed vinolog/BUGS.md
var vinologBugs string

//go:embed heronmail/BUGS.md
var heronmailBugs string

//go:embed loctext/BUGS.md
var loctextBugs string

//go:embed otawave/BUGS.md
var otawaveBugs string

//go:embed pagerota/BUGS.md
var pagerotaBugs string

//go:embed racetime/BUGS.md
var racetimeBugs string

//go:embed flagmast/BUGS.md
var flagmastBugs string

//go:embed hivebook/BUGS.md
var hivebookBugs string

//go:embed papercall/BUGS.md
var papercallBugs string

//go:embed signetry/BUGS.md
var signetryBugs string

//go:embed stintlog/BUGS.md
var stintlogBugs string

//go:embed zonekeeper/BUGS.md
var zonekeeperBugs string

//go:embed sealroom/BUGS.md
var sealroomBugs string

//go:embed tipscale/BUGS.md
var tipscaleBugs string

//go:embed certmill/BUGS.md
var certmillBugs string

//go:embed gavel/BUGS.md
var gavelBugs string

//go:embed hangarlog/BUGS.md
var hangarlogBugs string

//go:embed rundown/BUGS.md
var rundownBugs string

//go:embed commonroom/BUGS.md
var commonroomBugs string

//go:embed doughline/BUGS.md
var doughlineBugs string

//go:embed duebook/BUGS.md
var duebookBugs string

//go:embed ferrydeck/BUGS.md
var ferrydeckBugs string

//go:embed folio/BUGS.md
var folioBugs string

//go:embed outlay/BUGS.md
var outlayBugs string

//go:embed vitrine/BUGS.md
var vitrineBugs string

// Service is a service with bugs.
type Service struct {
	Name   string
	Schema []byte
	Users  []auth.User
	// New returns a handler with fresh state and one of the bugs, 0 for none.
	New  func(bug int) http.Handler
	Bugs []Bug
}

// Bug is a bug of a service.
type Bug struct {
	Number int
	Name   string
	Silent bool
	// Session are the calls that show the bug, such as "GET /v1/passes/1".
	Session []string
}

// Services returns the services, in a fixed order.
func Services() []Service {
	station := apiKeys("gs-view-0001 gs-aurora-2207 gs-boreal-3318 gs-operate-4410 gs-plan-9001")
	roaming := apiKeys("cn-nor-3b1c cn-sud-77c0 cn-vlt-5d09 cn-amp-9e44 cn-hub-0a0a")
	cellar := bearers("/auth/login", byName, "/token", "hanna:must-2031 pavel:press-41 ines:lees-77 otto:audit-5")
	lab := bearers("/auth/login", byName, "/token",
		"mira:vial-118 tomas:swab-052 edda:spin-640 ruben:tray-773 sol:lens-901")
	mail := bearers("/auth/login", byName, "/token", "tern-admin:quill-1 tern-editor:quill-2 coot-admin:quill-3")
	texts := apiKeys("lx-mgr-70aa lx-rev-41c9 lx-de-5520 lx-fr-9b37")
	wave := bearers("/v1/session", byName, "/access_token",
		"builder:solder-9 north-ops:radio-4 north-lead:relay-6 south-ops:diode-2")
	rota := bearers("/auth/login", byName, "/token", "dana:bell-410 kofi:horn-226 lene:siren-913 ivo:lamp-075")
	race := bearers("/sessions", byEmail, "/accessToken",
		"otis:gun-2044 tess:chip-318 nora:stride-71 pia:tempo-26 sami:lap-905")
	apiary := bearers("/auth/login", byName, "/token", "alma:smoke-311 bero:comb-584 cilia:veil-907")
	papers := bearers("/sessions", byEmail, "/accessToken",
		"vera:gavel-610 rolf:pencil-23 runa:eraser-47 anja:slides-81 abel:laser-305")
	zones := apiKeys("zk-web-31 zk-webro-08 zk-mail-77 zk-ops-00")
	seal := apiKeys("sg-alder-desk-71 sg-alder-audit-72 sg-birch-desk-83")
	yard := bearers("/auth/login", byName, "/token", "north-1:adze-417 north-2:brace-552 south-1:chisel-903 "+
		"north-lead:drill-186 south-lead:edger-274 payroll:file-639")
	mast := bearers("/v1/session", byName, "/access_token",
		"fm-admin:halyard-40 fm-editor:cleat-17 fm-viewer:pennant-88")
	seals := apiKeys("sr-custodian-1180 sr-nord-2291 sr-nord-2292 sr-sued-3340 sr-audit-4407")
	scale := bearers("/auth/login", byName, "/token",
		"gate:barrier-7 office:ledger-3 kran-dispo:hook-15 lore-dispo:track-82")
	mill := bearers("/sessions", byID, "/access_token",
		"alder-web:ring-2031 alder-ops:root-4410 birch-web:bark-7702 ra-desk:stamp-905 audit:glass-118")
	auctions := apiKeys("gv-clerk-8100 gv-blue-2217 gv-green-2218 gv-oak-3309 gv-elm-3310")
	fleet := bearers("/v2/session", byName, "/access_token",
		"planner:slot-771 pilot-one:flap-204 pilot-two:trim-318 mechanic:torx-550 inspector:lamp-902")
	radio := bearers("/sessions", byEmail, "/accessToken",
		"chief:fader-900 dawn:jingle-61 dusk:needle-18 ads:break-340")
	museum := apiKeys("vt-registrar-5501 vt-paintings-5512 vt-prints-5523 vt-city-5534 vt-harbour-5545")
	rooms := bearers("/sessions", byEmail, "/accessToken", "wren:reed-14 lark:wheat-28 finch:thistle-33 rook:tower-70")
	bakery := apiKeys("dl-plan-4107 dl-bake-5218 dl-store-6329 dl-view-7430")
	dues := bearers("/login", byName, "/token",
		"alder-clerk:ink-31 alder-lead:seal-52 birch-clerk:quill-77 birch-lead:blot-94")
	ferry := apiKeys("fd-north-31a fd-south-47c fd-port-60e fd-ops-92f")
	wiki := bearers("/sessions", byEmail, "/accessToken",
		"wiki-admin:shelf-900 docs-one:quire-214 docs-two:vellum-365 eng-one:margin-508")
	outlays := bearers("/auth/login", byName, "/token", "sales-1:kiosk-118 sales-2:kiosk-227 lab-1:bench-336 "+
		"sales-lead:tally-445 lab-lead:tally-554 finance:ledger-663")
	return []Service{
		{"groundstation", groundstationSchema, station, groundstation.NewWithBug, bugs(groundstationBugs)},
		{"vinolog", vinologSchema, cellar, vinolog.NewWithBug, bugs(vinologBugs)},
		{"chargenet", chargenetSchema, roaming, chargenet.NewWithBug, bugs(chargenetBugs)},
		{"labdesk", labdeskSchema, lab, labdesk.NewWithBug, bugs(labdeskBugs)},
		{"heronmail", heronmail.Schema, mail, heronmail.New, bugs(heronmailBugs)},
		{"loctext", loctext.Schema, texts, loctext.New, bugs(loctextBugs)},
		{"otawave", otawave.Schema, wave, otawave.New, bugs(otawaveBugs)},
		{"pagerota", pagerota.Schema, rota, pagerota.New, bugs(pagerotaBugs)},
		{"racetime", racetime.Schema, race, racetime.New, bugs(racetimeBugs)},
		{"vitrine", vitrine.Schema, museum, vitrine.New, bugs(vitrineBugs)},
		{"hivebook", hivebook.Schema, apiary, hivebook.New, bugs(hivebookBugs)},
		{"papercall", papercall.Schema, papers, papercall.New, bugs(papercallBugs)},
		{"zonekeeper", zonekeeper.Schema, zones, zonekeeper.New, bugs(zonekeeperBugs)},
		{"signetry", signetry.Schema, seal, signetry.New, bugs(signetryBugs)},
		{"stintlog", stintlog.Schema, yard, stintlog.New, bugs(stintlogBugs)},
		{"flagmast", flagmast.Schema, mast, flagmast.New, bugs(flagmastBugs)},
		{"sealroom", sealroom.Schema, seals, sealroom.New, bugs(sealroomBugs)},
		{"tipscale", tipscale.Schema, scale, tipscale.New, bugs(tipscaleBugs)},
		{"certmill", certmill.Schema, mill, certmill.New, bugs(certmillBugs)},
		{"gavel", gavel.Schema, auctions, gavel.New, bugs(gavelBugs)},
		{"hangarlog", hangarlog.Schema, fleet, hangarlog.New, bugs(hangarlogBugs)},
		{"rundown", rundown.Schema, radio, rundown.New, bugs(rundownBugs)},
		{"commonroom", commonroom.Schema, rooms, commonroom.New, bugs(commonroomBugs)},
		{"doughline", doughline.Schema, bakery, doughline.New, bugs(doughlineBugs)},
		{"duebook", duebook.Schema, dues, duebook.New, bugs(duebookBugs)},
		{"ferrydeck", ferrydeck.Schema, ferry, ferrydeck.New, bugs(ferrydeckBugs)},
		{"folio", folio.Schema, wiki, folio.New, bugs(folioBugs)},
		{"outlay", outlay.Schema, outlays, outlay.New, bugs(outlayBugs)},
	}
}

// Bodies of log-ins with the name and the password of a user.
const (
	byName  = `{"username": "%s", "password": "%s"}`
	byEmail = `{"email": "%s@example.org", "password": "%s"}`
	byID    = `{"client_id": "%s", "client_secret": "%s"}`
)

// bearers returns users that log in at a path, each a name and a password. The token is at a place of the answer.
func bearers(path, body, token, users string) []auth.User {
	out := []auth.User{}
	for who := range strings.FieldsSeq(users) {
		name, password, _ := strings.Cut(who, ":")
		out = append(out, auth.BearerLogin(name, path, fmt.Sprintf(body, name, password), token))
	}
	return auth.Public(out...)
}

// apiKeys returns users with these keys.
func apiKeys(keys string) []auth.User {
	out := []auth.User{}
	for key := range strings.FieldsSeq(keys) {
		out = append(out, auth.APIKey(key, auth.InHeader, "X-Api-Key", key))
	}
	return auth.Public(out...)
}

var (
	title = regexp.MustCompile(`(?m)^## (\d+)\. (\S+) \((silent|crash)`)
	call  = regexp.MustCompile(`(?m)^\S+ (?:[\w-]+:\S+ )*((?:GET|POST|PUT|PATCH|DELETE) /\S+)`)
)

// bugs reads a list of bugs.
func bugs(text string) (out []Bug) {
	at := title.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		n, _ := strconv.Atoi(text[m[2]:m[3]]) // the pattern has digits alone
		b := Bug{Number: n, Name: text[m[4]:m[5]], Silent: text[m[6]:m[7]] == "silent"}
		for _, c := range call.FindAllStringSubmatch(text[m[1]:end], -1) {
			path, _, _ := strings.Cut(c[1], "?")
			b.Session = append(b.Session, path)
		}
		out = append(out, b)
	}
	return out
}
