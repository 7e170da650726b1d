CREATE TYPE carrier_status AS ENUM ('active', 'suspended', 'revoked');
CREATE TYPE container_state AS ENUM ('announced', 'in_yard', 'released', 'loaded', 'departed');
CREATE TYPE appointment_status AS ENUM ('booked', 'arrived', 'done', 'no_show', 'cancelled');

-- Shipping lines. The commercial system sets status, tier, level and quota, and archives.
CREATE TABLE carriers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code        text NOT NULL UNIQUE CHECK (code ~ '^[A-Z]{4}$'),
    name        text NOT NULL CHECK (length(name) BETWEEN 2 AND 80),
    status      carrier_status NOT NULL DEFAULT 'active',
    tier        text NOT NULL DEFAULT 'standard' CHECK (tier IN ('standard', 'silver', 'gold')),
    level       integer NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 5000),
    quota       integer CHECK (quota > 0),
    archived_at timestamptz
);

-- Vessels come from berth planning.
CREATE TABLE vessels (
    imo        integer PRIMARY KEY CHECK (imo BETWEEN 1000000 AND 9999999),
    name       text NOT NULL,
    berth      text,
    arrives_at timestamptz NOT NULL,
    departs_at timestamptz,
    cut_off    timestamptz NOT NULL,
    CHECK (departs_at IS NULL OR departs_at > arrives_at)
);

-- Blocks of the yard come from the yard planners.
CREATE TABLE blocks (
    code        text PRIMARY KEY CHECK (code ~ '^[A-Z][0-9]{2}$'),
    capacity    integer NOT NULL CHECK (capacity > 0),
    max_kg      integer NOT NULL DEFAULT 30000,
    reefer      boolean NOT NULL DEFAULT false,
    closed_from date
);

CREATE TABLE containers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number     text NOT NULL CHECK (number ~ '^[A-Z]{4}[0-9]{7}$'),
    size       text NOT NULL CHECK (size IN ('20', '40', '45')),
    reefer     boolean NOT NULL,
    gross_kg   integer NOT NULL CHECK (gross_kg BETWEEN 2000 AND 40000),
    carrier_id bigint NOT NULL REFERENCES carriers (id),
    state      container_state NOT NULL DEFAULT 'announced',
    block_code text REFERENCES blocks (code),
    vessel_imo integer REFERENCES vessels (imo),
    arrived_at timestamptz,
    deleted_at timestamptz
);
CREATE UNIQUE INDEX containers_number ON containers (number) WHERE deleted_at IS NULL;

-- Dangerous goods come with the manifest.
CREATE TABLE dangerous_goods (
    container_id bigint NOT NULL REFERENCES containers (id),
    un_number    integer NOT NULL CHECK (un_number BETWEEN 4 AND 3600),
    class        integer NOT NULL CHECK (class BETWEEN 1 AND 9),
    PRIMARY KEY (container_id, un_number)
);

-- Authorities place and lift holds.
CREATE TABLE holds (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    container_id bigint NOT NULL REFERENCES containers (id),
    authority    text NOT NULL CHECK (authority IN ('customs', 'veterinary', 'police')),
    reason       text NOT NULL,
    placed_at    timestamptz NOT NULL DEFAULT now(),
    lifted_at    timestamptz,
    CHECK (lifted_at IS NULL OR lifted_at >= placed_at)
);

CREATE TABLE appointments (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    container_id bigint NOT NULL REFERENCES containers (id),
    gate         text NOT NULL CHECK (gate IN ('north', 'south')),
    slot         timestamptz NOT NULL,
    plate        text NOT NULL CHECK (length(plate) BETWEEN 3 AND 10),
    status       appointment_status NOT NULL DEFAULT 'booked',
    UNIQUE (gate, slot, plate)
);

-- Security closes gates and watches trucks.
CREATE TABLE gate_closures (
    gate         text NOT NULL,
    closed_from  timestamptz NOT NULL,
    closed_until timestamptz NOT NULL,
    PRIMARY KEY (gate, closed_from),
    CHECK (closed_until > closed_from)
);
CREATE TABLE watchlist (
    plate text PRIMARY KEY CHECK (plate = upper(plate)),
    level integer NOT NULL CHECK (level BETWEEN 1 AND 5),
    until date
);

-- The price list.
CREATE TABLE rates (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL CHECK (kind IN ('storage', 'power')),
    size       text NOT NULL CHECK (size IN ('20', '40', '45')),
    valid_from date NOT NULL,
    valid_to   date,
    day_cents  integer NOT NULL CHECK (day_cents > 0),
    free_days  integer NOT NULL DEFAULT 0 CHECK (free_days >= 0),
    UNIQUE (kind, size, valid_from)
);

-- The billing job makes charges, and takes them into batches.
CREATE TABLE charges (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    container_id bigint NOT NULL REFERENCES containers (id),
    cents        integer NOT NULL CHECK (cents <> 0),
    text         text NOT NULL,
    waived       boolean NOT NULL DEFAULT false,
    settled_on   date
);

-- The importer of manifests.
CREATE TABLE manifests (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    vessel_imo  integer NOT NULL REFERENCES vessels (imo),
    status      text NOT NULL CHECK (status IN ('received', 'applied', 'rejected')),
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE manifest_lines (
    manifest_id bigint NOT NULL REFERENCES manifests (id) ON DELETE CASCADE,
    line        integer NOT NULL,
    number      text NOT NULL,
    problem     text,
    PRIMARY KEY (manifest_id, line)
);

-- Switches of operations.
CREATE TABLE settings (
    name  text PRIMARY KEY,
    value jsonb NOT NULL
);
