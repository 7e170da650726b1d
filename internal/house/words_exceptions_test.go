package house_test

// left is how many lists of words a file may have outside internal/words, and why.
type left struct {
	n   int
	why string
}

const (
	ofGo   = "words of Go and its command, which the file reads or writes"
	ofSpec = "keywords of OpenAPI and JSON Schema, which the file reads"
	ofOwn  = "names that Evoke gives to what it writes itself"
	ofFile = "keys of a format of files, which the file reads"
	ofForm = "forms of the messages of validators: the grammar that the package reads, and no table of names"
)

// wordLists are the files with lists of words. Their numbers may only fall.
var wordLists = map[string]left{
	"internal/instrument/errors.go":           {1, ofGo},
	"internal/instrument/flags.go":            {4, ofGo},
	"internal/instrument/rewrite/overflow.go": {1, "names of functions of programs in Go that wrap numbers on purpose"},
	"internal/instrument/rewrite/quiet.go":    {1, ofGo},
	"internal/supervise/frame.go":             {1, ofGo},
	"output/gotest/internal/expr/scalars.go":  {1, ofGo},
	"output/gotest/render.go":                 {1, ofGo},
	"internal/conformance/format.go":          {1, ofSpec},
	"internal/conformance/translate.go":       {1, ofSpec},
	"openapi/paths.go":                        {1, ofSpec},
	"openapi/schema.go":                       {1, ofSpec},
	"openapi/schema_parts.go":                 {2, ofSpec},
	"output/gotest/contract.go":               {1, ofOwn},
	"output/gotest/prepare.go":                {1, ofOwn},
	"output/internal/features/features.go":    {1, ofOwn},
	"output/playwright/playwright.go":         {1, ofOwn},
	"internal/curl/writer.go":                 {1, "parameters of zsh, for which the file writes"},
	"gene/hostname.go":                        {1, "what host names are made of, which is drawn and not looked for"},
	"gene/uri.go":                             {1, "what addresses are made of, which is drawn and not looked for"},

	"rest/internal/genotype/described.go": {1,
		"letters of notations of dates (Unicode TR 35), beside what they stand for"},
	"rest/internal/genotype/format.go": {1,
		"a row for each format, with the words that imply it: the one table of formats"},
	"rest/internal/refusal/pointer.go":  {3, ofForm},
	"rest/internal/refusal/refusal.go":  {1, ofForm},
	"rest/internal/refusal/rule.go":     {13, ofForm},
	"rest/internal/refusal/sentence.go": {13, ofForm},
	"rest/samples/bruno.go":             {1, ofFile},
}
