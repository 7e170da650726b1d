package task

import (
	"context"
	"os"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/rest/auth"
)

// Secrets returns the credentials of the users. No written file may contain them.
func (t *Task) Secrets(ctx context.Context) *secret.Set {
	if !t.IsHTTP() || len(auth.Secrets(t.REST.Users, nil)) == 0 {
		return nil
	}
	if t.secrets == nil {
		doc, err := t.Document(ctx)
		if err != nil {
			doc = nil // then all credentials are secrets
		}
		t.secrets = &secretCache{secret.New(auth.Secrets(t.REST.Users, doc))}
	}
	return t.secrets.set
}

// secretCache caches the result of Secrets.
type secretCache struct{ set *secret.Set }

// Environment returns the environment of processes that run written tests: that of this process, with the credentials
// that the tests read.
func (t *Task) Environment() []string {
	env := os.Environ()
	for _, s := range auth.Secrets(t.REST.Users, nil) {
		env = append(env, s.Name+"="+s.Value)
	}
	return env
}

// Hide returns an error without credentials in its text.
func (t *Task) Hide(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	text := t.Secrets(ctx).Text(err.Error())
	if text == err.Error() {
		return err
	}
	return &hidden{text, err}
}

// hidden is an error from whose text credentials were removed.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }
func (h *hidden) Unwrap() error { return h.err }
