package gotest

import (
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
)

func TestPlainNumber(t *testing.T) {
	for text, want := range map[string]any{
		"0": 0, "-0": 0, "-0.0": 0, "3": 3, "3.0": 3, "30e-1": 3, "1e2": 100, "2147483648": int64(1 << 31),
		"-2147483648":      math.MinInt32,
		"9007199254740993": int64(1<<53 + 1), "9223372036854775807": int64(math.MaxInt64),
		"9223372036854775808": json.Number("9223372036854775808"),
		"0.5":                 0.5, "5e-1": 0.5, "1e21": 1e21, "1e400": json.Number("1e400"), "5e-324": 5e-324,
	} {
		if got := plainNumber(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %T(%v), want %T(%v)", text, got, got, want, want)
		}
	}
}

func TestPlainNumbersAreEqualAsTheirValuesAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		x, y := plainNumber(strconv.FormatInt(a, 10)), plainNumber(strconv.FormatInt(b, 10))
		if (a == b) != reflect.DeepEqual(x, y) {
			t.Fatalf("%v and %v", x, y)
		}
		f := rapid.Float64().Draw(t, "f")
		for _, format := range []byte("eg") {
			if got, want := plainNumber(strconv.FormatFloat(f, format, -1, 64)),
				plainNumber(expr.NumberText(f)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v became %v and %v", f, got, want)
			}
		}
	})
}

// The literal of a number has the value and type of the number.
func TestGoNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Float64().AsAny(), rapid.Int64().AsAny(), rapid.Int64Range(-9, 9).AsAny()).Draw(t,
			"value")
		plain := plainNumber(expr.NumberText(value))
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expr.Number(plain))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := types.Default(v.Type).String(), fmt.Sprintf("%T", plain); got != want {
			t.Fatalf("%s is of type %s, want %s", expr.Number(plain), got, want)
		}
		text := v.Value.ExactString()
		if f, ok := plain.(float64); ok {
			if got, err := strconv.ParseFloat(expr.Number(plain), 64); err != nil || got != f {
				t.Fatalf("%s is %v, want %v", expr.Number(plain), got, f)
			}
		} else if text != fmt.Sprint(plain) {
			t.Fatalf("%s is %s", expr.Number(plain), text)
		}
	})
}
