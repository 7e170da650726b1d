package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// ShellOwn are names in small letters that a shell has for itself, so that setting them changes how it works (zsh
// manual, 15.5 and 15.6).
const ShellOwn Table = ` argv cdpath fpath manpath path prompt status`

// JSOwn are names that code of tests in JavaScript cannot have for its own: words of the language and of its strict
// mode (ECMA-262, 12.7.2), what Node gives modules (CommonJS modules), and the globals of Jest and Vitest.
const JSOwn Table = `
	arguments await break case catch class const continue debugger default delete do else enum eval export extends
	false finally for function if implements import in instanceof interface let new null package private protected public
	return static super switch this throw true try typeof undefined var void while with yield
	require module exports process test expect describe it jest vi`

// Mixing matches names of functions that wrap numbers on purpose. Sources: the packages of Go for hashes, checksums and
// random numbers, their algorithms, and the encoding of Protocol Buffers (zigzag).
var Mixing = lazyregexp.New(`(?i)hash|checksum|crc|fnv|rand|seed|murmur|digest|adler|lcg|shuffle|zigzag`)
