package features

import (
	"slices"
	"strings"
)

// product returns the first product of a name.
func (t *tables) product(name string) (productRow, bool) {
	for _, p := range t.products {
		if p.name == name {
			return p, true
		}
	}
	return productRow{}, false
}

// featuresOf returns the features of a product.
func (t *tables) featuresOf(product int64) []featureRow {
	var found []featureRow
	for _, f := range t.features {
		if f.product == product {
			found = append(found, f)
		}
	}
	return found
}

// constraintsOf returns the constraints of a product.
func (t *tables) constraintsOf(product int64) []constraintRow {
	var found []constraintRow
	for _, c := range t.constraints {
		if c.product == product {
			found = append(found, c)
		}
	}
	return found
}

// configurationsOf returns the configurations of a product.
func (t *tables) configurationsOf(product int64) []configurationRow {
	var found []configurationRow
	for _, c := range t.configurations {
		if c.product == product {
			found = append(found, c)
		}
	}
	return found
}

// activeIn returns the features that are active in a configuration, in the
// order in which they were made.
func (t *tables) activeIn(configuration int64) []featureRow {
	var found []featureRow
	for _, f := range t.features {
		if slices.Contains(t.activations, activationRow{configuration, f.id}) {
			found = append(found, f)
		}
	}
	return found
}

// saveConfiguration replaces what is stored of a configuration.
func (t *tables) saveConfiguration(c configurationRow, active []featureRow) {
	i := slices.IndexFunc(t.configurations, func(row configurationRow) bool { return row.id == c.id })
	t.configurations[i] = c
	t.deactivateAll(c.id)
	for _, f := range active {
		t.activations = append(t.activations, activationRow{c.id, f.id})
	}
}

func (t *tables) deactivateAll(configuration int64) {
	t.activations = slices.DeleteFunc(t.activations, func(a activationRow) bool {
		return a.configuration == configuration
	})
}

func (t *tables) describeFeature(id int64, description *string) {
	i := slices.IndexFunc(t.features, func(row featureRow) bool { return row.id == id })
	t.features[i].description = description
}

// deleteFeature deletes a feature and removes it from all configurations.
func (t *tables) deleteFeature(id int64) {
	t.activations = slices.DeleteFunc(t.activations, func(a activationRow) bool { return a.feature == id })
	t.features = slices.DeleteFunc(t.features, func(f featureRow) bool { return f.id == id })
}

func (t *tables) deleteConstraint(id int64) {
	t.constraints = slices.DeleteFunc(t.constraints, func(c constraintRow) bool { return c.id == id })
}

func (t *tables) deleteConfiguration(id int64) {
	t.deactivateAll(id)
	t.configurations = slices.DeleteFunc(t.configurations, func(c configurationRow) bool { return c.id == id })
}

// deleteProduct deletes a product with its features.
func (t *tables) deleteProduct(id int64) {
	t.features = slices.DeleteFunc(t.features, func(f featureRow) bool { return f.product == id })
	t.products = slices.DeleteFunc(t.products, func(p productRow) bool { return p.id == id })
}

// named returns the feature of a name, whatever its case.
func named(list []featureRow, name string) (featureRow, bool) {
	for _, f := range list {
		if strings.EqualFold(f.name, name) {
			return f, true
		}
	}
	return featureRow{}, false
}

// contains says whether one of some features has exactly this name.
func contains(list []featureRow, name string) bool {
	for _, f := range list {
		if f.name == name {
			return true
		}
	}
	return false
}
