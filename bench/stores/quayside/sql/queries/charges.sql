-- name: RateOn :one
SELECT * FROM rates
WHERE kind = $1 AND size = $2 AND valid_from <= sqlc.arg(day)::date AND COALESCE(valid_to, 'infinity'::date) > sqlc.arg(day)::date
ORDER BY valid_from DESC LIMIT 1;

-- name: OpenCharges :one
SELECT COALESCE(sum(cents), 0)::bigint FROM charges WHERE container_id = $1 AND NOT waived AND settled_on IS NULL;

-- name: Charges :many
SELECT * FROM charges WHERE container_id = $1 ORDER BY id;

-- name: Debtors :many
SELECT k.code, k.name, sum(h.cents)::bigint AS cents
FROM charges h JOIN containers c ON c.id = h.container_id JOIN carriers k ON k.id = c.carrier_id
WHERE NOT h.waived AND h.settled_on IS NULL
GROUP BY k.code, k.name HAVING sum(h.cents) > 0
ORDER BY cents DESC, k.code;
