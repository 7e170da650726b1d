package tracking_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// TestTypesOutlastOtherValues: that an input is decoded into a type is kept although many
// values and forms of it are kept already, and goes on to be.
func TestTypesOutlastOtherValues(t *testing.T) {
	const document = `{"name":"frodo of the shire","count":300}`
	for name, want := range map[string]func(i int) any{
		"values": func(i int) any { return fmt.Sprintf("hobbit %d", i) },
		"forms":  func(i int) any { return sut.Wanted{Form: probe.Matching, Text: fmt.Sprintf("^hobbit %d$", i)} },
	} {
		t.Run(name, func(t *testing.T) {
			i := 0
			p := newProgram(t, func(values [][]any) []sut.Heard {
				return []sut.Heard{{True: fitness.ID(10 + 2*i), False: -1, Operands: []any{values[0][0], want(i)}}}
			})
			r := rand.New(rand.NewPCG(1, 2))
			pay := func() {
				for range 40 {
					i++
					p.evaluate(p.test("frodo of the shire", 1, "forest"))
					if next := p.tracker.Next(r); next != nil {
						p.evaluate(next, fitness.ID(10+2*i))
					}
				}
			}
			pay()
			post := action.New(p.api.Named("POST /notes"), 0, 0)
			require.True(t, p.tracker.Inputs().Remind(r, post), "values are kept")
			p.reads = func(values [][]any) string { return values[0][0].(string) }
			c := p.test(document, 1, "forest")
			p.evaluate(c)
			p.tried()
			p.reads = nil
			require.NotNil(t, p.tracker.Inputs().Rewrite(r, c, 0, 0.5), "the type is known")
			pay()
			assert.NotNil(t, p.tracker.Inputs().Rewrite(r, c, 0, 0.5))
		})
	}
}

// TestTypesAreFoundInEncodings: where a type is known both of an input and of what base64
// of it holds, a member of the one that is there changes.
func TestTypesAreFoundInEncodings(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	const document = `{"name":"frodo of the shire","count":300}`
	p.reads = func(values [][]any) string { return values[0][0].(string) }
	plain := p.test(document, 1, "forest")
	p.evaluate(plain)
	p.reads = func([][]any) string { return document }
	encoded := p.test(base64.StdEncoding.EncodeToString([]byte(document)), 1, "forest")
	p.evaluate(encoded)
	p.tried()
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var item struct{ Name, Count any }
		text := valuesOf(p.tracker.Inputs().Rewrite(r, plain, 0, 0.5))[0][0].(string)
		require.NoError(t, json.Unmarshal([]byte(text), &item), text)
		text = valuesOf(p.tracker.Inputs().Rewrite(r, encoded, 0, 0.5))[0][0].(string)
		inner, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err, text)
		require.NoError(t, json.Unmarshal(inner, &item), text)
	}
}
