CREATE TABLE news (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	author_id VARCHAR(32) NOT NULL CHECK (length(author_id) <= 32),
	text VARCHAR(1024) NOT NULL CHECK (length(text) <= 1024),
	country TEXT NOT NULL,
	creation_time DATETIME NOT NULL
);
