package twin

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/rest"
)

// TestAllOptionsAreSent fills each field of the options that can be sent, and
// expects it at the other end.
func TestAllOptionsAreSent(t *testing.T) {
	notSent := map[string]bool{"Formats": true, "Oracles": true} // functions cannot be
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
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if k := v.Index(0).Kind(); k != reflect.Struct {
			fill(v.Index(0))
		}
	}
}
