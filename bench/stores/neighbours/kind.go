package neighbours

import (
	"net/http"
	"os"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// kind is a service and its call. The path has at most the parameter {code}.
type kind struct {
	name, method, path string
	// address names the environment variable with the base URL of the neighbour, and base is that without it. A handler
	// without them has its address in its code.
	address, base string
	handle        func(base string) http.HandlerFunc
}

func (k kind) micro() Micro {
	return Micro{
		Name: k.name, Goal: "299", Address: k.address, Schema: k.openAPI(),
		New: func() http.Handler {
			base := k.base
			if v := os.Getenv(k.address); k.address != "" && v != "" {
				base = v
			}
			mux := http.NewServeMux()
			mux.HandleFunc(k.method+" "+k.path, k.handle(base))
			return mux
		},
	}
}

type object = map[string]any

// openAPI returns the document of the service. Status 502 says that the neighbour fails.
func (k kind) openAPI() string {
	of := goal.Service{
		Name: k.name, Method: k.method, Path: k.path,
		Statuses: map[string]string{
			"204": "The neighbour answers, but not as the goal needs.",
			"299": "The neighbour answers as the goal needs.",
			"502": "The neighbour fails, or its answer cannot be read.",
		},
	}
	return of.OpenAPI()
}

func badGateway(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) }
