package surround

import (
	"context"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/sut"
)

// adopt learns which rows were added because others refer to them. If a statement of the call answered rows of their
// tables, they are to be rows of the test, so that the search can change them.
func (w *Wishes) adopt(s *execute.Step) {
	added := w.around.parents
	w.around.parents = nil
	added = slices.DeleteFunc(added, func(row where.Wanted) bool {
		return !slices.ContainsFunc(s.Queries, func(q sut.Query) bool {
			return q.Any >= 1 && slices.Contains(q.Tables, strings.ToLower(row.Table))
		})
	})
	if len(added) == 0 {
		return
	}
	own := w.wish(key{op: s.Call.Op.Index})
	own.test, own.wanted, own.parents = s.Test.Upto(s.Step), added, true
	own.vain++
}

// referred returns the values of a row that rows refer to.
func (s *stores) referred(ctx context.Context, row store.Row) (out []where.Assigned) {
	for _, t := range s.ofSQL(ctx) {
		for _, r := range t.References {
			for _, to := range r.To {
				v, ok := row.Values.Get(to)
				known := slices.ContainsFunc(out, func(a where.Assigned) bool { return a.Column == to })
				if r.Table == row.Table && ok && !known {
					out = append(out, where.Assigned{Column: to, Value: v})
				}
			}
		}
	}
	return out
}
