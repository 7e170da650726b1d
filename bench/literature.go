package bench

import (
	"fmt"

	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
)

// Literature returns the services that the papers of the field measure on, as
// written anew for this module, in a fixed order.
func Literature() []*Service {
	return nil
}

// Bookshop returns the example of the quick start.
func Bookshop() *Service {
	const shopPackage = "github.com/evoke-go/evoke/examples/bookshop/shop"
	return &Service{
		Name: "bookshop", Schema: shop.Schema, New: shop.New, Package: shopPackage, Cover: []string{shopPackage},
		Users: []rest.User{
			rest.BearerLogin("ann", "/login", `{"name": "ann", "password": "ann-secret"}`, "/token"),
			rest.BearerLogin("bob", "/login", `{"name": "bob", "password": "bob-secret"}`, "/token"),
		},
	}
}

// All returns every service: the example, the real ones and the literature's.
func All() []*Service {
	return append(append([]*Service{Bookshop()}, Services()...), Literature()...)
}

// Named returns the service of a name.
func Named(name string) (*Service, error) {
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("bench: no service %q", name)
}
