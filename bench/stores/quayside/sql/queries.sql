-- name: CreateCarrier :one
INSERT INTO carriers (code, name) VALUES ($1, $2) RETURNING *;

-- name: CarrierByCode :one
SELECT * FROM carriers WHERE code = $1;

-- name: SearchCarriers :many
SELECT * FROM carriers
WHERE archived_at IS NULL AND (name ILIKE '%' || sqlc.arg(search)::text || '%' OR code ILIKE sqlc.arg(search)::text || '%')
ORDER BY code LIMIT 50;

-- name: RenameCarrier :execrows
UPDATE carriers SET name = $2 WHERE code = $1 AND status <> 'revoked' AND archived_at IS NULL;

-- name: CountContainers :one
SELECT count(*) FROM containers
WHERE carrier_id = $1 AND deleted_at IS NULL AND state NOT IN ('loaded', 'departed');

-- name: NoShows :one
SELECT count(*) FROM appointments a JOIN containers c ON c.id = a.container_id
WHERE c.carrier_id = $1 AND a.status = 'no_show' AND a.slot > sqlc.arg(since)::timestamptz;

-- name: CreateContainer :one
INSERT INTO containers (number, size, reefer, gross_kg, carrier_id) VALUES ($1, $2, $3, $4, $5) RETURNING *;

-- name: ContainerByNumber :one
SELECT c.*, k.code AS carrier_code, k.status AS carrier_status, k.tier, k.level
FROM containers c JOIN carriers k ON k.id = c.carrier_id
WHERE c.number = $1 AND c.deleted_at IS NULL;

-- name: ListContainers :many
SELECT c.*, k.code AS carrier_code
FROM containers c JOIN carriers k ON k.id = c.carrier_id
WHERE c.deleted_at IS NULL
  AND (sqlc.narg(state)::container_state IS NULL OR c.state = sqlc.narg(state))
  AND (sqlc.narg(carrier)::text IS NULL OR k.code = sqlc.narg(carrier))
ORDER BY c.number LIMIT 100;

-- name: RemoveContainer :execrows
UPDATE containers c SET deleted_at = now()
WHERE c.number = $1 AND c.deleted_at IS NULL AND c.state = 'announced'
  AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.container_id = c.id)
  AND NOT EXISTS (SELECT 1 FROM appointments a WHERE a.container_id = c.id AND a.status IN ('booked', 'arrived'));

-- name: BlockForUpdate :one
SELECT * FROM blocks WHERE code = $1 FOR UPDATE;

-- name: BlockLoad :one
SELECT count(*) FROM containers WHERE block_code = $1 AND deleted_at IS NULL AND state IN ('in_yard', 'released');

-- name: StoreContainer :execrows
UPDATE containers SET state = 'in_yard', block_code = $2, arrived_at = $3 WHERE id = $1 AND state = 'announced';

-- name: ReleaseContainer :execrows
UPDATE containers SET state = 'released' WHERE id = $1 AND state = 'in_yard';

-- name: LoadContainer :execrows
UPDATE containers SET state = 'loaded', vessel_imo = $2, block_code = NULL WHERE id = $1 AND state = 'in_yard';

-- name: DepartContainer :execrows
UPDATE containers SET state = 'departed', block_code = NULL WHERE id = $1 AND state = 'released';

-- name: Holds :many
SELECT * FROM holds WHERE container_id = $1 ORDER BY placed_at, id;

-- name: PoliceHold :one
SELECT EXISTS (
    SELECT 1 FROM holds h JOIN containers c ON c.id = h.container_id
    WHERE c.carrier_id = $1 AND h.authority = 'police' AND h.lifted_at IS NULL
);

-- name: DangerousClasses :many
SELECT DISTINCT class FROM dangerous_goods WHERE container_id = $1 ORDER BY class;

-- name: RateOn :one
SELECT * FROM rates
WHERE kind = $1 AND size = $2 AND valid_from <= sqlc.arg(day)::date AND COALESCE(valid_to, 'infinity'::date) > sqlc.arg(day)::date
ORDER BY valid_from DESC LIMIT 1;

-- name: OpenCharges :one
SELECT COALESCE(sum(cents), 0)::bigint FROM charges WHERE container_id = $1 AND NOT waived AND settled_on IS NULL;

-- name: Charges :many
SELECT * FROM charges WHERE container_id = $1 ORDER BY id;

-- name: Setting :one
SELECT COALESCE((SELECT value ->> 'limit' FROM settings WHERE name = $1), '')::text;

-- name: Maintenance :one
SELECT EXISTS (SELECT 1 FROM settings WHERE name = 'maintenance' AND value @> '{"on": true}');

-- name: GateClosed :one
SELECT EXISTS (SELECT 1 FROM gate_closures WHERE gate = $1 AND sqlc.arg(at)::timestamptz BETWEEN closed_from AND closed_until);

-- name: Watched :one
SELECT * FROM watchlist WHERE plate = upper(sqlc.arg(plate)) AND (until IS NULL OR until >= sqlc.arg(today)::date);

-- name: SlotLoad :one
SELECT count(*) FROM appointments WHERE gate = $1 AND slot = $2 AND status <> 'cancelled';

-- name: CreateAppointment :one
INSERT INTO appointments (container_id, gate, slot, plate) VALUES ($1, $2, $3, $4) RETURNING *;

-- name: Appointment :one
SELECT a.*, c.number
FROM appointments a JOIN containers c ON c.id = a.container_id WHERE a.id = $1;

-- name: CancelAppointment :execrows
UPDATE appointments SET status = 'cancelled' WHERE id = $1 AND status = 'booked';

-- name: ArriveAppointment :execrows
UPDATE appointments SET status = 'arrived' WHERE id = $1 AND status = 'booked';

-- name: FinishAppointments :execrows
UPDATE appointments SET status = 'done' WHERE container_id = $1 AND status = 'arrived';

-- name: Vessel :one
SELECT * FROM vessels WHERE imo = $1;

-- name: VesselsBetween :many
SELECT v.imo, v.name, v.berth, v.arrives_at, count(c.id) AS loaded
FROM vessels v LEFT JOIN containers c ON c.vessel_imo = v.imo AND c.state = 'loaded'
WHERE v.arrives_at BETWEEN sqlc.arg(since)::timestamptz AND sqlc.arg(until)::timestamptz
GROUP BY v.imo ORDER BY v.arrives_at, v.imo;

-- name: Yard :many
SELECT b.code, b.capacity, b.reefer, b.closed_from, count(c.id) AS used
FROM blocks b LEFT JOIN containers c ON c.block_code = b.code AND c.deleted_at IS NULL
GROUP BY b.code ORDER BY b.code;

-- name: ManifestProblems :many
SELECT m.id, v.name AS vessel, m.status, count(*) AS problems
FROM manifests m
JOIN vessels v ON v.imo = m.vessel_imo
JOIN manifest_lines l ON l.manifest_id = m.id AND l.problem IS NOT NULL
GROUP BY m.id, v.name, m.status
HAVING count(*) >= sqlc.arg(least)::int OR m.status = 'rejected'
ORDER BY m.id;

-- name: UnknownManifestLines :one
SELECT count(*) FROM manifest_lines l
LEFT JOIN containers c ON c.number = l.number AND c.deleted_at IS NULL
WHERE c.id IS NULL;

-- name: Debtors :many
SELECT k.code, k.name, sum(h.cents)::bigint AS cents
FROM charges h JOIN containers c ON c.id = h.container_id JOIN carriers k ON k.id = c.carrier_id
WHERE NOT h.waived AND h.settled_on IS NULL
GROUP BY k.code, k.name HAVING sum(h.cents) > 0
ORDER BY cents DESC, k.code;
