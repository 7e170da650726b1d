package conformance_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/value"
)

// read is a body that somebody has read.
type read []byte

func (r read) Got() (any, bool) {
	v, err := value.ParseJSON(r)
	return v, err == nil
}

// TestReadersAreJudgedAlike: it does not matter who reads a body.
func TestReadersAreJudgedAlike(t *testing.T) {
	const schema = `{type: object, additionalProperties: {type: number, multipleOf: 0.01, maximum: 9}, required: [a],
  properties: {b: {type: integer}, c: {enum: [1, "x", {y: 1.50}]}, d: {type: array, uniqueItems: true}}}`
	for body, faults := range map[string]int{
		`{"a": 1.00}`: 0, `{"a": 1e0, "b": 1.0}`: 0, `{"a": 0.07, "a": 1}`: 0, `{"c": 1.0, "a": 1e-2}`: 0,
		`{"a": 1, "c": {"y": 1.5}, "d": [0.1, 0.2]}`: 0,
		`{"a": 0.001}`: 1, `{"a": 1e400}`: 1, `{"a": 1, "a": 10}`: 1, `{"a": 1, "b": 1.5}`: 1, `{"a": 1, "c": 2}`: 1,
		`{"a": 1, "d": [1, 1.0]}`: 1, `{"a": 9.00000000000000000001}`: 2, `[]`: 1, `{`: 1, `{"e": null}`: 2,
	} {
		doc := bodiesDoc(t, "application/json", schema)
		judge := func(a conformance.Answer) []conformance.Violation {
			checker, _ := conformance.Compile(doc)
			a.Status, a.ContentType, a.Body = 200, "application/json", []byte(body)
			return checker.Judge(doc.Operations[0], a)
		}
		alone := judge(conformance.Answer{})
		assert.Len(t, alone, faults, body)
		assert.Equal(t, alone, judge(conformance.Answer{Reader: read(body)}), body)
	}
}
