package store

import "slices"

// Memory is a store in memory. Its zero value is empty.
type Memory struct {
	products       []Product
	features       []Feature
	constraints    []Constraint
	configurations []Configuration
	activations    []activation

	lastProduct, lastFeature, lastConstraint, lastConfiguration int64
}

type activation struct{ configuration, feature int64 }

// Clear implements Store. It keeps the memory.
func (m *Memory) Clear() {
	*m = Memory{
		products:       m.products[:0],
		features:       m.features[:0],
		constraints:    m.constraints[:0],
		configurations: m.configurations[:0],
		activations:    m.activations[:0],
	}
}

// Products implements Store.
func (m *Memory) Products() []Product { return m.products }

// Product implements Store.
func (m *Memory) Product(name string) (Product, bool) {
	for _, p := range m.products {
		if p.Name == name {
			return p, true
		}
	}
	return Product{}, false
}

// InsertProduct implements Store.
func (m *Memory) InsertProduct(name string) int64 {
	m.lastProduct++
	m.products = append(m.products, Product{m.lastProduct, name})
	return m.lastProduct
}

// DeleteProduct implements Store.
func (m *Memory) DeleteProduct(id int64) {
	m.features = slices.DeleteFunc(m.features, func(f Feature) bool { return f.Product == id })
	m.products = slices.DeleteFunc(m.products, func(p Product) bool { return p.ID == id })
}

// FeaturesOf implements Store.
func (m *Memory) FeaturesOf(product int64) []Feature {
	var found []Feature
	for _, f := range m.features {
		if f.Product == product {
			found = append(found, f)
		}
	}
	return found
}

// InsertFeature implements Store.
func (m *Memory) InsertFeature(product int64, name string, description *string) {
	m.lastFeature++
	m.features = append(m.features, Feature{m.lastFeature, product, name, description})
}

// DescribeFeature implements Store.
func (m *Memory) DescribeFeature(id int64, description *string) {
	i := slices.IndexFunc(m.features, func(row Feature) bool { return row.ID == id })
	m.features[i].Description = description
}

// DeleteFeature implements Store.
func (m *Memory) DeleteFeature(id int64) {
	m.activations = slices.DeleteFunc(m.activations, func(a activation) bool { return a.feature == id })
	m.features = slices.DeleteFunc(m.features, func(f Feature) bool { return f.ID == id })
}

// ConstraintsOf implements Store.
func (m *Memory) ConstraintsOf(product int64) []Constraint {
	var found []Constraint
	for _, c := range m.constraints {
		if c.Product == product {
			found = append(found, c)
		}
	}
	return found
}

// InsertConstraint implements Store.
func (m *Memory) InsertConstraint(product int64, kind string, source, target *string) int64 {
	m.lastConstraint++
	m.constraints = append(m.constraints, Constraint{m.lastConstraint, product, kind, source, target})
	return m.lastConstraint
}

// DeleteConstraint implements Store.
func (m *Memory) DeleteConstraint(id int64) {
	m.constraints = slices.DeleteFunc(m.constraints, func(c Constraint) bool { return c.ID == id })
}

// ConfigurationsOf implements Store.
func (m *Memory) ConfigurationsOf(product int64) []Configuration {
	var found []Configuration
	for _, c := range m.configurations {
		if c.Product == product {
			found = append(found, c)
		}
	}
	return found
}

// Configuration implements Store.
func (m *Memory) Configuration(product int64, name string) (Configuration, bool) {
	for _, c := range m.ConfigurationsOf(product) {
		if c.Name == name {
			return c, true
		}
	}
	return Configuration{}, false
}

// InsertConfiguration implements Store.
func (m *Memory) InsertConfiguration(product int64, name string) int64 {
	m.lastConfiguration++
	m.configurations = append(m.configurations, Configuration{m.lastConfiguration, product, name, true})
	return m.lastConfiguration
}

// SaveConfiguration implements Store.
func (m *Memory) SaveConfiguration(c Configuration, active []Feature) {
	i := slices.IndexFunc(m.configurations, func(row Configuration) bool { return row.ID == c.ID })
	m.configurations[i] = c
	m.deactivateAll(c.ID)
	for _, f := range active {
		m.activations = append(m.activations, activation{c.ID, f.ID})
	}
}

func (m *Memory) deactivateAll(configuration int64) {
	m.activations = slices.DeleteFunc(m.activations, func(a activation) bool {
		return a.configuration == configuration
	})
}

// DeleteConfiguration implements Store.
func (m *Memory) DeleteConfiguration(id int64) {
	m.deactivateAll(id)
	m.configurations = slices.DeleteFunc(m.configurations, func(c Configuration) bool { return c.ID == id })
}

// ActiveIn implements Store.
func (m *Memory) ActiveIn(configuration int64) []Feature {
	var found []Feature
	for _, f := range m.features {
		if slices.Contains(m.activations, activation{configuration, f.ID}) {
			found = append(found, f)
		}
	}
	return found
}
