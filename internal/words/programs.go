package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// ShellOwn are names in small letters that a shell has for itself, so that setting them changes how it works (zsh
// manual, 15.5 and 15.6).
const ShellOwn Table = ` argv cdpath fpath manpath path prompt status`

// Mixing matches names of functions that wrap numbers on purpose. Sources: the packages of Go for hashes, checksums and
// random numbers, their algorithms, and the encoding of Protocol Buffers (zigzag).
var Mixing = lazyregexp.New(`(?i)hash|checksum|crc|fnv|rand|seed|murmur|digest|adler|lcg|shuffle|zigzag`)
