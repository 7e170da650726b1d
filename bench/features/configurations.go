package features

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/bench/features/container"
)

// configurations is the service of the configurations of products.
type configurations struct{ tables *tables }

// find returns the first configuration of a name that the product has.
func (s configurations) find(product, name string) (configurationRow, bool) {
	p, ok := s.tables.product(product)
	if !ok {
		return configurationRow{}, false
	}
	for _, c := range s.tables.configurationsOf(p.id) {
		if c.name == name {
			return c, true
		}
	}
	return configurationRow{}, false
}

// names returns the names of a product's configurations, none where there is no
// such product.
func (s configurations) names(product string) []string {
	all := []string{}
	p, ok := s.tables.product(product)
	if !ok {
		return all
	}
	for _, c := range s.tables.configurationsOf(p.id) {
		all = append(all, c.name)
	}
	return all
}

// get returns a configuration, nil if there is none.
func (s configurations) get(product, name string) *configurationEntity {
	c, ok := s.find(product, name)
	if !ok {
		return nil
	}
	return &configurationEntity{Name: c.name, Valid: c.valid, ActivedFeatures: featuresOf(s.tables.activeIn(c.id))}
}

// add makes another configuration, even where there is one of the name.
func (s configurations) add(product, name string) error {
	p, ok := s.tables.product(product)
	if !ok {
		return fmt.Errorf("product %q: %w", product, errNoProduct)
	}
	s.tables.insertConfiguration(p.id, name)
	return nil
}

func (s configurations) delete(product, name string) error {
	c, ok := s.find(product, name)
	if !ok {
		return fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	s.tables.deleteConfiguration(c.id)
	return nil
}

// activeNames returns the names of the features that are active.
func (s configurations) activeNames(product, name string) ([]string, error) {
	c, ok := s.find(product, name)
	if !ok {
		return nil, fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	return namesOf(s.tables.activeIn(c.id)), nil
}

// activate makes a feature active and evaluates the configuration.
func (s configurations) activate(product, name, feature string) (*evaluation, error) {
	c, ok := s.find(product, name)
	if !ok {
		return nil, fmt.Errorf("configuration %q: %w", name, errNoConfiguration)
	}
	if contains(s.tables.activeIn(c.id), feature) {
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
	row         configurationRow
	features    []featureRow // of the product
	constraints []constraintRow
	active      []featureRow
}

func (s configurations) draft(c configurationRow) *draft {
	return &draft{
		row:         c,
		features:    s.tables.featuresOf(c.product),
		constraints: s.tables.constraintsOf(c.product),
		active:      s.tables.activeIn(c.id),
	}
}

// activate makes a feature active, once.
func (d *draft) activate(f featureRow) {
	if !slices.ContainsFunc(d.active, func(a featureRow) bool { return a.id == f.id }) {
		d.active = append(d.active, f)
	}
}

func (d *draft) deactivate(f featureRow) {
	d.active = slices.DeleteFunc(d.active, func(a featureRow) bool { return a.id == f.id })
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
		d.row.valid = e.valid
		s.tables.saveConfiguration(d.row, d.active)
	})
}
