package wallets

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	DescriptionNullIgnored kit.Bug = iota
	AlertReset
	ZeroDeposit
	PageRepeats
	LeastAsText
	OldestIgnored
	BalanceSet
	PayeeListed
	PayeeRenamedSame
	EntriesForeign
	UnfreezeByOwner
	NameTakenByOthers
	NoteShown
	PendingNotReserved
	ConfirmedTwice
	KeyAgain
	CancelledReserves
	TokenAfterLogout
)
