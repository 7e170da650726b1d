package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/internal/supervise"
)

// maxHookOutput is how many bytes of a failing command's output an error contains.
const maxHookOutput = 500

// isURL reports whether a hook is a URL.
func isURL(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// hook returns a function that executes a shell command or makes a POST to a URL, to bring a service back to its first
// state.
func hook(text string) func(context.Context) error {
	if isURL(text) {
		return func(ctx context.Context) error { return post(ctx, text) }
	}
	return func(ctx context.Context) error {
		shell, flag := "sh", "-c"
		if runtime.GOOS == "windows" {
			shell, flag = "cmd", "/C"
		}
		cmd := exec.CommandContext(ctx, shell, flag, text)
		supervise.EndWithGroup(cmd)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", text, err, strings.TrimSpace(string(out[:min(len(out), maxHookOutput)])))
		}
		return nil
	}
}

// post makes a POST without a body. Its errors contain neither query nor user info, which may be credentials.
func post(ctx context.Context, to string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, nil)
	if err != nil {
		return errors.New("the URL to post to is malformed")
	}
	said := req.URL.Scheme + "://" + req.URL.Host + req.URL.EscapedPath()
	resp, err := http.DefaultClient.Do(req)
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return fmt.Errorf("POST %s: %w", said, err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)) // so that the connection can be reused
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("POST %s answered %d", said, resp.StatusCode)
	}
	return nil
}
