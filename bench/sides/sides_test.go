package sides

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A flag of "go test" is global by nature.
var update = flag.Bool("update", false, "write the lists and golden files anew")

const sample = "testdata/sample"

const samplePackage = "github.com/evoke-go/evoke/bench/sides/testdata/sample"

func TestOf(t *testing.T) {
	list, err := Of(sample)
	require.NoError(t, err)
	var b strings.Builder
	for _, s := range list {
		assert.Equal(t, samplePackage, s.Package)
		b.WriteString(s.Func + "\t" + s.String() + "\n")
	}
	golden := filepath.Join("testdata", "sample.golden")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

// The lists of packages are found by their import paths.
func TestLoadAll(t *testing.T) {
	list, err := LoadAll("..", []string{samplePackage})
	require.NoError(t, err)
	want, err := Of(sample)
	require.NoError(t, err)
	want[41].Infeasible = "no one makes a box that is nil"
	want[44].Infeasible = "wrong, to have it refuted"
	assert.Equal(t, want, list)
	_, err = LoadAll("..", []string{"github.com/evoke-go/evoke/bench/sides"})
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = LoadAll("..", []string{"github.com/evoke-go/evoke/mio"})
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestOfFails(t *testing.T) {
	_, err := Of("testdata")
	assert.ErrorContains(t, err, "no buildable Go source files")
	_, err = Of(t.TempDir())
	assert.ErrorContains(t, err, "no module around it")
}

// The tests of another folder see sides together, whatever their order.
func TestMeasure(t *testing.T) {
	seen, err := Measure(t.Context(), "testdata/written", []string{samplePackage})
	require.NoError(t, err)
	list, err := Of(sample)
	require.NoError(t, err)
	assert.Equal(t, []string{ // constants: nothing could come out otherwise
		"sample.go:97:5 debug true", "sample.go:97:5 debug false",
		`sample.go:107:15 len("x") == 1 true`, `sample.go:107:15 len("x") == 1 false`,
	}, texts(seen.Unprobed(list)))
	assert.Equal(t, []string{
		"sample.go:15:5 a > 0 true",
		"sample.go:15:15 b > 0 true",
		"sample.go:15:15 b > 0 false",
		`sample.go:15:26 s == "x" true`,
		`sample.go:18:6 strings.HasPrefix(s, "é") false`,
		"sample.go:18:36 a == b false",
		"sample.go:34:14 i < n true",
		"sample.go:34:14 i < n false",
		"sample.go:35:6 even false",
		"sample.go:44:6 sum > 3 true",
		"sample.go:44:6 sum > 3 false",
		"sample.go:54:7 a < 0 false",
		"sample.go:54:14 a > 100 true",
		"sample.go:69:5 a < b == c true",
		`sample.go:72:5 strings.Contains(s, "x") == c false`,
		"sample.go:80:5 a > 5 true", // when the program began
		"sample.go:83:5 a > 5 true",
		"sample.go:107:32 Twice(9) == 11 true",
	}, texts(choose(list, seen.Has)))
	covered, feasible := seen.Covered(list)
	assert.Equal(t, 18, covered)
	assert.Equal(t, len(list), feasible)
	assert.Len(t, seen.Open(list), len(list)-18)
}

func TestMeasureFails(t *testing.T) {
	packages := map[string]string{
		"tally": samplePackage, "testdata/broken": samplePackage, "testdata/written": "github.com/evoke-go/evoke/mio",
	}
	for dir, want := range map[string]string{
		"tally":            "no tests",
		"testdata/written": "none of the packages",
		"testdata/broken":  "panic: it dies: 5",
	} {
		_, err := Measure(t.Context(), dir, []string{packages[dir]})
		assert.ErrorContains(t, err, want, dir)
	}
}

func TestSeen(t *testing.T) {
	a := Side{Package: "p", File: "f.go", Line: 1, Column: 2, Condition: "a", Value: true}
	notA := a
	notA.Value, notA.Infeasible = false, "a is always true"
	b := Side{Package: "p", File: "f.go", Line: 2, Column: 2, Condition: "b", Value: true}
	list := []Side{a, notA, b}

	none := Seen{a.place(): {}, b.place(): {}}
	covered, feasible := none.Covered(list)
	assert.Equal(t, []int{0, 2}, []int{covered, feasible})
	assert.Equal(t, []Side{a, b}, none.Open(list))
	assert.Empty(t, none.Unprobed(list))

	both := Seen{a.place(): {True: true, False: true}}
	covered, feasible = both.Covered(list)
	assert.Equal(t, []int{1, 2}, []int{covered, feasible}, "an infeasible side counts in neither")
	assert.Equal(t, []Side{b}, both.Open(list))
	assert.Equal(t, []Side{notA}, both.Refuted(list))
	assert.Equal(t, []Side{b}, both.Unprobed(list))
}

func TestFormat(t *testing.T) {
	list, err := Of(sample)
	require.NoError(t, err)
	list[3].Infeasible = "a comma, a \"quote\"\nand a second line"
	content, err := format(list)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(content),
		"file,line,column,function,condition,side,infeasible\nsample.go,15,5,Combined,a > 0,true,\n"))
	for i := range list {
		list[i].Package = ""
	}
	got, err := read(content)
	require.NoError(t, err)
	assert.Equal(t, list, got)
}

func TestReadFails(t *testing.T) {
	const head = "file,line,column,function,condition,side,infeasible\n"
	for content, want := range map[string]string{
		"file,line\n":                        "the first line is not",
		head + "f.go,1\n":                    "wrong number of fields",
		head + "f.go,x,1,F,a,true,\n":        "row 2",
		head + "f.go,1,1,F,a,perhaps,\n":     "row 2",
		head + "f.go,1,1,F,\"a,perhaps,\n":   "parse error",
		head + "f.go,1,1,F,a,true,\n1,2,3\n": "wrong number of fields",
	} {
		_, err := read([]byte(content))
		assert.ErrorContains(t, err, want, content)
	}
	list, err := read(nil)
	require.NoError(t, err)
	assert.Empty(t, list, "an empty file is the beginning of a list")
}

// Marks stay with their conditions when lines move, and those of conditions
// that are gone are not lost without a word.
func TestKeepMarks(t *testing.T) {
	at := func(line int, function, condition string, value bool, mark string) Side {
		return Side{Line: line, Func: function, Condition: condition, Value: value, Infeasible: mark}
	}
	older := []Side{
		at(1, "F", "a > 5", true, ""), at(1, "F", "a > 5", false, "one"),
		at(2, "F", "a > 5", true, "two"), at(2, "F", "a > 5", false, ""),
		at(9, "G", "a > 5", true, "three"), at(9, "G", "b", true, "gone"),
	}
	list := []Side{
		at(11, "F", "new", true, ""),
		at(12, "F", "a > 5", true, ""), at(12, "F", "a > 5", false, ""),
		at(13, "F", "a > 5", true, ""), at(13, "F", "a > 5", false, ""),
		at(14, "G", "a > 5", true, ""),
	}
	lost := keepMarks(list, older)
	assert.Equal(t, []Side{at(9, "G", "b", true, "gone")}, lost)
	var marks []string
	for _, s := range list {
		marks = append(marks, s.Infeasible)
	}
	assert.Equal(t, []string{"", "", "one", "two", "", "three"}, marks)
}

func texts(list []Side) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.String())
	}
	return out
}
