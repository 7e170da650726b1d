package chromedp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/chromedp"
	"github.com/evoke-go/evoke/suite"
)

// document is the page that the tests visit.
const document = `<!doctype html>
<title>Notes</title>
<input id="title"><button id="save">Save</button><button id="bad">Bad</button><input id="file" type="file">
<p id="message"></p>
<script>
  const shows = (text) => { document.querySelector('#message').textContent = text; };
  document.querySelector('#save').onclick = () => {
    const { value } = document.querySelector('#title');
    if (confirm('save ' + value + '?')) shows('  Saved   ' + value + ' in ' + new Date().getFullYear());
    else document.querySelector('#message').remove();
  };
  document.querySelector('#title').onkeydown = (e) => { if (e.key === 'Escape') e.target.className = 'left'; };
  document.querySelector('#file').onchange = async (e) => shows(e.target.files[0].name + await e.target.files[0].text());
  document.querySelector('#bad').onclick = () => { document.querySelector('#nothing').remove(); };
</script>
`

// visits returns a suite with a test that saves, a test that does not, and a test of a fault.
func visits() *suite.Suite {
	at := func(path string) suite.DOMElement { return suite.DOMElement{Path: path, Tag: "input"} }
	step := func(a suite.Act) suite.Step { return suite.Step{Operation: a.String(), Act: &a} }
	open := step(suite.Act{
		Kind: suite.OpenPage, Value: "/", Expect: []suite.Sight{{Kind: suite.HasTitle, Value: "Notes"}},
	})
	fill := step(suite.Act{
		Kind: suite.Fill, On: at("#title"), Value: "it's", Expect: []suite.Sight{{Of: at("#title"),
			Kind: suite.HasValue, Value: "it's"}},
	})
	ask := []suite.Question{{Kind: "confirm", Text: "save it's?"}}
	saves := step(suite.Act{
		Kind: suite.Click, On: at("#save"), Asks: ask,
		Expect: []suite.Sight{{Of: at("#message"), Kind: suite.HasText, Value: "Saved it's in 2026"}},
	})
	leaves := step(suite.Act{
		Kind: suite.Click, On: at("#save"), Asks: ask, Answers: map[string]any{"confirm": false},
		Expect: []suite.Sight{{Of: at("#message"), Kind: suite.IsNotThere}},
	})
	key := step(suite.Act{
		Kind: suite.Press, On: at("#title"), Value: "Escape",
		Expect: []suite.Sight{{Of: at("#title"), Kind: suite.HasClasses, Value: "left"}},
	})
	upload := step(suite.Act{
		Kind: suite.Upload, On: at("#file"), Value: "b", File: "a.txt", Media: "text/plain",
		Expect: []suite.Sight{{Of: at("#message"), Kind: suite.HasText, Value: "a.txtb"}},
	})
	bad := step(suite.Act{Kind: suite.Click, On: at("#bad"), Errs: true})
	return &suite.Suite{Tests: []suite.Test{
		{Name: "Saves", Purpose: "saves", Kind: suite.Success, Steps: []suite.Step{open, fill, saves}},
		{Name: "Leaves", Kind: suite.Success, Steps: []suite.Step{open, fill, key, leaves}},
		{Name: "Uploads", Kind: suite.Success, Steps: []suite.Step{open, upload}},
		{
			Name: "Fault", Kind: suite.FaultKind, Steps: []suite.Step{open, bad}, Faults: []suite.Fault{{
				Code: 961, Category: "error of a script", Step: 1,
				Reason: "TypeError: Cannot read properties of null (reading 'remove')",
			}},
		},
	}}
}

func TestFiles(t *testing.T) {
	w := &chromedp.Writer{Site: "../site"}
	files, err := w.Files(visits())
	require.NoError(t, err)
	require.Len(t, files, 3)
	assert.Contains(t, string(files[0].Content), `
// saves
func TestSaves(t *testing.T) {
	p := open(t, true)
	p.visit("/")
	p.has("", "title", "Notes")
	p.act("fill", "#title", "it's")
	p.has("#title", "value", "it's")
	p.act("click", "#save", "")
	p.asks("save it's?")
	p.has("#message", "text", "Saved it's in 2026")
}
`)
	assert.Contains(t, string(files[0].Content), "open(t, false)")
	assert.Contains(t, string(files[1].Content), "\tp.errs = true\n")
	assert.Contains(t, string(files[1].Content), "\tp.sees(\"TypeError: ")
	fails, err := (&chromedp.Writer{Faults: output.FailFaults}).Files(visits())
	require.NoError(t, err)
	assert.Contains(t, string(fails[1].Content), "\tp.never(\"TypeError: ")
	assert.True(t, fails[1].Tests[0].Fails)
	skips, err := (&chromedp.Writer{Faults: output.SkipFaults}).Files(visits())
	require.NoError(t, err)
	assert.Contains(t, string(skips[1].Content), "\tt.Skip(")
	assert.Equal(t, "go test ./e2e", w.Command(output.Folder{Dir: "e2e"}, files))
	folder := fstest.MapFS{
		"evoke_fault_test.go": {Data: files[1].Content}, "evoke_success_test.go": {Data: []byte("package mine")},
	}
	stale, err := w.Stale(folder, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"evoke_fault_test.go"}, stale)
	for want, bad := range map[string]chromedp.Writer{
		"cannot begin the name of a file": {Prefix: "../x"}, "cannot be the name of a package": {Package: "a b"},
		`tests of faults cannot "x"`: {Faults: "x"},
	} {
		_, err := bad.Files(visits())
		assert.ErrorContains(t, err, want)
	}
	call := suite.Step{
		Operation: "GET /a", Call: &suite.Call{Request: suite.Request{Method: "GET", Path: suite.Literal("/a")}},
	}
	_, err = w.Files(&suite.Suite{Tests: []suite.Test{{Name: "Call", Kind: suite.Success, Steps: []suite.Step{call}}}})
	assert.ErrorContains(t, err, "GET /a is no act in a page")
}

// TestRun: the tests pass in a module of their own, and fail when the page behaves differently.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds tests with chromedp and starts browsers")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o750))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	put("go.mod",
		"module example.com/pages\n\ngo 1.26.0\n\nrequire github.com/chromedp/chromedp "+chromedp.Version+"\n")
	if out, err := run("mod", "download", "github.com/chromedp/chromedp"); err != nil {
		t.Skip("no module proxy has chromedp: " + out)
	}
	files, err := (&chromedp.Writer{Site: "../site"}).Files(visits())
	require.NoError(t, err)
	for _, f := range files {
		put("e2e/"+f.Name, string(f.Content))
	}
	put("site/index.html", document)
	out, err := run("test", "-v", "./e2e")
	require.NoError(t, err, out)
	assert.Contains(t, out, "--- PASS: TestFault")
	put("site/index.html", document[:len(document)-len("</script>\n")]+"shows = 1;</script>\n")
	out, err = run("test", "./e2e")
	require.Error(t, err)
	assert.Contains(t, out, "errors of scripts: [\"TypeError: Assignment to constant variable.\"]")
}
