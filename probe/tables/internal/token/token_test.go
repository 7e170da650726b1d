package token_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// shown writes tokens, each with the letter of its kind.
func shown(all []token.Token) string {
	var out []string
	for _, t := range all {
		out = append(out, string("swqtnp"[t.Kind])+":"+t.Text)
	}
	return strings.Join(out, " ")
}

func TestScan(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		o          token.Options
	}{
		{text: "select a.b", want: "w:SELECT w:A s:. w:B"},
		{text: `"A""b" ` + "`c` [d e]", want: `q:A"b q:c q:d e`},
		{text: "a[1] b [2]", want: "w:A s:[ n:1 s:] w:B q:2"},
		{text: "'it''s' E'it\\'s\\n' 'a\\'", want: "t:it's t:it's\n t:a\\"},
		{text: `'it\'s' "a\"b"`, want: `t:it's q:a"b`, o: token.Options{Backslash: true}},
		{text: `'a\%b\_c'`, want: `t:a\%b\_c`, o: token.Options{Backslash: true}},
		{text: "$$ a'b $$ $q$c$$d$q$ $1 $name $", want: "t: a'b  t:c$$d p:$1 p:$name s:$"},
		{text: "? ?12 :a @b :=", want: "p:? p:?12 p::a p:@b s::="},
		{text: "1 1.5 .5 1e5 1E-5 0x1F 1a a.5", want: "n:1 n:1.5 n:.5 n:1e5 n:1E-5 n:0x1F n:1a w:A s:. n:5"},
		{text: "a<=b<>c!=d||e::f->>g", want: "w:A s:<= w:B s:<> w:C s:!= w:D s:|| w:E s::: w:F s:->> w:G"},
		{text: "a--b\nc/*d*/e\n#f\n#", want: "w:A w:C w:E"},
		{text: "a#b", want: "w:A s:# w:B"},
		{text: "ä\u00a0b", want: "w:Ä w:B"},
		{text: "", want: ""},
	} {
		got, ended := token.Scan(tt.text, tt.o)
		assert.Equal(t, tt.want, shown(got), tt.text)
		assert.True(t, ended, tt.text)
	}
	for _, text := range []string{"'a", `"a`, "$$a", "E'a\\"} {
		_, ended := token.Scan(text, token.Options{})
		assert.False(t, ended, text)
	}
}

// TestScanIsBounded: long texts are read up to a bound, in a short time.
func TestScanIsBounded(t *testing.T) {
	for _, part := range []string{"[", "$", "$a", "/*", "'", "\"", "(", "a ", "\xff", "1e-"} {
		began := time.Now()
		got, _ := token.Scan(strings.Repeat(part, 1<<20), token.Options{})
		size := 0
		for _, t := range got {
			size += len(t.Source)
		}
		assert.LessOrEqual(t, size, token.Most, part)
		assert.Less(t, time.Since(began), 5*time.Second, part)
	}
}

// FuzzScan: the sources of the tokens stand in the text in their order.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"SELECT 'a''b', \"c\" FROM [d] WHERE e = $1 -- f\n/* g", "$q$ a $q$ E'\\'' 1e-5 :=", "\xff\u00a0[a",
	} {
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, backslash bool) {
		all, _ := token.Scan(text, token.Options{Backslash: backslash})
		end := 0
		for _, one := range all {
			if one.Source == "" || one.At < end || text[one.At:one.At+len(one.Source)] != one.Source {
				t.Fatalf("%q is not at %d of %q", one.Source, one.At, text)
			}
			end = one.At + len(one.Source)
		}
	})
}
