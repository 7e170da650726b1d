package silent

import "github.com/evoke-go/evoke/bench/silent/wallets"

// walletsBugs returns the bugs of the service wallets.
func walletsBugs() []Bug {
	return []Bug{
		{"description-null-ignored", NotStored, []string{"POST /v1/wallets/{wallet}", "GET /v1/wallets/{wallet}", "GET /v1/wallets"},
			"a change of the description to null keeps it", 7, wallets.DescriptionNullIgnored},
		{"alert-reset", WipesOthers, []string{"POST /v1/wallets/{wallet}", "GET /v1/wallets/{wallet}", "GET /v1/wallets"},
			"after a change without low_balance_alert it is null", 7, wallets.AlertReset},
		{"zero-deposit", InvalidAccepted, []string{"POST /v1/deposits"},
			"a deposit of 0.00 is taken", 7, wallets.ZeroDeposit},
		{"page-repeats", Paging, []string{"GET /v1/wallets", "GET /v1/transfers", "GET /v1/payees", "GET /v1/wallets/{wallet}/entries"},
			"a page begins with the element after which it has to go on", 7, wallets.PageRepeats},
		{"least-as-text", Filter, []string{"GET /v1/transfers"},
			"min_amount=10.00 shows transfers of 9.00, and not those of 100.00 for 20.00", 7, wallets.LeastAsText},
		{"oldest-ignored", Sorting, []string{"GET /v1/transfers"},
			"order=oldest shows the newest first", 7, wallets.OldestIgnored},
		{"balance-set", Assignment, []string{"POST /v1/wallets", "GET /v1/wallets/{wallet}", "GET /v1/wallets", "GET /v1/summary"},
			"a new wallet has the balance that the body has", 7, wallets.BalanceSet},
		{"payee-listed", NotDeleted, []string{"DELETE /v1/payees/{payee}", "GET /v1/payees", "GET /v1/payees/{payee}"},
			"a deleted payee is in the list", 7, wallets.PayeeListed},
		{"payee-renamed-same", Duplicate, []string{"POST /v1/payees/{payee}"},
			"a change gives a payee the label of another one", 7, wallets.PayeeRenamedSame},
		{"entries-foreign", Foreign, []string{"GET /v1/wallets/{wallet}/entries"},
			"everybody sees the entries of the wallets of others", 7, wallets.EntriesForeign},
		{"unfreeze-by-owner", Role, []string{"POST /v1/wallets/{wallet}/unfreeze"},
			"customers make their own frozen wallets active", 7, wallets.UnfreezeByOwner},
		{"name-taken-by-others", ValidRefused, []string{"POST /v1/wallets", "POST /v1/wallets/{wallet}"},
			"a name is refused that a wallet of another owner has", 7, wallets.NameTakenByOthers},
		{"note-shown", Leaked, []string{"GET /v1/transfers/{transfer}", "GET /v1/transfers"},
			"who gets a transfer sees the note of the sender", 7, wallets.NoteShown},
		{"pending-not-reserved", Limit, []string{"POST /v1/transfers"},
			"what is reserved for a transfer is taken for another one", 7, wallets.PendingNotReserved},
		{"confirmed-twice", StepTwice, []string{"POST /v1/transfers/{transfer}/confirm"},
			"a confirmed transfer is confirmed, and moves the money, again", 7, wallets.ConfirmedTwice},
		{"key-again", Repeated, []string{"POST /v1/deposits", "POST /v1/transfers"},
			"a deposit that is sent again with its key is done again", 7, wallets.KeyAgain},
		{"cancelled-reserves", NotDone, []string{"POST /v1/transfers/{transfer}/cancel", "GET /v1/wallets/{wallet}", "GET /v1/wallets"},
			"the amount of a cancelled transfer stays reserved", 7, wallets.CancelledReserves},
		{"token-after-logout", UsedAfterDelete, []string{"POST /v1/logout", "GET /v1/wallets", "GET /v1/transfers", "GET /v1/payees", "GET /v1/summary", "POST /v1/wallets"},
			"the token is of use after its session has ended", 7, wallets.TokenAfterLogout},
	}
}
