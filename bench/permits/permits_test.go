package permits_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/permits"
)

// request is what a test sends: parts by their names, those of headers with a
// capital letter. nil leaves a part out.
type request map[string]any

// sound returns a request that nothing is wrong with.
func sound() request {
	return request{
		"X-Api-Version": "v2.4", "X-Office": "m-21", "channel": "portal",
		"reference": "ABC-2024/07", "kind": "single", "filed": "2024-03-01", "departure": "12.03.2024 09:30",
		"arrival": "12.03.2024 18:00",
		"plate":   "KI-AB 123", "carrier": "0306406152", "recorder": "356938035643809", "contact": "ann@example.com",
		"gross": 30_000, "axles": 3, "loads": []int{10_000, 10_000, 10_000}, "width": 255,
		"manifest": packed(`{"reference": "ABC-2024/07", "class": "timber", "pieces": 4}`),
		"consent":  map[string]any{"version": "2023-11", "givenBy": "Ann@example.com"},
	}
}

func packed(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// sent returns the answer to a sound request with some parts replaced.
func sent(t *testing.T, h http.Handler, parts request) (status int, answer map[string]any) {
	t.Helper()
	all := sound()
	for name, value := range parts {
		all[name] = value
	}
	target, body, header := "/permits", request{}, http.Header{}
	for name, value := range all {
		switch {
		case value == nil:
		case name == "channel":
			target += "?channel=" + value.(string)
		case name[0] == 'X':
			header.Set(name, value.(string))
		default:
			body[name] = value
		}
	}
	text, err := json.Marshal(body)
	require.NoError(t, err)
	r, w := httptest.NewRequest(http.MethodPost, target, bytes.NewReader(text)), httptest.NewRecorder()
	r.Header = header
	h.ServeHTTP(w, r)
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer), w.Body.String())
	return w.Code, answer
}

// Each check refuses what it is there for, and names the part.
func TestChecks(t *testing.T) {
	h := permits.New()
	given := func(version, by string) map[string]any { return map[string]any{"version": version, "givenBy": by} }
	for name, c := range map[string]struct {
		parts request
		field string
	}{
		"no version":           {request{"X-Api-Version": nil}, "X-Api-Version"},
		"another version":      {request{"X-Api-Version": "2.4"}, "X-Api-Version"},
		"another office":       {request{"X-Office": "M-22"}, "X-Office"},
		"no channel":           {request{"channel": nil}, "channel"},
		"another type":         {request{"axles": "3"}, "body"},
		"no address":           {request{"contact": "ann"}, "contact"},
		"no consent":           {request{"consent": nil}, "consent"},
		"an old consent":       {request{"consent": given("2022-11", "ann@example.com")}, "consent.version"},
		"another's consent":    {request{"consent": given("2023-11", "bob@example.com")}, "consent.givenBy"},
		"a long reference":     {request{"reference": "ABCD-2024/07"}, "reference"},
		"another kind":         {request{"kind": "Single"}, "kind"},
		"no date":              {request{"filed": "2024-02-30"}, "filed"},
		"another layout":       {request{"departure": "2024-03-12 09:30"}, "departure"},
		"too soon":             {request{"departure": "03.03.2024 23:59"}, "departure"},
		"too far ahead":        {request{"departure": "30.04.2024 00:01"}, "departure"},
		"no time":              {request{"arrival": "12.03.2024"}, "arrival"},
		"back in time":         {request{"arrival": "12.03.2024 09:30"}, "arrival"},
		"a long trip":          {request{"arrival": "15.03.2024 09:31"}, "arrival"},
		"no plate":             {request{"plate": "KI-AB 0123"}, "plate"},
		"a short carrier":      {request{"carrier": "03064061"}, "carrier"},
		"a wrong check digit":  {request{"carrier": "0306406151"}, "carrier"},
		"another recorder":     {request{"recorder": "490154203237518"}, "recorder"},
		"another check digit":  {request{"recorder": "356938035643808"}, "recorder"},
		"one axle":             {request{"axles": 1, "loads": []int{10_000}}, "axles"},
		"ten axles":            {request{"axles": 10}, "axles"},
		"an axle without load": {request{"axles": 4}, "loads"},
		"an empty axle":        {request{"loads": []int{10_000, 20_000, 499}}, "loads"},
		"an axle that breaks":  {request{"loads": []int{5_000, 5_000, 20_001}}, "loads"},
		"too heavy":            {request{"gross": 28_500}, "gross"},
		"too light":            {request{"gross": 31_600}, "gross"},
		"no base64":            {request{"manifest": "%"}, "manifest"},
		"no manifest":          {request{"manifest": packed("{")}, "manifest"},
		"another's manifest": {request{
			"manifest": packed(`{"reference": "ABC-2024/08", "class": "timber", "pieces": 4}`),
		}, "manifest.reference"},
		"another class": {
			request{"manifest": packed(`{"reference": "ABC-2024/07", "class": "wood", "pieces": 4}`)}, "manifest.class",
		},
		"nothing": {request{"manifest": packed(`{"reference": "ABC-2024/07", "class": "timber"}`)},
			"manifest.pieces"},
	} {
		status, answer := sent(t, h, c.parts)
		assert.Equal(t, http.StatusBadRequest, status, name)
		assert.Equal(t, c.field, answer["field"], "%s: %v", name, answer)
	}
}

func TestDecisions(t *testing.T) {
	h := permits.New()
	hazard := func(pieces string) string {
		return packed(`{"reference": "ABC-2024/07", "class": "flammable", "pieces": ` + pieces + `}`)
	}
	heavy := request{"axles": 5, "loads": []int{10_000, 10_000, 10_000, 10_000, 10_000}, "gross": 50_000}
	night := request{"kind": "convoy", "departure": "09.03.2024 22:00", "arrival": "11.03.2024 10:00"}
	for name, c := range map[string]struct {
		parts          request
		fee            float64
		review, escort string
		terms          []any
	}{
		"plain":               {nil, 4500, "none", "none", []any{}},
		"a carrier with an X": {request{"carrier": "080442957X"}, 4500, "none", "none", []any{}},
		"at the desk":         {request{"channel": "desk"}, 6000, "none", "none", []any{}},
		"heavy":               {heavy, 5700, "bridges", "none", []any{}},
		"wide":                {request{"width": 301}, 4500, "none", "private", []any{}},
		"very wide":           {request{"width": 351}, 4500, "none", "police", []any{}},
		"a hazard":            {request{"manifest": hazard("20")}, 4500, "hazard", "none", []any{}},
		"a large hazard":      {request{"manifest": hazard("21")}, 4500, "hazard", "private", []any{}},
		"a convoy at night":   {night, 61000, "board", "none", []any{"no motorways", "lights", "rest"}},
		"a holiday": {request{"filed": "2024-08-01", "departure": "12.08.2024 04:30", "arrival": "12.08.2024 18:00"},
			4500, "none", "none",
			[]any{"lights", "holidays"}},
	} {
		status, answer := sent(t, h, c.parts)
		assert.Equal(t, http.StatusOK, status, "%s: %v", name, answer)
		assert.Equal(t, map[string]any{"reference": "ABC-2024/07", "fee": c.fee, "review": c.review, "escort": c.escort,
			"terms": c.terms}, answer, name)
	}
}

// What the service reads beyond its schema has to be a secret of its own.
func TestSchemaDeclaresTypesOnly(t *testing.T) {
	for _, secret := range []string{"X-", "consent", "pattern", "format", "enum", "minimum", "maximum", "example"} {
		assert.NotContains(t, string(permits.Schema()), `"`+secret)
	}
}
