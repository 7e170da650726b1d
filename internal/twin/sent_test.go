package twin

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/testcase"
)

// TestAllOptionsAreSent fills each field of the options that can be sent, and
// expects it at the other end.
func TestAllOptionsAreSent(t *testing.T) {
	// Functions cannot be.
	notSent := map[string]bool{"Database": true, "Formats": true, "Nouns": true, "Oracles": true, "Stores": true}
	var o rest.Options
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		if !notSent[v.Type().Field(i).Name] {
			fill(v.Field(i))
		}
	}
	sent := newSentREST(&o)
	assert.Equal(t, o, sent.options())
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		assert.Equal(t, notSent[name], v.Field(i).IsZero(), name)
	}
}

// TestReferencesAreSent: the other process reads the same schema.
func TestReferencesAreSent(t *testing.T) {
	sent, err := newSentTask(&task.Task{Source: task.Source{Schema: "a.yaml", Refs: []string{"b"}}})
	require.NoError(t, err)
	var got task.Task
	sent.apply(&got)
	assert.Equal(t, task.Source{Schema: "a.yaml", Refs: []string{"b"}}, got.Source)
}

// TestPoliciesAreSent: each policy arrives as it was, over the wire.
func TestPoliciesAreSent(t *testing.T) {
	for _, policy := range []rest.Policy{nil, rest.RandomCalls{}, rest.SmartSampling{P: 0.3},
		rest.ResourceHandling{Strategy: rest.UsedBudget, Ps: 1, Pd: 0.5, PM: true}} {
		sent := newSentREST(&rest.Options{Policy: policy})
		var wire bytes.Buffer
		require.NoError(t, gob.NewEncoder(&wire).Encode(sent))
		var got sentREST
		require.NoError(t, gob.NewDecoder(&wire).Decode(&got))
		assert.Equal(t, policy, got.options().Policy)
	}
}

// TestAlgorithmsAreSent: all parameters of MIO arrive.
func TestAlgorithmsAreSent(t *testing.T) {
	a := &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.1, End: 0.2}, N: mio.Ramp{Start: 3, End: 4},
		M: mio.Ramp{Start: 5, End: 6}, F: 0.7, Adaptive: true}
	var whole task.Task
	whole.Algorithm = a
	sent, err := newSentTask(&whole)
	require.NoError(t, err)
	var got task.Task
	sent.apply(&got)
	assert.Equal(t, a, got.Algorithm)
}

// fill makes a value another than zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Interface:
		v.Set(reflect.ValueOf(rest.RandomCalls{}))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if k := v.Index(0).Kind(); k != reflect.Struct {
			fill(v.Index(0))
		}
	}
}
