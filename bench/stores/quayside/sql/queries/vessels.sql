-- name: Vessel :one
SELECT * FROM vessels WHERE imo = $1;

-- name: VesselsBetween :many
SELECT v.imo, v.name, v.berth, v.arrives_at, count(c.id) AS loaded
FROM vessels v LEFT JOIN containers c ON c.vessel_imo = v.imo AND c.state = 'loaded'
WHERE v.arrives_at BETWEEN sqlc.arg(since)::timestamptz AND sqlc.arg(until)::timestamptz
GROUP BY v.imo ORDER BY v.arrives_at, v.imo;

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
