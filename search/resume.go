package search

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
)

// maxImported bounds the imported individuals that wait for an algorithm. The
// oldest give way, because the archive still has them where they are the best.
const maxImported = 1 << 14

// Resume makes the counts go on from those of a session that ended. Budget,
// progress and stats then include them, and Elapsed goes on from theirs. What is
// covered comes from the archive and not from stats, see [Session.Import].
//
// The random numbers are others than those of the earlier session, or the search
// would repeat itself. The same seed and the same stats give the same random
// numbers. Call Resume before the first run.
func (s *Session[I]) Resume(stats Stats) {
	s.stats, s.earlier = stats, stats.Elapsed
	s.rand = newRand(s.seed, stats.Evaluations)
	s.count()
	s.progress = s.budget(s.stats)
}

// Import shows the archive an individual that was evaluated elsewhere: in an
// earlier process, or by another worker. The session does not count it, and no
// event tells of it; only what it covers and reaches goes into the stats. The
// target ids of its scores have to be those of this session's registry. Call
// Import on the goroutine of the search, at any time; an observer may call it.
func (s *Session[I]) Import(e Evaluated[I]) {
	if len(s.archive.Add(&e)) == 0 {
		return // nothing an algorithm could use
	}
	s.count()
	if len(s.imported) >= maxImported {
		s.imported = slices.Delete(s.imported, 0, maxImported/2)
	}
	s.imported = append(s.imported, &e)
}

// Imported returns the imported individuals that became the best of a target,
// each once, the oldest first. An algorithm that keeps individuals of its own
// takes them in. One that only looks into the archive need not call it.
func (s *Session[I]) Imported() []*Evaluated[I] {
	out := s.imported
	s.imported = nil
	return out
}

// Cover notes that a target is covered although there is no test for it, see
// [Archive.Cover].
func (s *Session[I]) Cover(id fitness.ID) {
	s.archive.Cover(id)
	s.count()
}
