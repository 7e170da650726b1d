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
	notYet = "knowledge of names in APIs or of phrases that is still to be moved to internal/words"
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
	"openapi/schema.go":                       {2, ofSpec},
	"openapi/schema_parts.go":                 {2, ofSpec},
	"output/gotest/contract.go":               {1, ofOwn},
	"output/gotest/prepare.go":                {1, ofOwn},
	"output/internal/features/features.go":    {1, ofOwn},
	"output/playwright/playwright.go":         {1, ofOwn},
	"internal/curl/writer.go":                 {1, "parameters of zsh, for which the file writes"},
	"gene/hostname.go":                        {1, "what host names are made of, which is drawn and not looked for"},
	"gene/uri.go":                             {1, "what addresses are made of, which is drawn and not looked for"},

	"output/jstest/support.go":            {1, notYet},
	"rest/auth/wfc.go":                    {1, notYet},
	"rest/internal/api/element.go":        {1, notYet},
	"rest/internal/api/names.go":          {1, notYet},
	"rest/internal/api/references.go":     {1, notYet},
	"rest/internal/follow/ask.go":         {1, notYet},
	"rest/internal/genotype/described.go": {1, notYet},
	"rest/internal/genotype/file.go":      {1, notYet},
	"rest/internal/genotype/format.go":    {4, notYet},
	"rest/internal/genotype/manner.go":    {1, notYet},
	"rest/internal/refusal/pointer.go":    {3, notYet},
	"rest/internal/refusal/refusal.go":    {1, notYet},
	"rest/internal/refusal/rule.go":       {19, notYet},
	"rest/internal/refusal/sentence.go":   {13, notYet},
	"rest/internal/repair/format.go":      {1, notYet},
	"rest/internal/repair/place.go":       {1, notYet},
	"rest/internal/resource/graph.go":     {1, notYet},
	"rest/oracle/security/told.go":        {1, notYet},
	"rest/samples/bruno.go":               {1, notYet},
	"sut/driver/process.go":               {1, notYet},
}
