package run

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/evoke-go/evoke/rest/auth"
)

// Job is what a process is to do. It comes as a file, because the same process
// begins again with probes in it and has to find the same job.
type Job struct {
	Key
	// Engine is noted in the result.
	Engine string
	// Schema is the document of the service, Package the import path of its
	// constructor New, Cover the packages that are its program, as patterns.
	Schema  string
	Package string
	Cover   []string
	// Users are who calls are made as; LoginEachTest as in rest.Options.
	Users         []auth.User
	LoginEachTest bool
	// Samples are files and folders with samples of requests, for configurations that
	// begin with some.
	Samples []string
	// Module is the folder of the module that the suite is built in, and Dir
	// the one for its tests, inside of that. Dir is made.
	Module, Dir string
	// Result is the file that the result is written to.
	Result string
	// Missed is the file that gets the feasible statements which the suite misses, all where
	// no list says which are feasible, "" for none. MISSED.targets gets the targets that the
	// search covered.
	Missed string
	// Unmeasured says that nobody measures the statements and sides of the suite.
	Unmeasured bool
	// Remove are folders to remove when whoever started the process is dead.
	Remove []string
}

// Write puts a job into a file.
func (j *Job) Write(path string) error {
	content, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("job: %w", err)
	}
	return os.WriteFile(path, content, 0o600)
}

func readJob(path string) (*Job, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	j := new(Job)
	if err := json.Unmarshal(content, j); err != nil {
		return nil, fmt.Errorf("job: %s: %w", path, err)
	}
	return j, nil
}
