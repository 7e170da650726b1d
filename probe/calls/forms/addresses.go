package forms

import "github.com/evoke-go/evoke/probe"

// IP replaces functions that return no bytes for a text that is no IP address, such as net.ParseIP.
func IP[T ~[]byte](at probe.Call, parse func(string) T, s string) T {
	v := parse(s)
	address().report(at, v != nil, s)
	return v
}

// versions returns the two forms of IP addresses. A program that reads an address often accepts one version only, and
// checks it afterwards.
func versions() []probe.Wanted {
	return []probe.Wanted{{Form: probe.IP, Text: "4"}, {Form: probe.IP, Text: "6"}}
}

// Addr replaces functions that read an IP address, such as netip.ParseAddr.
func Addr[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, address(), parse, s)
}

// MustAddr is [Addr] for a function that panics.
func MustAddr[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, address(), parse, s)
}

// AddrPort replaces functions that read an IP address and a port, such as netip.ParseAddrPort.
func AddrPort[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, addressPort(), parse, s)
}

// MustAddrPort is [AddrPort] for a function that panics.
func MustAddrPort[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, addressPort(), parse, s)
}

// Prefix replaces functions that read a network, such as netip.ParsePrefix.
func Prefix[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, network(), parse, s)
}

// MustPrefix is [Prefix] for a function that panics.
func MustPrefix[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, network(), parse, s)
}

// CIDR replaces functions that read an address and its network, such as net.ParseCIDR.
func CIDR[T, U any](at probe.Call, parse func(string) (T, U, error), s string) (T, U, error) {
	return parsedTwo(at, network(), parse, s)
}

// HostPort replaces functions that split a host and a port, such as net.SplitHostPort.
func HostPort[T, U any](at probe.Call, split func(string) (T, U, error), s string) (T, U, error) {
	return parsedTwo(at, hostPort(), split, s)
}

// MAC replaces functions that read the address of a network card, such as net.ParseMAC.
func MAC[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, hardware(), parse, s)
}

// Mail replaces functions that read an email address, such as mail.ParseAddress.
func Mail[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, mail(), parse, s)
}

// Mails replaces functions that read several email addresses, such as mail.ParseAddressList.
func Mails[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, mails(), parse, s)
}

// URL replaces functions that read a URL, such as url.Parse.
func URL[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, reference(), parse, s)
}

// RequestURI replaces functions that read a URL with a scheme, or an absolute path, such as url.ParseRequestURI.
func RequestURI[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, requestURI(), parse, s)
}

// Query replaces functions that read names and values, such as url.ParseQuery.
func Query[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, query(), parse, s)
}

// Unescape replaces functions that decode percent signs, such as url.QueryUnescape.
func Unescape[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, escaped(), parse, s)
}

// Hex replaces functions that read bytes in hexadecimal digits, such as hex.DecodeString.
func Hex[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, hexBytes(), parse, s)
}

// UUID replaces functions that read a UUID.
func UUID[T any](at probe.Call, parse func(string) (T, error), s string) (T, error) {
	return parsed(at, uuid(), parse, s)
}

// UUIDBytes is [UUID] for a function that takes bytes.
func UUIDBytes[T any](at probe.Call, parse func([]byte) (T, error), b []byte) (T, error) {
	return parsed(at, uuid(), parse, b)
}

// MustUUID is [UUID] for a function that panics.
func MustUUID[T any](at probe.Call, parse func(string) T, s string) T {
	return must(at, uuid(), parse, s)
}

// ValidUUID is [UUID] for a function that only returns an error.
func ValidUUID(at probe.Call, validate func(string) error, s string) error {
	err := validate(s)
	uuid().report(at, err == nil, s)
	return err
}
