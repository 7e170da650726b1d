// Command evoke searches for tests of a running HTTP service.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func main() { os.Exit(run(os.Args[1:])) }

// again is the time after a signal in which a second one counts as the same interrupt: timeout(1) sends a signal to the
// command and, an instant later, to its process group.
const again = 500 * time.Millisecond

// run executes a command line and returns its exit code. The first interrupt
// ends the search, and the command still writes the suite. The second interrupt
// ends the process.
func run(args []string) int {
	log.SetOutput(io.Discard) // net/http logs mistakes of services there
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	defer context.AfterFunc(ctx, func() {
		fmt.Fprintln(os.Stderr, "\nevoke: interrupted; writing what was found (once more to end at once)")
		time.Sleep(again)
		stop()
	})()
	root := newRoot()
	root.SetArgs(args)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return exitDone
	case errors.Is(err, errFaults):
		return exitFaults
	case errors.Is(err, context.Canceled):
		return exitFailed // the error was already printed
	default:
		fmt.Fprintln(os.Stderr, said(err))
		return exitFailed
	}
}

// interrupts returns the signals that end a search. They include the signal of a closed terminal, unless the process
// ignores it, as under nohup.
func interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "evoke",
		Version:       version(),
		Short:         "Evoke writes tests by searching for them",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newInit(), newList(), newRun(), newJudge(), newReport(), newMakers())
	return root
}
