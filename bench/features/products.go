package features

import (
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/bench/features/store"
)

// The errors of the services, all answered by 500.
var (
	errNoProduct       = errors.New("there is no such product")
	errNoFeature       = errors.New("the product has no such feature")
	errFeatureExists   = errors.New("the product has this feature")
	errNoConfiguration = errors.New("there is no such configuration")
	errActive          = errors.New("the feature is active")
	errInvalid         = errors.New("the configuration is invalid")
	// errChanged and errEndless are faults of the original, see evaluation.
	errChanged = errors.New("the set changed while it was iterated")
	errEndless = errors.New("stack overflow")
)

// products is the service of products, their features and constraints.
type products struct{ store store.Store }

// find returns the first product of a name.
func (s products) find(name string) (store.Product, error) {
	p, ok := s.store.Product(name)
	if !ok {
		return p, fmt.Errorf("product %q: %w", name, errNoProduct)
	}
	return p, nil
}

// names returns the names of all products.
func (s products) names() []string {
	rows := s.store.Products()
	all := make([]string, 0, len(rows))
	for _, p := range rows {
		all = append(all, p.Name)
	}
	return all
}

// add makes another product, even where there is one of the name.
func (s products) add(name string) { s.store.InsertProduct(name) }

func (s products) get(name string) (productEntity, error) {
	p, err := s.find(name)
	if err != nil {
		return productEntity{}, err
	}
	return productEntity{
		ID:          p.ID,
		Name:        p.Name,
		Features:    featuresOf(s.store.FeaturesOf(p.ID)),
		Constraints: constraintsOf(s.store.ConstraintsOf(p.ID)),
	}, nil
}

// delete deletes a product with all that belongs to it.
func (s products) delete(name string) error {
	p, err := s.find(name)
	if err != nil {
		return err
	}
	for _, c := range s.store.ConfigurationsOf(p.ID) {
		s.store.DeleteConfiguration(c.ID)
	}
	for _, c := range s.store.ConstraintsOf(p.ID) {
		s.store.DeleteConstraint(c.ID)
	}
	s.store.DeleteProduct(p.ID)
	return nil
}

func (s products) features(name string) ([]featureEntity, error) {
	p, err := s.find(name)
	if err != nil {
		return nil, err
	}
	return featuresOf(s.store.FeaturesOf(p.ID)), nil
}

func (s products) addFeature(product, feature string, description *string) error {
	p, err := s.find(product)
	if err != nil {
		return err
	}
	if _, ok := named(s.store.FeaturesOf(p.ID), feature); ok {
		return fmt.Errorf("feature %q: %w", feature, errFeatureExists)
	}
	s.store.InsertFeature(p.ID, feature, description)
	return nil
}

// updateFeature replaces the description of a feature.
func (s products) updateFeature(product, feature string, description *string) (featureEntity, error) {
	p, err := s.find(product)
	if err != nil {
		return featureEntity{}, err
	}
	f, ok := named(s.store.FeaturesOf(p.ID), feature)
	if !ok {
		return featureEntity{}, fmt.Errorf("feature %q: %w", feature, errNoFeature)
	}
	s.store.DescribeFeature(f.ID, description)
	f.Description = description
	return featureOf(f), nil
}

// deleteFeature deletes a feature. Constraints on it stay.
func (s products) deleteFeature(product, feature string) error {
	p, err := s.find(product)
	if err != nil {
		return err
	}
	f, ok := named(s.store.FeaturesOf(p.ID), feature)
	if !ok {
		return fmt.Errorf("feature %q: %w", feature, errNoFeature)
	}
	s.store.DeleteFeature(f.ID)
	return nil
}

// addRequires makes a constraint and returns its id. Nothing checks the names.
func (s products) addRequires(product string, source, required *string) (int64, error) {
	p, err := s.find(product)
	if err != nil {
		return 0, err
	}
	return s.store.InsertConstraint(p.ID, requires, source, required), nil
}

// addExcludes makes a constraint and returns its id. Nothing checks the names.
func (s products) addExcludes(product string, source, excluded *string) (int64, error) {
	p, err := s.find(product)
	if err != nil {
		return 0, err
	}
	return s.store.InsertConstraint(p.ID, excludes, source, excluded), nil
}

// deleteConstraint deletes the constraint of an id, of any product, if any.
func (s products) deleteConstraint(id int64) { s.store.DeleteConstraint(id) }
