package search

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
)

// maxImported bounds the imported individuals that an algorithm has not taken yet. Beyond it the oldest are dropped;
// the archive still has them for the targets of which they are the best.
const maxImported = 1 << 14

// Resume continues the counts of an earlier session. Budget, progress and stats then include its counts, and Elapsed
// includes its time. The covered targets come from the archive and not from stats, see [Session.Import].
//
// The random numbers differ from those of the earlier session, because otherwise the search would repeat itself. The
// same seed and the same stats give the same random numbers. Call Resume before the first run.
func (s *Session[I]) Resume(stats Stats) {
	s.stats, s.earlier = stats, stats.Elapsed
	s.rand = newRand(s.seed, stats.Evaluations)
	s.count()
	s.progress = s.budget(s.stats)
}

// Import adds to the archive an individual that was evaluated elsewhere: in an earlier process, or by another worker.
// The session neither counts its evaluation nor emits events; only its covered and reached targets go into the stats.
// The target ids of its scores have to be those of this session's registry. Call Import on the goroutine of the search,
// at any time; an observer may call it.
func (s *Session[I]) Import(e Evaluated[I]) {
	if len(s.archive.Add(&e)) == 0 {
		return // an algorithm could use none of these
	}
	s.count()
	if len(s.imported) >= maxImported {
		s.imported = slices.Delete(s.imported, 0, maxImported/2)
	}
	s.imported = append(s.imported, &e)
}

// Imported returns the imported individuals that became the best of a target, each once, the oldest first, and forgets
// them. An algorithm with a population of its own adds them to it. An algorithm that only reads the archive need not
// call Imported.
func (s *Session[I]) Imported() []*Evaluated[I] {
	out := s.imported
	s.imported = nil
	return out
}

// Cover marks a target as covered although there is no test for it, see [Archive.Cover].
func (s *Session[I]) Cover(id fitness.ID) {
	s.archive.Cover(id)
	s.count()
}
