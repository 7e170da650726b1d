package house_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plan is the plan of the house, a line for each folder: what its package may
// import, besides the standard library. A trailing "..." covers the folders
// below, and a folder may have several lines. Names without a dot are folders of this module, and "." is the module
// itself. Test files may import anything.
const plan = `
heuristics:
probe: heuristics probe/aside
probe/mutant: probe
probe/calls/machines: heuristics probe/aside
probe/calls/times: heuristics probe probe/calls/machines
probe/calls/patterns: heuristics probe probe/calls/machines
probe/calls/forms: heuristics probe probe/calls/machines
probe/calls/decode: heuristics probe probe/calls/machines
probe/aside:
probe/races: probe/aside
probe/files: internal/scratch probe/aside
probe/inputs: probe/aside
probe/neighbour: probe/aside probe/inputs
probe/opened: probe probe/aside
probe/tables: probe probe/aside probe/opened probe/tables/internal/token probe/tables/where
probe/tables/internal/token:
probe/tables/where: heuristics probe/tables/where/internal/cell probe/tables/where/internal/syntax
probe/tables/where/internal/cell: heuristics
probe/tables/where/internal/syntax: probe/tables/internal/token
probe/calls/texts: heuristics probe
probe/calls/values: heuristics probe
probe/calls/callstest: probe
internal/instrument: internal/instrument/mutate internal/instrument/rewrite probe probe/calls/decode probe/calls/forms
internal/instrument: probe/calls/patterns probe/calls/texts probe/calls/times probe/calls/values
internal/instrument: internal/instrument/standard
internal/instrument/standard:
internal/instrument/mutate: internal/instrument/rewrite
internal/secret: suite sut value
internal/mutation: internal/invariant probe/mutant suite sut value
internal/supervise:
internal/hostile:
internal/house:
internal/payoff:
internal/invariant: value
internal/chance:
internal/e2e/e2etest: . examples/bookshop/shop rest rest/auth
internal/hostile/leaky:
internal/journal: fitness search
internal/coverage: report internal/scratch internal/supervise
internal/archive: internal/lazyregexp output/escape report suite go.yaml.in/yaml/v4
internal/scratch:
internal/script: github.com/rogpeppe/go-internal/testscript
internal/corpus: suite
internal/curl: internal/words output/escape suite
fitness:
js: js/internal/mutate js/internal/rewrite js/internal/syntax
js/internal/mutate: js/internal/syntax github.com/ije/esbuild-internal/...
js/internal/rewrite: js/internal/syntax github.com/ije/esbuild-internal/...
js/internal/syntax: github.com/ije/esbuild-internal/...
value: github.com/go-openapi/jsonpointer
gene: internal/words value
gene/genetest: value gene
search: fitness
search/searchtest: search fitness
search/random: search fitness
search/hillclimb: search fitness
search/genes: fitness gene search
mio: search fitness internal/payoff
testcase: gene search
openapi: internal/words value github.com/pb33f/libopenapi... go.yaml.in/yaml/v4
internal/coding: github.com/andybalholm/brotli github.com/klauspost/compress/zstd golang.org/x/text/encoding/ianaindex
internal/conformance: internal/coding internal/words github.com/dlclark/regexp2
internal/conformance: value openapi github.com/santhosh-tekuri/jsonschema/v6...
sut: fitness probe probe/inputs probe/neighbour probe/opened probe/races probe/tables probe/tables/where
sut: golang.org/x/time/rate
sut/suttest: sut fitness sut/driver
sut/driver: internal/words sut fitness probe
sut/program: internal/program internal/scratch internal/supervise sut sut/driver sut/program/inside
sut/program/inside: internal/supervise probe probe/inputs probe/tables sut sut/driver
js/node: internal/scratch js probe/mutant sut sut/driver fitness
problem: fitness search suite sut testcase
function: fitness function/internal/typed gene internal/aim internal/present internal/reduce problem search suite sut
function: testcase value
function/internal/typed: value gene suite
page: fitness gene internal/aim internal/mutation internal/reduce page/internal/act page/internal/browser
page: page/internal/checks page/internal/execute page/internal/graph page/internal/mutants page/internal/site
page: page/internal/units page/internal/visitor problem search suite sut testcase
page/internal/mutants: internal/mutation probe/mutant fitness suite testcase
page/internal/mutants: page/internal/browser page/internal/execute page/internal/site page/internal/visitor
page/internal/checks: page/internal/browser page/internal/site page/internal/visitor
page/internal/cdp:
page/internal/site: internal/coding js probe/mutant golang.org/x/net/html golang.org/x/net/html/charset
page/internal/site: golang.org/x/text/encoding
page/internal/browser: page/internal/cdp page/internal/site
page/internal/visitor: js page/internal/browser
page/internal/act: gene page/internal/visitor testcase value
page/internal/units: internal/literal internal/mutation internal/lazyregexp internal/states js suite
page/internal/units: golang.org/x/net/html golang.org/x/net/html/atom
page/internal/units: page/internal/act page/internal/browser page/internal/site page/internal/visitor
page/internal/graph: fitness page/internal/act page/internal/visitor testcase
page/internal/execute: fitness js sut testcase
page/internal/execute: page/internal/act page/internal/browser page/internal/graph page/internal/site
page/internal/execute: page/internal/visitor
internal/aim: value gene testcase search fitness sut probe internal/track
internal/track: value
rest/internal/tracking: fitness gene heuristics internal/aim internal/chance internal/payoff internal/track probe
rest/internal/tracking: rest/internal/action rest/internal/genotype rest/internal/pool search sut testcase value
internal/present: value
internal/spelling:
internal/words: internal/lazyregexp
internal/lazyregexp:
internal/reduce: fitness gene internal/shrink problem search testcase value
internal/shrink: internal/lazyregexp value
internal/states: js
internal/literal: internal/lazyregexp output/escape
rest: fitness gene internal/aim internal/chance internal/conformance internal/invariant internal/payload internal/payoff
rest: internal/secret
rest: internal/spelling internal/supervise internal/words openapi problem rest/auth rest/internal/action
rest: rest/internal/api rest/internal/derive rest/internal/execute rest/internal/facet rest/internal/follow
rest: rest/internal/surround store
rest: rest/internal/genotype rest/internal/harvest rest/internal/laws rest/internal/link rest/internal/message
rest: rest/internal/pool
rest: rest/internal/refusal rest/internal/resource rest/internal/tracking rest/oracle rest/oracle/protocol
rest: rest/oracle/rules rest/oracle/security rest/oracle/whitebox rest/samples search suite sut testcase value
rest/samples: internal/words value
rest/auth: internal/lazyregexp internal/secret internal/words openapi output/escape rest/internal/message suite sut
rest/auth: probe/neighbour value go.yaml.in/yaml/v4
rest/oracle: fitness suite sut openapi internal/coding internal/conformance value
rest/oracle/oracletest: openapi rest/oracle suite sut github.com/stretchr/testify/require
rest/oracle/rules: internal/lazyregexp internal/payload internal/words openapi rest/internal/api rest/internal/message
rest/oracle/rules: rest/internal/refusal rest/oracle rest/oracle/rules/internal/sentence value
rest/oracle/rules/internal/sentence: internal/lazyregexp internal/words openapi rest/internal/api rest/internal/message
rest/oracle/security: internal/lazyregexp internal/payload internal/words probe/tables rest/oracle sut value
rest/oracle/protocol: internal/words openapi rest/internal/api rest/internal/message rest/oracle value
rest/oracle/whitebox: internal/payload internal/words probe/opened rest/oracle sut value
internal/payload: internal/lazyregexp internal/words
rest/internal/follow: gene internal/chance internal/payload internal/words openapi rest/auth rest/internal/action
rest/internal/follow: rest/internal/api rest/internal/follow/scene rest/internal/genotype rest/internal/message testcase
rest/internal/follow: value
rest/internal/follow/scene: internal/words openapi rest/internal/action rest/internal/api testcase
rest/internal/refusal: internal/words internal/lazyregexp value
rest/internal/laws: internal/invariant internal/secret openapi problem rest/internal/api rest/internal/execute
rest/internal/laws: rest/internal/genotype rest/internal/message rest/oracle suite value
rest/internal/facet: fitness internal/lazyregexp internal/words openapi rest/internal/api rest/internal/execute
rest/internal/facet: rest/internal/link rest/internal/message rest/oracle sut value
rest/internal/message: internal/curl internal/secret openapi suite sut value
rest/internal/genotype: gene internal/chance internal/lazyregexp internal/words openapi rest/auth
rest/internal/genotype: rest/internal/message suite value golang.org/x/text/currency golang.org/x/text/language...
rest/internal/api: fitness internal/chance internal/lazyregexp internal/words openapi rest/internal/genotype
rest/internal/api: rest/internal/message rest/oracle value
rest/internal/action: internal/chance internal/words value gene testcase openapi rest/auth rest/internal/api
rest/internal/action: rest/internal/genotype
rest/internal/action: rest/internal/message
rest/internal/resource: fitness gene internal/words openapi probe/tables rest/internal/action rest/internal/api search
rest/internal/resource: sut testcase github.com/kljensen/snowball/english
rest/internal/link: internal/words openapi rest/internal/action rest/internal/api rest/internal/genotype
rest/internal/link: rest/internal/message suite sut value
rest/internal/pool: fitness gene internal/chance internal/payoff internal/track internal/words openapi rest/auth
rest/internal/pool: rest/internal/action rest/internal/api rest/internal/genotype rest/internal/link
rest/internal/pool: rest/internal/message rest/samples suite sut testcase value
rest/internal/derive: fitness gene internal/chance internal/lazyregexp internal/payoff internal/words openapi
rest/internal/derive: rest/internal/action rest/internal/api rest/internal/genotype rest/internal/message
rest/internal/derive: rest/internal/pool rest/internal/refusal testcase value
rest/internal/effects: internal/payoff internal/words openapi rest/auth rest/internal/action rest/internal/api
rest/internal/effects: rest/internal/genotype rest/internal/link rest/internal/message suite sut value
rest/internal/surround: fitness gene probe/tables probe/tables/where rest/internal/action rest/internal/api
rest/internal/surround: rest/internal/execute rest/internal/genotype rest/internal/message
rest/internal/surround: search store suite sut testcase value
rest/internal/execute: suite
rest/internal/execute: fitness internal/coding internal/secret internal/supervise internal/words openapi rest/auth
rest/internal/execute: rest/internal/action rest/internal/api rest/internal/effects rest/internal/genotype
rest/internal/execute: rest/internal/link rest/internal/message rest/internal/refusal rest/oracle sut testcase
rest/internal/harvest: fitness gene internal/reduce internal/secret internal/shrink internal/words openapi problem
rest/internal/harvest: rest/auth rest/internal/action rest/internal/api rest/internal/effects rest/internal/execute
rest/internal/harvest: rest/internal/facet rest/internal/genotype rest/internal/harvest/lowering rest/oracle search
rest/internal/harvest: suite sut testcase value
rest/internal/harvest/lowering: fitness internal/coding internal/curl internal/payload internal/present internal/words
rest/internal/harvest/lowering: openapi rest/auth rest/internal/action rest/internal/api rest/internal/effects
rest/internal/harvest/lowering: rest/internal/execute rest/internal/genotype rest/internal/link rest/internal/message
rest/internal/harvest/lowering: internal/invariant rest/oracle suite sut value
rest/internal/resttest: openapi github.com/stretchr/testify/require
store: probe/tables probe/tables/where store/internal/checks value
store/internal/checks: probe/tables/where
store/storetest: probe/tables/where store value
suite: internal/lazyregexp value
output: suite
output/escape:
output/internal/checktree: suite value
output/internal/prose: internal/curl output output/escape suite
output/internal/features: suite value
output/internal/naming: suite
output/internal/parts: suite
output/gotest: value suite output output/escape internal/corpus output/gotest/internal/expr output/internal/checktree
output/gotest: output/internal/naming output/internal/parts output/internal/prose
output/jstest: internal/words value suite output output/escape output/internal/checktree output/internal/naming
output/jstest: output/internal/parts output/internal/prose
output/gotest/internal/expr: value suite output/escape output/internal/naming
output/playwright: output output/escape output/internal/world output/internal/parts suite
output/chromedp: output output/escape output/internal/world output/internal/parts suite
output/internal/world:
output/internal/calls: output/escape suite
output/qunit: output output/escape output/internal/calls output/internal/parts suite
output/jsdom: output output/escape output/internal/calls output/internal/parts suite
report: internal/curl suite fitness output/escape
report/ci: report suite output/escape
report/calls: internal/curl report suite output/escape
report/page: report report/calls suite output/escape
internal/instrument/rewrite: internal/words
internal/task: internal/secret rest/auth openapi output probe problem report rest search sut testcase internal/scratch
internal/rows: store
internal/service: internal/rows probe/tables
internal/service: internal/secret internal/task openapi problem rest rest/auth search suite sut testcase
internal/run: fitness internal/archive internal/deliver internal/mutation internal/service internal/supervise
internal/run: internal/task mio probe problem report search suite sut testcase
internal/twin: internal/secret github.com/rogpeppe/go-internal/lockedfile fitness internal/archive internal/corpus
internal/twin: internal/deliver internal/journal internal/mutation internal/program internal/run internal/supervise
internal/twin: internal/task mio probe probe/mutant problem report rest rest/auth rest/samples search search/hillclimb
internal/twin: search/random suite sut testcase internal/scratch probe/files probe/aside
internal/program: internal/instrument internal/task output output/gotest internal/scratch rest/oracle/whitebox
internal/deliver: internal/supervise
internal/deliver: internal/secret internal/archive internal/coverage internal/program internal/task output
internal/deliver: output/gotest report search suite sut
.: internal/archive internal/deliver internal/program internal/run internal/task internal/twin mio output
.: output/escape probe problem report rest search search/hillclimb search/random store suite sut testcase
cmd/evoke: cmd/evoke/internal/server output/chromedp output/jsdom output/playwright output/qunit page
cmd/evoke: github.com/spf13/pflag
cmd/evoke/internal/server: internal/supervise
cmd/evoke: . js/node sut/program output/escape rest rest/auth rest/samples sut report report/calls report/ci
cmd/evoke: report/page output output/gotest output/jstest github.com/spf13/cobra golang.org/x/term probe
cmd/evoke: cmd/evoke/internal/find cmd/evoke/internal/project fitness openapi
cmd/evoke/internal/project: internal/spelling
cmd/evoke/internal/project: output output/escape rest rest/auth rest/oracle/protocol rest/oracle/security
cmd/evoke/internal/project: rest/oracle/whitebox report go.yaml.in/yaml/v4
cmd/evoke: cmd/evoke/internal/recording internal/supervise rest/oracle rest/oracle/rules suite
cmd/evoke/internal/recording: internal/words openapi rest/oracle rest/samples sut value
cmd/evoke/internal/find:
examples...: ... golang.org/x/term
`

// allowed is the plan by folder.
func allowed() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(plan)) {
		folder, may, _ := strings.Cut(strings.TrimSpace(line), ":")
		out[folder] = append(out[folder], strings.Fields(may)...)
	}
	return out
}

// TestPackageGraph keeps every import within the plan.
func TestPackageGraph(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipForeign(path, d.Name())
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		seen++
		checkImports(t, path)
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, seen, 30, "the walk must find the sources")
}

func checkImports(t *testing.T, path string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	require.NoError(t, err)
	dir := filepath.ToSlash(filepath.Dir(path))
	may, ok := rules(dir)
	if !ok {
		t.Errorf("%s: the folder %s is not in the plan of the house", path, dir)
		return
	}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if !permitted(name, may) {
			t.Errorf("%s: %s may not import %s", path, dir, name)
		}
	}
}

func rules(dir string) ([]string, bool) {
	plan := allowed()
	if may, ok := plan[dir]; ok {
		return may, true
	}
	for pattern, may := range plan {
		if stem, ok := strings.CutSuffix(pattern, "..."); ok && strings.HasPrefix(dir, stem) {
			return may, true
		}
	}
	return nil, false
}

// permitted reports whether an import is of the standard library or in a rule.
func permitted(name string, may []string) bool {
	own, isOwn := strings.CutPrefix(name, ownModule)
	own = strings.TrimPrefix(own, "/")
	if own == "" {
		own = "."
	}
	first, _, _ := strings.Cut(name, "/")
	if !isOwn && !strings.Contains(first, ".") {
		return true
	}
	return slices.ContainsFunc(may, func(rule string) bool {
		stem, below := strings.CutSuffix(rule, "...")
		switch {
		case rule == "...":
			return isOwn
		case below:
			return !isOwn && strings.HasPrefix(name, stem)
		case isOwn:
			return own == rule
		}
		return name == rule
	})
}

func TestPermitted(t *testing.T) {
	tests := map[string]struct {
		name string
		may  []string
		want bool
	}{
		"standard library":    {"net/http", nil, true},
		"own, listed":         {ownModule + "/gene", []string{"gene"}, true},
		"own, not listed":     {ownModule + "/rest", []string{"gene"}, false},
		"own, below a listed": {ownModule + "/gene/genetest", []string{"gene"}, false},
		"root":                {ownModule, []string{"."}, true},
		"foreign, not listed": {"github.com/a/b", []string{"gene"}, false},
		"foreign, listed":     {"github.com/a/b", []string{"github.com/a/b"}, true},
		"foreign, below":      {"github.com/a/b/c", []string{"github.com/a/b..."}, true},
		"anything of ours":    {ownModule + "/rest", []string{"..."}, true},
		"foreign for ours":    {"github.com/a/b", []string{"..."}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, permitted(tt.name, tt.may)) })
	}
}
