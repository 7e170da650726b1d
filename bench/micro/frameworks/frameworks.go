// Package frameworks holds the three services of the paper on testability
// transformations (Arcuri and Galeotti, Fig. 1, 7 and 9) as one, written with
// each of five routers. The schema declares the path only: what else a handler
// reads is its secret. A header beside the query parameter of Fig. 7 is ours.
package frameworks

import _ "embed"

//go:embed openapi.json
var schema []byte

// Schema returns the OpenAPI document of all five.
func Schema() []byte { return schema }
