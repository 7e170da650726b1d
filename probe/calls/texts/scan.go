package texts

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// The nullable types of package database/sql, such as sql.NullInt64, read texts as package strconv does. The
// replacements of their methods get the method as an argument, so that this package need not import database/sql.

// ScanInt64 replaces methods such as (*sql.NullInt64).Scan.
func ScanInt64(at probe.Call, scan func(any) error, value any) error {
	return scannedInt(at, scan, value, 64)
}

// ScanInt32 replaces methods such as (*sql.NullInt32).Scan.
func ScanInt32(at probe.Call, scan func(any) error, value any) error {
	return scannedInt(at, scan, value, 32)
}

// ScanInt16 replaces methods such as (*sql.NullInt16).Scan.
func ScanInt16(at probe.Call, scan func(any) error, value any) error {
	return scannedInt(at, scan, value, 16)
}

// ScanByte replaces methods such as (*sql.NullByte).Scan.
func ScanByte(at probe.Call, scan func(any) error, value any) error {
	return scanned(at, scan, value, func(err error, s string) {
		number(at, err, s, probe.Natural, heuristics.NaturalDistance, 10, 8)
	})
}

// ScanFloat replaces methods such as (*sql.NullFloat64).Scan.
func ScanFloat(at probe.Call, scan func(any) error, value any) error {
	return scanned(at, scan, value, func(err error, s string) {
		read(at, err == nil, s, probe.Decimal, "", func(s string) uint64 { return heuristics.DecimalDistance(s, 64) })
	})
}

// ScanBool replaces methods such as (*sql.NullBool).Scan.
func ScanBool(at probe.Call, scan func(any) error, value any) error {
	return scanned(at, scan, value, func(err error, s string) {
		read(at, err == nil, s, probe.Truth, "", heuristics.TruthDistance)
	})
}

func scannedInt(at probe.Call, scan func(any) error, value any, bits int) error {
	return scanned(at, scan, value, func(err error, s string) {
		number(at, err, s, probe.Integer, heuristics.IntegerDistance, 10, bits)
	})
}

// scanned calls scan, and reports its outcome: for a text by the function report, for other values without a distance.
func scanned(at probe.Call, scan func(any) error, value any, report func(err error, s string)) error {
	s, isText := "", false
	switch v := value.(type) {
	case string:
		s, isText = v, true
	case []byte:
		s, isText = text(v), true
	}
	err := scan(value)
	switch {
	case !at.News(err == nil):
	case isText:
		report(err, s)
	default:
		at.Steps(err == nil, 1, value)
	}
	return err
}
