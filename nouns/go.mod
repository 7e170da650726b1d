module github.com/evoke-go/evoke/nouns

go 1.26.0

require (
	github.com/jdkato/prose v1.2.1
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/montanaflynn/stats v0.6.3 // indirect
	github.com/shogo82148/go-shuffle v0.0.0-20180218125048-27e6095f230d // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	gopkg.in/neurosnap/sentences.v1 v1.0.6 // indirect
)
