package texts

import (
	"strconv"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// Atoi is [strconv.Atoi].
func Atoi(at probe.Call, s string) (int, error) {
	n, err := strconv.Atoi(s)
	if at.News(err == nil) {
		number(at, err, s, probe.Integer, heuristics.IntegerDistance, 10, strconv.IntSize)
	}
	return n, err
}

// ParseInt is [strconv.ParseInt].
func ParseInt(at probe.Call, s string, base, bits int) (int64, error) {
	n, err := strconv.ParseInt(s, base, bits)
	if at.News(err == nil) {
		number(at, err, s, probe.Integer, heuristics.IntegerDistance, base, bits)
	}
	return n, err
}

// ParseUint is [strconv.ParseUint].
func ParseUint(at probe.Call, s string, base, bits int) (uint64, error) {
	n, err := strconv.ParseUint(s, base, bits)
	if at.News(err == nil) {
		number(at, err, s, probe.Natural, heuristics.NaturalDistance, base, bits)
	}
	return n, err
}

// number reports whether a text is a whole number.
//
//go:noinline
func number(
	at probe.Call, err error, s string, form probe.Form, distance func(s string, base, bits int) uint64, base, bits int,
) {
	if err == nil {
		at.Steps(true, 1, s)
		return
	}
	about := ""
	if base != 10 {
		about = strconv.Itoa(base)
	}
	at.Steps(false, distance(s, base, bits), s, probe.Wanted{Form: form, Text: about})
}

// ParseFloat is [strconv.ParseFloat].
func ParseFloat(at probe.Call, s string, bits int) (float64, error) {
	f, err := strconv.ParseFloat(s, bits)
	if at.News(err == nil) {
		read(at, err == nil, s, probe.Decimal, "", func(s string) uint64 { return heuristics.DecimalDistance(s, bits) })
	}
	return f, err
}

// ParseBool is [strconv.ParseBool].
func ParseBool(at probe.Call, s string) (bool, error) {
	truth, err := strconv.ParseBool(s)
	if at.News(err == nil) {
		read(at, err == nil, s, probe.Truth, "", heuristics.TruthDistance)
	}
	return truth, err
}

// Unquote is [strconv.Unquote].
func Unquote(at probe.Call, s string) (string, error) {
	t, err := strconv.Unquote(s)
	if at.News(err == nil) {
		read(at, err == nil, s, probe.Quoted, "", heuristics.QuotedDistance)
	}
	return t, err
}
