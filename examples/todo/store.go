package todo

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// User is a person with an account.
type User struct {
	Name   string    `json:"name"`
	Joined time.Time `json:"joined"`
	salt   string
	hash   []byte // of the password
}

// Todo is a thing to do.
type Todo struct {
	ID       int       `json:"id"`
	Owner    string    `json:"owner"`
	Title    string    `json:"title"`
	Notes    string    `json:"notes,omitempty"`
	Priority string    `json:"priority"`
	Due      string    `json:"due,omitempty"`
	Tags     []string  `json:"tags,omitempty"`
	Done     bool      `json:"done"`
	Created  time.Time `json:"created"`
}

// has reports whether the todo has a tag.
func (t Todo) has(tag string) bool { return slices.Contains(t.Tags, tag) }

// Tag says how many todos have a tag.
type Tag struct {
	Name  string `json:"name"`
	Todos int    `json:"todos"`
}

// store keeps everything in memory.
type store struct {
	mu    sync.RWMutex
	users map[string]User
	todos map[int]Todo
	last  int // the last id given to a todo
}

func newStore() *store { return &store{users: map[string]User{}, todos: map[int]Todo{}} }

// addUser reports false if the name is taken.
func (s *store) addUser(u User) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.users[u.Name]; taken {
		return false
	}
	s.users[u.Name] = u
	return true
}

func (s *store) user(name string) (User, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	u, ok := s.users[name]
	return u, ok
}

// removeUser removes a user together with the user's todos.
func (s *store) removeUser(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.users, name)
	maps.DeleteFunc(s.todos, func(_ int, t Todo) bool { return t.Owner == name })
}

// addTodo keeps a todo under a new id.
func (s *store) addTodo(t Todo) Todo {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	t.ID = s.last
	s.todos[t.ID] = t
	return t
}

func (s *store) todo(id int) (Todo, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.todos[id]
	return t, ok
}

func (s *store) putTodo(t Todo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.todos[t.ID] = t
}

func (s *store) removeTodo(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.todos, id)
}

// todosOf returns the matching todos of a user, those without a due date last.
func (s *store) todosOf(name string, match func(Todo) bool) []Todo {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []Todo{}
	for _, t := range s.todos {
		if t.Owner == name && match(t) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b Todo) int {
		if (a.Due == "") != (b.Due == "") {
			return cmp.Compare(b.Due, a.Due)
		}
		return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.ID, b.ID))
	})
	return found
}

// tagsOf returns the tags of a user's todos, the most frequent first.
func (s *store) tagsOf(name string) []Tag {
	s.mu.RLock()
	defer s.mu.RUnlock()
	count := map[string]int{}
	for _, t := range s.todos {
		if t.Owner != name {
			continue
		}
		for _, tag := range t.Tags {
			count[tag]++
		}
	}
	tags := []Tag{}
	for name, todos := range count {
		tags = append(tags, Tag{name, todos})
	}
	slices.SortFunc(tags, func(a, b Tag) int {
		return cmp.Or(cmp.Compare(b.Todos, a.Todos), cmp.Compare(a.Name, b.Name))
	})
	return tags
}
