package playwright_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/suite"
)

// step returns a step with an act.
func step(a suite.Act) suite.Step { return suite.Step{Operation: a.String(), Act: &a} }

// visits returns a suite with all kinds of acts and sights.
func visits() *suite.Suite {
	save := suite.DOMElement{Role: "button", Name: `Save "all"`, Path: "#save", Tag: "button"}
	title, list := suite.DOMElement{
		Label: "Title", Path: "#t", Tag: "input",
	}, suite.DOMElement{Path: "#list", ID: "list", Tag: "ul"}
	choice := suite.DOMElement{Path: "#host  > select", Tag: "select"} // an element in a shadow root
	acts := []suite.Act{
		{Kind: suite.OpenPage, Value: "/"}, {Kind: suite.Click, On: save}, {Kind: suite.DoubleClick, On: list},
		{Kind: suite.RightClick, On: list, Rests: true}, {Kind: suite.Hover, On: list},
		{Kind: suite.Fill, On: title, Value: "it's"}, {Kind: suite.Fill, On: choice, Value: "b"},
		{Kind: suite.Fill, On: title, Value: int64(7)},
		{Kind: suite.Upload, On: title, Value: "a\n", File: "file.csv", Media: "text/csv"},
		{Kind: suite.Press, On: title, Value: " "}, {Kind: suite.Press, On: suite.DOMElement{
			Path: "body", Tag: "body",
		}, Value: "Enter"},
		{Kind: suite.Focus, On: title}, {Kind: suite.Submit, On: list}, {Kind: suite.Drag, On: save, Value: "#list"},
		{Kind: suite.DropOf, On: list, Value: "#save"}, {Kind: suite.Scroll},
		{Kind: suite.Scroll, On: list, Value: int64(-400)}, {Kind: suite.Drag, On: list, Value: "#list"},
		{Kind: suite.Resize}, {Kind: suite.Online, Value: false},
		{Kind: suite.GoTo, Value: "there"}, {Kind: suite.GoBack}, {Kind: suite.Store, Value: "v"},
		{Kind: suite.Wait, Value: int64(
			100,
		)},
	}
	all := suite.Test{Name: "All", Purpose: "all acts", Kind: suite.Success}
	for _, a := range acts {
		all.Steps = append(all.Steps, step(a))
	}
	sights := suite.Act{
		Kind: suite.Click, On: save, Answers: map[string]any{"confirm": false, "prompt": "x"},
		Asks: []suite.Question{{Kind: "alert", Text: "hi"}, {Kind: "confirm", Text: "sure?"},
			{Kind: "prompt", Text: "name"}},
	}
	for _, s := range []suite.Sight{
		{Kind: suite.HasText, Value: "a"}, {Kind: suite.HasValue, Value: "b"}, {Kind: suite.HasClasses, Value: "c d"},
		{Kind: suite.HasStyle, Value: "e: f;"},
		{Kind: suite.HasStyle},
		{Kind: suite.IsChecked, Value: "true"}, {Kind: suite.IsDisabled, Value: "false"},
		{Kind: suite.IsShown, Value: "false"}, {Kind: suite.IsNotThere}, {Kind: suite.IsThereOnly},
	} {
		s.Of = list
		sights.Expect = append(sights.Expect, s)
	}
	shows := suite.Test{Name: "Shows", Kind: suite.Success, Steps: []suite.Step{step(sights)}}
	again := suite.Test{
		Name: "Again", Purpose: "Shows", Kind: suite.Success,
		Steps: []suite.Step{step(suite.Act{
			Kind: suite.OpenPage, Value: "/", Errs: true, Expect: []suite.Sight{{Kind: suite.HasTitle, Value: "Notes"}},
		})},
	}
	fault := suite.Test{
		Name: "Fault", Kind: suite.FaultKind, Steps: []suite.Step{step(suite.Act{Kind: suite.OpenPage, Value: "/"})},
		Faults: []suite.Fault{{Code: 961, Category: "error of a script", Reason: "TypeError: x\n*/"}},
	}
	return &suite.Suite{Title: "Notes", Tests: []suite.Test{all, shows, again, fault}}
}

const success = `// Written by Evoke.
import { test, expect, dialogs, rest, troubles } from './evoke_support.mjs';

test('all acts', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Save "all"', exact: true }).click();
  await page.locator('#list').dblclick();
  await page.locator('#list').click({ button: 'right' });
  await rest(page);
  await page.locator('#list').hover();
  await page.getByLabel('Title', { exact: true }).fill("it's");
  await page.getByLabel('Title', { exact: true }).blur();
  await page.locator('#host > select').selectOption('b');
  await page.getByLabel('Title', { exact: true }).fill('7');
  await page.getByLabel('Title', { exact: true }).blur();
  await page.getByLabel('Title', { exact: true }).setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n') });
  await page.getByLabel('Title', { exact: true }).press('Space');
  await page.keyboard.press('Enter');
  await page.getByLabel('Title', { exact: true }).focus();
  await page.getByLabel('Title', { exact: true }).blur();
  await page.locator('#list').evaluate(form => form.requestSubmit());
  await page.getByRole('button', { name: 'Save "all"', exact: true }).dragTo(page.locator('#list'));
  await page.locator('#save').dragTo(page.locator('#list'));
  await page.mouse.wheel(0, 400);
  await page.locator('#list').hover();
  await page.mouse.wheel(0, -400);
  await page.locator('#list').dragTo(page.locator('#list'), { targetPosition: { x: 2, y: 2 } });
  await page.evaluate(() => dispatchEvent(new UIEvent('resize')));
  await page.context().setOffline(true);
  await page.evaluate(place => { location.hash = place; }, 'there');
  await page.goBack();
  await page.evaluate(newValue => { localStorage.setItem('key', newValue); dispatchEvent(new StorageEvent('storage', { key: 'key', newValue })); }, 'v');
  await rest(page, 100);
});

test('Shows', async ({ page }) => {
  const asked = dialogs(page, [true, false, 'x']);
  await page.getByRole('button', { name: 'Save "all"', exact: true }).click();
  await expect.poll(() => asked).toEqual(['hi', 'sure?', 'name']);
  await expect(page.locator('#list')).toHaveText('a');
  await expect(page.locator('#list')).toHaveValue('b');
  await expect(page.locator('#list')).toHaveAttribute('class', 'c d');
  await expect(page.locator('#list')).toHaveAttribute('style', 'e: f;');
  await expect(page.locator('#list')).not.toHaveAttribute('style', /./);
  await expect(page.locator('#list')).toBeChecked();
  await expect(page.locator('#list')).not.toBeDisabled();
  await expect(page.locator('#list')).not.toBeVisible();
  await expect(page.locator('#list')).toHaveCount(0);
  await expect(page.locator('#list')).toBeAttached();
});

test('Shows (2)', async ({ page }) => {
  troubles(page); // another test tells of them
  await page.goto('/');
  await expect(page).toHaveTitle('Notes');
});
`

const fault = `// Written by Evoke.
import { test, expect, troubles } from './evoke_support.mjs';

// Fault 961, error of a script: TypeError: x\n*/
test('Fault', async ({ page }) => {
  const seen = troubles(page);
  await page.goto('/');
  await expect.poll(() => seen).toContain('TypeError: x\n*/');
});
`

func TestFiles(t *testing.T) {
	w := &playwright.Writer{Site: "../site", BaseURLEnv: "SITE_URL"}
	files, err := w.Files(visits())
	require.NoError(t, err)
	require.Len(t, files, 3)
	assert.Equal(t, success, string(files[0].Content))
	assert.Equal(t, fault, string(files[1].Content))
	support := string(files[2].Content)
	for _, part := range []string{"const folder = '../site';", "process.env.SITE_URL || '';"} {
		assert.Contains(t, support, part)
	}
	lines := strings.Split(success, "\n")
	for _, at := range files[0].Tests {
		assert.Contains(t, lines[at.Start-1], at.Title)
		assert.Equal(t, "});", lines[at.End-1])
	}
	again, err := w.Files(visits())
	require.NoError(t, err)
	assert.Equal(t, files, again)
	assert.Equal(t, "npx playwright test e2e", w.Command(output.Folder{Dir: "e2e"}, files))
	assert.Empty(t, w.Command(output.Folder{Dir: "e2e"}, nil))
	folder := fstest.MapFS{
		"evoke_fault.spec.mjs": {Data: files[1].Content}, "evoke_success.spec.mjs": {Data: []byte(
			"mine",
		)}, "other.spec.mjs": {Data: files[1].Content},
	}
	stale, err := w.Stale(folder, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"evoke_fault.spec.mjs"}, stale)
}

// TestFaultsAndServer: tests of faults are skipped or fail until the fault is mended, and tests start the site.
func TestFaultsAndServer(t *testing.T) {
	file := func(w *playwright.Writer) suite.File {
		files, err := w.Files(visits())
		require.NoError(t, err)
		return files[1]
	}
	assert.Contains(t, string(file(&playwright.Writer{Faults: output.SkipFaults}).Content), "\ntest.skip('Fault', ")
	fails := file(&playwright.Writer{Faults: output.FailFaults})
	for _, part := range []string{
		"import { test, expect, never, troubles } from", "\n  await never(seen, 'TypeError: x\\n*/');\n",
	} {
		assert.Contains(t, string(fails.Content), part)
	}
	assert.True(t, fails.Tests[0].Fails)
	_, err := (&playwright.Writer{Faults: "x"}).Files(visits())
	assert.ErrorContains(t, err, `tests of faults cannot "x"`)
	w := &playwright.Writer{Start: "npm run dev", Dir: "../app"}
	files, err := w.Files(visits())
	require.NoError(t, err)
	assert.Contains(t, string(files[2].Content), "const command = 'npm run dev';\n")
	assert.Contains(t, string(files[2].Content), "join(here, '../app')")
	assert.Equal(t, "npx playwright test e2e", w.Command(output.Folder{Dir: "e2e"}, files))
}

func TestWhatCannotBeWritten(t *testing.T) {
	_, err := (&playwright.Writer{Prefix: "../x"}).Files(visits())
	assert.ErrorContains(t, err, `"../x" cannot begin the name of a file`)
	_, err = (&playwright.Writer{BaseURLEnv: "a-b"}).Files(visits())
	assert.ErrorContains(t, err, "cannot be the name of an environment variable")
	call := suite.Step{
		Operation: "GET /a", Call: &suite.Call{Request: suite.Request{Method: "GET", Path: suite.Literal("/a")}},
	}
	_, err = (&playwright.Writer{}).Files(
		&suite.Suite{Tests: []suite.Test{{Name: "Call", Kind: suite.Success, Steps: []suite.Step{call}}}},
	)
	assert.ErrorContains(t, err, "GET /a is no act in a page")
	_, err = (&gotest.Writer{}).Files(visits())
	assert.ErrorContains(t, err, "is an act in a page, which package output/playwright writes")
	files, err := (&playwright.Writer{}).Files(&suite.Suite{})
	require.NoError(t, err)
	assert.Empty(t, files)
}
