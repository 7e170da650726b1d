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
