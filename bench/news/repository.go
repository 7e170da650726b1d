package news

import "fmt"

// repository is the table of news, in the order of ids.
type repository struct {
	rows []news
	last int64
}

// clear deletes all news and lets ids start at 1 again. It keeps the memory.
func (r *repository) clear() { *r = repository{rows: r.rows[:0]} }

// create stores a news at once and returns its id.
func (r *repository) create(authorID, text, country string) (int64, error) {
	n := news{authorID: authorID, text: text, country: country, creationTime: firstPublished}
	if err := n.validate(); err != nil {
		return 0, err
	}
	r.last++
	n.id = r.last
	r.rows = append(r.rows, n)
	return n.id, nil
}

// find returns the news of an id.
func (r *repository) find(id int64) (news, bool) {
	if i := r.index(id); i >= 0 {
		return r.rows[i], true
	}
	return news{}, false
}

func (r *repository) exists(id int64) bool { return r.index(id) >= 0 }

// index returns where the news of an id is, -1 if nowhere.
func (r *repository) index(id int64) int {
	for i := range r.rows {
		if r.rows[i].id == id {
			return i
		}
	}
	return -1
}

// update replaces a news that exists, at the end of the transaction.
func (r *repository) update(n news) error {
	if err := n.validate(); err != nil {
		return fmt.Errorf("could not commit: %w", err)
	}
	r.rows[r.index(n.id)] = n
	return nil
}

// updateText replaces the text of a news that exists.
func (r *repository) updateText(id int64, text string) error {
	n := r.rows[r.index(id)]
	n.text = text
	return r.update(n)
}

// delete removes a news that exists.
func (r *repository) delete(id int64) {
	i := r.index(id)
	r.rows = append(r.rows[:i], r.rows[i+1:]...)
}

func (r *repository) findAll() []news { return r.rows }

// findByCountry returns the news of a country, of exactly this name.
func (r *repository) findByCountry(country string) []news {
	var found []news
	for _, n := range r.rows {
		if n.country == country {
			found = append(found, n)
		}
	}
	return found
}

// findByAuthor returns the news of an author.
func (r *repository) findByAuthor(authorID string) []news {
	var found []news
	for _, n := range r.rows {
		if n.authorID == authorID {
			found = append(found, n)
		}
	}
	return found
}

// findByCountryAndAuthor returns the news that an author wrote on a country.
func (r *repository) findByCountryAndAuthor(country, authorID string) []news {
	var found []news
	for _, n := range r.rows {
		if n.country == country && n.authorID == authorID {
			found = append(found, n)
		}
	}
	return found
}
