package twin

import (
	"os"

	"github.com/evoke-go/evoke/internal/task"
)

// Child reports whether this process was started to do the work of a run.
func Child() bool { return os.Getenv(jobVariable) != "" }

// Pass notes a call that does without a search. A process of a later call of
// the same program then passes it as well.
func Pass(t *task.Task) { own.remember(own.identify(t), nil, nil) }
