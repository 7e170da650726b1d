package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// aTest returns a test of one call that is answered with a status.
func aTest(name string, status int, faults ...suite.Fault) *suite.Test {
	return &suite.Test{
		Name: name, Purpose: "p", Ways: []suite.Way{{What: "n > 1 is true", Place: "shop.New"}}, Faults: faults,
		Steps: []suite.Step{{Operation: "GET /a", Call: &suite.Call{Expect: suite.Expect{Status: status}}}},
	}
}

func archived(t *testing.T, tests ...*suite.Test) *Archive {
	t.Helper()
	a := &Archive{}
	for _, test := range tests {
		kept, err := New(test, []byte(`{"calls":[1]}`))
		require.NoError(t, err)
		a.Tests = append(a.Tests, *kept)
	}
	return a
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "archive")
	a := archived(t, aTest("A", 200), aTest("B/odd", 404, suite.Fault{Key: "GET /a 100 shop.go:12"}))
	require.NoError(t, a.Write(dir))
	back, err := Read(dir)
	require.NoError(t, err)
	require.Len(t, back.Tests, 2)
	for i := range back.Tests {
		assert.JSONEq(t, `{"calls":[1]}`, string(back.Tests[i].Case))
		back.Tests[i].Case = a.Tests[i].Case
	}
	assert.Equal(t, a.Tests, back.Tests)
	assert.Equal(t, []string{"GET /a 100 shop.go"}, back.Tests[1].Faults, "lines go stale")
	assert.Equal(t, []string{"answers 404"}, back.Tests[1].Outcomes)

	nothing, err := Read(filepath.Join(dir, "no such folder"))
	require.NoError(t, err)
	assert.Equal(t, &Archive{}, nothing)
}

// TestRecall: only tests that did not change get their former set-ups.
func TestRecall(t *testing.T) {
	setUps := &suite.Form{SetUps: []suite.SetUp{{Name: "postA", Steps: 2,
		Returns: []suite.Returned{{Var: "id"}, {Var: "n", JSON: true}}}}}
	chosen := &suite.Form{SetUps: []suite.SetUp{{Name: "postB", Steps: 1}}}
	none := &suite.Form{}
	kept, plain, changed, old := aTest("Kept", 200), aTest("Plain", 200), aTest("Changed", 200), aTest("Old", 200)
	kept.Form, plain.Form, changed.Form = setUps, none, setUps
	dir := t.TempDir()
	require.NoError(t, archived(t, kept, plain, changed, old).Write(dir))
	a, err := Read(dir)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		now  *suite.Test
		want *suite.Form
	}{
		"kept":                {aTest("Kept", 200), setUps},
		"kept, without any":   {aTest("Plain", 200), none},
		"changed":             {aTest("Changed", 404), nil},
		"of an older archive": {aTest("Old", 200), nil},
		"new":                 {aTest("New", 200), nil},
	} {
		c.now.Form = chosen
		s := &suite.Suite{Tests: []suite.Test{*c.now, *aTest("Kept", 200)}}
		assert.True(t, a.Recall(s), name)
		assert.Equal(t, c.want, s.Tests[0].Form, name)

		s.Tests, s.Tests[0].Form = s.Tests[:1], chosen
		if some := a.Recall(s); !some {
			assert.Equal(t, chosen, s.Tests[0].Form, name)
		} else {
			assert.NotNil(t, c.want, name)
		}
	}
}

// TestOnlyWhatChangesIsWritten: files that stay the same keep their times, because go test does not repeat tests whose
// files did not change.
func TestOnlyWhatChangesIsWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, archived(t, aTest("A", 200), aTest("B", 200), aTest("b", 200)).Write(dir))
	file := filepath.Join(dir, "tests", "A.json")
	before, err := os.Stat(file)
	require.NoError(t, err)
	require.NoError(t, archived(t, aTest("A", 200), aTest("C", 200)).Write(dir))
	after, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	entries, err := os.ReadDir(filepath.Join(dir, "tests"))
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	assert.Equal(t, []string{"A.json", "C.json"}, names)
}

func TestWhatIsNotUnderstoodIsNamed(t *testing.T) {
	for name, content := range map[string]string{
		"no JSON":         `{`,
		"another version": `{"version": 99, "name": "A", "case": {}}`,
		"no name":         `{"version": 1, "case": {}}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "tests"), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "tests", "A.json"), []byte(content), 0o644))
			_, err := Read(dir)
			require.ErrorIs(t, err, ErrFormat)
			assert.ErrorContains(t, err, "A.json")
		})
	}
}

// TestBaselineKeepsWhatPeopleWrite follows a baseline with new faults, a reason and a comment of a person, and a mended
// fault.
func TestBaselineKeepsWhatPeopleWrite(t *testing.T) {
	crash := suite.Fault{Operation: "GET /a", Code: 100, Category: "handler panics", Key: "GET /a 100 a.go:7"}
	wrong := suite.Fault{Operation: "GET /b", Code: 101, Category: "schema", Key: "GET /b 101"}
	var none *Baseline
	assert.False(t, none.Knows(&crash))
	assert.Len(t, none.NewFaults([]suite.Fault{crash, crash, wrong}), 2)

	first := none.Update([]suite.Fault{wrong, crash}, nil)
	assert.True(t, first.Knows(&suite.Fault{Key: "GET /a 100 a.go:99"}), "an edit above it moves a fault")
	text, err := first.encode()
	require.NoError(t, err)
	assert.Contains(t, string(text), "# The faults that are known.")
	assert.Contains(t, string(text), `reason: ""`)

	edited := string(text)
	edited = replaceOnce(t, edited, `reason: ""`, `reason: we wait for the library # until spring`)
	second, err := parseBaseline([]byte(edited))
	require.NoError(t, err)
	same, err := second.Update([]suite.Fault{crash, wrong}, nil).encode()
	require.NoError(t, err)
	assert.Equal(t, edited, string(same), "nothing changes without a new fault")

	tests := archived(t, aTest("A", 500, crash), aTest("B", 200, wrong)).Tests
	mended := second.Mended(tests, []suite.Fault{crash})
	require.Len(t, mended, 1)
	assert.Equal(t, "GET /b", mended[0].Operation)
	assert.Empty(t, second.Mended(nil, nil), "without a test nobody looked for it")
	third := second.Update([]suite.Fault{crash}, mended)
	assert.Len(t, third.Faults(), 1)
	assert.Equal(t, "we wait for the library", third.Faults()[0].Reason)
	assert.Len(t, second.Faults(), 2, "the one before stays as it is")
	empty, err := third.Update(nil, third.Faults()).encode()
	require.NoError(t, err)
	back, err := parseBaseline(empty)
	require.NoError(t, err)
	assert.Len(t, back.Update([]suite.Fault{crash}, nil).Faults(), 1)
}

func TestBrokenBaselines(t *testing.T) {
	for _, text := range []string{"", "[]", "a: 1", "faults: [{operation: x}]", "faults: [1]",
		"faults: {", "faults: *x"} {
		_, err := parseBaseline([]byte(text))
		assert.Error(t, err, text)
	}
	b, err := parseBaseline([]byte("faults:\n"))
	require.NoError(t, err)
	assert.Empty(t, b.Faults())
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte("faults:\n- key: a\n  reason: b # c\n"))
	f.Add([]byte("faults: []"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parseBaseline(data)
		if err != nil {
			return
		}
		known := b.Faults()
		text, err := b.Update(nil, nil).encode()
		require.NoError(t, err)
		back, err := parseBaseline(text)
		require.NoError(t, err, "%s", text)
		assert.ElementsMatch(t, known, back.Faults())
	})
}

func TestCompare(t *testing.T) {
	before := archived(t, aTest("Kept", 200), aTest("Other", 200), aTest("Gone", 200), aTest("Lost", 200),
		aTest("Mapped", 200)).Tests
	after := archived(t, aTest("Kept", 200), aTest("Other", 404), aTest("Mapped", 201), aTest("Fresh", 200)).Tests
	c := &report.Changes{}
	c.Drop("Gone", "it shows nothing")
	c.Drop("Gone", "a later reason")
	c.Change("Mapped", "no such member")
	Compare(before, after, nil, c)
	assert.Equal(t, &report.Changes{
		Kept: []string{"Kept"}, New: []string{"Fresh"},
		Changed: []report.Change{{Test: "Other", Reason: "step 1 answers 404 and no longer answers 200"},
			{Test: "Mapped", Reason: "no such member"}},
		Dropped: []report.Change{{Test: "Gone", Reason: "it shows nothing"}, {Test: "Lost", Reason: unlike}},
	}, c)
}

// The reason for a removed test is that its fault is mended, if nothing shows the fault any more.
func TestCompareSaysWhatIsMended(t *testing.T) {
	for name, c := range map[string]struct {
		after, found []string // the keys of the faults
		reason, want string
	}{
		"mended": {nil, []string{"GET /b 100"}, "", mended},
		"mended, with a reason": {nil, nil, "it ends in another way now, and is Other",
			mended + ": it ends in another way now, and is Other"},
		"another test shows it": {[]string{"GET /a 100 panic a.f a.go"}, nil, "", unlike},
		"the run found it":      {nil, []string{"GET /a 100 panic a.f a.go:7"}, "luck", "luck"},
		"there is no such call": {nil, nil, Unmade + "no operation GET /a", Unmade + "no operation GET /a"},
	} {
		before := []Test{{Name: "Faulty", Faults: []string{"GET /a 100 panic a.f a.go"}}}
		var found []suite.Fault
		for _, key := range c.found {
			found = append(found, suite.Fault{Key: key})
		}
		changes := &report.Changes{}
		if c.reason != "" {
			changes.Drop("Faulty", c.reason)
		}
		Compare(before, []Test{{Name: "Another", Faults: c.after}}, found, changes)
		assert.Equal(t, []report.Change{{Test: "Faulty", Reason: c.want}}, changes.Dropped, name)
	}
}

func replaceOnce(t *testing.T, s, old, with string) string {
	t.Helper()
	before, after, ok := strings.Cut(s, old)
	require.True(t, ok)
	return before + with + after
}

// TestConfirmedLaws: the laws that people confirmed stay.
func TestConfirmedLaws(t *testing.T) {
	want := []Law{{Operation: "GET /a", Law: "response/b is response/c"}}
	text := "faults: []\nlaws: [{operation: GET /a, law: response/b is response/c}] # as Ann says\n"
	b, err := parseBaseline([]byte(text))
	require.NoError(t, err)
	after := b.Update([]suite.Fault{{Operation: "GET /b", Code: 100, Key: "GET /b 100"}}, nil)
	assert.Equal(t, want, after.Confirmed())
	written, err := after.encode()
	require.NoError(t, err)
	again, err := parseBaseline(written)
	require.NoError(t, err)
	assert.Equal(t, want, again.Confirmed())
	assert.Contains(t, string(written), "# as Ann says")
	assert.Empty(t, (*Baseline)(nil).Confirmed())
}

// A baseline may silence faults, each with a reason; comments in it stay.
func TestBaselinesSilence(t *testing.T) {
	text := "faults: []\nsilence:\n  - {code: 101, operation: GET /a, reason: nobody reads it} # ask Ann\n"
	b, err := parseBaseline([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, []report.Silence{{Code: 101, Operation: "GET /a", Reason: "nobody reads it"}}, b.Silences())
	after := b.Update([]suite.Fault{{Operation: "GET /b", Code: 100, Key: "GET /b 100"}}, nil)
	assert.Equal(t, b.Silences(), after.Silences())
	written, err := after.encode()
	require.NoError(t, err)
	assert.Contains(t, string(written), "# ask Ann")
	assert.Empty(t, (*Baseline)(nil).Silences())
	_, err = parseBaseline([]byte("faults: []\nsilence: [{code: 101}]\n"))
	require.EqualError(t, err, "code 101 is silenced without a reason")
}
