package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/report"
)

// coverageText returns the part of the summary between operations and faults.
func coverageText(t *testing.T, c *report.Coverage) string {
	t.Helper()
	var text strings.Builder
	require.NoError(t, report.Summary(&text, &report.Report{Coverage: c,
		Operations: []report.Operation{{Name: "GET /", Calls: 1, Outcomes: map[string]int{"200": 1}}}}))
	_, after, ok := strings.Cut(text.String(), "answered 5xx     0    0 %\n")
	require.True(t, ok)
	found, _, ok := strings.Cut(after, "\nFaults: none\n")
	require.True(t, ok)
	return found
}

func TestCoverageSummary(t *testing.T) {
	packages := func(paths ...string) []report.PackageCoverage {
		var out []report.PackageCoverage
		for _, p := range paths {
			out = append(out, report.PackageCoverage{Path: p, Statements: 2000, Covered: 1999})
		}
		return out
	}
	block := func(pkg, missing string, best float64) []report.Block {
		return []report.Block{{Package: pkg, File: "a.go", StartLine: 3, EndLine: 5, Missing: missing, Best: best}}
	}
	for name, tt := range map[string]struct {
		coverage *report.Coverage
		want     string
	}{
		"nothing to measure": {nil, ""},
		"not measured": {&report.Coverage{Note: "the tests\ndo not build"},
			"\nStatements: not measured: the tests do not build\n"},
		"no reason": {&report.Coverage{}, "\nStatements: not measured\n"},
		"one package": {&report.Coverage{Packages: packages("a/b")},
			"\nStatements: 99.9 % of 2,000 in 1 package\n"},
		"no statements": {&report.Coverage{Packages: []report.PackageCoverage{{Path: "a"}}},
			"\nStatements: 0.0 % of 0 in 1 package\n"},
		"two packages": {
			&report.Coverage{Packages: packages("example.com/b", "example.com/b/long"), Note: "2 tests failed"},
			"\nStatements: 99.9 % of 4,000 in 2 packages\n  example.com/b        99.9 % of 2,000\n  " +
				"example.com/b/long   99.9 % of 2,000\n  (2 tests failed)\n",
		},
		"many packages": {&report.Coverage{Packages: packages("a", "b", "c", "d", "e", "f", "g", "h", "i")},
			"\nStatements: 99.9 % of 18,000 in 9 packages\n"},
		"closest": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "n > 4711\nnever true",
			0.98)}, "shop/a.go:3-5  n > 4711 never true, closest 0.98\n"},
		"very close": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "n", 0.99987)},
			"n, closest 0.9998\n"},
		"extremely": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "n", 1-1e-12)},
			"n, closest 0.999999\n"},
		"far": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "n", 1e-9)},
			"n, closest 0.00\n"},
		"never seen": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "F never called", 0)},
			"F never called\n"},
		"reached": {&report.Coverage{Packages: packages("x/shop"),
			Blocks: block("x/shop", "reached in the search", 1)}, "reached in the search\n"},
		"not known": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "", 0)},
			"the reason is not known\n"},
		"version": {&report.Coverage{Packages: packages("x/shop/v2"), Blocks: block("x/shop/v2", "n", 0)},
			"  shop/v2/a.go:3-5  n\n"},
		"below": {&report.Coverage{Packages: packages("x/shop", "x/shop/db"),
			Blocks: block("x/shop/db", "n", 0)}, "  shop/db/a.go:3-5  n\n"},
		"beside": {&report.Coverage{Packages: packages("x/shop/a", "x/shop/db"),
			Blocks: block("x/shop/db", "n", 0)}, "  shop/db/a.go:3-5  n\n"},
		"modules": {&report.Coverage{Packages: packages("a.com/x/y", "b.com/z"),
			Blocks: block("a.com/x/y", "n", 0)}, "  a.com/x/y/a.go:3-5  n\n"},
		"unknown": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("q/r", "n", 0)},
			"  q/r/a.go:3-5  n\n"},
		"NaN": {&report.Coverage{Packages: packages("x/shop"), Blocks: block("x/shop", "n", math.NaN())},
			"  n\n"},
		"control": {&report.Coverage{Packages: packages("x/shop"),
			Blocks: block("x/shop", "s == \"\x1b[31m\" never true", 0)}, "s == \"\\x1b[31m\" never true\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got := coverageText(t, tt.coverage)
			if strings.HasPrefix(tt.want, "\n") || tt.want == "" {
				assert.Equal(t, tt.want, got)
				return
			}
			assert.True(t, strings.HasSuffix(got, tt.want), got)
			assert.Contains(t, got, "\nNot covered: 1 block, the closest first\n")
		})
	}
}

func TestCoverageSummaryIsShort(t *testing.T) {
	c := &report.Coverage{Packages: []report.PackageCoverage{{Path: "x/shop", Statements: 5000}}}
	for i := range 2345 {
		c.Blocks = append(c.Blocks, report.Block{
			Package: "x/shop", File: "a.go", StartLine: i, EndLine: i, Statements: i, Missing: fmt.Sprint("n", i),
			Best: float64(i%10) / 10,
		})
	}
	got := coverageText(t, c)
	assert.Contains(t, got, "\nNot covered: 2345 blocks, the closest first\n  shop/a.go:2339  n2339, closest 0.90\n  "+
		"shop/a.go:2329  n2329, closest 0.90\n")
	assert.True(t, strings.HasSuffix(got, "  ... and 2,335 more in report.json\n"))
	assert.Equal(t, 15, strings.Count(got, "\n"))
	assert.Equal(t, 0, c.Blocks[0].StartLine, "the report is not changed")
}

// The reason for an uncovered block is readable beside a long path, too.
func TestCoverageSummaryOfLongPaths(t *testing.T) {
	deep := "example.com/shop/internal/adapters/http/handlers"
	c := &report.Coverage{Packages: []report.PackageCoverage{{Path: "example.com/shop", Statements: 5},
		{Path: deep, Statements: 5}}}
	c.Blocks = []report.Block{{Package: deep, File: "orders.go", StartLine: 7, EndLine: 9,
		Missing: "len(order.Lines) == 0 never true", Best: 0.5}}
	assert.Contains(t, coverageText(t, c),
		"\n  shop/internal/adapters/http/handlers/orders.go:7-9\n      len(order.Lines) == "+
			"0 never true, closest 0.50\n")
}

// The JSON has the sums in the place of Web Fuzzing Commons, and the same under the key "evoke".
func TestCoverageJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		coverage *report.Coverage
		criteria int
		want     string
	}{
		"nil": {nil, 0, `null`},
		"not measured": {&report.Coverage{Note: "why"}, 0,
			`{"statements":0,"covered":0,"percent":0,"note":"why","packages":[],"uncovered":[]}`},
		"measured": {
			&report.Coverage{
				Packages: []report.PackageCoverage{{Path: "a", Statements: 3, Covered: 1},
					{Path: "b", Statements: 1, Covered: 1}},
				Blocks: []report.Block{{Package: "a", File: "a.go", StartLine: 1, EndLine: 2, Statements: 2,
					Missing: "n", Best: 0.5}},
			}, 1,
			`{"statements":4,"covered":2,"percent":50,"packages":[{"path":"a","statements":3,"covered":1,"percent":33.3},{"path":"b","statements":1,"covered":1,"percent":100}],` +
				`"uncovered":[{"package":"a","file":"a.go","startLine":1,"endLine":2,"statements":2,"missing":"n","best":0.5}]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			content, err := report.JSON(&report.Report{Coverage: tt.coverage})
			require.NoError(t, err)
			var d struct {
				Extra []struct {
					ToolName string
					Criteria []struct {
						Name           string
						Covered, Total int
					}
				}
				Evoke struct{ Coverage any }
			}
			require.NoError(t, json.Unmarshal(content, &d))
			got, err := json.Marshal(d.Evoke.Coverage)
			require.NoError(t, err)
			assert.JSONEq(t, tt.want, string(got))
			require.Len(t, d.Extra, tt.criteria)
			if tt.criteria > 0 {
				assert.Equal(t, "go test -cover", d.Extra[0].ToolName)
				sum := tt.coverage.Total()
				assert.Equal(t, []int{sum.Covered, sum.Statements},
					[]int{d.Extra[0].Criteria[0].Covered, d.Extra[0].Criteria[0].Total})
			}
		})
	}
}

// A value that is no JSON number, such as NaN, does not break the report.
func TestCoverageJSONTakesAnyValue(t *testing.T) {
	for _, best := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 2} {
		_, err := report.JSON(&report.Report{Coverage: &report.Coverage{Blocks: []report.Block{{Best: best}}}})
		assert.NoError(t, err)
	}
}

func TestPercent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.IntRange(0, math.MaxInt32).Draw(t, "statements")
		p := report.PackageCoverage{Statements: all, Covered: rapid.IntRange(0, all).Draw(t, "covered")}
		got := p.Percent()
		if got < 0 || got > 100 || (got == 100) != (all > 0 && p.Covered == all) {
			t.Fatalf("%v of %v is %v %%", p.Covered, all, got)
		}
		if p.Covered < all && (report.PackageCoverage{Statements: all, Covered: p.Covered + 1}).Percent() < got {
			t.Fatal("more is less")
		}
	})
}

func TestNever(t *testing.T) {
	for kind, want := range map[report.NearKind][2]string{
		report.NearBranch: {"x never true", "x never false"},
		"":                {"x never true", "x never false"},
		report.NearCase:   {"case never taken: x", "case always taken: x"},
		report.NearLoop:   {"x never entered", "x always entered"},
		report.NearFound:  {"x never found", "x always found"},
		report.NearCall:   {"x never succeeds", "x never fails"},
		report.NearError:  {"x never non-nil", "x never nil"},
	} {
		assert.Equal(t, want[0], (&report.Near{What: " x\n", Kind: kind, Side: true}).Never())
		assert.Equal(t, want[1], (&report.Near{What: "x", Kind: kind}).Never())
	}
}

// TestCoverageSaysWhoReached: the report never claims that the written tests execute statements that only the search
// reached, and Compare does not compare the two kinds of coverage.
func TestCoverageSaysWhoReached(t *testing.T) {
	packages := []report.PackageCoverage{{Path: "example.com/shop", Statements: 8, Covered: 6}}
	told := func(search bool) string {
		var b strings.Builder
		r := &report.Report{Coverage: &report.Coverage{Search: search, Packages: packages}}
		require.NoError(t, report.Summary(&b, r))
		require.NoError(t, report.Brief(&b, r))
		b.Write(encoded(t, r))
		again, err := report.Read(encoded(t, r))
		require.NoError(t, err)
		assert.Equal(t, search, again.Coverage.Search)
		return b.String()
	}
	for _, text := range []string{
		"Statements: 75.0 % of 8 in 1 package, reached by the search\n", "the search reached 75.0 % of 8 statements",
		`"search": true`,
	} {
		assert.Contains(t, told(true), text)
		assert.NotContains(t, told(false), text)
	}
	assert.NotContains(t, told(true), "go test -cover")
	half := []report.PackageCoverage{{Path: "example.com/shop", Statements: 8, Covered: 4}}
	tests := &report.Report{Coverage: &report.Coverage{Packages: half}}
	reached := &report.Report{Coverage: &report.Coverage{Search: true, Packages: packages}}
	difference, err := report.Compare(encoded(t, tests), encoded(t, reached))
	require.NoError(t, err)
	assert.Empty(t, difference.Coverage)
}

func ExampleCoverage() {
	r := &report.Report{
		Search: "white box: 1 package, 1,234 statements, 456 conditions",
		Coverage: &report.Coverage{
			Packages: []report.PackageCoverage{{Path: "example.com/shop", Statements: 1234, Covered: 1004}},
			Blocks: []report.Block{
				{Package: "example.com/shop", File: "order.go", StartLine: 7, EndLine: 7, Statements: 1,
					Missing: "Order.Cancel never called"},
				{Package: "example.com/shop", File: "shop.go", StartLine: 41, EndLine: 44, Statements: 3,
					Missing: "n > 4711 never true", Best: 0.98},
			},
		},
	}
	var text strings.Builder
	if err := report.Summary(&text, r); err != nil {
		fmt.Println(err)
	}
	_, after, _ := strings.Cut(text.String(), "Statements")
	before, _, _ := strings.Cut(after, "\nFaults")
	fmt.Fprint(os.Stdout, "Statements"+before)
	// Output:
	// Statements: 81.3 % of 1,234 in 1 package
	//
	// Not covered: 2 blocks, the closest first
	//   shop/shop.go:41-44  n > 4711 never true, closest 0.98
	//   shop/order.go:7     Order.Cancel never called
}
