package probe

// Group is what is read together: the cells of one function. A probe leaves a
// mark in the cell that it concerns and then one in the group, so a reader has
// to look at the groups only, and behind those with a mark at all cells.
//
// Marks are plain bytes, on purpose: an atomic operation costs more than all
// the rest of a probe. Probes only ever set them, and readers, of which there
// is one at a time, only clear what they have seen set; so it matters to nobody
// who comes first, and two marks at the same time are one. What a probe remembers
// of a round to save work is in the same byte as the mark that it rests on. As they become
// visible in their order, a reader that sees the group sees the cell. (On a
// processor that swaps stores, a mark that is made in the moment of a read-out
// may wait there for the next mark of its group.) The race detector is told so.
type Group struct{ touched uint8 }

// Start says where the cells of a group begin, as indexes. They end where
// those of the next group begin.
type Start struct{ Stmt, Cond, Choice uint32 }

// again marks the group for an outcome whose cell has its mark.
//
//go:norace
func (g *Group) again(outcome bool) bool {
	if g != nil {
		g.touched = 1
	}
	return outcome
}
