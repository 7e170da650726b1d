DELETE FROM refund_lines; DELETE FROM refund_batches; DELETE FROM scans; DELETE FROM orders; DELETE FROM presales;
DELETE FROM performances; DELETE FROM shows; DELETE FROM promoters; DELETE FROM members; DELETE FROM blackouts;
DELETE FROM blacklist; DELETE FROM price_rules; DELETE FROM vouchers; DELETE FROM months; DELETE FROM flags
