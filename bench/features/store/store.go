// Package store has the rows of features-service, and a store of them in memory.
package store

// The rows of the tables. Names are not unique; where there are several of a
// name, the first one is found.
type (
	// Product is a product.
	Product struct {
		ID   int64
		Name string
	}
	// Feature is a feature of a product.
	Feature struct {
		ID, Product int64
		Name        string
		Description *string
	}
	// Constraint names its features by text: they need not exist.
	Constraint struct {
		ID, Product    int64
		Kind           string
		Source, Target *string
	}
	// Configuration is a configuration of a product.
	Configuration struct {
		ID, Product int64
		Name        string
		Valid       bool
	}
)

// Store keeps the rows, and returns them in the order of ids. It has many
// methods, as it is one database: a method for each statement of the services.
// There are no errors, as there were none in the signatures of the original: a
// failure of the database is thrown to the container.
type Store interface {
	// Clear empties the tables and lets ids start at 1 again.
	Clear()

	Products() []Product
	// Product returns the first product of a name.
	Product(name string) (Product, bool)
	InsertProduct(name string) int64
	// DeleteProduct deletes a product with its features.
	DeleteProduct(id int64)

	FeaturesOf(product int64) []Feature
	InsertFeature(product int64, name string, description *string)
	DescribeFeature(id int64, description *string)
	// DeleteFeature deletes a feature and removes it from all configurations.
	DeleteFeature(id int64)

	ConstraintsOf(product int64) []Constraint
	InsertConstraint(product int64, kind string, source, target *string) int64
	DeleteConstraint(id int64)

	ConfigurationsOf(product int64) []Configuration
	// Configuration returns the first configuration of a name that a product has.
	Configuration(product int64, name string) (Configuration, bool)
	InsertConfiguration(product int64, name string) int64
	// SaveConfiguration replaces a configuration and its active features.
	SaveConfiguration(c Configuration, active []Feature)
	DeleteConfiguration(id int64)
	// ActiveIn returns the features that are active in a configuration.
	ActiveIn(configuration int64) []Feature
}
