// Package own has functions that stand in for those of the standard library,
// as a user would write them.
package own

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe"
)

// Atoi returns an error.
func Atoi(at probe.Call, s string) (int, error) {
	n, err := strconv.Atoi(s)
	at.Report(err == nil, 0.5, 0.5, s)
	return n, err
}

// Parse has two parameters and an error.
func Parse(at probe.Call, layout, s string) (time.Time, error) {
	t, err := time.Parse(layout, s)
	at.Report(err == nil, 0.5, 0.5, s, layout)
	return t, err
}

// Now has no parameter.
func Now(at probe.Call) time.Time {
	at.Report(true, 1, 0.5)
	return time.Now()
}

// Sprint has any number of parameters.
func Sprint(at probe.Call, list ...any) string {
	at.Report(len(list) > 0, 0.5, 0.5)
	return fmt.Sprint(list...)
}

// Get is a method of a map.
func Get(at probe.Call, v url.Values, key string) string {
	got := v.Get(key)
	at.Report(got != "", 0.5, 0.5, key)
	return got
}

// Hostname is a method of a pointer, without a parameter.
func Hostname(at probe.Call, u *url.URL) string {
	at.Report(u.Host != "", 0.5, 0.5)
	return u.Hostname()
}

// Max has type parameters.
func Max[S ~[]E, E cmp.Ordered](at probe.Call, s S) E {
	at.Report(len(s) > 1, 0.5, 0.5)
	return slices.Max(s)
}

// Len takes a wider type than the method has.
func Len(at probe.Call, s interface{ Len() int }) int {
	at.Report(s.Len() > 0, 0.5, 0.5)
	return s.Len()
}

// Passed gets the function that it stands in for.
func Passed[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	v, err := parse(s)
	at.Report(err == nil, 0.5, 0.5, s)
	return v, err
}

// PassedText gets one without parameters.
func PassedText(at probe.Call, text func() string) string {
	s := text()
	at.Report(s != "", 0.5, 0.5)
	return s
}

// PassedPlain gets one without parameters, which may fail.
func PassedPlain[T any](at probe.Call, get func() (T, error)) (T, error) {
	v, err := get()
	at.Report(err == nil, 0.5, 0.5)
	return v, err
}

// PassedList gets one with any number of parameters.
func PassedList(at probe.Call, text func(...any) string, list ...any) string {
	at.Report(len(list) > 0, 0.5, 0.5)
	return text(list...)
}

// Contains stands in for what the probes stand in for already.
func Contains(at probe.Call, s, part string) bool {
	ok := strings.Contains(s, part)
	at.Report(ok, 0.5, 0.5, s, part)
	return ok
}
