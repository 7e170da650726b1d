package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
)

// maxHookOutput is how many bytes of what a failing command printed are told.
const maxHookOutput = 500

// hook returns a function that executes a shell command, or posts to a URL, to bring a
// service back to its first state.
func hook(text string) func(context.Context) error {
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		return func(ctx context.Context) error { return post(ctx, text) }
	}
	return func(ctx context.Context) error {
		shell, flag := "sh", "-c"
		if runtime.GOOS == "windows" {
			shell, flag = "cmd", "/C"
		}
		out, err := exec.CommandContext(ctx, shell, flag, text).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", text, err, strings.TrimSpace(string(out[:min(len(out), maxHookOutput)])))
		}
		return nil
	}
}

func post(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)) // so that the connection can be used again
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("POST %s answered %d", url, resp.StatusCode)
	}
	return nil
}
