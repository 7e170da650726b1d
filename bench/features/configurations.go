package features

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/bench/features/container"
	"github.com/evoke-go/evoke/bench/features/store"
)

// configurations is the service of the configurations of products.
type configurations struct{ store store.Store }

// find returns the first configuration of a name that the product has.
func (s configurations) find(product, name string) (store.Configuration, bool) {
	p, ok := s.store.Product(product)
	if !ok {
		return store.Configuration{}, false
	}
	return s.store.Configuration(p.ID, name)
}

// names returns the names of a product's configurations, none where there is no
// such product.
func (s configurations) names(product string) []string {
	all := []string{}
	p, ok := s.store.Product(product)
	if !ok {
		return all
	}
	for _, c := range s.store.ConfigurationsOf(p.ID) {
		all = append(all, c.Name)
	}
	return all
}

// get returns a configuration, nil if there is none.
func (s configurations) get(product, name string) *configurationEntity {
	c, ok := s.find(product, name)
	if !ok {
		return nil
	}
	return &configurationEntity{Name: c.Name, Valid: c.Valid, ActivedFeatures: featuresOf(s.store.ActiveIn(c.ID))}
}

// add makes another configuration, even where there is one of the name.
func (s configurations) add(product, name string) error {
	p, ok := s.store.Product(product)
	if !ok {
		return fmt.Errorf("product %q: %w", product, errNoProduct)
	}
	s.store.InsertConfiguration(p.ID, name)
	return nil
}

func (s configurations) delete(product, name string) error {
	c, ok := s.find(product, name)
	if !ok {
		return fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	s.store.DeleteConfiguration(c.ID)
	return nil
}

// activeNames returns the names of the features that are active.
func (s configurations) activeNames(product, name string) ([]string, error) {
	c, ok := s.find(product, name)
	if !ok {
		return nil, fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	return namesOf(s.store.ActiveIn(c.ID)), nil
}

// activate makes a feature active and evaluates the configuration.
func (s configurations) activate(product, name, feature string) (*evaluation, error) {
	c, ok := s.find(product, name)
	if !ok {
		return nil, fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	if contains(s.store.ActiveIn(c.ID), feature) {
		return nil, fmt.Errorf("feature %q: %w", feature, errActive)
	}
	d := s.draft(c)
	f, ok := named(d.features, feature)
	if !ok {
		return nil, fmt.Errorf("feature %q: %w", feature, errNoFeature)
	}
	d.activate(f)
	return s.evaluate(d)
}

// deactivate makes a feature inactive, if it is not, and evaluates the
// configuration, which may make it active again.
func (s configurations) deactivate(product, name, feature string) (*evaluation, error) {
	c, ok := s.find(product, name)
	if !ok {
		return nil, fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	d := s.draft(c)
	f, ok := named(d.features, feature)
	if !ok {
		return nil, fmt.Errorf("feature %q: %w", feature, errNoFeature)
	}
	d.deactivate(f)
	return s.evaluate(d)
}

// draft is a configuration at work: what changes is not stored yet.
type draft struct {
	row         store.Configuration
	features    []store.Feature // of the product
	constraints []store.Constraint
	active      []store.Feature
}

func (s configurations) draft(c store.Configuration) *draft {
	return &draft{
		row:         c,
		features:    s.store.FeaturesOf(c.Product),
		constraints: s.store.ConstraintsOf(c.Product),
		active:      s.store.ActiveIn(c.ID),
	}
}

// activate makes a feature active, once.
func (d *draft) activate(f store.Feature) {
	if !slices.ContainsFunc(d.active, func(a store.Feature) bool { return a.ID == f.ID }) {
		d.active = append(d.active, f)
	}
}

func (d *draft) deactivate(f store.Feature) {
	d.active = slices.DeleteFunc(d.active, func(a store.Feature) bool { return a.ID == f.ID })
}

// isActive says whether a feature of exactly this name is active. A constraint
// may name none.
func (d *draft) isActive(name *string) bool {
	return name != nil && contains(d.active, *name)
}

// evaluate evaluates a configuration and stores it, valid or not. Where there
// is an error nothing is stored.
func (s configurations) evaluate(d *draft) (*evaluation, error) {
	e := &evaluation{valid: true}
	return e, container.InTransaction(func() error { return e.run(d, 0) }, func() {
		d.row.Valid = e.valid
		s.store.SaveConfiguration(d.row, d.active)
	})
}
