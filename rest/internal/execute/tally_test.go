package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRefusalOfTheAdmitted: where some calls are let in, what these are told counts, however
// often others are refused.
func TestRefusalOfTheAdmitted(t *testing.T) {
	said := []refused{{status: 401, times: 11, said: "log in"}, {status: 404, times: 8, said: "no such book", field: "id"}, {status: 400, times: 2, said: "bad id"}}
	for name, c := range map[string]struct {
		statuses    map[int]int
		want, field string
	}{
		"some get in":  {map[int]int{401: 11, 404: 8, 400: 2}, "no such book", "id"},
		"hardly any":   {map[int]int{401: 30, 404: 8, 400: 2}, "log in", ""},
		"it fails":     {map[int]int{401: 11, 500: 8, 400: 2}, "bad id", ""},
		"bad data too": {map[int]int{401: 11, 400: 10}, "log in", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, field := (&Tally{Statuses: c.statuses, refused: said}).Refusal()
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.field, field)
		})
	}
}
