package news

import (
	"fmt"

	"github.com/evoke-go/evoke/bench/news/store"
)

// repository keeps the news that obey the rules.
type repository struct{ store.Store }

// create stores a news at once and returns its id.
func (r *repository) create(authorID, text, country string) (int64, error) {
	n := store.News{AuthorID: authorID, Text: text, Country: country, CreationTime: firstPublished}
	if err := validate(&n); err != nil {
		return 0, err
	}
	return r.Insert(n), nil
}

// update replaces a news that exists, at the end of the transaction.
func (r *repository) update(n store.News) error {
	if err := validate(&n); err != nil {
		return fmt.Errorf("could not commit: %w", err)
	}
	r.Replace(n)
	return nil
}

// updateText replaces the text of a news that exists.
func (r *repository) updateText(id int64, text string) error {
	n, _ := r.Find(id)
	n.Text = text
	return r.update(n)
}
