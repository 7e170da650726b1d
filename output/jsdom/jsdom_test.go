package jsdom_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/jsdom"
	"github.com/evoke-go/evoke/suite"
)

// The scripts and documents of the site under test.
const (
	site = "var n = 1;\nconst add = (m) => (n += m);\nfunction mark(id) { " +
		"document.getElementById(id).className = 'on'; }\n"
	page = "<title>A</title>\n<script src=\"a.js\"></script>\n<script>async function twice() " +
		"{ return [n * 2]; }</script>\n"
	module = "export default () => { throw new RangeError('no'); };\nexport const find = () " +
		"=> document.body.localName;\n"
)

// units returns a suite with calls of functions of scripts, of a document and of a module, and with a call that needs a
// browser.
func units() *suite.Suite {
	s := &suite.Suite{}
	for name, u := range map[string]suite.Unit{
		"AddReturns": {
			Call: "add(2)", Variables: []suite.Variable{{Name: "n", Value: "3"}},
			Expect: []suite.UnitCheck{{Of: "result", Is: "5"}, {Of: "n", Is: "5", Or: []string{"6"}}},
		},
		"MarkSets": {
			Call: "mark('a')", Fixture: `<p id="a"></p>`,
			Expect: []suite.UnitCheck{{Of: "document.querySelector('#a').className", Is: "'on'"}},
		},
		"TwiceReturns": {Call: "twice()", Awaits: true, Variables: []suite.Variable{{Name: "n", Value: "4"}},
			Expect: []suite.UnitCheck{{Of: "result", Is: "[8]"}}},
		"WholeThrows": {Call: "whole()", Throws: true, Module: "/b.mjs", Imports: []string{"default as whole"},
			Expect: []suite.UnitCheck{{Of: "result", Is: "'RangeError: no'"}}},
		"FindReturns": {Call: "find()", Module: "/b.mjs", Imports: []string{"find"},
			Expect: []suite.UnitCheck{{Of: "result", Is: "'body'"}}},
		"NeedsPlaces": {Call: "size()", Browser: true, Expect: []suite.UnitCheck{{Of: "result", Is: "3"}}},
	} {
		u.Function = "f"
		u.Scripts = []string{"/a.js", "/#2"}
		s.Tests = append(s.Tests, suite.Test{
			Name: name, Kind: suite.Success, Steps: []suite.Step{{Operation: "f", Unit: &u}},
		})
	}
	s.Sort()
	return s
}

func TestFiles(t *testing.T) {
	w := (&jsdom.Writer{Site: "../site"}).For([]byte(`{"devDependencies": {"vitest": "4"}}`))
	files, err := w.Files(units())
	require.NoError(t, err)
	require.Len(t, files, 2)
	text := string(files[0].Content) + string(files[1].Content)
	for _, part := range []string{
		"import { test } from 'vitest';\n", "new URL('../site/', import.meta.url)",
		"run('./a.js');\nrun('./index.html#2');\n",
		"const { default: whole, find } = await import(new URL('./b.mjs', site));",
		`test('AddReturns', inPage(assert => {
  n = 3;
  const result = add(2);
  assert.strictEqual(result, 5);
  assert.ok([5, 6].includes(n));
}));
`, "inNode(assert => {\n  assert.throws(() => whole(), error => String(error) === 'RangeError: no');",
	} {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, "size()")
	assert.Equal(t, "npx vitest run e2e", w.Command(output.Folder{Dir: "e2e"}, files))
	assert.Equal(t, "node --test e2e/*.test.mjs", (&jsdom.Writer{}).Command(output.Folder{Dir: "e2e"}, files))
	folder := fstest.MapFS{"evoke_units.test.mjs": {Data: files[0].Content},
		"evoke_units_2.test.mjs": {Data: []byte("own")}}
	stale, err := w.Stale(folder, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"evoke_units.test.mjs"}, stale)
	_, err = (&jsdom.Writer{Prefix: "../x"}).Files(units())
	assert.ErrorContains(t, err, "cannot begin the name of a file")
}

// TestRun: the tests pass, and fail when the functions behave differently. It needs Node, and jsdom in the folder that
// EVOKE_JSDOM names.
func TestRun(t *testing.T) {
	modules := os.Getenv("EVOKE_JSDOM")
	if modules == "" {
		t.Skip("EVOKE_JSDOM names no node_modules with jsdom " + jsdom.Version)
	}
	dir := t.TempDir()
	require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node_modules")))
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o750))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	files, err := (&jsdom.Writer{Site: "../site"}).Files(units())
	require.NoError(t, err)
	for _, f := range files {
		put("tests/"+f.Name, string(f.Content))
	}
	put("site/a.js", site)
	put("site/index.html", page)
	put("site/b.mjs", module)
	run := func() (string, error) {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", (&jsdom.Writer{}).Command(output.Folder{Dir: "tests"},
			files))
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run()
	require.NoError(t, err, out)
	assert.Contains(t, out, "pass 5\n")
	put("site/a.js", site[:11]+"const add = (m) => (n -= m);\nfunction mark() {}\n")
	out, err = run()
	require.Error(t, err)
	assert.Contains(t, out, "fail 2\n")
}
