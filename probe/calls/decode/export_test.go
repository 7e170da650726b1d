package decode

import "encoding/base64"

// Variant returns the name of an encoding, if it has one.
func Variant(enc *base64.Encoding) (string, bool) { return alphabetOf(enc).variant() }
