package instrument

import (
	"context"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// TestReplacements builds a program in which the user's functions replace those of a library: the calls report, and the
// program does the same.
func TestReplacements(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	const lib, near = "example.com/replaced/lib", "example.com/replaced/near"
	o := Options{
		Dir: project(t, "replaced"), Cover: []string{"./..."}, Cache: t.TempDir(),
		Replacements: []probe.Replacement{
			{Func: lib + ".Valid", With: near + ".Valid"},
			{Func: lib + ".Parse", With: near + ".Parse"},
			{Func: "(*" + lib + ".Shelf).Has", With: near + ".Has"},
		},
	}
	plan := prepare(t, o)
	assert.NotContains(t, paths(plan), near)
	assert.Contains(t, plan.Notes, Note{near, "its functions stand in for others"})
	want := "not valid false\n" +
		"lib.Valid(s) true 0.14\nlib.Valid(s) false 1.00\nshelf.Has(s) true 0.75\nshelf.Has(s) false 1.00\n" +
		"lib.Parse(s) true 0.25\nlib.Parse(s) false 1.00\n"
	assert.Equal(t, want, execute(t, plan), "calls in the library stay as they are")

	assert.Equal(t, plan.Packages, prepare(t, o).Packages, "what is remembered is the same")
	o.Replacements = o.Replacements[1:]
	plan = prepare(t, o)
	assert.Equal(t, strings.ReplaceAll(want, "lib.Valid(s) true 0.14\nlib.Valid(s) false 1.00\n", ""), execute(t, plan),
		"another table, another program")
}

// TestPassedFunctions builds a program in which one function replaces several, which it gets as arguments.
func TestPassedFunctions(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	const lib, near = "example.com/passed/lib", "example.com/passed/near"
	o := Options{Dir: project(t, "passed"), Cover: []string{"."}, Cache: t.TempDir(), Replacements: []probe.Replacement{
		{Func: lib + ".Parse", With: near + ".Parse", Pass: true},
		{Func: "strconv.ParseBool", With: near + ".Parse", Pass: true},
		{Func: lib + ".MustParse", With: near + ".Must", Pass: true},
		{Func: "(*" + lib + ".Shelf).Find", With: near + ".Find", Pass: true},
	}}
	want := "{1} not b false no c no d {2}\nnot e\n" + `lib.Parse("b") 0.25
strconv.ParseBool("b") 0.25
shelf.Find("c") 0.50
(&shelf).Find("d") 0.50
lib.MustParse("e") 0.75
`
	assert.Equal(t, want, execute(t, prepare(t, o)))
}

func TestPassedFunctionsThatDoNotFit(t *testing.T) {
	const lib, near = "example.com/passed/lib", "example.com/passed/near"
	dir, cache := project(t, "passed"), t.TempDir()
	for name, tt := range map[string]struct{ function, with, want string }{
		"another constraint":   {lib + ".Parse", near + ".Numbers", "the type parameters of Numbers do not fit"},
		"nothing tells a type": {lib + ".Parse", near + ".Other", "U does not follow from the function"},
		"other results": {lib + ".MustParse", near + ".Parse",
			"Parse has to be a func(probe.Call, func(s string) lib.hidden, string) lib.hidden"},
		"a method has no object": {"(*" + lib + ".Shelf).Find", near + ".Must", "has to be"},
		"of an interface":        {"(" + lib + ".Finder).Find", near + ".Find", "a method of an interface"},
		"type parameters":        {lib + ".Any", near + ".Parse", "Any has type parameters"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := []probe.Replacement{{Func: tt.function, With: tt.with, Pass: true}}
			_, err := Prepare(context.Background(),
				Options{Dir: dir, Cache: cache, Env: environment(), Replacements: rows})
			if name == "a method has no object" {
				assert.NoError(t, err, "a function of a text with one result")
				return
			}
			require.ErrorIs(t, err, ErrReplacement)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestReplacementsThatReplaceNothing(t *testing.T) {
	const near = "example.com/replaced/near"
	o := Options{Dir: project(t, "replaced"), Replacements: []probe.Replacement{
		{Func: "example.com/replaced/lib.Valid", With: near + "/internal/deep.Valid"},
	}}
	plan := prepare(t, o)
	assert.Contains(t, plan.Notes, Note{
		"example.com/replaced/lib.Valid",
		"no call that " + near + "/internal/deep.Valid can stand in for is in the packages that are covered",
	})
	assert.Contains(t, paths(plan), "example.com/replaced/api", "which may not import it")
}

func TestReplacementsThatDoNotFit(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	const lib, near = "example.com/replaced/lib", "example.com/replaced/near"
	dir, cache := project(t, "replaced"), t.TempDir()
	for name, tt := range map[string]struct {
		row  probe.Replacement
		want string
	}{
		"empty": {probe.Replacement{}, "the first is not the full name of a function"},
		"no package": {probe.Replacement{Func: "Valid", With: near + ".Valid"},
			"the first is not the full name"},
		"no name": {probe.Replacement{Func: lib + ".", With: near + ".Valid"},
			"the first is not the full name"},
		"a call": {probe.Replacement{Func: lib + ".Valid()", With: near + ".Valid"},
			"the first is not the full name"},
		"half a method": {probe.Replacement{Func: "(*" + lib + ".Shelf", With: near + ".Valid"},
			"the first is not the full name"},
		"a method instead": {probe.Replacement{Func: lib + ".Valid", With: "(" + near + ".T).Valid"},
			"the second is not the full name"},
		"unknown package": {probe.Replacement{Func: "example.com/none.Valid", With: near + ".Valid"},
			"the program has no package example.com/none"},
		"unknown function": {probe.Replacement{Func: lib + ".None", With: near + ".Valid"},
			"package " + lib + " has no function None"},
		"a type": {probe.Replacement{Func: lib + ".Shelf", With: near + ".Valid"},
			"package " + lib + " has no function Shelf"},
		"unknown type": {probe.Replacement{Func: "(" + lib + ".None).Has", With: near + ".Has"},
			"package " + lib + " has no type None"},
		"unknown method": {probe.Replacement{Func: "(*" + lib + ".Shelf).Gone", With: near + ".Has"},
			"type Shelf has no method Gone"},
		"no pointer": {probe.Replacement{Func: "(" + lib + ".Shelf).Has", With: near + ".Has"},
			"the full name of the first is (*" + lib + ".Shelf"},
		"promoted": {probe.Replacement{Func: "(" + lib + ".Over).Deep", With: near + ".Deep"},
			"the full name of the first is (" + lib + ".Base).Deep"},
		"nothing to call": {probe.Replacement{Func: lib + ".Valid", With: near + ".None"},
			"package " + near + " has no function None"},
		"not exported": {probe.Replacement{Func: lib + ".Valid", With: near + ".hidden"},
			"hidden is not exported"},
		"package not there": {probe.Replacement{Func: lib + ".Valid", With: "example.com/replaced/far.Valid"}, "far"},
		"a program": {probe.Replacement{Func: lib + ".Valid", With: "example.com/replaced.Valid"},
			"is a program"},
		"without a call": {probe.Replacement{Func: lib + ".Valid", With: near + ".Named"},
			"the first parameter of Named has to be a probe.Call"},
		"other parameters": {probe.Replacement{Func: lib + ".Valid", With: near + ".Bytes"},
			"Bytes has to be a func(probe.Call, string) bool, and is a func(at probe.Call, s []byte) bool"},
		"no result": {probe.Replacement{Func: lib + ".Valid", With: near + ".Silent"},
			"Silent has to be a func(probe.Call, string) bool"},
		"several results": {probe.Replacement{Func: lib + ".Parse", With: near + ".Valid"},
			"Valid has to be a func(probe.Call, string) (int, error)"},
		"variadic": {probe.Replacement{Func: lib + ".Valid", With: near + ".Many"},
			"Many has to be a func(probe.Call, string) bool"},
		"no type parameter": {probe.Replacement{Func: "(*" + lib + ".Shelf).Has", With: near + ".Valid"},
			"Valid has 0 type parameters, want 1"},
		"another constraint": {probe.Replacement{Func: "(*" + lib + ".Shelf).Has", With: near + ".Number"},
			"the type parameters of Number do not fit"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Prepare(context.Background(), Options{Dir: dir, Cache: cache, Env: environment(),
				Replacements: []probe.Replacement{tt.row}})
			require.ErrorIs(t, err, ErrReplacement)
			assert.ErrorContains(t, err, tt.want)
			assert.ErrorContains(t, err, tt.row.Func)
			assert.ErrorContains(t, err, tt.row.With)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	twice := probe.Replacement{Func: lib + ".Valid", With: near + ".Valid"}
	_, err := Prepare(context.Background(), Options{Dir: dir, Cache: cache, Env: environment(),
		Replacements: []probe.Replacement{twice, twice}})
	assert.ErrorContains(t, err, "there is another row for the first")
}

// TestBuiltinReplacementsFit: each row of the runtime keeps the rules for rows of users.
func TestBuiltinReplacementsFit(t *testing.T) {
	// see TestReplacementsOfLibraries in bench
	rows := slices.DeleteFunc(probe.Replacements(), func(row probe.Replacement) bool {
		return strings.Contains(row.Func, "github.com/")
	})
	require.Greater(t, len(rows), 10)
	imported := map[string]bool{"github.com/evoke-go/evoke/probe": true}
	for _, row := range rows {
		f, ok := readFunction(row.Func)
		require.True(t, ok, row.Func)
		imported[f.pkg] = true
	}
	var program strings.Builder
	program.WriteString("package main\n\nimport (\n")
	for _, path := range slices.Sorted(maps.Keys(imported)) {
		fmt.Fprintf(&program, "\t_ %q\n", path)
	}
	program.WriteString(")\n\nfunc main() {}\n")
	dir := project(t, "replaced")
	write(t, filepath.Join(dir, "main.go"), program.String())
	o := Options{Dir: dir, Cache: t.TempDir(), Env: environment(), Replacements: rows}
	_, err := Prepare(context.Background(), o)
	assert.NoError(t, err)
	for i := range rows {
		o.Replacements = slices.Clone(rows)
		o.Replacements[i].With = DefaultRuntime + ".Muted" // fits no row
		_, err := Prepare(context.Background(), o)
		assert.ErrorContains(t, err, rows[i].Func, "a row that does not fit is found")
		if testing.Short() || i == 2 {
			break
		}
	}
}

// TestPackagesOfTheTableAreImported: a vendor folder with the engine has the packages that rewritten code imports.
func TestPackagesOfTheTableAreImported(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	for _, row := range probe.Replacements() {
		f, ok := readFunction(row.With)
		require.True(t, ok)
		assert.Contains(t, strings.Fields(string(out)), f.pkg)
	}
}

// TestCallsOfTheStandardLibrary builds a program whose calls are replaced by functions of packages below the runtime,
// which the program does not import itself: they report, and the program does the same.
func TestCallsOfTheStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	o := Options{Dir: project(t, "calls"), Cache: t.TempDir(), Cover: []string{"./..."}}
	plan := prepare(t, o)
	assert.Equal(t, []string{"example.com/calls/api", "example.com/calls"}, paths(plan))
	const want = `0 strconv.Atoi: parsing "4x": invalid syntax user 7 true true 1 true
strconv.Atoi(number) true 0.1140625
strconv.Atoi(number) false 1.0000000
str.Cut(s, ":") true 1.0000000
str.Cut(s, ":") false 0.5500000
errors.Is(err, strconv.ErrSyntax) true 1.0000000
errors.Is(err, strconv.ErrSyntax) false 0.5500000
unicode.IsLetter(rune(s[0])) true 1.0000000
unicode.IsLetter(rune(s[0])) false 0.2285714
cmp.Compare(len(before), len(after)) true 0.3250000
cmp.Compare(len(before), len(after)) false 1.0000000
strconv.Atoi(number) [4x {integer }]
str.Cut(s, ":") [user : {containing :}]
errors.Is(err, strconv.ErrSyntax) []
unicode.IsLetter(rune(s[0])) []
cmp.Compare(len(before), len(after)) [4 0]
`
	assert.Equal(t, want, execute(t, plan))

	o.Calls = OwnCalls
	first, _, _ := strings.Cut(want, "\n")
	assert.Equal(t, first+"\n", execute(t, prepare(t, o)), "calls stay, the cache tells the two apart")
}

func TestImportable(t *testing.T) {
	for name, tt := range map[string]struct {
		path, from string
		want       bool
	}{
		"public":        {"example.com/a/b", "example.org/c", true},
		"of the parent": {"example.com/a/internal/b", "example.com/a", true},
		"of a sibling":  {"example.com/a/internal/b", "example.com/a/c", true},
		"of another":    {"example.com/a/internal/b", "example.com/ac", false},
		"of std":        {"internal/b", "example.com/a", true},
	} {
		assert.Equal(t, tt.want, importable(tt.path, tt.from), name)
	}
}
