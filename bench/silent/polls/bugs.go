package polls

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	DescriptionKept kit.Bug = iota
	TagsAppended
	ClosesOnLost
	HasMoreAtEnd
	TagByPart
	SortedByCase
	OneOptionOpens
	MaxChoicesIgnored
	CommentCountStays
	CommentByAnyone
	GuestsShown
	ResultsEarly
	ShareOfChoices
	OptionRenamedSame
	OptionIDAgain
	GuestVoteStays
	TagWithoutOptions
	WithdrawnAfterClose
)
