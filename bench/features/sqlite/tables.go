package sqlite

import (
	"database/sql"
	_ "embed"

	"github.com/evoke-go/evoke/bench/features/store"
	"github.com/evoke-go/evoke/bench/web/mapper"
)

//go:embed schema.sql
var schema string

// tables is a store.Store in a database.
type tables struct{ db *sql.DB }

// open returns empty tables in memory.
func open() *tables { return &tables{mapper.Open(schema)} }

func productRow(p *store.Product) []any { return []any{&p.ID, &p.Name} }

func featureRow(f *store.Feature) []any { return []any{&f.ID, &f.Product, &f.Name, &f.Description} }

func constraintRow(c *store.Constraint) []any {
	return []any{&c.ID, &c.Product, &c.Kind, &c.Source, &c.Target}
}

func configurationRow(c *store.Configuration) []any {
	return []any{&c.ID, &c.Product, &c.Name, &c.Valid}
}

// Clear implements store.Store.
func (t *tables) Clear() {
	mapper.Exec(t.db, `DELETE FROM activations; DELETE FROM configurations; DELETE FROM constraints;
		DELETE FROM features; DELETE FROM products; DELETE FROM sqlite_sequence`)
}

// Products implements store.Store.
func (t *tables) Products() []store.Product {
	return mapper.All(t.db, productRow, "SELECT id, name FROM products ORDER BY id")
}

// Product implements store.Store.
func (t *tables) Product(name string) (store.Product, bool) {
	return mapper.First(t.db, productRow, "SELECT id, name FROM products WHERE name = ? ORDER BY id LIMIT 1", name)
}

// InsertProduct implements store.Store.
func (t *tables) InsertProduct(name string) int64 {
	return mapper.Insert(t.db, "INSERT INTO products (name) VALUES (?)", name)
}

// DeleteProduct implements store.Store. The foreign keys delete the features of the product.
func (t *tables) DeleteProduct(id int64) { mapper.Exec(t.db, "DELETE FROM products WHERE id = ?", id) }

// FeaturesOf implements store.Store.
func (t *tables) FeaturesOf(product int64) []store.Feature {
	return mapper.All(t.db, featureRow,
		"SELECT id, product_id, name, description FROM features WHERE product_id = ? ORDER BY id", product)
}

// InsertFeature implements store.Store.
func (t *tables) InsertFeature(product int64, name string, description *string) {
	mapper.Exec(t.db, "INSERT INTO features (product_id, name, description) VALUES (?, ?, ?)",
		product, name, description)
}

// DescribeFeature implements store.Store.
func (t *tables) DescribeFeature(id int64, description *string) {
	mapper.Exec(t.db, "UPDATE features SET description = ? WHERE id = ?", description, id)
}

// DeleteFeature implements store.Store. The activations go with the feature.
func (t *tables) DeleteFeature(id int64) { mapper.Exec(t.db, "DELETE FROM features WHERE id = ?", id) }

// ConstraintsOf implements store.Store.
func (t *tables) ConstraintsOf(product int64) []store.Constraint {
	return mapper.All(t.db, constraintRow,
		"SELECT id, product_id, kind, source, target FROM constraints WHERE product_id = ? ORDER BY id", product)
}

// InsertConstraint implements store.Store.
func (t *tables) InsertConstraint(product int64, kind string, source, target *string) int64 {
	return mapper.Insert(t.db, "INSERT INTO constraints (product_id, kind, source, target) VALUES (?, ?, ?, ?)",
		product, kind, source, target)
}

// DeleteConstraint implements store.Store.
func (t *tables) DeleteConstraint(id int64) {
	mapper.Exec(t.db, "DELETE FROM constraints WHERE id = ?", id)
}

// ConfigurationsOf implements store.Store.
func (t *tables) ConfigurationsOf(product int64) []store.Configuration {
	return mapper.All(t.db, configurationRow,
		"SELECT id, product_id, name, valid FROM configurations WHERE product_id = ? ORDER BY id", product)
}

// Configuration implements store.Store.
func (t *tables) Configuration(product int64, name string) (store.Configuration, bool) {
	return mapper.First(t.db, configurationRow, `SELECT id, product_id, name, valid FROM configurations
		WHERE product_id = ? AND name = ? ORDER BY id LIMIT 1`, product, name)
}

// InsertConfiguration implements store.Store.
func (t *tables) InsertConfiguration(product int64, name string) int64 {
	return mapper.Insert(t.db, "INSERT INTO configurations (product_id, name) VALUES (?, ?)", product, name)
}

// SaveConfiguration implements store.Store.
func (t *tables) SaveConfiguration(c store.Configuration, active []store.Feature) {
	mapper.Within(t.db, func(tx mapper.Runner) {
		mapper.Exec(tx, "UPDATE configurations SET valid = ? WHERE id = ?", c.Valid, c.ID)
		mapper.Exec(tx, "DELETE FROM activations WHERE configuration_id = ?", c.ID)
		for _, f := range active {
			mapper.Exec(tx, "INSERT INTO activations (configuration_id, feature_id) VALUES (?, ?)", c.ID, f.ID)
		}
	})
}

// DeleteConfiguration implements store.Store. The activations go with the
// configuration.
func (t *tables) DeleteConfiguration(id int64) {
	mapper.Exec(t.db, "DELETE FROM configurations WHERE id = ?", id)
}

// ActiveIn implements store.Store.
func (t *tables) ActiveIn(configuration int64) []store.Feature {
	return mapper.All(t.db, featureRow, `SELECT f.id, f.product_id, f.name, f.description
		FROM features f JOIN activations a ON a.feature_id = f.id WHERE a.configuration_id = ? ORDER BY f.id`,
		configuration)
}
