package forms

import (
	"unicode"

	h "github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

func address() form {
	return form{"ip", probe.Wanted{Form: probe.IP}, func() h.Shape { return h.Either(version4(), version6()) }}
}

func addressPort() form {
	return form{"address and port", probe.Wanted{Form: probe.HostPort}, func() h.Shape {
		return h.Sequence(h.Either(version4(), h.Sequence(h.Literal("["), version6(), h.Literal("]"))),
			h.Literal(":"), port())
	}}
}

func network() form {
	return form{"network", probe.Wanted{Form: probe.Network}, func() h.Shape {
		to99 := h.Sequence(h.Runes('1', '9'), digit())
		to128 := h.Either(digit(), to99, h.Sequence(h.Literal("1"), h.Runes('0', '1'), digit()),
			h.Sequence(h.Literal("12"), h.Runes('0', '8')))
		to32 := h.Either(digit(), h.Sequence(h.Runes('1', '2'), digit()), h.Sequence(h.Literal("3"), h.Runes('0', '2')))
		return h.Either(h.Sequence(version4(), h.Literal("/"), to32), h.Sequence(version6(), h.Literal("/"), to128))
	}}
}

func hostPort() form {
	return form{"host and port", probe.Wanted{Form: probe.HostPort}, func() h.Shape {
		plain := h.Repeated(h.Runes(0, '9', ';', 'Z', '\\', '\\', '^', unicode.MaxRune), 0, -1)
		inner := h.Repeated(h.Runes(0, 'Z', '\\', '\\', '^', unicode.MaxRune), 0, -1)
		return h.Sequence(h.Either(plain, h.Sequence(h.Literal("["), inner, h.Literal("]"))), h.Literal(":"), plain)
	}}
}

func hardware() form {
	return form{"hardware", probe.Wanted{Form: probe.Hardware}, func() h.Shape {
		var all []h.Shape
		for _, separator := range []string{":", "-", "."} {
			part, counts := h.Repeated(hexDigit(), 2, 2), []int{5, 7, 19}
			if separator == "." {
				part, counts = h.Repeated(hexDigit(), 4, 4), []int{2, 3, 9}
			}
			for _, n := range counts {
				all = append(all, h.Sequence(part, h.Repeated(h.Sequence(h.Literal(separator), part), n, n)))
			}
		}
		return h.Either(all...)
	}}
}

func mail() form { return form{"mail", probe.Wanted{Form: probe.Mail}, mailbox} }

func mails() form {
	return form{"mails", probe.Wanted{Form: probe.Mail, Text: "list"}, func() h.Shape {
		next := h.Sequence(h.Literal(","), h.Repeated(h.Literal(" "), 0, -1), mailbox())
		return h.Sequence(mailbox(), h.Repeated(next, 0, -1))
	}}
}

// mailbox matches an email address, perhaps in brackets with a name before it. Comments, quoted names and literal
// addresses are left out.
func mailbox() h.Shape {
	atom := h.Repeated(h.Runes('!', '!', '#', '\'', '*', '+', '-', '-', '/', '9', '=', '=', '?',
		'?', 'A', 'Z', '^', '~'), 1, -1)
	atoms := h.Sequence(atom, h.Repeated(h.Sequence(h.Literal("."), atom), 0, -1))
	plain := h.Sequence(atoms, h.Literal("@"), atoms)
	name := h.Repeated(h.Sequence(atom, h.Repeated(h.Literal(" "), 1, -1)), 0, -1)
	return h.Either(plain, h.Sequence(name, h.Literal("<"), plain, h.Literal(">")))
}

func reference() form {
	return form{"url", probe.Wanted{Form: probe.URL}, func() h.Shape {
		first := h.Repeated(h.Either(h.Runes(' ', '$', '&', '.', '0', '9', ';', '>', '@', '~', 0x80, unicode.MaxRune),
			escape()), 0, -1)
		rest := h.Maybe(h.Sequence(h.Runes('#', '#', '/', '/', '?', '?'), anything()))
		return h.Either(absolute(), h.Sequence(first, rest))
	}}
}

func requestURI() form {
	return form{"request URI", probe.Wanted{Form: probe.URL, Text: "absolute"}, func() h.Shape {
		return h.Either(absolute(), h.Sequence(h.Literal("/"), anything()))
	}}
}

func query() form {
	return form{"query", probe.Wanted{}, func() h.Shape {
		return h.Repeated(h.Either(h.Runes(0, '$', '&', ':', '<', unicode.MaxRune), escape()), 0, -1)
	}}
}

func escaped() form {
	return form{"escaped", probe.Wanted{}, func() h.Shape {
		return h.Repeated(h.Either(h.Runes(0, '$', '&', unicode.MaxRune), escape()), 0, -1)
	}}
}

func hexBytes() form {
	return form{"hex", probe.Wanted{Form: probe.Hex},
		func() h.Shape { return h.Repeated(h.Repeated(hexDigit(), 2, 2), 0, -1) }}
}

func uuid() form {
	return form{"uuid", probe.Wanted{Form: probe.UUID}, func() h.Shape {
		some := func(n int) h.Shape { return h.Repeated(hexDigit(), n, n) }
		dash := h.Literal("-")
		usual := h.Sequence(some(8), dash, some(4), dash, some(4), dash, some(4), dash, some(12))
		return h.Either(usual, some(32), h.Sequence(h.AnyCase("urn:uuid:"), usual),
			h.Sequence(h.Literal("{"), usual, h.Literal("}")))
	}}
}

func digit() h.Shape    { return h.Runes('0', '9') }
func hexDigit() h.Shape { return h.Runes('0', '9', 'A', 'F', 'a', 'f') }
func escape() h.Shape   { return h.Sequence(h.Literal("%"), hexDigit(), hexDigit()) }

// anything matches the characters that may follow the start of a URL.
func anything() h.Shape {
	return h.Repeated(h.Either(h.Runes(' ', '$', '&', '~', 0x80, unicode.MaxRune), escape()), 0, -1)
}

func absolute() h.Shape {
	letter := h.Runes('A', 'Z', 'a', 'z')
	scheme := h.Sequence(letter, h.Repeated(h.Runes('+', '+', '-', '.', '0', '9', 'A', 'Z', 'a', 'z'), 0, -1))
	return h.Sequence(scheme, h.Literal(":"), anything())
}

func version4() h.Shape {
	octet := h.Either(digit(), h.Sequence(h.Runes('1', '9'), digit()), h.Sequence(h.Literal("1"), digit(), digit()),
		h.Sequence(h.Literal("2"), h.Runes('0', '4'), digit()), h.Sequence(h.Literal("25"), h.Runes('0', '5')))
	return h.Sequence(octet, h.Repeated(h.Sequence(h.Literal("."), octet), 3, 3))
}

// version6 matches an IPv6 address: eight numbers, or fewer with a gap.
func version6() h.Shape {
	number := h.Repeated(hexDigit(), 1, 4)
	next := h.Sequence(h.Literal(":"), number)
	some := h.Maybe(h.Sequence(number, h.Repeated(next, 0, 2)))
	return h.Either(h.Sequence(number, h.Repeated(next, 7, 7)), h.Sequence(some, h.Literal("::"), some))
}

// port matches a number up to 65535.
func port() h.Shape {
	more := func(start string, last rune, digits int) h.Shape {
		return h.Sequence(h.Literal(start), h.Runes('0', last), h.Repeated(digit(), digits, digits))
	}
	return h.Either(h.Repeated(digit(), 1, 4), h.Sequence(h.Runes('1', '5'), h.Repeated(digit(), 4, 4)),
		more("6", '4', 3), more("65", '4', 2), more("655", '2', 1), more("6553", '5', 0))
}
