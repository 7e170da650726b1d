module example.com/vault

go 1.22

require example.com/guard v0.0.0

replace example.com/guard => ./guard
