package openapi

// The limits of reading. A document beyond a limit of the first group is an error. Parts beyond a limit of the second
// group are left out with a warning. The limits keep the reading of any document below ten seconds and 500 MB on a slow
// machine.
const (
	// defaultMaxBytes bounds the bytes of the document and all files that it refers to. maxYAMLBytes bounds each file
	// in YAML, which takes more time to parse.
	defaultMaxBytes = 64 << 20
	maxYAMLBytes    = 32 << 20
	// maxNodes bounds the number of JSON values and member names in a document and all files that it refers to.
	// maxYAMLNodes bounds them in each YAML file, whose parser needs four times the memory for a value.
	maxNodes     = 2_000_000
	maxYAMLNodes = 1_000_000
	// fileBytes is the least size with which a file counts, so that many small files are bounded as well.
	fileBytes = 1 << 10
)

const (
	// maxDepth bounds the nesting of examples, of defaults and of chains of references. maxSchemaDepth bounds the
	// nesting of schemas without references.
	maxDepth       = 500
	maxSchemaDepth = 500
	// maxDigits bounds the digits of numbers. Longer numbers are no limits of a real service, and arithmetic on them is
	// slow.
	maxDigits = 400
	// maxPath bounds the bytes of a path template, and maxPathParameters its parameters. Servers do not accept longer
	// paths.
	maxPath           = 8 << 10
	maxPathParameters = 100
	// The limits of lists. No real API has longer ones, and many operations compare all elements of a list with each
	// other.
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
	// maxParts bounds the number of values in one default, example or enum value. A test that sends more is not
	// readable.
	maxParts = 20_000
	// baseSteps and stepsPerByte bound the number of steps by the size of the document. Even a document made almost
	// only of references stays far below.
	baseSteps    = 1 << 20
	stepsPerByte = 4
	// maxMerges bounds the nesting of merge keys, because they may form cycles in YAML.
	maxMerges = 20
	// maxWarnings bounds the number of warnings; nobody reads more.
	maxWarnings = 500
)
