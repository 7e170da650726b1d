CREATE TABLE IF NOT EXISTS promoters (
	id           INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	name         VARCHAR(80) NOT NULL UNIQUE,
	state        ENUM('active', 'blocked', 'insolvent') NOT NULL DEFAULT 'active',
	iban         VARCHAR(34) CHECK (CHAR_LENGTH(iban) BETWEEN 15 AND 34),
	fee_percent  TINYINT UNSIGNED NOT NULL DEFAULT 10 CHECK (fee_percent <= 50)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS shows (
	id          INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	title       VARCHAR(120) NOT NULL,
	genre       ENUM('play', 'opera', 'concert', 'dance') NOT NULL,
	age_min     TINYINT UNSIGNED NOT NULL DEFAULT 0 CHECK (age_min <= 18),
	promoter_id INT UNSIGNED,
	archived_at DATETIME,
	UNIQUE KEY show_title (title),
	FOREIGN KEY (promoter_id) REFERENCES promoters (id)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS performances (
	id         INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	show_id    INT UNSIGNED NOT NULL,
	starts_at  DATETIME NOT NULL,
	capacity   INT NOT NULL CHECK (capacity BETWEEN 1 AND 5000),
	base_cents INT NOT NULL CHECK (base_cents >= 0),
	state      ENUM('planned', 'onsale', 'postponed', 'cancelled') NOT NULL DEFAULT 'planned',
	sale_from  DATETIME,
	UNIQUE KEY show_start (show_id, starts_at),
	FOREIGN KEY (show_id) REFERENCES shows (id)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS presales (
	performance_id INT UNSIGNED NOT NULL,
	tier           ENUM('friend', 'silver', 'gold') NOT NULL,
	opens_at       DATETIME NOT NULL,
	PRIMARY KEY (performance_id, tier),
	FOREIGN KEY (performance_id) REFERENCES performances (id)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS blackouts (
	id        INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	first_day DATE NOT NULL,
	last_day  DATE NOT NULL,
	reason    VARCHAR(80) NOT NULL,
	CHECK (last_day >= first_day)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS members (
	id            INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	name          VARCHAR(80) NOT NULL CHECK (CHAR_LENGTH(name) >= 2),
	email         VARCHAR(140) NOT NULL UNIQUE,
	tier          ENUM('none', 'friend', 'silver', 'gold') NOT NULL DEFAULT 'none',
	points        INT NOT NULL DEFAULT 0 CHECK (points >= 0),
	blocked_until DATETIME,
	deleted_at    DATETIME
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS blacklist (
	pattern VARCHAR(120) PRIMARY KEY,
	reason  ENUM('reseller', 'chargebacks', 'other') NOT NULL
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS price_rules (
	id         INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	name       VARCHAR(40) NOT NULL,
	genre      ENUM('play', 'opera', 'concert', 'dance'),
	least      INT NOT NULL DEFAULT 1 CHECK (least > 0),
	percent    INT NOT NULL CHECK (percent BETWEEN 10 AND 300),
	valid_from DATE NOT NULL,
	valid_to   DATE
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS vouchers (
	code      VARCHAR(20) PRIMARY KEY,
	kind      ENUM('percent', 'amount') NOT NULL,
	value     INT NOT NULL CHECK (value > 0),
	genre     ENUM('play', 'opera', 'concert', 'dance'),
	least     INT NOT NULL DEFAULT 0,
	uses_left INT NOT NULL DEFAULT 1 CHECK (uses_left >= 0),
	valid_to  DATE NOT NULL,
	CHECK (kind = 'amount' OR value <= 100)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS orders (
	id             INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	performance_id INT UNSIGNED NOT NULL,
	member_id      INT UNSIGNED,
	email          VARCHAR(120) NOT NULL,
	seats          INT NOT NULL CHECK (seats BETWEEN 1 AND 20),
	cents          INT NOT NULL CHECK (cents >= 0),
	voucher        VARCHAR(20),
	state          ENUM('reserved', 'paid', 'cancelled', 'refunded', 'fraud') NOT NULL DEFAULT 'reserved',
	made_at        DATETIME NOT NULL,
	reserved_until DATETIME NOT NULL,
	FOREIGN KEY (performance_id) REFERENCES performances (id),
	FOREIGN KEY (member_id) REFERENCES members (id),
	FOREIGN KEY (voucher) REFERENCES vouchers (code)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS scans (
	order_id   INT UNSIGNED NOT NULL,
	seat       INT NOT NULL CHECK (seat BETWEEN 1 AND 20),
	scanned_at DATETIME NOT NULL,
	PRIMARY KEY (order_id, seat),
	FOREIGN KEY (order_id) REFERENCES orders (id)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS months (
	month     CHAR(7) PRIMARY KEY CHECK (month REGEXP '^[0-9]{4}-[0-9]{2}$'),
	closed_at DATETIME
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS refund_batches (
	id         INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
	state      ENUM('running', 'done', 'failed') NOT NULL,
	started_at DATETIME NOT NULL
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS refund_lines (
	batch_id INT UNSIGNED NOT NULL,
	order_id INT UNSIGNED NOT NULL,
	problem  VARCHAR(120),
	PRIMARY KEY (batch_id, order_id),
	FOREIGN KEY (batch_id) REFERENCES refund_batches (id)
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS flags (
	name    VARCHAR(40) PRIMARY KEY,
	enabled BOOLEAN NOT NULL,
	percent INT NOT NULL DEFAULT 100 CHECK (percent BETWEEN 0 AND 100)
) DEFAULT CHARSET = utf8mb4;
