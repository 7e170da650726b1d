package store

// Memory is a store in memory. Its zero value is empty.
type Memory struct {
	rows []News
	last int64
}

// Clear implements Store. It keeps the memory.
func (m *Memory) Clear() { *m = Memory{rows: m.rows[:0]} }

// Insert implements Store.
func (m *Memory) Insert(n News) int64 {
	m.last++
	n.ID = m.last
	m.rows = append(m.rows, n)
	return n.ID
}

// Find implements Store.
func (m *Memory) Find(id int64) (News, bool) {
	if i := m.index(id); i >= 0 {
		return m.rows[i], true
	}
	return News{}, false
}

// Exists implements Store.
func (m *Memory) Exists(id int64) bool { return m.index(id) >= 0 }

// index returns where the news of an id is, -1 if nowhere.
func (m *Memory) index(id int64) int {
	for i := range m.rows {
		if m.rows[i].ID == id {
			return i
		}
	}
	return -1
}

// Replace implements Store.
func (m *Memory) Replace(n News) { m.rows[m.index(n.ID)] = n }

// Delete implements Store.
func (m *Memory) Delete(id int64) {
	i := m.index(id)
	m.rows = append(m.rows[:i], m.rows[i+1:]...)
}

// FindAll implements Store.
func (m *Memory) FindAll() []News { return m.rows }

// FindByCountry implements Store.
func (m *Memory) FindByCountry(country string) []News {
	var found []News
	for _, n := range m.rows {
		if n.Country == country {
			found = append(found, n)
		}
	}
	return found
}

// FindByAuthor implements Store.
func (m *Memory) FindByAuthor(authorID string) []News {
	var found []News
	for _, n := range m.rows {
		if n.AuthorID == authorID {
			found = append(found, n)
		}
	}
	return found
}

// FindByCountryAndAuthor implements Store.
func (m *Memory) FindByCountryAndAuthor(country, authorID string) []News {
	var found []News
	for _, n := range m.rows {
		if n.Country == country && n.AuthorID == authorID {
			found = append(found, n)
		}
	}
	return found
}
