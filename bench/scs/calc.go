package scs

import (
	"math"
	"strings"

	"github.com/evoke-go/evoke/bench/web"
)

func getCalc(op string, arg1, arg2 float64) web.Answer {
	return web.Text(string(web.AppendFloat(nil, calc(op, arg1, arg2))))
}

// calc is a calculator: two constants, five functions of the first argument and
// the four operations. What it does not know is 0.
func calc(op string, arg1, arg2 float64) float64 {
	op = strings.ToLower(op)
	result := 0.0
	if op == "pi" {
		result = math.Pi
	} else if op == "e" {
		result = math.E
	} else if op == "sqrt" {
		result = math.Sqrt(arg1)
	} else if op == "log" {
		result = math.Log(arg1)
	} else if op == "sine" {
		result = math.Sin(arg1)
	} else if op == "cosine" {
		result = math.Cos(arg1)
	} else if op == "tangent" {
		result = math.Tan(arg1)
	} else if op == "plus" {
		result = arg1 + arg2
	} else if op == "subtract" {
		result = arg1 - arg2
	} else if op == "multiply" {
		result = arg1 * arg2
	} else if op == "divide" {
		result = arg1 / arg2
	}
	return result
}
