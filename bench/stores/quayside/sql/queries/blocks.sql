-- name: BlockForUpdate :one
SELECT * FROM blocks WHERE code = $1 FOR UPDATE;

-- name: BlockLoad :one
SELECT count(*) FROM containers WHERE block_code = $1 AND deleted_at IS NULL AND state IN ('in_yard', 'released');

-- name: Yard :many
SELECT b.code, b.capacity, b.reefer, b.closed_from, count(c.id) AS used
FROM blocks b LEFT JOIN containers c ON c.block_code = b.code AND c.deleted_at IS NULL
GROUP BY b.code ORDER BY b.code;
