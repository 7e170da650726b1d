package sealroom

import "time"

var (
	kinds      = []string{"theft", "fire", "traffic", "fraud"}
	categories = []string{"document", "device", "weapon", "narcotic", "cash", "other"}
	statuses   = []string{"in_store", "signed_out", "released", "destroyed"}
)

// intake is where everything arrives. It has room for all.
const intake = "INTAKE"

// shelf is a place of the store.
type shelf struct {
	name     string
	capacity int
	safe     bool // for weapons, narcotics and cash, and for nothing else
}

var shelves = []shelf{{"A1", 2, false}, {"A2", 3, false}, {"SAFE", 2, true}}

// Case is what items are found for.
type Case struct {
	Ref        string   `json:"case_ref"`
	Title      string   `json:"title"`
	Kind       string   `json:"kind"`
	Unit       string   `json:"unit"`
	OpenedOn   string   `json:"opened_on"`
	Status     string   `json:"status"`
	SharedWith []string `json:"shared_with"`
	ItemCount  int      `json:"item_count"`
}

// Item is a thing, or several of a kind, under one seal.
type Item struct {
	Tag         string    `json:"tag"`
	CaseRef     string    `json:"case_ref"`
	Description string    `json:"description"`
	Category    string    `json:"category"`
	Quantity    int       `json:"quantity"`
	SealNo      string    `json:"seal_no"`
	FoundAt     time.Time `json:"found_at"`
	Status      string    `json:"status"`
	Shelf       string    `json:"shelf,omitempty"`
	ParentTag   string    `json:"parent_tag,omitempty"`
	Loan        *Loan     `json:"loan,omitempty"`

	chain []Entry
}

// Loan says who has an item that is signed out.
type Loan struct {
	CheckoutNo int    `json:"checkout_no"`
	Holder     string `json:"holder"`
	Purpose    string `json:"purpose"`
	TakenOn    string `json:"taken_on"`
	DueOn      string `json:"due_on"`
}

// Checkout is a loan of some items at once.
type Checkout struct {
	Loan
	Tags []string `json:"tags"`
}

// Entry is a step in the chain of custody.
type Entry struct {
	Seq    int    `json:"seq"`
	Action string `json:"action"`
	From   string `json:"from,omitempty"`
	To     string `json:"to"`
	By     string `json:"by"`
}

// note adds a step to the chain.
func (i *Item) note(action, to, by string) {
	from := ""
	if n := len(i.chain); n > 0 {
		from = i.chain[n-1].To
	}
	i.chain = append(i.chain, Entry{len(i.chain) + 1, action, from, to, by})
}
