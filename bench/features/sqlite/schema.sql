CREATE TABLE products (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL
);
CREATE TABLE features (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	name TEXT NOT NULL COLLATE NOCASE,
	description TEXT,
	UNIQUE (product_id, name)
);
CREATE TABLE constraints (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	product_id INTEGER NOT NULL REFERENCES products (id),
	kind TEXT NOT NULL CHECK (kind IN ('requires', 'excludes')),
	source TEXT,
	target TEXT
);
CREATE TABLE configurations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	product_id INTEGER NOT NULL REFERENCES products (id),
	name TEXT NOT NULL,
	valid BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE TABLE activations (
	configuration_id INTEGER NOT NULL REFERENCES configurations (id) ON DELETE CASCADE,
	feature_id INTEGER NOT NULL REFERENCES features (id) ON DELETE CASCADE,
	PRIMARY KEY (configuration_id, feature_id)
);
