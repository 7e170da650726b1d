package lowering

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// about returns the index of the call that a test is about: the one that shows its fault, else the last call of the
// test itself.
func (l *lowering) about() int {
	if len(l.test.Faults) > 0 {
		return slices.Index(l.at, l.test.Faults[0].Step)
	}
	own := slices.IndexFunc(l.Traces[0].Steps, func(s execute.TraceStep) bool { return s.Behind() })
	if own < 0 {
		own = len(l.at)
	}
	return own - 1
}

// invalid describes the data that is invalid on purpose in the call that a test is about. It returns nil if there is
// none.
func (l *lowering) invalid() *suite.Invalid {
	genes := l.Traces[0].Steps[l.about()].Call.Genotype
	if genes.Invalid == nil {
		return nil
	}
	return genes.Invalid.Plain(genes)
}

// known returns the values with a meaning in the call that a test is about: those that the schema declares for it, and
// the constants of the conditions that the test is needed for.
func (l *lowering) known(need []fitness.ID) []string {
	v := &vocabulary{seen: map[*openapi.Schema]bool{}}
	op := l.Traces[0].Steps[l.about()].Call.Op.Spec
	for _, p := range op.Parameters {
		v.schema(p.Schema)
		v.add(p.Examples...)
	}
	for _, b := range op.Bodies {
		v.schema(b.Schema)
		for _, e := range b.Examples {
			v.add(e.Value)
		}
	}
	if constants := l.w.Executor.Inside.Known.Values; constants != nil {
		for _, id := range need {
			v.constants(constants(id))
		}
	}
	slices.Sort(v.words)
	return slices.Compact(v.words)
}

// vocabulary collects values with a meaning.
type vocabulary struct {
	words []string
	seen  map[*openapi.Schema]bool
}

// schema adds the values that a schema declares, and those of nested schemas.
func (v *vocabulary) schema(s *openapi.Schema) {
	if s == nil || v.seen[s] {
		return
	}
	v.seen[s] = true
	v.add(s.Enum...)
	v.add(s.Examples...)
	if s.HasConst {
		v.add(s.Const)
	}
	if s.HasDefault {
		v.add(s.Default)
	}
	v.around(s.Minimum)
	v.around(s.Maximum)
	for _, p := range s.Properties {
		v.schema(p.Schema)
	}
	v.schema(s.Items)
	v.schema(s.Additional)
	for _, of := range slices.Concat(s.PrefixItems, s.AllOf, s.AnyOf, s.OneOf) {
		v.schema(of)
	}
}

// add adds scalar values, and those in lists and objects.
func (v *vocabulary) add(values ...any) {
	for _, given := range values {
		switch given := given.(type) {
		case string:
			v.words = append(v.words, given)
		case []any:
			v.add(given...)
		case value.Object:
			for _, m := range given {
				v.add(m.Value)
			}
		default:
			v.words = append(v.words, string(value.AppendJSON(nil, given)))
		}
	}
}

// around adds a limit and the whole numbers beside it.
func (v *vocabulary) around(limit json.Number) {
	if limit == "" {
		return
	}
	v.words = append(v.words, limit.String())
	if n, err := strconv.ParseInt(limit.String(), 10, 64); err == nil {
		v.add(n-1, n+1)
	}
}

// constants adds the constants of a condition.
func (v *vocabulary) constants(values []any) {
	for _, c := range values {
		switch c := c.(type) {
		case rune:
			v.words = append(v.words, string(c))
		case int64:
			v.add(c-1, c, c+1)
		default:
			v.add(c)
		}
	}
}
