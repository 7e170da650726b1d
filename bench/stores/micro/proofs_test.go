package micro

import (
	_ "embed"
	"strings"
)

// proof says with which rows a service answers its goal and with which it does not. Rows are what follows INSERT INTO.
type proof struct {
	call         string
	rows, misses []string
}

//go:embed testdata/proofs.txt
var proofsText string

// readProofs returns the proofs of the services by their names.
func readProofs() map[string]proof {
	out := map[string]proof{}
	name := ""
	for line := range strings.Lines(proofsText) {
		first, rest, found := strings.Cut(strings.TrimSpace(line), " ")
		p := out[name]
		switch {
		case !found || first == "#":
			continue
		case first == "+":
			p.rows = append(p.rows, rest)
		case first == "-":
			p.misses = append(p.misses, rest)
		default:
			name = first
			p = proof{call: rest}
		}
		out[name] = p
	}
	return out
}
