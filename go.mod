module github.com/evoke-go/evoke

go 1.26.0

require (
	github.com/andybalholm/brotli v1.2.0
	github.com/dlclark/regexp2 v1.11.0
	github.com/go-openapi/jsonpointer v0.22.4
	github.com/google/go-cmp v0.7.0
	github.com/ije/esbuild-internal v0.25.0
	github.com/klauspost/compress v1.18.0
	github.com/kljensen/snowball v0.10.0
	github.com/pb33f/libopenapi v0.38.6
	github.com/rogpeppe/go-internal v1.14.1
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/spf13/cobra v1.10.1
	github.com/spf13/pflag v1.0.9
	github.com/stretchr/testify v1.12.1
	go.yaml.in/yaml/v4 v4.0.0-rc.6
	golang.org/x/net v0.48.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.32.0
	golang.org/x/time v0.14.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/go-openapi/swag/jsonname v0.25.4 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/pb33f/jsonpath v0.8.2 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.40.1-0.20260108161641-ca281cf95054 // indirect
)
