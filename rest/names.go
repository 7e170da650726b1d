package rest

import "github.com/evoke-go/evoke/rest/auth"

// userNames returns the names of users.
func userNames(users []auth.User) (names []string) {
	for i := range users {
		names = append(names, users[i].Name)
	}
	return names
}
