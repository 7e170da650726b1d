package samples_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/samples"
)

// lines returns the requests of recordings, a line for each.
func lines(set samples.Set) (out []string) {
	for _, rec := range set.Recordings {
		for _, r := range rec.Requests {
			text := fmt.Sprintf("%s %s %v", r.Method, r.URL, r.Header)
			if r.Body != "" {
				text += " " + r.Type + " " + r.Body
			}
			if r.Answer != nil {
				text += fmt.Sprintf(" -> %d %s %s", r.Answer.Status, r.Answer.Location, r.Answer.Body)
			}
			out = append(out, strings.TrimSpace(text))
		}
	}
	return out
}

func TestFormats(t *testing.T) {
	for path, want := range map[string][]string{
		"freight.har": {
			`POST https://freight.example/v1/login [{content-type application/json}] application/json {"user":"clerk","password":"{{_}}"} -> 200  {"token":"{{_}}","desk":"north"}`,
			`POST https://freight.example/v1/shipments?access_token={{_}}&priority=true [{x-desk north} {user-agent Mozilla/5.0}] application/json; charset=utf-8 ` +
				`{"sender":"Hafen 3","customs":{"procedure":"10-00-C07"},"parcels":[{"weight":12.5,"tariff":"8517.62.00/CH-3"}],"note":"paid by {{_}}"}` +
				` -> 201 /v1/shipments/shp_91ab77 {"id":"shp_91ab77","voucher":"vch-4411-77-zeta"}`,
			`GET https://freight.example/v1/shipments/shp_91ab77 [] -> 200  {"id":"shp_91ab77","state":"new"}`,
			`POST https://freight.example/v1/shipments/shp_91ab77/labels [] application/json {"voucher":"vch-4411-77-zeta","copies":2} -> 200  {"printed":2}`,
			`POST https://tracker.example/collect?x=1 [] text/plain beacon`,
			`POST https://freight.example/v1/scans [] multipart/form-data dock=D+4 -> 202`,
		},
		"tickets.postman_collection.json": {
			`GET https://tickets.example/api/venues/opera/events?from=2025-01-01&page={{_}} [{X-Venue opera}]`,
			"POST https://tickets.example/api/bookings [] application/json " +
				`{"event":"{{_}}","seats":3,"row":"{{_}}","pin":"{{_}}"}`,
			`POST https://tickets.example/api/bookings/{{_}}/payment [] application/x-www-form-urlencoded method=voucher+%26+cash&secretCode={{_}}`,
			`GET https://tickets.example/api/status []`,
		},
		"old.postman_collection.json": {`PUT http://localhost:8080/notes/7 [] multipart/form-data text=a+b`},
		"bruno": {
			"POST https://parcels.example/api/parcels [{X-Depot HAM-2}] application/json {\n  \"depot\": " +
				"\"HAM-2\",\n  \"size\": { \"w\": 10, \"h\": \"{{_}}\" }\n}",
			`GET https://parcels.example/api/parcels/{{_}}?view=full []`,
			`POST https://parcels.example/api/claims [] application/x-www-form-urlencoded reason=lost%3A+in+transit`,
		},
	} {
		t.Run(path, func(t *testing.T) {
			set, err := samples.Read(filepath.Join("testdata", path))
			require.NoError(t, err)
			assert.Equal(t, want, lines(set))
			assert.Empty(t, set.Bodies)
			assert.Empty(t, set.Warnings)
		})
	}
}

func TestBodies(t *testing.T) {
	set, err := samples.Read("testdata/bodies")
	require.NoError(t, err)
	assert.Equal(t, []samples.Body{
		{"testdata/bodies/file.txt", "text/plain", "101 231380104"},
		{"testdata/bodies/order.xml", "application/xml",
			`<order><customer pin="{{_}}">Ada</customer><apiKey>{{_}}</apiKey><line qty="2">tea</line></order>` + "\n"},
		{"testdata/bodies/person.form", "application/x-www-form-urlencoded", "name=Ada+L&token={{_}}&n=3"},
		{"testdata/bodies/person.json", "application/json", `{"name":"Ada","password":"{{_}}","tags":["a"]}`},
	}, set.Bodies)
	assert.Equal(t, []string{
		"testdata/bodies/blob.bin: it is no text",
		"testdata/bodies/broken.json: it is no JSON: unexpected end of JSON input",
	}, set.Warnings)
}

// TestNoCredentialIsRead: the result contains none of the credentials in the test files.
func TestNoCredentialIsRead(t *testing.T) {
	set, err := samples.Read("testdata")
	require.NoError(t, err)
	require.Len(t, set.Recordings, 4)
	all := fmt.Sprintf("%q", lines(set)) + fmt.Sprintf("%q", set.Bodies) + strings.Join(set.Warnings, "\n")
	files := ""
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		data, _ := os.ReadFile(path)
		files += string(data)
		return err
	}))
	for _, credential := range []string{
		"tidal-Wrench-71", "frt-9f8e7d6c5b4a", "ck-5511aabbcc", "key-0a1b2c3d4e", "tkt-1122334455", "0815-4711",
		"zz-99-zz-99", "env-secret-value-1",
		"bru-77-secret-88", "hunter2-hunter2", "xml-key-998877", "4711-0815-12", "form-tok-123456",
	} {
		assert.Contains(t, files, credential)
		assert.NotContains(t, all, credential)
	}
	assert.Contains(t, strings.Join(set.Warnings, "\n"),
		"tickets.postman_environment.json: variables of an environment are left out")
}

// TestNamesOfCredentials: a value with the name of a credential is hidden everywhere, and a value with a similar name
// is not.
func TestNamesOfCredentials(t *testing.T) {
	for name, secret := range map[string]bool{
		"Authorization": true, "X-Auth": true, "X-Auth-Token": true, "Proxy-Authorization": true, "Api-Key": true,
		"X-Session-Id": true, "X-Csrf": true, "Authentication": true,
		"X-Author": false, "X-Desk": false, "Accept": false, "X-Authored-By": false,
	} {
		har := fmt.Sprintf(`{"log":{"entries":[{"request":{"method":"GET","url":"http://a/b?q=value-1","headers":[{"name":%q,"value":"value-1"}]},"response":{"status":200}}]}}`, name)
		set := samples.ReadFS(fstest.MapFS{"a.har": {Data: []byte(har)}})
		want := []string{fmt.Sprintf("GET http://a/b?q=value-1 [{%s value-1}] -> 200", name)}
		if secret {
			want = []string{"GET http://a/b?q={{_}} [] -> 200"}
		}
		assert.Equal(t, want, lines(set), name)
	}
	for name, secret := range map[string]bool{
		"password": true, "pwd": true, "accessToken": true, "api_key": true, "clientSecret": true, "session_id": true,
		"pin": true, "Authorization": true,
		"author": false, "passenger": false, "spin": false, "signed": false, "sessions": false,
		"key": false, "cookieSort": false,
	} {
		set := samples.ReadFS(
			fstest.MapFS{"a.json": {Data: fmt.Appendf(nil, `{%q:"value-1","at":["value-1"],"n":{%[1]q:77}}`, name)}},
		)
		want := fmt.Sprintf(`{%q:"value-1","at":["value-1"],"n":{%[1]q:77}}`, name)
		if secret {
			want = fmt.Sprintf(`{%q:"{{_}}","at":["{{_}}"],"n":{%[1]q:"{{_}}"}}`, name)
		}
		assert.Equal(t, want, set.Bodies[0].Data, name)
	}
}

func TestReadFails(t *testing.T) {
	_, err := samples.Read("testdata/freight.har", "testdata/none")
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "samples: ")
	set, err := samples.Read()
	require.NoError(t, err)
	assert.True(t, set.Empty())
}

// TestLinksAreNotFollowed: no symbolic link in a folder leads out of the folder.
func TestLinksAreNotFollowed(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "a.json"), []byte(`{"outside":1}`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.json"), []byte(`{"inside":1}`), 0o600))
	if err := os.Symlink(outside, filepath.Join(dir, "folder")); err != nil {
		t.Skip(err)
	}
	require.NoError(t, os.Symlink(filepath.Join(outside, "a.json"), filepath.Join(dir, "file.json")))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "c"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "c", "x.bru"), []byte("get {\n  url: {{host}}/a\n}\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(outside, "vars.bru"),
		[]byte("vars:pre-request {\n  host: http://stolen\n}\n"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(outside, "vars.bru"), filepath.Join(dir, "c", "folder.bru")))
	set, err := samples.Read(dir)
	require.NoError(t, err)
	require.Len(t, set.Bodies, 1)
	assert.Equal(t, `{"inside":1}`, set.Bodies[0].Data)
	assert.Equal(t, []string{"GET {{_}}/a []"}, lines(set))
	set, err = samples.Read(filepath.Join(dir, "file.json"))
	require.NoError(t, err, "somebody named it")
	assert.Len(t, set.Bodies, 1)
}

// TestBounds: samples beyond the limits are left out with a warning.
func TestBounds(t *testing.T) {
	large := strings.Repeat("x", 1<<20+1)
	set := samples.ReadFS(fstest.MapFS{
		"a.txt":  {Data: []byte(large)},
		"b.json": {Data: []byte(`{"a":1}`)},
		"c.har":  {Data: bytes.Repeat([]byte("x"), 20<<20+1)},
		"d.json": {Data: []byte(strings.Repeat(`{"item":[`, 20_000) + strings.Repeat(`]}`, 20_000))},
	})
	assert.Len(t, set.Bodies, 1)
	require.Len(t, set.Warnings, 3)
	assert.Equal(t, "a.txt: a body is larger than 1 MB", set.Warnings[0])
	assert.Equal(t, "c.har: it is larger than 20 MB", set.Warnings[1])
	assert.Contains(t, set.Warnings[2], "d.json: it is no JSON: ")

	many := fstest.MapFS{}
	entry := `{"request":{"method":"GET","url":"http://a/b"},"response":{"status":200}}`
	many["a.har"] = &fstest.MapFile{Data: []byte(`{"log":{"entries":[` +
		strings.Repeat(entry+",", 10_005) + entry + `]}}`)}
	set = samples.ReadFS(many)
	assert.Len(t, set.Recordings[0].Requests, 10_000)
	require.Len(t, set.Warnings, 1)
	assert.Contains(t, set.Warnings[0], "the first are read")
}

// TestSetsCanBeSent: a set is unchanged after it was sent to another process.
func TestSetsCanBeSent(t *testing.T) {
	set, err := samples.Read("testdata")
	require.NoError(t, err)
	var wire bytes.Buffer
	require.NoError(t, gob.NewEncoder(&wire).Encode(set))
	var back samples.Set
	require.NoError(t, gob.NewDecoder(&wire).Decode(&back))
	assert.Equal(t, set.Bodies, back.Bodies)
	assert.Equal(t, lines(set), lines(back))
	again, err := samples.Read("testdata")
	require.NoError(t, err)
	assert.Equal(t, set, again)
}

// fuzz checks that a reader does not panic, and that its result contains no known credential.
func fuzz(f *testing.F, name string, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		data, err := os.ReadFile(filepath.Join("testdata", seed))
		require.NoError(f, err)
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		set := samples.ReadFS(fstest.MapFS{name: {Data: []byte(text)}})
		for _, rec := range set.Recordings {
			for _, r := range rec.Requests {
				for _, h := range r.Header {
					assert.False(t, strings.EqualFold(h.Name, "Authorization") || strings.EqualFold(h.Name, "Cookie"),
						h.Name)
				}
			}
		}
		for _, w := range set.Warnings {
			assert.NotContains(t, w, "\n")
		}
		assert.Equal(t, set, samples.ReadFS(fstest.MapFS{name: {Data: []byte(text)}}))
	})
}

func FuzzHAR(f *testing.F) { fuzz(f, "a.har", "freight.har") }
func FuzzPostman(f *testing.F) {
	fuzz(f, "a.json", "tickets.postman_collection.json", "old.postman_collection.json",
		"tickets.postman_environment.json")
}
func FuzzBruno(f *testing.F) {
	fuzz(f, "a.bru", "bruno/parcels/create.bru", "bruno/parcels/read.bru", "bruno/collection.bru")
}
func FuzzBody(f *testing.F) {
	fuzz(f, "a", "bodies/order.xml", "bodies/person.form", "bodies/person.json")
}

func ExampleReadFS() {
	set := samples.ReadFS(fstest.MapFS{"create.json": {Data: []byte(`{"title": "Emma"}`)}})
	fmt.Println(set.Bodies[0].Type, set.Bodies[0].Data)
	// Output: application/json {"title": "Emma"}
}
