package patterns

import (
	"regexp"

	"github.com/evoke-go/evoke/probe"
)

// FindAllString is re.FindAllString(s, n).
func FindAllString(at probe.Call, re *regexp.Regexp, s string, n int) []string {
	all := re.FindAllString(s, n)
	foundBy(at, all != nil, re, s)
	return all
}

// FindAll is re.FindAll(b, n).
func FindAll(at probe.Call, re *regexp.Regexp, b []byte, n int) [][]byte {
	all := re.FindAll(b, n)
	foundBy(at, all != nil, re, b)
	return all
}

// FindAllStringIndex is re.FindAllStringIndex(s, n).
func FindAllStringIndex(at probe.Call, re *regexp.Regexp, s string, n int) [][]int {
	all := re.FindAllStringIndex(s, n)
	foundBy(at, all != nil, re, s)
	return all
}

// FindAllIndex is re.FindAllIndex(b, n).
func FindAllIndex(at probe.Call, re *regexp.Regexp, b []byte, n int) [][]int {
	all := re.FindAllIndex(b, n)
	foundBy(at, all != nil, re, b)
	return all
}

// FindAllStringSubmatch is re.FindAllStringSubmatch(s, n).
func FindAllStringSubmatch(at probe.Call, re *regexp.Regexp, s string, n int) [][]string {
	all := re.FindAllStringSubmatch(s, n)
	foundBy(at, all != nil, re, s)
	return all
}

// FindAllSubmatch is re.FindAllSubmatch(b, n).
func FindAllSubmatch(at probe.Call, re *regexp.Regexp, b []byte, n int) [][][]byte {
	all := re.FindAllSubmatch(b, n)
	foundBy(at, all != nil, re, b)
	return all
}

// FindAllStringSubmatchIndex is re.FindAllStringSubmatchIndex(s, n).
func FindAllStringSubmatchIndex(at probe.Call, re *regexp.Regexp, s string, n int) [][]int {
	all := re.FindAllStringSubmatchIndex(s, n)
	foundBy(at, all != nil, re, s)
	return all
}

// FindAllSubmatchIndex is re.FindAllSubmatchIndex(b, n).
func FindAllSubmatchIndex(at probe.Call, re *regexp.Regexp, b []byte, n int) [][]int {
	all := re.FindAllSubmatchIndex(b, n)
	foundBy(at, all != nil, re, b)
	return all
}
