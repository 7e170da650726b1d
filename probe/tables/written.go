package tables

import (
	"maps"
	"slices"

	lex "github.com/evoke-go/evoke/probe/tables/internal/token"
)

// writing has the tables that statements wrote since the last call of Written.
type writing struct {
	tables map[string]bool // by name in small letters
	vague  bool            // others may have been written as well
}

// Written returns the tables that statements wrote since the last call, sorted. all says that the program wrote no
// others, as far as its statements tell: it is false if a statement may write and does not say where, such as a CALL,
// and if there was no Watch since then. What functions and triggers of the database write is not seen.
//
// Unlike Take it hears of statements of all rounds.
func Written() (names []string, all bool) {
	if !noted.on.Load() {
		return nil, false
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	names, all = slices.Sorted(maps.Keys(noted.writing.tables)), !noted.writing.vague
	noted.writing = writing{}
	noted.turn.Add(1) // statements of this round are heard again
	return names, all
}

// add notes what a statement writes.
func (w *writing) add(s *statement) {
	w.vague = w.vague || s.vague
	for _, u := range s.uses {
		if u.Way == Read {
			continue
		}
		if w.tables == nil {
			w.tables = map[string]bool{}
		}
		w.tables[u.Table] = true
	}
}

// harmless are the first words of statements that write no rows by themselves.
var harmless = words(`ABORT ANALYZE BEGIN COMMENT COMMIT DEALLOCATE DECLARE DESC DESCRIBE DISCARD END FETCH GRANT
	KILL LISTEN LOCK NOTIFY OPTIMIZE PRAGMA REINDEX RELEASE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE
	UNLISTEN USE VACUUM VALUES WITH`)

// writers are the first words of statements that write to tables which they name.
var writers = words("COPY DELETE INSERT MERGE REPLACE UPDATE")

// isVague reports whether a text may write to tables that its uses do not tell.
func isVague(text string, tokens []token, uses []Use) bool {
	if len(text) > lex.Most {
		return true
	}
	writes := slices.ContainsFunc(uses, func(u Use) bool { return u.Way != Read })
	first := true
	for _, t := range tokens {
		if first && !t.is("(", ";") {
			if !harmless[t.text] && !(writers[t.text] && writes) {
				return true
			}
			first = false
		}
		first = first || t.is(";")
	}
	return false
}
