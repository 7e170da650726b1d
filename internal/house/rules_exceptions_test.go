package house_test

// exceptions are the counts that may exceed the bound of their measure.
var exceptions = []exception{
	{"fields of a struct", "cmd/evoke.settings", 27, "one field for each flag of the command"},
	{"fields of a struct", "cmd/evoke/internal/project.REST", 16, "one field for each key of the file"},
	{"fields of a struct", "sut/driver.Options", 15, "a field for each thing that kinds of programs do differently"},
	{"fields of a struct", "internal/instrument.Options", 17, "one field for each choice of a build"},
	{"fields of a struct", "internal/instrument.goVars", 15, "one field for each variable of go env that is read"},
	{"fields of a struct", "internal/instrument.listed", 21, "one field for each member of go list -json that is read"},
	{"fields of a struct", "output/gotest.Writer", 15, "one field for each choice of the user"},
	{"fields of a struct", "rest.Options", 22, "one field for each choice of the user, five of them for comparisons"},
	{"fields of a struct", "suite.Fault", 15, "all that reports and tests tell of a fault, as plain data"},
	{"fields of a struct", "report.Report", 32, "one field for each member of report.json"},

	{functionsOfType, "probe.Cond", 70, probed},
	{functionsOfType, "probe.Group", 51, probed},
	{functionsOfType, "probe.Near", 50, probed},
	{functionsOfType, "rest.Problem", 38,
		"the front of a search: 33 exported methods, which package problem and the start of a search ask for"},
	{functionsOfType, "rest/internal/execute.Executor", 44, grown},
	{functionsOfType, "rest/internal/execute.doctor", 37, grown},
	{functionsOfType, "rest/internal/execute.execution", 39, grown},
	{functionsOfType, "rest/internal/execute.porter", 33, grown},

	{"files of a package", "gene", 32, "one file for each kind of gene"},

	{knots, "internal/instrument/rewrite", 24, "expressions hold functions, functions hold statements, statements " +
		"hold expressions: what walks one of them walks all"},
	{knots, "internal/twin", 10,
		"a supervisor knows each kind of job, and each kind the process that does it and how one dies"},
	{knots, "output/gotest", 10,
		"a test is made of preparations, tables and steps, and all of them are written by the same renderer"},
	{knots, "probe", 16, "the table of packages and every kind of probe know each other: a probe finds its cells " +
		"there, and the table mutes and reads all kinds"},
	{knots, "sut", 16, "a handler, its calls, the recorder of an answer, the place it came from and what is left of " +
		"a call that was given up belong together"},
}

const functionsOfType = "functions that are given a struct with state"

// Reasons for which many functions are given a struct.
const (
	probed = "the cell of a probe: each kind of probe is a function, which code with probes gives its cells"
	grown  = "has grown: to be divided into the fields that functions use together"
)

const knots = "files of a package that all need each other"

// globals are the variables that hold state or that others could write to, each
// with the reason for which it is no parameter.
var globals = map[string]string{
	"..commandLine": "the flags of go test: they have to be there before any test runs",
	"..searches": "an interrupted test binary ends with the last of its searches: only the process " +
		"as a whole knows which that is",
	"internal/twin.given": "memo: the job of this process is read once",
	"internal/twin.parentGone": "a process looks from its start whether its parent is gone, " +
		"whatever the program does first",
	"internal/twin.own": "counts how often this process reached each call of Run: only " +
		"the process as a whole knows",

	"examples/bookshop/shop.Schema": "an embedded file for the program beside it",
	"examples/fragile.Schema":       "an embedded file for the program beside it",

	"probe/tables.judged":  "the statements of this process, see noted",
	"probe/tables.misfits": "what programs could not read in this process, see noted",
	"probe/tables.noted":   "what drivers did in this process: database/sql gives a driver nothing to hold it in",

	"internal/instrument.ownDigest": "memo: the digest of the embedded sources of this package",

	"probe.asking":     injected,
	"probe.aimed":      injected,
	"probe.everything": injected,
	"probe.exits":      injected,
	"probe.fixed":      injected,
	"probe.killed":     injected,
	"probe.lastStmt":   injected,
	"probe.libraries":  injected,
	"probe.overheard":  injected,
	"probe.packages":   injected,
	"probe.passes":     injected,
	"probe.reading":    injected,
	"probe.registry":   injected,
	"probe.rounds":     injected,
	"probe.lastPanics": injected,
	"probe.failures":   injected,
	"probe.incidents":  injected,
	"probe.stepCount":  injected,
	"probe.watched":    injected,
	"probe.witnesses":  injected,

	"probe/calls/decode.measured": "memo: the distances of texts from alphabets, which are the same " +
		"whoever asks for them first",
	"probe/calls/forms.measured": "memo: the distances of texts from forms, which are the same " +
		"whoever asks for them first",
	"probe/calls/patterns.measured": "memo: the same for patterns",
	"probe/calls/times.measured":    "memo: the same for layouts",

	"probe/files.process": injected,

	"probe/inputs.noted":   injected,
	"probe/inputs.schemas": "memo: the schema of a type, which never changes",

	"probe/mutant.known": injected,

	"probe/neighbour.noted": injected,

	"probe/opened.noted": injected,

	"rest/internal/message.PathPlain":     charClass,
	"rest/internal/message.Unreserved":    charClass,
	"rest/internal/message.CookiePlain":   charClass,
	"rest/internal/message.headerToken":   charClass,
	"rest/internal/message.queryPlain":    charClass,
	"rest/internal/message.queryReserved": charClass,

	"value.Absent": "the value that stands for none; Go has no constants of interfaces",
}

const (
	injected  = "code that the probes are put into has no parameter for them"
	charClass = "a set of characters, handed by its address because it is large, read only"
)
