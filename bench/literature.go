package bench

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/features"
	"github.com/evoke-go/evoke/bench/features/empty"
	microbody "github.com/evoke-go/evoke/bench/micro/body"
	microdate "github.com/evoke-go/evoke/bench/micro/date"
	"github.com/evoke-go/evoke/bench/micro/frameworks"
	"github.com/evoke-go/evoke/bench/micro/frameworks/chi"
	"github.com/evoke-go/evoke/bench/micro/frameworks/echo"
	"github.com/evoke-go/evoke/bench/micro/frameworks/gin"
	"github.com/evoke-go/evoke/bench/micro/frameworks/gorilla"
	"github.com/evoke-go/evoke/bench/micro/frameworks/nethttp"
	microparam "github.com/evoke-go/evoke/bench/micro/param"
	"github.com/evoke-go/evoke/bench/ncs"
	"github.com/evoke-go/evoke/bench/news"
	"github.com/evoke-go/evoke/bench/permits"
	"github.com/evoke-go/evoke/bench/restfaults"
	"github.com/evoke-go/evoke/bench/scs"
	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/bench/synthetic/published"
	"github.com/evoke-go/evoke/bench/unseen"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest/auth"
)

// Literature returns the services that the papers of the field measure on, as
// written anew for this module, in a fixed order. The permits stand in for a closed
// service of an industry that one of them has.
func Literature() []*Service {
	all := []*Service{
		own("rest-ncs", "ncs", ncs.Schema(), ncs.New),
		own("rest-scs", "scs", scs.Schema(), scs.New),
		{Name: "rest-news", Schema: news.Schema(), New: news.New, Package: here + "news",
			Cover: []string{here + "news", here + "news/store"}},
		{Name: "features-service", Schema: features.Schema(), New: features.New, Package: here + "features",
			Cover: []string{here + "features", here + "features/store"}},
		{Name: "features-empty", Schema: features.Schema(), New: empty.New, Package: here + "features/empty",
			Cover: []string{here + "features", here + "features/store"}},
		own("micro-date", "micro/date", microdate.Schema(), microdate.New),
		own("micro-param", "micro/param", microparam.Schema(), microparam.New),
		own("micro-body", "micro/body", microbody.Schema(), microbody.New),
		own("micro-nethttp", "micro/frameworks/nethttp", frameworks.Schema(), nethttp.New),
		own("micro-gin", "micro/frameworks/gin", frameworks.Schema(), gin.New),
		own("micro-echo", "micro/frameworks/echo", frameworks.Schema(), echo.New),
		own("micro-chi", "micro/frameworks/chi", frameworks.Schema(), chi.New),
		own("micro-gorilla", "micro/frameworks/gorilla", frameworks.Schema(), gorilla.New),
		own("permits", "permits", permits.Schema(), permits.New),
		own("rest-faults", "restfaults", restfaults.Schema(), restfaults.New),
	}
	for _, s := range published.Services() {
		all = append(all, &Service{Name: s.Name, Schema: s.Schema, New: s.New, Package: s.Package,
			Cover: []string{s.Package}})
	}
	return all
}

// own is a service whose program is one package of this module.
func own(name, folder string, schema []byte, construct func() http.Handler) *Service {
	return &Service{Name: name, Schema: schema, New: construct, Package: here + folder, Cover: []string{here + folder}}
}

// Bookshop returns the example of the quick start.
func Bookshop() *Service {
	const shopPackage = "github.com/evoke-go/evoke/examples/bookshop/shop"
	return &Service{
		Name: "bookshop", Schema: shop.Schema, New: shop.New, Package: shopPackage, Cover: []string{shopPackage},
		Users: auth.Public(
			auth.BearerLogin("ann", "/login", `{"name": "ann", "password": "ann-secret"}`, "/token"),
			auth.BearerLogin("bob", "/login", `{"name": "bob", "password": "bob-secret"}`, "/token"),
		),
	}
}

// Unseen returns the services of package unseen: nobody changes Evoke for them.
func Unseen() (out []*Service) {
	for _, s := range unseen.Services() {
		out = append(out, &Service{
			Name: s.Name, Schema: s.Schema, New: func() http.Handler { return s.New(0) }, Users: s.Users,
			Package: here + "unseen/" + s.Name, Cover: []string{here + "unseen/" + s.Name + "/..."},
		})
	}
	return out
}

// Silent returns the services of package silent, without their bugs.
func Silent() (out []*Service) {
	for _, s := range silent.Services() {
		out = append(out, &Service{
			Name: s.Name, Schema: s.Schema, New: func() http.Handler { return s.New() }, Users: s.Users,
			Package: s.Package, Cover: []string{s.Package},
		})
	}
	return out
}

// All returns every service: the example, the real ones, the literature's, and those with bugs.
func All() []*Service {
	return slices.Concat([]*Service{Bookshop()}, Services(), Literature(), Unseen(), Silent())
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
