package vinolog

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
		{401, ``, `- GET /api/lots`},
		{401, `wrong`, `- POST /api/auth/login {"username":"hanna","password":"x"}`},
		{400, `unknown field`, `- POST /api/auth/login {"user":"hanna"}`},
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{200, `auditor`, `- POST /api/auth/login {"username":"otto","password":"audit-5"} => otto=token`},
		{200, `cellarhand`, `- POST /api/auth/login {"username":"ines","password":"lees-77"} => ines=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{403, ``, `$otto POST /api/vessels {"label":"T2","kind":"tank","capacity_l":1000} => t2=id`},
		{403, ``, `$ines POST /api/vessels {"label":"T2","kind":"tank","capacity_l":1000} => t2=id`},
		{403, ``, `$otto POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => lot=id`},
		{200, `T1`, `$otto GET /api/vessels`},
		{404, ``, `$hanna GET /api/vessels/none`},
		{404, ``, `$hanna GET /api/lots/none`},
		{404, ``, `$hanna GET /api/lots/none/summary`},
		{404, ``, `$hanna GET /api/nowhere`},
		{204, ``, `$hanna POST /api/auth/logout`},
		{401, ``, `$hanna GET /api/lots`},
		{200, ``, `$otto GET /api/lots`},
	})
}

func TestVessels(t *testing.T) {
	play(t, []step{
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{409, `duplicate`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{422, `capacity_l`, `$hanna POST /api/vessels {"label":"X","kind":"tank","capacity_l":499} => x=id`},
		{422, `capacity_l`, `$hanna POST /api/vessels {"label":"X","kind":"barrel","capacity_l":400} => x=id`},
		{422, `kind`, `$hanna POST /api/vessels {"label":"X","kind":"keg","capacity_l":400} => x=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"B1","kind":"barrel","capacity_l":225} => b1=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"A1","kind":"amphora","capacity_l":300} => a1=id`},
		{200, `{"data":[{"id":"ves_`, `$hanna GET /api/vessels?kind=barrel`},
		{200, `"label":"T1"`, `$hanna GET /api/vessels?min_free=950`},
		{200, `"data":[]`, `$hanna GET /api/vessels?min_free=951`},
		{422, `state`, `$hanna GET /api/vessels?state=wet`},
		{409, `vessel-too-small`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{a1}","volume_l":286,"initial_brix":22} => lot=id`},
		{201, ``, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{a1}","volume_l":285,"initial_brix":22} => lot=id`},
		{200, `"state":"in_use","lot_id":"lot_`, `$hanna GET /api/vessels/{a1}`},
		{409, `vessel-not-clean`, `$hanna POST /api/lots {"code":"30-SYR-015-9","vineyard":"Steinacker","vessel_id":"{a1}","volume_l":200,"initial_brix":22} => x=id`},
		{409, `is in_use`, `$hanna POST /api/vessels/{a1}/wash {"method":"steam"}`},
		{422, `caustic`, `$hanna POST /api/vessels/{a1}/wash {"method":"caustic"}`},
		{200, ``, `$hanna POST /api/lots/{lot}/transfers {"to_vessel_id":"{t1}","loss_l":10}`},
		{200, `"state":"dirty","lot_id":null`, `$hanna GET /api/vessels/{a1}`},
		{200, `"volume_l":275`, `$hanna GET /api/lots/{lot}`},
		{200, `"state":"clean"`, `$hanna POST /api/vessels/{a1}/wash {"method":"ozone"}`},
		{422, `5 %`, `$hanna POST /api/lots/{lot}/transfers {"to_vessel_id":"{a1}","loss_l":13.76}`},
		{422, `not a vessel`, `$hanna POST /api/lots/{lot}/transfers {"to_vessel_id":"{zz}"}`},
		{409, `vessel-not-clean`, `$hanna POST /api/lots/{lot}/transfers {"to_vessel_id":"{t1}"}`},
	})
}

func TestLots(t *testing.T) {
	play(t, []step{
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{200, `auditor`, `- POST /api/auth/login {"username":"otto","password":"audit-5"} => otto=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T2","kind":"tank","capacity_l":1000} => t2=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T3","kind":"tank","capacity_l":1000} => t3=id`},
		{422, `check character`, `$hanna POST /api/lots {"code":"30-SYR-014-X","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => lot=id`},
		{422, `unknown grape`, `$hanna POST /api/lots {"code":"30-ABC-014-0","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => x=id`},
		{422, `future`, `$hanna POST /api/lots {"code":"32-SYR-014-5","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => x=id`},
		{422, `CUV`, `$hanna POST /api/lots {"code":"30-CUV-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => x=id`},
		{422, `initial_brix`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":13.9} => x=id`},
		{422, `volume_l`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":49,"initial_brix":22} => x=id`},
		{422, `not a vessel`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{zz}","volume_l":500,"initial_brix":22} => x=id`},
		{400, `unknown field`, `$hanna POST /api/lots {"colour":"red"}`},
		{201, `"variety":"Syrah","vintage":2030,"notes":null`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => lot=id`},
		{409, `duplicate`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t2}","volume_l":500,"initial_brix":22} => x=id`},
		{201, ``, `$hanna POST /api/lots {"code":"31-MER-015-1","vineyard":"Steinacker","vessel_id":"{t2}","volume_l":600,"initial_brix":22,"notes":"east slope"} => b=id`},
		{201, ``, `$hanna POST /api/lots {"code":"31-RIE-001-5","vineyard":"Steinacker","vessel_id":"{t3}","volume_l":90,"initial_brix":22} => c=id`},
		{200, `{"data":[{"id":"lot_`, `$otto GET /api/lots`},
		{200, `"meta":{"page":2,"pages":2,"per_page":2,"total":3}`, `$hanna GET /api/lots?per_page=2&page=2`},
		{200, `"total":1`, `$hanna GET /api/lots?variety=syrah`},
		{200, `"total":2`, `$hanna GET /api/lots?vintage=2031&stage=must`},
		{200, `"data":[]`, `$hanna GET /api/lots?page=9`},
		{422, `per_page`, `$hanna GET /api/lots?per_page=101`},
		{422, `sort`, `$hanna GET /api/lots?sort=age`},
		{422, `revision`, `$hanna PATCH /api/lots/{b} {}`},
		{409, `stale`, `$hanna PATCH /api/lots/{b} {"revision":2}`},
		{200, `"vineyard":"Rosenhag","variety":"Merlot","vintage":2031,"notes":"east slope"`, `$hanna PATCH /api/lots/{b} {"revision":1,"vineyard":"Rosenhag"}`},
		{200, `"notes":null`, `$hanna PATCH /api/lots/{b} {"revision":2,"notes":null}`},
		{400, `string or null`, `$hanna PATCH /api/lots/{b} {"revision":3,"notes":7}`},
		{403, ``, `$otto PATCH /api/lots/{b} {"revision":3}`},
		{200, `"revision":3`, `$hanna GET /api/lots/{b}`},
	})
}

func TestFermentation(t *testing.T) {
	play(t, []step{
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{200, `cellarhand`, `- POST /api/auth/login {"username":"ines","password":"lees-77"} => ines=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T2","kind":"tank","capacity_l":1000} => t2=id`},
		{201, ``, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => lot=id`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{lot}/additions {"kind":"nutrient","dose":"20 g/hL"}`},
		{422, `dose`, `$hanna POST /api/lots/{lot}/additions {"kind":"yeast","dose":"9 g/hL"}`},
		{422, `must be a number`, `$hanna POST /api/lots/{lot}/additions {"kind":"yeast","dose":"20 g/l"}`},
		{422, `above 0`, `$hanna POST /api/lots/{lot}/additions {"kind":"so2","dose":"0 mg/L"}`},
		{409, `brix-rise`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-01T08:00:00Z","brix":22.6,"temp_c":24}`},
		{201, `"by":"ines"`, `$ines POST /api/lots/{lot}/readings {"taken_at":"2031-09-01T08:00:00Z","brix":22.5,"temp_c":24} => r1=id`},
		{409, `out-of-order`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-01T08:00:00Z","brix":22,"temp_c":24}`},
		{201, `"total_g":100,"by":"ines"`, `$ines POST /api/lots/{lot}/additions {"kind":"yeast","dose":"20 g/hL"}`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{lot}/additions {"kind":"yeast","dose":"20 g/hL"}`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{lot}/additions {"kind":"so2","dose":"1 g/hL"}`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{lot}/transfers {"to_vessel_id":"{t2}"}`},
		{201, `"alerts":["too_hot"]`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-02T08:00:00Z","brix":18,"temp_c":33}`},
		{201, `"alerts":["stuck"]`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-04T08:00:00Z","brix":17.8,"temp_c":24}`},
		{403, `winemakers`, `$ines POST /api/lots/{lot}/additions {"kind":"sugar","dose":"1 kg/hL"}`},
		{201, `"g_per_hl":1000,"total_g":5000`, `$hanna POST /api/lots/{lot}/additions {"kind":"sugar","dose":"1 kg/hL"}`},
		{409, `over-limit`, `$hanna POST /api/lots/{lot}/additions {"kind":"sugar","dose":"2001 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-05T08:00:00Z","brix":18.9,"temp_c":24} => r4=id`},
		{409, `brix-rise`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-06T08:00:00Z","brix":20,"temp_c":24}`},
		{403, `of hanna`, `$ines DELETE /api/lots/{lot}/readings/{r4}`},
		{409, `not-the-last`, `$ines DELETE /api/lots/{lot}/readings/{r1}`},
		{204, ``, `$hanna DELETE /api/lots/{lot}/readings/{r4}`},
		{404, ``, `$hanna DELETE /api/lots/{lot}/readings/{r4}`},
		{200, `"current_brix":17.8`, `$hanna GET /api/lots/{lot}`},
		{201, ``, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-05T08:00:00Z","brix":18.8,"temp_c":24}`},
		{201, ``, `$hanna POST /api/lots/{lot}/additions {"kind":"nutrient","dose":"40 g/hL"}`},
		{409, `over-limit`, `$hanna POST /api/lots/{lot}/additions {"kind":"nutrient","dose":"20.5 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{lot}/additions {"kind":"nutrient","dose":"200 mg/L"}`},
		{201, ``, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-08T08:00:00Z","brix":4,"temp_c":24}`},
		{409, `too-late`, `$hanna POST /api/lots/{lot}/additions {"kind":"sugar","dose":"1 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-10T08:00:00Z","brix":0,"temp_c":24}`},
		{201, ``, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-12T08:00:00Z","brix":-1,"temp_c":24}`},
		{200, `"stage":"dry"`, `$hanna GET /api/lots/{lot}`},
		{201, ``, `$hanna POST /api/lots/{lot}/additions {"kind":"so2","dose":"100 mg/L"}`},
		{409, `over-limit`, `$hanna POST /api/lots/{lot}/additions {"kind":"so2","dose":"5.1 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{lot}/additions {"kind":"so2","dose":"5 g/hL"}`},
		{200, `"readings":7,"hours":264,"avg_temp_c":25.3,"max_temp_c":33,"attenuation_percent":104.3,"abv_percent":13.2,"additions":{"nutrient":{"count":2,"g_per_hl":60,"total_g":300},"so2":{"count":2,"g_per_hl":15,"total_g":75}`, `$hanna GET /api/lots/{lot}/summary`},
		{200, `[{"id":"rdg_`, `$hanna GET /api/lots/{lot}/readings?since=2031-09-12T10:00:00%2B02:00`},
		{200, `"data":[]`, `$hanna GET /api/lots/{lot}/readings?until=2031-09-01T07:59:59Z`},
		{422, `brix`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-14T08:00:00Z","brix":-3.1,"temp_c":24}`},
		{422, `temp_c`, `$hanna POST /api/lots/{lot}/readings {"taken_at":"2031-09-14T08:00:00Z","brix":0,"temp_c":43}`},
	})
}

func TestSummary(t *testing.T) {
	play(t, []step{
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{201, ``, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":500,"initial_brix":22} => lot=id`},
		{200, `"readings":0,"hours":0,"avg_temp_c":null,"max_temp_c":null,"attenuation_percent":0,"abv_percent":0,"additions":{}`, `$hanna GET /api/lots/{lot}/summary`},
	})
}

func TestBlend(t *testing.T) {
	play(t, []step{
		{200, `"role":"winemaker"`, `- POST /api/auth/login {"username":"hanna","password":"must-2031"} => hanna=token`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T1","kind":"tank","capacity_l":1000} => t1=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T2","kind":"tank","capacity_l":1000} => t2=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T3","kind":"tank","capacity_l":1000} => t3=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T4","kind":"tank","capacity_l":1000} => t4=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T5","kind":"tank","capacity_l":1000} => t5=id`},
		{201, `"state":"clean","lot_id":null`, `$hanna POST /api/vessels {"label":"T6","kind":"tank","capacity_l":1000} => t6=id`},
		{201, `"stage":"must"`, `$hanna POST /api/lots {"code":"30-SYR-014-1","vineyard":"Steinacker","vessel_id":"{t1}","volume_l":850,"initial_brix":22} => a=id`},
		{201, `"stage_at":"must"`, `$hanna POST /api/lots/{a}/additions {"kind":"yeast","dose":"20 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{a}/readings {"taken_at":"2031-09-01T08:00:00Z","brix":0,"temp_c":24}`},
		{201, ``, `$hanna POST /api/lots/{a}/readings {"taken_at":"2031-09-02T08:00:00Z","brix":-0.6,"temp_c":24}`},
		{200, `"stage":"aging"`, `$hanna POST /api/lots/{a}/transfers {"to_vessel_id":"{t2}"}`},
		{201, `"stage":"must"`, `$hanna POST /api/lots {"code":"29-MER-015-5","vineyard":"Steinacker","vessel_id":"{t3}","volume_l":400,"initial_brix":22} => b=id`},
		{201, `"stage_at":"must"`, `$hanna POST /api/lots/{b}/additions {"kind":"yeast","dose":"20 g/hL"}`},
		{201, ``, `$hanna POST /api/lots/{b}/readings {"taken_at":"2031-09-01T08:00:00Z","brix":0,"temp_c":24}`},
		{201, ``, `$hanna POST /api/lots/{b}/readings {"taken_at":"2031-09-02T08:00:00Z","brix":-0.6,"temp_c":24}`},
		{200, `"stage":"aging"`, `$hanna POST /api/lots/{b}/transfers {"to_vessel_id":"{t4}"}`},
		{422, `2 to 6`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":10}]}`},
		{422, `repeat`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":10},{"lot_id":"{a}","volume_l":10}]}`},
		{422, `above 0`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":10},{"lot_id":"{b}","volume_l":0}]}`},
		{409, `vessel-too-small`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":800},{"lot_id":"{b}","volume_l":151}]}`},
		{409, `not-enough`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":100},{"lot_id":"{b}","volume_l":400.5}]}`},
		{422, `grape Blend`, `$hanna POST /api/blends {"code":"30-SYR-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":84},{"lot_id":"{b}","volume_l":16}]}`},
		{422, `grape Syrah`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":85},{"lot_id":"{b}","volume_l":15}]}`},
		{422, `newest vintage`, `$hanna POST /api/blends {"code":"29-SYR-500-9","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":85},{"lot_id":"{b}","volume_l":15}]}`},
		{200, `"volume_l":850`, `$hanna GET /api/lots/{a}`},
		{201, `"variety":"Syrah"`, `$hanna POST /api/blends {"code":"30-SYR-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":85},{"lot_id":"{b}","volume_l":15}]} => m=id`},
		{201, `"variety":"Syrah","vintage":2030,"notes":null,"volume_l":800`, `$hanna POST /api/blends {"code":"30-SYR-501-0","vessel_id":"{t6}","components":[{"lot_id":"{a}","volume_l":765},{"lot_id":"{b}","volume_l":35}]}`},
		{200, `"volume_l":0,"vessel_id":null,"stage":"emptied"`, `$hanna GET /api/lots/{a}`},
		{200, `"state":"dirty"`, `$hanna GET /api/vessels/{t2}`},
		{200, `"volume_l":350`, `$hanna GET /api/lots/{b}`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{a}/readings {"taken_at":"2031-09-09T08:00:00Z","brix":0,"temp_c":24}`},
		{409, `vessel-not-clean`, `$hanna POST /api/blends {"code":"30-CUV-500-3","vessel_id":"{t5}","components":[{"lot_id":"{a}","volume_l":1},{"lot_id":"{b}","volume_l":1}]}`},
		{409, `so2-missing`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":750,"bottles":460}`},
		{201, ``, `$hanna POST /api/lots/{b}/additions {"kind":"so2","dose":"3 g/hL"}`},
		{409, `too-much-left`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":750,"bottles":419}`},
		{409, `not-enough`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":750,"bottles":467}`},
		{422, `bottle_ml`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":700,"bottles":467}`},
		{200, `"stage":"bottled"`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":750,"bottles":420}`},
		{200, `"state":"dirty"`, `$hanna GET /api/vessels/{t4}`},
		{409, `wrong-stage`, `$hanna POST /api/lots/{b}/bottling {"bottle_ml":750,"bottles":1}`},
	})
}
