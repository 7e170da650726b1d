package qunit_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/output/qunit"
	"github.com/evoke-go/evoke/suite"
)

// TestFiles writes each kind of call and assertion. It leaves out a step of another kind, as the writer of acts leaves
// out calls of functions.
func TestFiles(t *testing.T) {
	s := &suite.Suite{}
	for i, u := range []suite.Unit{
		{Call: "f(1)", Expect: []suite.UnitCheck{{Of: "result", Is: "2"}}},
		{
			Call: "g()", Fixture: "<p id=\"a\">`${b}`</p>\n<i></i>", Variables: []suite.Variable{{Name: "n",
				Value: "[1]"}},
			Expect: []suite.UnitCheck{{Of: "result", Is: "{ a: 1 }"}, {Of: "n", Is: "[1, 2]"}},
		},
		{Call: "h()", Throws: true, Expect: []suite.UnitCheck{{Of: "result", Is: "'Error: no'"}, {Of: "n", Is: "1"}}},
	} {
		u.Function, u.Scripts = "f", []string{"/a.js", "https://other.test/b.js"}
		s.Tests = append(s.Tests, suite.Test{
			Name: string(rune('A' + i)), Purpose: "it's", Kind: suite.Success, Steps: []suite.Step{{Operation: "f",
				Unit: &u}},
		})
	}
	visit := suite.Step{Operation: "open", Act: &suite.Act{Kind: suite.OpenPage, Value: "/"}}
	s.Tests = append(s.Tests, suite.Test{Name: "Open", Kind: suite.Success, Steps: []suite.Step{visit}})
	files, err := (&qunit.Writer{Site: "../site/"}).Files(s)
	require.NoError(t, err)
	require.Len(t, files, 2)
	assert.Equal(t, `// Written by Evoke.

// fixture puts elements into the document for one test.
function fixture(html) {
  document.querySelector('#qunit-fixture').innerHTML = html;
}

QUnit.test("it's", assert => {
  assert.strictEqual(f(1), 2);
});

QUnit.test("it's (2)", assert => {
  fixture(`+"`<p id=\"a\">\\`\\${b}\\`</p>\n<i></i>`"+`);
  n = [1];
  const result = g();
  assert.deepEqual(result, { a: 1 });
  assert.deepEqual(n, [1, 2]);
});

QUnit.test("it's (3)", assert => {
  assert.throws(() => h(), error => String(error) === 'Error: no');
  assert.strictEqual(n, 1);
});
`, string(files[0].Content))
	for _, part := range []string{
		`<script src="../site/a.js">`, `<script src="https://other.test/b.js">`, `<script src="evoke_units.js">`,
	} {
		assert.Contains(t, string(files[1].Content), part)
	}
	files, err = (&qunit.Writer{Playwright: true}).Files(s)
	require.NoError(t, err)
	require.Len(t, files, 3)
	assert.Equal(t, "evoke_units.spec.mjs", files[2].Name)
	assert.Contains(t, string(files[2].Content), "of ['evoke_units.html']")
	acts, err := (&playwright.Writer{}).Files(s)
	require.NoError(t, err)
	require.Len(t, acts, 2)
	assert.Len(t, acts[0].Tests, 1)
	folder := fstest.MapFS{"evoke_units_2.js": {Data: files[0].Content}, "evoke_units_3.js": {Data: []byte("own")}}
	stale, err := (&qunit.Writer{}).Stale(folder, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"evoke_units_2.js"}, stale)
	_, err = (&qunit.Writer{Prefix: "../x"}).Files(s)
	assert.ErrorContains(t, err, "cannot begin the name of a file")
}

// TestOtherPages: an inline script of a document runs, a module is imported, and promises are awaited.
func TestOtherPages(t *testing.T) {
	n := 0
	step := func(u *suite.Unit) suite.Test {
		n++
		u.Function, u.Scripts = "f", []string{"/#2"}
		return suite.Test{Name: fmt.Sprint("F", n), Purpose: "f", Kind: suite.Success,
			Steps: []suite.Step{{Operation: "f", Unit: u}}}
	}
	s := &suite.Suite{Tests: []suite.Test{
		step(&suite.Unit{
			Call: "receiver.f()", Receiver: "new A()", Awaits: true, Module: "/a.mjs",
			Imports: []string{"default as A"},
			Expect:  []suite.UnitCheck{{Of: "result", Is: "1", Or: []string{"2"}}, {Of: "receiver.n", Is: "3"}},
		}),
		step(&suite.Unit{
			Call: "g()", Awaits: true, Throws: true, Module: "/a.mjs", Imports: []string{"g"},
			Expect: []suite.UnitCheck{{Of: "result", Is: "'no'"}},
		}),
		step(&suite.Unit{Call: "new B()", Module: "/a.mjs", Expect: []suite.UnitCheck{{Of: "result.n", Is: "[]"}}}),
	}}
	files, err := (&qunit.Writer{}).Files(s)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, part := range []string{
		"import { default as A, g } from '../a.mjs';\n",
		`QUnit.test('f', async assert => {
  const receiver = new A();
  const result = await receiver.f();
  assert.ok([1, 2].includes(result));
  assert.strictEqual(receiver.n, 3);
`,
		"await assert.rejects(g(), error => String(error) === 'no');",
		"const result = new B();\n  assert.deepEqual(result.n, []);",
	} {
		assert.Contains(t, string(files[0].Content), part)
	}
	for _, part := range []string{
		"<script>inline('../index.html', 2)</script>", `<script type="module" src="evoke_units.js">`,
		"function inline(",
	} {
		assert.Contains(t, string(files[1].Content), part)
	}
}
