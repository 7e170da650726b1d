package openapi

// The limits of what is read. A document beyond one of the first group is an error;
// what is beyond one of the second is left out with a warning. They keep the
// reading of any document below ten seconds and 500 MB on a slow machine.
const (
	// defaultMaxBytes bounds the document and all that it refers to, and
	// maxYAMLBytes each part of that in YAML, which takes more time to parse.
	defaultMaxBytes = 64 << 20
	maxYAMLBytes    = 32 << 20
	// maxNodes bounds the values (and the names of members) of a document and of
	// all that it refers to, in JSON, and maxYAMLNodes those of each part in YAML,
	// whose parser needs four times the memory for one.
	maxNodes     = 2_000_000
	maxYAMLNodes = 1_000_000
	// fileBytes is what a file counts at least. No number of small files takes all time.
	fileBytes = 1 << 10
)

const (
	// maxDepth bounds how deep examples, defaults and chains of references nest,
	// and maxSchemaDepth how deep a schema does without references.
	maxDepth       = 500
	maxSchemaDepth = 500
	// maxDigits bounds the numbers that are read. Longer ones are no limits of any
	// real service, and arithmetic on them is slow.
	maxDigits = 400
	// maxPath bounds the template of a path and maxPathParameters its parameters.
	// No server takes longer ones.
	maxPath           = 8 << 10
	maxPathParameters = 100
	// The longest lists that are read. Longer ones are no API, and much of what is
	// done with their elements compares them with each other.
	maxParameters   = 500  // of an operation
	maxMediaTypes   = 100  // of a body
	maxHeaders      = 500  // of a response or a part
	maxLinks        = 500  // of a response
	maxServers      = 100  // of the document
	maxSchemes      = 500  // for security
	maxAlternatives = 1000 // of allOf, anyOf, oneOf and the like; of security
	maxProperties   = 2000 // of an object
	maxEnum         = 2000 // values
	maxExamples     = 200  // at one place
	// maxParts bounds the values inside of one default, example or value of an enum. A
	// test that sends more is no test that anybody reads.
	maxParts = 20_000
	// baseSteps and stepsPerByte bound the work by the size of the document. Even
	// a document that consists of little but references stays far below.
	baseSteps    = 1 << 20
	stepsPerByte = 4
	// maxMerges bounds how deep merge keys may nest, because YAML lets them form
	// cycles.
	maxMerges = 20
	// maxWarnings bounds the list; nobody reads more.
	maxWarnings = 500
)
