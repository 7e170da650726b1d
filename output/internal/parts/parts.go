// Package parts divides suites into files and finds the files of earlier suites, in the same way for all languages.
package parts

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/suite"
)

// MaxTests is the maximum number of tests in one file (as in EvoMaster), except that tables are not divided.
const MaxTests = 200

// Part is the content of a file: tests of one kind, at most [MaxTests].
type Part struct {
	Name  string // without extension: "evoke_success_2"
	Kind  suite.Kind
	Tests []*suite.Test
}

// Tables returns the rows of the tables, as given by [suite.Form], by the name of each row's test.
func Tables(tests []suite.Test) map[string][]*suite.Test {
	named, of := map[string][]*suite.Test{}, map[string][]*suite.Test{}
	for i := range tests {
		if name := tests[i].Form.Table; name != "" {
			named[name] = append(named[name], &tests[i])
		}
	}
	for i := range tests {
		if rows := named[tests[i].Form.Table]; rows != nil {
			of[tests[i].Name] = rows
		}
	}
	return of
}

// Of divides the tests of a suite into parts. A table is not divided; it stands at the place of its first row.
func Of(s *suite.Suite, prefix string, tables map[string][]*suite.Test) (out []Part) {
	for _, kind := range []suite.Kind{suite.Success, suite.ClientError, suite.ErrorKind, suite.FaultKind} {
		var tests []*suite.Test
		for i := range s.Tests {
			t := &s.Tests[i]
			switch rows := tables[t.Name]; {
			case t.Kind != kind:
			case rows == nil:
				tests = append(tests, t)
			case rows[0] == t:
				tests = append(tests, rows...)
			}
		}
		for n := 1; len(tests) > 0; n++ {
			name := prefix + "_" + string(kind)
			if n > 1 {
				name += "_" + strconv.Itoa(n)
			}
			size := min(len(tests), MaxTests)
			for size < len(tests) && sameTable(tables, tests[size-1], tests[size]) {
				size++
			}
			out = append(out, Part{name, kind, tests[:size]})
			tests = tests[size:]
		}
	}
	return out
}

func sameTable(tables map[string][]*suite.Test, a, b *suite.Test) bool {
	return tables[a.Name] != nil && tables[b.Name] != nil && tables[a.Name][0] == tables[b.Name][0]
}

// Stale returns the files of a folder that belong to an earlier suite: their names match own, they are not among the
// written files, and their content has the mark of the writer. It returns none if only other writers wrote files.
func Stale(folder fs.FS, written []suite.File, own *regexp.Regexp, marked func(content []byte) bool) ([]string, error) {
	if len(written) > 0 && !slices.ContainsFunc(written, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var stale []string
	for _, e := range entries {
		current := slices.ContainsFunc(written, func(f suite.File) bool { return f.Name == e.Name() })
		if current || !own.MatchString(e.Name()) {
			continue
		}
		if content, err := fs.ReadFile(folder, e.Name()); err == nil && marked(content) {
			stale = append(stale, e.Name())
		}
	}
	return stale, nil
}

// Connected returns copies of the tests that a client can make over a connection. It leaves out tests whose client
// disconnects before the answer, because only the handler knows when it has noticed that, and tests that arrange the
// surroundings of the system.
func Connected(tests []suite.Test) []suite.Test {
	return slices.DeleteFunc(slices.Clone(tests), func(t suite.Test) bool {
		return slices.ContainsFunc(t.Steps, func(s suite.Step) bool {
			return len(s.Given) > 0 || s.Call != nil && s.Call.Request.Gone
		})
	})
}
