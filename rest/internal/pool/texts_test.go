package pool

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

const ledgers = `
openapi: 3.0.3
info: {title: Ledgers, version: "1"}
paths:
  /ledgers:
    post:
      requestBody:
        required: true
        content:
          application/json: {schema: {type: object, properties: {name: {type: string}}}}
          text/plain: {schema: {type: string}}
      responses: {"201": {description: made}}
  /ledgers/{id}/export:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: the whole}}}
  /names:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {"201": {description: made}}
`

func answer(media, body string) *sut.Response {
	return &sut.Response{Status: http.StatusOK, Header: http.Header{"Content-Type": {media}}, Body: []byte(body)}
}

// TestExportsAreImported: what an operation exports as a text is sent to one that takes
// texts, as it is and with changed lines, and to no other.
func TestExportsAreImported(t *testing.T) {
	ops := api.New(resttest.Read(t, ledgers).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}).Ops
	l := newValues(ops, func(*api.Operation) [][]*action.Call { return nil })
	const export, other = "1 ledger\n6 first\n6 second\n9 end\n", "1 ledger\n6 first\n7 more\n9 end\n"
	for _, a := range []*sut.Response{
		answer("text/plain; charset=utf-8", export), answer("text/plain", "1 another\n6 of the same\n9 outline\n"),
		answer("", other),
		answer("text/html", "<p>page"), answer("application/json", `{"a":1}`), answer("text/plain", "a\x00b"),
		answer("image/png", "\xff\xfe"),
	} {
		l.Answered(ops[1], a)
	}
	assert.Equal(t, []string{export, other}, l.texts.kept)

	r := rand.New(rand.NewPCG(1, 2))
	sent, taken := map[string]int{}, 0
	const tries = 2000
	for range tries {
		c := action.New(ops[0], 0, 0)
		c.Randomize(r)
		if l.LendText(r, c) {
			taken++
			assert.Equal(t, "text/plain", c.Genotype.Body.Types()[c.Genotype.Body.Media()].Type)
			sent[c.Genotype.Body.Value().(string)]++
		}
		c = action.New(ops[2], 0, 0)
		c.Randomize(r)
		require.False(t, l.LendText(r, c), "it takes no text")
	}
	assert.InDelta(t, 0.2, float64(taken)/tries, 0.05)
	assert.Greater(t, sent[export], tries/50)
	assert.Greater(t, sent[other], tries/50)
	for _, want := range []string{"1 ledger\n6 second\n9 end\n", "1 ledger\n6 first\n6 first\n6 second\n9 end\n",
		"6 first\n1 ledger\n6 second\n9 end\n"} {
		assert.Positive(t, sent[want], "dropped, doubled, swapped: %q", want)
	}
	changed, joined := 0, 0
	for text := range sent {
		if strings.Count(text, "\n") == strings.Count(export, "\n") && strings.HasSuffix(text, "6 second\n9 end\n") &&
			len(text) == len(export) && text != export {
			changed++
		}
		if strings.Contains(text, "6 second") && strings.Contains(text, "7 more") {
			joined++
		}
	}
	assert.Greater(t, changed, 5, "columns")
	assert.Greater(t, joined, 5, "a line of the other")

	var none *Values
	assert.False(t, none.LendText(r, action.New(ops[0], 0, 0)))
}

func TestOutline(t *testing.T) {
	for text, want := range map[string]string{"": "", "a\nab\nb\n": "ab", "101 x\n5y\n6\n6\n7\n6\n9999\n9999": "156769",
		"é\n\nz": "é\nz"} {
		assert.Equal(t, want, outline(text, 1), text)
	}
	assert.Equal(t, "10152a a ab9", outline("101 x\n52acme\n52another\n a\n ab\n9 9\n", codeLength))
}

// TestTextsWithOtherCodesAreKept: lines that begin alike hold other records where their codes differ, up to a number of
// such.
func TestTextsWithOtherCodesAreKept(t *testing.T) {
	var all texts
	all.add(answer("text/plain", "101 a\n705 x\n9\n"))
	all.add(answer("text/plain", "101 b\n705 y\n9\n"))
	assert.Len(t, all.kept, 1)
	for i := range 2 * maxCoded {
		all.add(answer("text/plain", fmt.Sprintf("101 a\n7%d z\n9\n", 10+i)))
	}
	assert.Len(t, all.kept, 1+maxCoded)
	all.add(answer("text/plain", "101 a\n8 z\n9\n"))
	assert.Len(t, all.kept, 2+maxCoded, "there is room for what begins otherwise")
}
