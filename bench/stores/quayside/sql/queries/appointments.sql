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
