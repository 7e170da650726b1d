-- name: Holds :many
SELECT * FROM holds WHERE container_id = $1 ORDER BY placed_at, id;

-- name: PoliceHold :one
SELECT EXISTS (
    SELECT 1 FROM holds h JOIN containers c ON c.id = h.container_id
    WHERE c.carrier_id = $1 AND h.authority = 'police' AND h.lifted_at IS NULL
);

-- name: DangerousClasses :many
SELECT DISTINCT class FROM dangerous_goods WHERE container_id = $1 ORDER BY class;
