module example.com/voucher

go 1.26.0
