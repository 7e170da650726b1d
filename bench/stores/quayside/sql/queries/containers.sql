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

-- name: StoreContainer :execrows
UPDATE containers SET state = 'in_yard', block_code = $2, arrived_at = $3 WHERE id = $1 AND state = 'announced';

-- name: ReleaseContainer :execrows
UPDATE containers SET state = 'released' WHERE id = $1 AND state = 'in_yard';

-- name: LoadContainer :execrows
UPDATE containers SET state = 'loaded', vessel_imo = $2, block_code = NULL WHERE id = $1 AND state = 'in_yard';

-- name: DepartContainer :execrows
UPDATE containers SET state = 'departed', block_code = NULL WHERE id = $1 AND state = 'released';
