package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// ShellOwn are names in small letters with a meaning in a shell: a script that sets them changes how the shell works
// (zsh manual, 15.5 and 15.6).
const ShellOwn Table = ` argv cdpath fpath manpath path prompt status`

// JSOwn are names that variables in JavaScript tests cannot have: keywords of the language and of its strict mode
// (ECMA-262, 12.7.2), the variables of modules in Node (CommonJS modules), and the globals of Jest and Vitest.
const JSOwn Table = `
	arguments await break case catch class const continue debugger default delete do else enum eval export extends
	false finally for function if implements import in instanceof interface let new null package private protected
	public return static super switch this throw true try typeof undefined var void while with yield
	require module exports process test expect describe it jest vi`

// Mixing matches names of functions that let integers overflow on purpose. Sources: the packages of Go for hashes,
// checksums and random numbers, their algorithms, and the encoding of Protocol Buffers (zigzag).
var Mixing = lazyregexp.New(`(?i)hash|checksum|crc|fnv|rand|seed|murmur|digest|adler|lcg|shuffle|zigzag`)
