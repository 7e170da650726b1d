package groundstation

import (
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

type step struct {
	status int
	has    string
	call   string
}

func play(t *testing.T, steps []step) {
	t.Helper()
	p := &sess.Player{H: New()}
	for i, s := range steps {
		if a := p.Do(s.call); !(sess.Expect{Status: s.status, Contains: s.has}).Match(a) {
			t.Errorf("step %d %s\n got %v\nwant %d %s", i+1, s.call, a, s.status, s.has)
		}
	}
}

func TestAuth(t *testing.T) {
	play(t, []step{
		{401, `unauthorized`, `- GET /v1/antennas`},
		{401, `unauthorized`, `key:nope GET /v1/antennas`},
		{200, `"items":[]`, `key:gs-view-0001 GET /v1/antennas`},
		{403, `forbidden`, `key:gs-view-0001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{403, `forbidden`, `key:gs-aurora-2207 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{403, `own satellites`, `key:gs-boreal-3318 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{404, `mission`, `key:gs-plan-9001 GET /v1/missions/XYZ/usage`},
		{403, `another`, `key:gs-aurora-2207 GET /v1/missions/BOR/usage`},
	})
}

func TestAntennas(t *testing.T) {
	play(t, []step{
		{400, `code`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-01","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{400, `repeat`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","S"],"min_elevation":5,"slew_minutes":3}`},
		{400, `bands`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":[],"min_elevation":5,"slew_minutes":3}`},
		{400, `min_elev`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":31,"slew_minutes":3}`},
		{201, `"status":"active","booked_minutes":0`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{409, `duplicate`, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{200, `KIR-1`, `key:gs-view-0001 GET /v1/antennas?band=X&status=active`},
		{200, `"items":[]`, `key:gs-view-0001 GET /v1/antennas?band=UHF`},
		{400, `band`, `key:gs-view-0001 GET /v1/antennas?band=L`},
		{200, `"slew_minutes":7,"status":"maintenance"`, `key:gs-plan-9001 PATCH /v1/antennas/KIR-1 {"slew_minutes":7,"status":"maintenance"}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{409, `antenna_not_active`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{400, `status`, `key:gs-plan-9001 PATCH /v1/antennas/KIR-1 {"status":"broken"}`},
		{200, `retired`, `key:gs-plan-9001 PATCH /v1/antennas/KIR-1 {"status":"retired"}`},
		{409, `retired`, `key:gs-plan-9001 PATCH /v1/antennas/KIR-1 {"status":"active"}`},
		{404, ``, `key:gs-plan-9001 PATCH /v1/antennas/ZZZ-1 {}`},
		{404, ``, `key:gs-plan-9001 GET /v1/antennas/ZZZ-1`},
		{404, ``, `key:gs-plan-9001 GET /v1/antennas/ZZZ-1/schedule?day=2031-03-02`},
		{400, `day`, `key:gs-plan-9001 GET /v1/antennas/KIR-1/schedule`},
	})
}

func TestSatellites(t *testing.T) {
	play(t, []step{
		{400, `check digit`, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9003","daily_limit_minutes":60}`},
		{400, `69`, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1  25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{400, `mission`, `key:gs-plan-9001 POST /v1/satellites {"name":"Lumen","mission":"QQQ","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{400, `daily`, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":0}`},
		{201, `"norad":25544`, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{409, `duplicate`, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{409, `duplicate_name`, `key:gs-aurora-2207 POST /v1/satellites {"name":"LUMEN","mission":"AUR","bands":["S","X"],"tle_line1":"1 00055U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{201, `"norad":55`, `key:gs-aurora-2207 POST /v1/satellites {"name":"abacus","mission":"AUR","bands":["S","X"],"tle_line1":"1 00055U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{201, ``, `key:gs-boreal-3318 POST /v1/satellites {"name":"Fjord","mission":"BOR","bands":["S","X"],"tle_line1":"1 40069U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9001","daily_limit_minutes":60}`},
		{200, `"items":[{"norad":55,`, `key:gs-view-0001 GET /v1/satellites?limit=2`},
		{200, `"total":3`, `key:gs-view-0001 GET /v1/satellites?limit=2`},
		{200, `"items":[{"norad":55,`, `key:gs-view-0001 GET /v1/satellites?sort=name`},
		{200, `"items":[{"norad":40069,`, `key:gs-view-0001 GET /v1/satellites?sort=-norad`},
		{200, `"total":2`, `key:gs-view-0001 GET /v1/satellites?mission=AUR`},
		{400, `limit`, `key:gs-view-0001 GET /v1/satellites?limit=51`},
		{400, `offset`, `key:gs-view-0001 GET /v1/satellites?offset=-1`},
		{200, `"items":[]`, `key:gs-view-0001 GET /v1/satellites?offset=9`},
		{409, `older_tle`, `key:gs-aurora-2207 PUT /v1/satellites/25544/tle {"tle_line1":"1 25544U 98067A   31059.50000000  .00016717  00000-0  10270-3 0  9000"}`},
		{200, `"tle_epoch":"2031-03-02T06:00:00Z"`, `key:gs-aurora-2207 PUT /v1/satellites/25544/tle {"tle_line1":"1 25544U 98067A   31061.25000000  .00016717  00000-0  10270-3 0  9005"}`},
		{403, ``, `key:gs-boreal-3318 PUT /v1/satellites/25544/tle {}`},
		{404, ``, `key:gs-plan-9001 GET /v1/satellites/7`},
	})
}

func TestPassRules(t *testing.T) {
	play(t, []step{
		{201, ``, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{400, `satellite`, `key:gs-aurora-2207 POST /v1/passes {"satellite":9,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{400, `antenna`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-2","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{400, `band`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"UHF","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{400, `duration`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"59s","max_elevation":40,"priority":2}`},
		{400, `duration`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"20m1s","max_elevation":40,"priority":2}`},
		{400, `duration`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8.5m","max_elevation":40,"priority":2}`},
		{400, `X needs`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"X","start":"2031-03-02T10:00:00Z","duration":"2m59s","max_elevation":40,"priority":2}`},
		{400, `X needs`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"X","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":9,"priority":2}`},
		{400, `max_elevation`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":5,"priority":2}`},
		{403, `planners`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":5}`},
		{400, `priority`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":0}`},
		{400, `30 minutes`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-01T00:29:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{400, `14 days`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-15T00:01:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{403, `another mission`, `key:gs-boreal-3318 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, `"duration":"10m"`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"PT10M","max_elevation":40,"priority":2}`},
		{409, `satellite_busy`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:09:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, `"priority":5`, `key:gs-plan-9001 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:10:00Z","duration":"8m30s","max_elevation":40,"priority":5}`},
		{200, `"total":0`, `key:gs-boreal-3318 GET /v1/passes`},
		{404, ``, `key:gs-boreal-3318 GET /v1/passes/1`},
		{200, `"id":2`, `key:gs-aurora-2207 GET /v1/passes/2`},
		{200, `"items":[{"id":2`, `key:gs-aurora-2207 GET /v1/passes?sort=-priority`},
		{200, `"items":[{"id":2`, `key:gs-aurora-2207 GET /v1/passes?from=2031-03-02T10:10:00Z`},
		{200, `"total":1`, `key:gs-aurora-2207 GET /v1/passes?to=2031-03-02T10:10:00Z`},
		{400, `from`, `key:gs-aurora-2207 GET /v1/passes?from=today`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T11:10:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T12:10:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T13:10:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{409, `too_many`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T14:10:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{409, `open_passes`, `key:gs-plan-9001 PATCH /v1/antennas/KIR-1 {"status":"retired"}`},
		{200, `"start":"2031-03-02T15:00:00Z","end":"2031-03-02T15:09:00Z","duration":"9m"`, `key:gs-aurora-2207 PATCH /v1/passes/3 {"start":"2031-03-02T16:00:00+01:00","duration":"9m"}`},
		{409, `satellite_busy`, `key:gs-aurora-2207 PATCH /v1/passes/3 {"start":"2031-03-02T12:15:00Z"}`},
		{200, `"start":"2031-03-02T15:00:00Z"`, `key:gs-aurora-2207 GET /v1/passes/3`},
	})
}

func TestLife(t *testing.T) {
	play(t, []step{
		{201, ``, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{201, ``, `key:gs-boreal-3318 POST /v1/satellites {"name":"Fjord","mission":"BOR","bands":["S","X"],"tle_line1":"1 40069U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9001","daily_limit_minutes":60}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{403, ``, `key:gs-aurora-2207 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{403, ``, `key:gs-operate-4410 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{400, `action`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"launch"}`},
		{409, `wrong_state`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"start"}`},
		{200, `confirmed`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{409, `wrong_state`, `key:gs-aurora-2207 PATCH /v1/passes/1 {}`},
		{409, `antenna_busy`, `key:gs-boreal-3318 POST /v1/passes {"satellite":40069,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:05:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, `"id":2`, `key:gs-boreal-3318 POST /v1/passes {"satellite":40069,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:05:00Z","duration":"8m30s","max_elevation":40,"priority":3}`},
		{200, `"status":"confirmed"`, `key:gs-plan-9001 POST /v1/passes/2/transitions {"action":"confirm"}`},
		{200, `"status":"requested","bumped":true`, `key:gs-aurora-2207 GET /v1/passes/1`},
		{200, `"booked_minutes":8.5}`, `key:gs-aurora-2207 GET /v1/antennas/KIR-1`},
		{409, `antenna_busy`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{201, `"id":3`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T11:00:00Z","duration":"2m","max_elevation":40,"priority":2}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/3/transitions {"action":"confirm"}`},
		{409, `out_of_order`, `key:gs-plan-9001 POST /v1/passes/3/transitions {"action":"start"}`},
		{400, `reason`, `key:gs-boreal-3318 POST /v1/passes/2/transitions {"action":"cancel"}`},
		{404, ``, `key:gs-aurora-2207 POST /v1/passes/2/transitions {"action":"cancel","reason":"not mine"}`},
		{200, `cancelled`, `key:gs-boreal-3318 POST /v1/passes/2/transitions {"action":"cancel","reason":"antenna needed"}`},
		{200, `running`, `key:gs-operate-4410 POST /v1/passes/3/transitions {"action":"start"}`},
		{200, `confirmed`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{409, `antenna_in_use`, `key:gs-operate-4410 POST /v1/passes/1/transitions {"action":"start"}`},
		{400, `required`, `key:gs-operate-4410 POST /v1/passes/3/transitions {"action":"complete"}`},
		{200, `"loss_percent":5,"quality":"good"`, `key:gs-operate-4410 POST /v1/passes/3/transitions {"action":"complete","bytes":100,"frames_ok":940,"frames_lost":59}`},
		{200, ``, `key:gs-operate-4410 POST /v1/passes/1/transitions {"action":"start"}`},
		{400, `reason`, `key:gs-operate-4410 POST /v1/passes/1/transitions {"action":"fail"}`},
		{200, `failed`, `key:gs-operate-4410 POST /v1/passes/1/transitions {"action":"fail","reason":"no lock"}`},
		{200, `"booked_minutes":10.5,"first_start":"2031-03-02T10:00:00Z"`, `key:gs-plan-9001 GET /v1/antennas/KIR-1/schedule?day=2031-03-02`},
		{200, `"passes":{"completed":1,"failed":1},"minutes_booked":10.5,"minutes_completed":2,"bytes":100,"loss_percent":5.9`, `key:gs-aurora-2207 GET /v1/missions/AUR/usage`},
		{201, `"id":4`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T12:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/4/transitions {"action":"confirm"}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/4/transitions {"action":"start"}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/4/transitions {"action":"fail","reason":"no lock"}`},
		{200, `"status":"suspended","consecutive_failures":2`, `key:gs-aurora-2207 GET /v1/satellites/25544`},
		{409, `suspended`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T13:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{200, `"status":"active","consecutive_failures":0`, `key:gs-aurora-2207 PUT /v1/satellites/25544/tle {"tle_line1":"1 25544U 98067A   31061.25000000  .00016717  00000-0  10270-3 0  9005"}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T13:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
	})
}

func TestOutages(t *testing.T) {
	play(t, []step{
		{201, ``, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":60}`},
		{201, ``, `key:gs-boreal-3318 POST /v1/satellites {"name":"Fjord","mission":"BOR","bands":["S","X"],"tle_line1":"1 40069U 98067A   31040.50000000  .00016717  00000-0  10270-3 0  9009","daily_limit_minutes":60}`},
		{400, `to`, `key:gs-plan-9001 POST /v1/antennas/KIR-1/outages {"from":"2031-03-02T09:00:00Z","to":"2031-03-02T09:00:00Z","reason":"x"}`},
		{201, `"bumped":[]`, `key:gs-plan-9001 POST /v1/antennas/KIR-1/outages {"from":"2031-03-02T09:00:00Z","to":"2031-03-02T10:00:00Z","reason":"x"}`},
		{409, `outage_overlap`, `key:gs-plan-9001 POST /v1/antennas/KIR-1/outages {"from":"2031-03-02T09:30:00Z","to":"2031-03-02T10:30:00Z","reason":"x"}`},
		{409, `"outage"`, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T09:59:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-boreal-3318 POST /v1/passes {"satellite":40069,"antenna":"KIR-1","band":"S","start":"2031-03-12T10:30:00Z","duration":"8m30s","max_elevation":40,"priority":2}`},
		{409, `stale_tle`, `key:gs-plan-9001 POST /v1/passes/2/transitions {"action":"confirm"}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{409, `passes_in_window`, `key:gs-plan-9001 POST /v1/antennas/KIR-1/outages {"from":"2031-03-02T10:08:00Z","to":"2031-03-02T10:30:00Z","reason":"x"}`},
		{201, `"bumped":[1]`, `key:gs-plan-9001 POST /v1/antennas/KIR-1/outages {"from":"2031-03-02T10:08:00Z","to":"2031-03-02T10:30:00Z","reason":"x","force":true}`},
		{409, `"outage"`, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{200, `"id":2,`, `key:gs-view-0001 GET /v1/antennas/KIR-1/outages`},
	})
}

func TestDailyLimit(t *testing.T) {
	play(t, []step{
		{201, ``, `key:gs-plan-9001 POST /v1/antennas {"code":"KIR-1","name":"Kiruna north","bands":["S","X"],"min_elevation":5,"slew_minutes":3}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/satellites {"name":"Lumen","mission":"AUR","bands":["S","X"],"tle_line1":"1 25544U 98067A   31060.50000000  .00016717  00000-0  10270-3 0  9002","daily_limit_minutes":20}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T10:00:00Z","duration":"10m","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T11:00:00Z","duration":"10m","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-02T12:00:00Z","duration":"1m","max_elevation":40,"priority":2}`},
		{201, ``, `key:gs-aurora-2207 POST /v1/passes {"satellite":25544,"antenna":"KIR-1","band":"S","start":"2031-03-03T12:00:00Z","duration":"1m","max_elevation":40,"priority":2}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/1/transitions {"action":"confirm"}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/2/transitions {"action":"confirm"}`},
		{409, `daily_limit`, `key:gs-plan-9001 POST /v1/passes/3/transitions {"action":"confirm"}`},
		{200, ``, `key:gs-plan-9001 POST /v1/passes/4/transitions {"action":"confirm"}`},
	})
}
