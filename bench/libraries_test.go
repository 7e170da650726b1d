package bench

import (
	"fmt"
	"testing"

	gofrs "github.com/gofrs/uuid"
	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/forms"
)

// TestReplacementsOfLibraries: the rows of libraries that Evoke itself does not
// need name functions that fit, which this file shows by compiling, and the calls
// come out as they did.
func TestReplacementsOfLibraries(t *testing.T) {
	rows := map[string]string{}
	for _, row := range probe.Replacements() {
		if row.Pass {
			rows[row.Func] = row.With
		}
	}
	const near = "github.com/evoke-go/evoke/probe/calls/forms."
	for name, with := range map[string]string{
		"github.com/google/uuid.Parse": "UUID", "github.com/google/uuid.ParseBytes": "UUIDBytes",
		"github.com/google/uuid.Validate":  "ValidUUID",
		"github.com/google/uuid.MustParse": "MustUUID", "github.com/gofrs/uuid.FromString": "UUID",
	} {
		assert.Equal(t, near+with, rows[name], name)
	}
	for _, s := range []string{"", "x", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430cg"} {
		at := probe.NewCall()
		want, wantErr := uuid.Parse(s)
		got, err := forms.UUID(at, uuid.Parse, s)
		assert.Equal(t, fmt.Sprint(want, wantErr), fmt.Sprint(got, err))
		toTrue, _ := at.Sides()
		assert.Equal(t, err == nil, toTrue == 1, s)
		got, err = forms.UUIDBytes(at, uuid.ParseBytes, []byte(s))
		_, wantErr = uuid.ParseBytes([]byte(s))
		assert.Equal(t, fmt.Sprint(want, wantErr), fmt.Sprint(got, err))
		assert.Equal(t, uuid.Validate(s), forms.ValidUUID(at, uuid.Validate, s))
		if err == nil {
			assert.Equal(t, want, forms.MustUUID(at, uuid.MustParse, s))
		} else {
			assert.Panics(t, func() { forms.MustUUID(at, uuid.MustParse, s) })
		}
		other, otherErr := gofrs.FromString(s)
		gotOther, err := forms.UUID(at, gofrs.FromString, s)
		assert.Equal(t, fmt.Sprint(other, otherErr), fmt.Sprint(gotOther, err))
	}
}
