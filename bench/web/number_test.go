package web

import (
	"errors"
	"math"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAppendFloat(t *testing.T) {
	for want, f := range map[string]float64{
		"0.0": 0, "-1.0": -1, "0.5": 0.5, "1e+21": 1e21, "123456.0": 123456, "-2.5e-09": -2.5e-9,
		"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1),
	} {
		assert.Equal(t, want, string(AppendFloat(nil, f)))
		assert.Equal(t, "1.5"+want, string(AppendFloat([]byte("1.5"), f)), "the text before it does not matter")
	}
}

func TestAppendJSONFloat(t *testing.T) {
	for want, f := range map[string]float64{
		"0.0": 0, "1e+21": 1e21, `"NaN"`: math.NaN(), `"Infinity"`: math.Inf(1), `"-Infinity"`: math.Inf(-1),
	} {
		assert.Equal(t, want, string(AppendJSONFloat(nil, f)))
	}
}

func TestOrBadRequest(t *testing.T) {
	answer := OrBadRequest(Text)
	assert.Equal(t, Text("a"), answer("a", nil))
	assert.Equal(t, http.StatusBadRequest, answer("a", errors.New("b")).Status)
}
