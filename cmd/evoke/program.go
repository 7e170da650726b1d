package main

import (
	"context"
	"errors"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/sut/program"
)

// startProgram starts a run of a program in Go: white-box, unless --cover is none.
func (s *settings) startProgram(ctx context.Context, cfg evoke.Config) (*evoke.Result, error) {
	words := strings.Fields(s.file.program.main)
	o := program.Options{
		Package: words[0], Args: words[1:], Dir: s.file.program.dir, BaseURL: s.url, Keep: s.reset == noReset, Reset: s.resetHook(), Remote: s.remote(),
	}
	if len(s.cover) > 0 && s.cover[0] != "none" {
		o.Cover, cfg.WhiteBox.Cover = s.cover, nil
	}
	controller, err := program.New(o)
	if err != nil {
		return nil, err
	}
	return searchIn(ctx, controller, cfg)
}

// checkProgram reports mistakes in the flags of --program.
func (s *settings) checkProgram() error {
	switch {
	case strings.TrimSpace(s.file.program.main) == "":
		return errors.New("--program: a main package is needed, such as ./cmd/server")
	case s.schema == "":
		return errors.New("--program needs --schema, the OpenAPI or Swagger document of the program")
	case s.file.program.command != "" || s.pkg != "" || s.handler != "":
		return errors.New("--program goes together with neither --node nor --pkg and --handler")
	case s.reset == reload:
		return errors.New("--reset reload needs --node")
	case len(s.replace) > 0 || s.workers != 1 || s.file.race:
		return errors.New("--replace, --workers and --race need --pkg")
	case s.file.restart != "":
		return errors.New("--restart needs --url; --program starts the program anew by itself")
	}
	return nil
}
