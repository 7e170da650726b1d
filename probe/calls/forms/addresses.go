package forms

import "github.com/evoke-go/evoke/probe"

// IP stands in for a function that has no bytes for what is no address, as
// net.ParseIP.
func IP[T ~[]byte](at probe.Call, parse func(string) T, s string) T {
	v := parse(s)
	address().report(at, v != nil, s)
	return v
}

// versions are the two kinds of addresses. Where one is read a program may take one
// kind alone, and says so behind.
func versions() []probe.Wanted {
	return []probe.Wanted{{Form: probe.IP, Text: "4"}, {Form: probe.IP, Text: "6"}}
}

// Addr stands in for a function that reads an IP address, as netip.ParseAddr.
func Addr[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, address(), parse, s)
}

// MustAddr is [Addr] of a function that panics.
func MustAddr[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, address(), parse, s)
}

// AddrPort stands in for a function that reads an IP address and a port, as
// netip.ParseAddrPort.
func AddrPort[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, addressPort(), parse, s)
}

// MustAddrPort is [AddrPort] of a function that panics.
func MustAddrPort[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, addressPort(), parse, s)
}

// Prefix stands in for a function that reads a network, as netip.ParsePrefix.
func Prefix[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, network(), parse, s)
}

// MustPrefix is [Prefix] of a function that panics.
func MustPrefix[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, network(), parse, s)
}

// CIDR stands in for a function that reads an address and its network, as
// net.ParseCIDR.
func CIDR[T, U any](at probe.Call, parse func(string) (T, U, error), s string) (T, U, error) {
	return parsedTwo(at, network(), parse, s)
}

// HostPort stands in for a function that splits a host and a port, as
// net.SplitHostPort.
func HostPort[T, U any](at probe.Call, split func(string) (T, U, error), s string) (T, U, error) {
	return parsedTwo(at, hostPort(), split, s)
}

// MAC stands in for a function that reads the address of a network card, as
// net.ParseMAC.
func MAC[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, hardware(), parse, s)
}

// Mail stands in for a function that reads the address of a mail, as
// mail.ParseAddress.
func Mail[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, mail(), parse, s)
}

// Mails stands in for a function that reads several, as mail.ParseAddressList.
func Mails[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, mails(), parse, s)
}

// URL stands in for a function that reads a URL, as url.Parse.
func URL[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, reference(), parse, s)
}

// RequestURI stands in for a function that reads a URL with a scheme or a path
// from the root, as url.ParseRequestURI.
func RequestURI[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, requestURI(), parse, s)
}

// Query stands in for a function that reads names and values, as url.ParseQuery.
func Query[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, query(), parse, s)
}

// Unescape stands in for a function that reads escapes with percent signs, as
// url.QueryUnescape.
func Unescape[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, escaped(), parse, s)
}

// Hex stands in for a function that reads bytes in hexadecimal digits, as
// hex.DecodeString.
func Hex[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, hexBytes(), parse, s)
}

// UUID stands in for a function that reads a UUID.
func UUID[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, uuid(), parse, s)
}

// UUIDBytes is [UUID] of a function of bytes.
func UUIDBytes[T any](at probe.Call, parse func([]byte) (T, error), b []byte) (T, error) {
	return parsed(at, uuid(), parse, b)
}

// MustUUID is [UUID] of a function that panics.
func MustUUID[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, uuid(), parse, s)
}

// ValidUUID is [UUID] of a function that only says what is wrong.
func ValidUUID(at probe.Call, validate func(string) error, s string) error {
	err := validate(s)
	uuid().report(at, err == nil, s)
	return err
}
